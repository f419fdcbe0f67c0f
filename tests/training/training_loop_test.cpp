#include "core/formats/json.h"
#include "core/training/training_loop.h"
#include "core/training/training_report.h"
#include "tests/support/temporary_folder.h"

#include <QFile>
#include <QTest>

#include <cmath>
#include <limits>

using namespace cairn;
using namespace cairn::test;

namespace
{

// "Weights" that add up the rates and step numbers they saw, so that a wrong step or rate shows.
class CountingTask final : public TrainingTask
{
public:
    std::map<std::string, std::string> settings = {{"seed", "1"}};
    std::vector<std::uint64_t> steps;
    std::stop_source* stopAfterThree = nullptr;
    double lossAt4 = 0.5;
    float sum = 0;
    int measured = 0;

    std::map<std::string, std::string> facts() const override { return settings; }
    Result<StepOutcome> step(std::uint64_t step, double rate) override
    {
        steps.push_back(step);
        sum += static_cast<float>(rate) * static_cast<float>(step + 1);
        if (stopAfterThree && steps.size() == 3)
            stopAfterThree->request_stop();
        return StepOutcome{step == 4 ? lossAt4 : 1.0 / static_cast<double>(step + 1), 100};
    }
    Result<std::map<std::string, double>> measure() override
    {
        ++measured;
        return std::map<std::string, double>{{"sum", static_cast<double>(sum)}};
    }
    std::map<std::string, AdapterTensor> save() const override { return {{"sum", {{1}, {sum}}}}; }
    Result<void> restore(const std::map<std::string, AdapterTensor>& tensors) override
    {
        sum = tensors.at("sum").values.front();
        return {};
    }
};

TrainingPlan planOf(std::uint64_t steps, const std::string& state = {})
{
    TrainingPlan plan;
    plan.steps = steps;
    plan.rate = {1.0, 2, 0.1};
    plan.measureEvery = 4;
    plan.pointEvery = 2;
    plan.saveEvery = 3;
    plan.statePath = state;
    return plan;
}

bool same(const TrainingPoint& a, const TrainingPoint& b)
{
    return a.step == b.step && a.tokens == b.tokens && a.loss == b.loss && a.rate == b.rate && a.measures == b.measures;
}

}  // namespace

class TrainingLoopTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theRateRisesThenFallsAsACosine();
    void historyHasPointsAndMeasuresWhereThePlanSays();
    void aStoppedTrainingGoesOnAsIfNeverStopped();
    void aTokenBudgetEndsTheTrainingAndItsCosine();
    void otherSettingsAreRefusedWithTheirNames();
    void onlyATrainingThatHasEndedTakesMoreSteps();
    void aDamagedStateIsNoStart();
    void aStoppedTrainingIsNotWrittenOver();
    void aPlaceThatCantBeWrittenToIsToldFirst();
    void aLossThatIsNoNumberEndsTheTraining();
    void reportsHoldEverySettingAndMeasurement();
    void reportsExplainTheirColumns();
    void weightsThat16BitsDoNotHoldAreNotWritten();
};

void TrainingLoopTest::theRateRisesThenFallsAsACosine()
{
    const LearningRate rate{2.0, 4, 0.1};
    QVERIFY(std::abs(rate.at(0, 0) - 0.5) < 1e-12);        // a quarter of the peak
    QVERIFY(std::abs(rate.at(3, 0) - 2.0) < 1e-12);
    QVERIFY(std::abs(rate.at(50, 0.5) - 2.0 * 0.55) < 1e-12);
    QVERIFY(std::abs(rate.at(99, 1) - 0.2) < 1e-12);
}

void TrainingLoopTest::historyHasPointsAndMeasuresWhereThePlanSays()
{
    CountingTask task;
    const TrainingPlan plan = planOf(6);
    const auto result = runTraining(task, plan, {}, {});
    QVERIFY(result);
    QVERIFY(result->finished);
    std::vector<std::uint64_t> points, measured;
    for (const TrainingPoint& point : result->history) {
        points.push_back(point.step);
        if (!point.measures.empty())
            measured.push_back(point.step);
    }
    QCOMPARE(points, (std::vector<std::uint64_t>{0, 2, 4, 6}));
    QCOMPARE(measured, (std::vector<std::uint64_t>{0, 4, 6}));
    QVERIFY(std::abs(result->history[1].loss - 0.75) < 1e-12);   // mean of 1 and 1/2
    QCOMPARE(result->history[3].tokens, std::uint64_t(600));
}

void TrainingLoopTest::aStoppedTrainingGoesOnAsIfNeverStopped()
{
    CountingTask whole;
    const TrainingPlan plain = planOf(9);
    const auto expected = runTraining(whole, plain, {}, {});
    QVERIFY(expected);

    const TemporaryFolder folder;
    TrainingPlan plan = planOf(9, folder.file("state"));
    CountingTask first, second;
    std::stop_source stop;
    first.stopAfterThree = &stop;
    const auto part = runTraining(first, plan, {}, stop.get_token());
    QVERIFY(part);
    QVERIFY(!part->finished);
    QCOMPARE(part->steps, std::uint64_t(3));
    plan.resume = true;
    const auto rest = runTraining(second, plan, {}, {});
    QVERIFY(rest);
    QVERIFY(rest->finished);
    QCOMPARE(second.steps.front(), std::uint64_t(3));
    QCOMPARE(second.sum, whole.sum);
    QCOMPARE(rest->history.size(), expected->history.size());
    for (std::size_t i = 0; i < rest->history.size(); ++i)
        QVERIFY2(same(rest->history[i], expected->history[i]), qPrintable(QString::number(i)));
}

void TrainingLoopTest::aTokenBudgetEndsTheTrainingAndItsCosine()
{
    CountingTask task;
    TrainingPlan plan = planOf(1'000);
    plan.tokens = 450;
    const auto result = runTraining(task, plan, {}, {});
    QVERIFY(result);
    QVERIFY(result->finished);
    QCOMPARE(result->steps, std::uint64_t(5));
    QVERIFY(result->history.back().rate < 0.3);   // near the floor of 0.1: the cosine follows the budget, not the steps
}

void TrainingLoopTest::otherSettingsAreRefusedWithTheirNames()
{
    const TemporaryFolder folder;
    TrainingPlan plan = planOf(3, folder.file("state"));
    CountingTask first, second;
    QVERIFY(runTraining(first, plan, {}, {}));
    plan.resume = true;
    second.settings["seed"] = "2";
    const auto refused = runTraining(second, plan, {}, {});
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
    QVERIFY2(refused.error().message.find("seed (1 before, 2 now)") != std::string::npos, refused.error().message.c_str());
}

void TrainingLoopTest::onlyATrainingThatHasEndedTakesMoreSteps()
{
    const TemporaryFolder folder;
    TrainingPlan plan = planOf(9, folder.file("state"));
    CountingTask first, more;
    std::stop_source stop;
    first.stopAfterThree = &stop;
    QVERIFY(runTraining(first, plan, {}, stop.get_token()));
    plan.resume = true;
    plan.steps = 12;
    const auto refused = runTraining(more, plan, {}, {});
    QVERIFY(!refused);
    QVERIFY2(refused.error().message.find("steps (9 before, 12 now)") != std::string::npos, refused.error().message.c_str());

    plan.steps = 9;
    QVERIFY(runTraining(first, plan, {}, {}));
    plan.steps = 12;
    const auto longer = runTraining(more, plan, {}, {});
    QVERIFY(longer);
    QVERIFY(longer->finished);
    QCOMPARE(more.steps, (std::vector<std::uint64_t>{9, 10, 11}));
    QVERIFY(std::abs(longer->history.back().rate - plan.rate.at(11, 11.0 / 12)) < 1e-12);   // as a training of 12 steps has it
    const auto facts = readTrainingState(plan.statePath)->facts;
    QCOMPARE(facts.at("steps"), std::string("12"));
    QVERIFY2(facts.at("schedule of earlier steps").starts_with("9 of 9, "), facts.at("schedule of earlier steps").c_str());

    more.settings["seed"] = "2";   // anything else must be as it was
    plan.steps = 15;
    QVERIFY(!runTraining(more, plan, {}, {}));
}

void TrainingLoopTest::aDamagedStateIsNoStart()
{
    const TemporaryFolder folder;
    TrainingPlan plan = planOf(3, folder.file("state"));
    plan.resume = true;
    writeContent(folder.file("state"), "no state");
    CountingTask task;
    QVERIFY(!runTraining(task, plan, {}, {}));
    QVERIFY(task.steps.empty());
    QCOMPARE(fileContent(folder.file("state")), std::string("no state"));
}

void TrainingLoopTest::aStoppedTrainingIsNotWrittenOver()
{
    const TemporaryFolder folder;
    TrainingPlan plan = planOf(9, folder.file("state"));
    CountingTask first, anew, rest;
    std::stop_source stop;
    first.stopAfterThree = &stop;
    QVERIFY(runTraining(first, plan, {}, stop.get_token()));
    const std::string kept = fileContent(folder.file("state"));
    const auto refused = runTraining(anew, plan, {}, {});
    QVERIFY(!refused);
    QVERIFY2(refused.error().message.find("stopped after step 3; --resume") != std::string::npos, refused.error().message.c_str());
    QVERIFY(anew.steps.empty());
    QCOMPARE(fileContent(folder.file("state")), kept);
    plan.resume = true;
    QVERIFY(runTraining(rest, plan, {}, {}));
    plan.resume = false;
    QVERIFY(runTraining(anew, plan, {}, {}));   // the other has ended
}

void TrainingLoopTest::aPlaceThatCantBeWrittenToIsToldFirst()
{
    const TemporaryFolder folder;
    CountingTask task;
    QVERIFY(!runTraining(task, planOf(9, folder.file("missing/state")), {}, {}));
    QVERIFY(task.steps.empty());
    QCOMPARE(task.measured, 0);

    // What was written then holds no measurement yet: the training that goes on begins with one.
    TrainingPlan plan = planOf(2, folder.file("state"));
    TrainingState state;
    CountingTask again;
    QVERIFY(runTraining(task, plan, {}, {}));
    state = *readTrainingState(plan.statePath);
    state.step = state.tokens = 0;
    state.history.clear();
    state.tensors = task.save();
    QVERIFY(writeTrainingState(plan.statePath, state));
    plan.resume = true;
    const auto result = runTraining(again, plan, {}, {});
    QVERIFY(result);
    QCOMPARE(result->history.front().step, std::uint64_t(0));
    QVERIFY(!result->history.front().measures.empty());
}

void TrainingLoopTest::aLossThatIsNoNumberEndsTheTraining()
{
    const TemporaryFolder folder;
    CountingTask task;
    task.lossAt4 = std::nan("");
    const TrainingPlan plan = planOf(9, folder.file("state"));
    const auto result = runTraining(task, plan, {}, {});
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::Corruption);
    QCOMPARE(readTrainingState(folder.file("state"))->step, std::uint64_t(3));   // the last good one stays
}

void TrainingLoopTest::reportsHoldEverySettingAndMeasurement()
{
    CountingTask task;
    const TrainingPlan plan = planOf(6);
    TrainingReport report{"Toy", "lab train toy", "model 1", *runTraining(task, plan, {}, {})};
    report.result.facts = {{"text | kind", "plain"}};
    const std::string markdown = reportMarkdown(report), json = reportJson(report);
    QVERIFY2(markdown.find("| text \\| kind | plain |") != std::string::npos, markdown.c_str());
    QVERIFY(markdown.find("lab train toy") != std::string::npos);
    QVERIFY(markdown.find("\n| 4 | 400 |") != std::string::npos);
    QVERIFY(markdown.find("\n| 2 | 200 |") == std::string::npos);   // nothing was measured there
    const auto parsed = parseJson(json);
    QVERIFY(parsed);
    QCOMPARE(parsed->find("history")->elements().size(), std::size_t(4));
    QCOMPARE(parsed->find("settings")->members().front().key, std::string("text | kind"));
}

void TrainingLoopTest::reportsExplainTheirColumns()
{
    CountingTask task;
    TrainingReport report{"Toy", "lab train toy", "model 1", *runTraining(task, planOf(6), {}, {})};
    QVERIFY(reportMarkdown(report).find("\n- ") == std::string::npos);   // "sum" is none that it knows
    for (TrainingPoint& point : report.result.history)
        point.measures["among"] = 0.5;
    const std::string markdown = reportMarkdown(report);
    QVERIFY2(markdown.find("\n- among: share of questions") != std::string::npos, markdown.c_str());
}

void TrainingLoopTest::weightsThat16BitsDoNotHoldAreNotWritten()
{
    const TemporaryFolder folder;
    for (const float bad : {65'536.0f, -1e6f, std::numeric_limits<float>::infinity(), std::nanf("")}) {
        const auto refused = writeAdapter(folder.file("adapter"), {{"weights", {{2}, {1.0f, bad}}}}, {});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Corruption);
        QVERIFY(!QFile::exists(QString::fromStdString(folder.file("adapter"))));
    }
    QVERIFY(writeAdapter(folder.file("adapter"), {{"weights", {{2}, {1.0f, -65'504.0f}}}}, {}));
}

QTEST_GUILESS_MAIN(TrainingLoopTest)
#include "training_loop_test.moc"
