// Whole trainings on a model of a few thousand numbers: the files that come out, and going on after a stop.
#include "core/engine/common/parallel.h"
#include "core/model/adapter.h"
#include "core/training/adapter_training.h"
#include "core/training/answer_training.h"
#include "core/training/measure_meaning.h"
#include "core/training/ranking_training.h"
#include "tests/support/chat_model.h"
#include "tests/training/qa_folder.h"

#include <QTest>

using namespace cairn;
using namespace cairn::test;

namespace
{

struct Fixture
{
    TemporaryFolder folder;
    QaFolder data;
    std::optional<Model> model;

    Fixture()
    {
        const ChatModel write(folder.path());
        auto opened = openModel(folder.path());
        if (!opened)
            qFatal("%s", opened.error().message.c_str());
        model.emplace(*std::move(opened));
    }

    TrainingPlan plan(const std::string& out, double rate) const
    {
        TrainingPlan plan;
        plan.steps = 6;
        plan.rate = {rate, 1, 0.1};
        plan.measureEvery = 3;
        plan.saveEvery = 1;
        plan.statePath = out + ".state";
        return plan;
    }

    AdapterTrainingRequest adapter(const std::string& name) const
    {
        AdapterTrainingRequest request;
        request.texts.paths = {data.folder.path()};
        request.questions = data.folder.path();
        request.heldOut = 0.3;
        request.distillation.blockTokens = 15;
        request.distillation.rank = 4;
        request.rows.shortest = 12;
        request.rows.longest = 16;
        request.rows.queries = 48;
        request.measuredRows = 1;
        request.measuredBlocks = 12;
        request.measuredK = 3;
        request.out = folder.file(name);
        request.plan = plan(request.out, 1e-2);
        return request;
    }

    AnswerTrainingRequest answers(const std::string& name) const
    {
        AnswerTrainingRequest request;
        request.questions = data.folder.path();
        request.texts.paths = {data.folder.path()};
        request.examples = {.blockTokens = 15, .passageBytes = 120, .missing = 0.3, .heldOut = 0.3, .seed = 0};
        request.rank = 4;
        request.batch = 2;
        request.textTokens = 16;
        request.measured = 3;
        request.out = folder.file(name);
        request.plan = plan(request.out, 1e-2);
        return request;
    }

    RankingTrainingRequest ranking(const std::string& name) const
    {
        RankingTrainingRequest request;
        request.questions = data.folder.path();
        request.examples.documents = {{"squad1.1-train44"}, 100, 36'000};
        request.examples.blockTokens = 63;
        request.examples.passages = 4;
        request.examples.heldOut = 0.3;
        request.tuner.rank = 4;
        request.measured = 4;
        request.out = folder.file(name);
        request.plan = plan(request.out, 1e-2);
        return request;
    }
};

// Stops after `steps` steps, then goes on; the file's bytes.
template <typename Request, typename Run>
std::string interrupted(Request request, std::uint64_t steps, Run run)
{
    std::stop_source stop;
    const auto stopping = [&](const TrainingPoint& point, const TrainingPlan&) {
        if (point.step == steps)
            stop.request_stop();
    };
    if (!run(request, OnTrainingPoint(stopping), stop.get_token()))
        return "failed";
    request.plan.resume = true;
    if (!run(request, OnTrainingPoint(), std::stop_token()))
        return "failed to go on";
    return fileContent(request.out);
}

}  // namespace

class TrainWholeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { setWorkerThreads(1); }
    void anAdapterIsWrittenAndFindsMoreMass();
    void stepsAndMeasurementsSayHowFarTheyAre();
    void answerWeightsAreWrittenAndMeasured();
    void rankingWeightsAreWrittenAndMeasured();
    void aStoppedTrainingWritesTheSameFile();
    void trainingGoesOnFromAnAdapter();
    void wrongStartsAreRefused();
};

void TrainWholeTest::anAdapterIsWrittenAndFindsMoreMass()
{
    const Fixture fixture;
    AdapterTrainingRequest request = fixture.adapter("adapter");
    request.plan.steps = 30;
    const auto result = trainAdapter(*fixture.model, request, {}, {});
    QVERIFY2(result, result ? "" : result.error().message.c_str());
    const auto& history = result->history;
    QVERIFY2(history.back().measures.at("KL") < 0.8 * history.front().measures.at("KL"),
             qPrintable(QStringLiteral("%1 to %2").arg(history.front().measures.at("KL")).arg(history.back().measures.at("KL"))));
    const auto adapter = readLandmarkAdapter(request.out, *fixture.model);
    QVERIFY2(adapter, adapter ? "" : adapter.error().message.c_str());
    QCOMPARE(adapter->blockTokens, 15u);
    QCOMPARE(adapter->rank, 4u);
    QCOMPARE(result->facts.at("seed"), std::string("0"));
    for (const auto& [name, value] : history.front().measures)
        QVERIFY2(!measureMeaning(name).empty(), name.c_str());
}

// Every layer of every row, in order: long ones take minutes.
void TrainWholeTest::stepsAndMeasurementsSayHowFarTheyAre()
{
    const Fixture fixture;
    AdapterTrainingRequest request = fixture.adapter("parts");
    request.plan.steps = 1;
    request.batch = 2;
    std::vector<std::string> said, expected;
    request.onPart = [&](const TrainingPart& part) { said.push_back(partLine(part)); };
    QVERIFY(trainAdapter(*fixture.model, request, {}, {}));
    const std::uint32_t layers = fixture.model->config.layers;
    const auto expect = [&](std::uint64_t step, std::uint32_t rows) {
        for (std::uint32_t row = 1; row <= rows; ++row)
            for (std::uint32_t layer = 1; layer <= layers; ++layer)
                expected.push_back(partLine({step, row, rows, layer, layers}));
    };
    expect(0, 1);   // before the first step, and behind the last
    expect(1, 2);
    expect(0, 1);
    QVERIFY(layers > 1);
    QCOMPARE(said, expected);
    QCOMPARE(partLine({3, 1, 2, 12, 30}), std::string("step 3: row 1 of 2, layer 12 of 30"));
    QCOMPARE(partLine({0, 1, 1, 2, 30}), std::string("measuring: layer 2 of 30"));
}

void TrainWholeTest::answerWeightsAreWrittenAndMeasured()
{
    const Fixture fixture;
    const AnswerTrainingRequest request = fixture.answers("answers");
    const auto result = trainAnswers(*fixture.model, request, {}, {});
    QVERIFY2(result, result ? "" : result.error().message.c_str());
    const auto adapter = readAnswerAdapter(request.out, *fixture.model);
    QVERIFY2(adapter, adapter ? "" : adapter.error().message.c_str());
    QCOMPARE(adapter->rank, 4u);
    const auto& first = result->history.front().measures;
    for (const char* name : {"loss", "exact paragraph", "exact attached", "exact joint", "refused there", "refused missing", "text ratio",
                             "text distance"})
        QVERIFY2(first.contains(name), name);
    for (const auto& [name, value] : first)
        QVERIFY2(!measureMeaning(name).empty(), name.c_str());
    QVERIFY(std::abs(first.at("text ratio") - 1) < 1e-9);   // nothing learned yet
    QVERIFY(result->history.back().measures.at("loss") < first.at("loss"));
    QVERIFY(!result->facts.at("articles held out").empty());
}

void TrainWholeTest::rankingWeightsAreWrittenAndMeasured()
{
    const Fixture fixture;
    RankingTrainingRequest request = fixture.ranking("ranking");
    request.plan.steps = 30;
    const auto result = trainRanking(*fixture.model, request, {}, {});
    QVERIFY2(result, result ? "" : result.error().message.c_str());
    const auto adapter = readRankingAdapter(request.out, *fixture.model);
    QVERIFY2(adapter, adapter ? "" : adapter.error().message.c_str());
    QCOMPARE(adapter->rank, 4u);
    const auto &first = result->history.front().measures, &last = result->history.back().measures;
    for (const char* name : {"words_1", "words_3", "ranked_1", "ranked_3", "among", "likelihood"})
        QVERIFY2(first.contains(name) && !measureMeaning(name).empty(), name);
    QVERIFY(first.at("among") > 0 && first.at("among") >= first.at("words_3") && first.at("words_3") >= first.at("words_1"));
    QCOMPARE(last.at("words_1"), first.at("words_1"));           // of words alone: nothing that is learned
    QVERIFY2(last.at("likelihood") > first.at("likelihood"),
             qPrintable(QStringLiteral("%1 after %2").arg(last.at("likelihood")).arg(first.at("likelihood"))));
    QVERIFY(!result->facts.at("held-out documents").empty());
}

void TrainWholeTest::aStoppedTrainingWritesTheSameFile()
{
    const Fixture fixture;
    const auto adapterRun = [&](const AdapterTrainingRequest& request, const OnTrainingPoint& onPoint, std::stop_token stop) {
        return trainAdapter(*fixture.model, request, onPoint, stop).has_value();
    };
    QVERIFY(trainAdapter(*fixture.model, fixture.adapter("whole adapter"), {}, {}));
    QCOMPARE(interrupted(fixture.adapter("adapter in parts"), 4, adapterRun), fileContent(fixture.folder.file("whole adapter")));

    const auto answerRun = [&](const AnswerTrainingRequest& request, const OnTrainingPoint& onPoint, std::stop_token stop) {
        return trainAnswers(*fixture.model, request, onPoint, stop).has_value();
    };
    QVERIFY(trainAnswers(*fixture.model, fixture.answers("whole answers"), {}, {}));
    QCOMPARE(interrupted(fixture.answers("answers in parts"), 4, answerRun), fileContent(fixture.folder.file("whole answers")));

    const auto rankingRun = [&](const RankingTrainingRequest& request, const OnTrainingPoint& onPoint, std::stop_token stop) {
        return trainRanking(*fixture.model, request, onPoint, stop).has_value();
    };
    QVERIFY(trainRanking(*fixture.model, fixture.ranking("whole ranking"), {}, {}));
    QCOMPARE(interrupted(fixture.ranking("ranking in parts"), 4, rankingRun), fileContent(fixture.folder.file("whole ranking")));
}

void TrainWholeTest::trainingGoesOnFromAnAdapter()
{
    const Fixture fixture;
    AdapterTrainingRequest first = fixture.adapter("first"), second = fixture.adapter("second");
    first.plan.steps = 30;
    const auto before = trainAdapter(*fixture.model, first, {}, {});
    QVERIFY(before);
    second.start = first.out;
    second.plan.steps = 1;
    const auto after = trainAdapter(*fixture.model, second, {}, {});
    QVERIFY(after);
    const double end = before->history.back().measures.at("KL"), begin = after->history.front().measures.at("KL");
    QVERIFY2(std::abs(end - begin) < 0.01 * end, qPrintable(QStringLiteral("%1 and %2").arg(end).arg(begin)));   // half floats between
}

void TrainWholeTest::wrongStartsAreRefused()
{
    const Fixture fixture;
    AdapterTrainingRequest first = fixture.adapter("first");
    first.plan.steps = 1;
    QVERIFY(trainAdapter(*fixture.model, first, {}, {}));
    AdapterTrainingRequest other = fixture.adapter("second");
    other.start = first.out;
    other.distillation.rank = 5;
    QCOMPARE(trainAdapter(*fixture.model, other, {}, {}).error().code, ErrorCode::InvalidArgument);
    AnswerTrainingRequest answers = fixture.answers("answers");
    answers.start = first.out;   // of another kind
    QVERIFY(!trainAnswers(*fixture.model, answers, {}, {}));
    RankingTrainingRequest ranking = fixture.ranking("ranking");
    ranking.start = first.out;
    QVERIFY(!trainRanking(*fixture.model, ranking, {}, {}));
    ranking = fixture.ranking("ranking");
    ranking.examples.documents.sources = {"squad1.1-train44", "squad1.1-train4"};
    QCOMPARE(trainRanking(*fixture.model, ranking, {}, {}).error().code, ErrorCode::NotFound);
    ranking.sourcesByDefault = true;
    ranking.plan.steps = 1;
    QVERIFY(trainRanking(*fixture.model, ranking, {}, {}));
}

QTEST_GUILESS_MAIN(TrainWholeTest)
#include "train_whole_test.moc"
