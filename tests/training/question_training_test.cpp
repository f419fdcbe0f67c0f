// Questions that learn to find their blocks: the documents made for it, what is counted, what is learned, and that the engine votes as
// the training did.
#include "core/corpora/question_corpus.h"
#include "core/engine/engine.h"
#include "core/training/measure_meaning.h"
#include "core/training/question_training.h"
#include "tests/engine/vector_archive.h"
#include "tests/training/question_toy.h"

#include <QTest>

#include <cmath>
#include <cstring>

using namespace cairn;
using namespace cairn::test;

namespace
{

QaCorpus smallCorpus()
{
    QaCorpus corpus;
    const auto passage = [&](const char* document, std::int64_t paragraph, const char* text) {
        corpus.passages.push_back({"set", document, "", paragraph, text});
    };
    passage("set: long", 1, "The second paragraph is here.");
    passage("set: short", 0, "Tiny one.");
    passage("set: long", 0, "The first paragraph stands before it.");
    passage("set: other", 0, "Tiny two.");
    passage("set: third", 0, "Tiny three is a little longer.");
    corpus.questions = {{0, "Which is here?", {"second"}, 4, "span"},
                        {3, "Which tiny?", {"two"}, 5, "span"},
                        {4, "Which?", {"three"}, std::nullopt, "freeform"}};
    return corpus;
}

}  // namespace

class QuestionTrainingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void passagesOfADocumentAreInOrder();
    void shortDocumentsArePackedUpToALength();
    void rightBlocksAreCountedByTheirRank();
    void anUntrainedVoteHasASpreadOfOne();
    void trainingFindsTheBlocks_data();
    void trainingFindsTheBlocks();
    void keysThatAreAllAlikeLeaveWeightsOf16Bits();
    void measuresAreExplained();
    void aStepOfTwoDocumentsIsTheMeanOfBoth();
    void aRestoredTrainingGoesOnAsBefore();
    void theEngineVotesAsTheTraining();
    void nothingToTrainOnIsRefused();
    void anUnknownSourceIsNamed();
};

void QuestionTrainingTest::passagesOfADocumentAreInOrder()
{
    const auto documents = questionDocuments(smallCorpus(), {.sources = {}, .shortest = 40, .packed = 100});
    QCOMPARE(documents.front().id, std::string("set: long"));
    QCOMPARE(documents.front().text, std::string("The first paragraph stands before it.\n\nThe second paragraph is here."));
    QCOMPARE(documents.front().questions.size(), std::size_t{1});
    const ByteRange answer = documents.front().questions.front().answer;
    QCOMPARE(documents.front().text.substr(answer.begin, answer.size()), std::string("second"));
    QVERIFY(questionDocuments(smallCorpus(), {.sources = {"another"}}).empty());
}

void QuestionTrainingTest::shortDocumentsArePackedUpToALength()
{
    const auto roomy = questionDocuments(smallCorpus(), {.sources = {"set"}, .shortest = 40, .packed = 100});
    QCOMPARE(roomy.size(), std::size_t{2});
    QCOMPARE(roomy[1].id, std::string("set: part 1"));
    QCOMPARE(roomy[1].text, std::string("Tiny one.\n\nTiny two.\n\nTiny three is a little longer."));
    QCOMPARE(roomy[1].questions.size(), std::size_t{1});   // the one without an exact place is left out
    QCOMPARE(roomy[1].text.substr(roomy[1].questions[0].answer.begin, 3), std::string("two"));
    const auto narrow = questionDocuments(smallCorpus(), {.sources = {"set"}, .shortest = 40, .packed = 20});
    QCOMPARE(narrow.size(), std::size_t{2});               // the second part has no question that can be used
    QCOMPARE(narrow[1].text, std::string("Tiny one.\n\nTiny two."));
}

void QuestionTrainingTest::rightBlocksAreCountedByTheirRank()
{
    const std::vector<float> scores = {0.5f, 3, 2, 1, 2};
    FoundAmong table;
    const auto count = [&](std::vector<std::uint32_t> gold) { table.add(scores, gold); };
    count({1});        // first
    count({2});        // third: what ties with it counts before it
    count({0, 3});     // 3 is fourth
    QCOMPARE(table.questions, 3u);
    QCOMPARE(table.found, (std::array<std::uint32_t, 4>{1, 2, 3, 3}));
    count({2, 4});     // both tie: nothing but block 1 before them
    QCOMPARE(table.found[1], 3u);
    QVERIFY(std::abs(table.share(0) - 0.25) < 1e-12);
}

void QuestionTrainingTest::anUntrainedVoteHasASpreadOfOne()
{
    const TemporaryFolder folder;
    const Model model = noiseModel(folder);
    const auto training = trainingOf(model, smallSet());
    const ReadArticle article = madeUpArticle("a", 7);
    double squares = 0;
    for (const PlacedQuestion& question : article.questions) {
        double mean = 0;
        for (const float vote : training->votes(article, question)) {
            squares += static_cast<double>(vote) * static_cast<double>(vote) / 72;
            mean += static_cast<double>(vote);
        }
        QVERIFY(std::abs(mean) < 1e-4);
    }
    QVERIFY2(squares > 0.3 && squares < 3, qPrintable(QString::number(squares)));
}

void QuestionTrainingTest::trainingFindsTheBlocks_data()
{
    QTest::addColumn<bool>("halfPrecision");
    QTest::addRow("32 bits") << false;
    QTest::addRow("bf16 products") << true;
}

void QuestionTrainingTest::trainingFindsTheBlocks()
{
    QFETCH(bool, halfPrecision);
    const TemporaryFolder folder;
    const Model model = noiseModel(folder);
    const auto training = trainingOf(model, smallSet(), {.halfPrecision = halfPrecision});
    const double before = (*training->measure())["vote_1"];
    double loss = 0;
    for (std::uint64_t step = 0; step < 60; ++step) {
        const auto outcome = training->step(step, 1e-2);
        QVERIFY(outcome.has_value());
        QCOMPARE(outcome->tokens, std::uint64_t{8 * 5});   // 2 of the question, 3 of the frame
        loss = outcome->loss;
    }
    auto after = *training->measure();
    QVERIFY2(before < 0.6 && after["vote_1"] > 0.9, qPrintable(QStringLiteral("%1 to %2").arg(before).arg(after["vote_1"])));
    QVERIFY(after["fused_1"] > 0.9 && loss < 0.5);
    QVERIFY(std::abs(after["bm25_1"] - 2.0 / 12) < 1e-9);
}

// A first layer may give every block the same key, but for rounding; other layers' keys are large.
void QuestionTrainingTest::keysThatAreAllAlikeLeaveWeightsOf16Bits()
{
    const TemporaryFolder folder;
    const Model model = noiseModel(folder);
    QuestionTrainingSet set = smallSet();
    for (ReadArticle* article : {&set.train[0], &set.train[1], &set.heldOut[0]}) {
        for (std::size_t i = 0; i < article->landmarks.size(); ++i)
            article->landmarks[i] = i < std::size_t{article->blocks} * article->width ? 1.0f : 10 * article->landmarks[i];
    }
    const auto training = trainingOf(model, set);
    for (std::uint64_t step = 0; step < 3; ++step)
        QVERIFY(training->step(step, 4e-4).has_value());
    const auto written = writeAdapter(folder.file("question.safetensors"), training->adapter(), {});
    QVERIFY2(written.has_value(), written ? "" : written.error().message.c_str());
}

void QuestionTrainingTest::measuresAreExplained()
{
    const TemporaryFolder folder;
    const Model model = noiseModel(folder);
    for (const auto& [name, value] : *trainingOf(model, smallSet())->measure()) {
        const std::string first = name.starts_with("word_") ? name : name.substr(0, name.find('_')) + "_1";   // tells of the others
        QVERIFY2(!measureMeaning(first).empty(), name.c_str());
    }
}

// A rate of 0 changes nothing, so that both steps are of the same weights.
void QuestionTrainingTest::aStepOfTwoDocumentsIsTheMeanOfBoth()
{
    const TemporaryFolder folder;
    const Model model = noiseModel(folder);
    QuestionTrainingSet set = smallSet();
    set.train.push_back(madeUpArticle("longer", 9));
    const auto alone = trainingOf(model, set, {.foreignBlocks = 64}), both = trainingOf(model, set, {.documents = 2, .foreignBlocks = 64});
    const auto first = alone->step(6, 0), second = alone->step(7, 0), together = both->step(3, 0);
    QVERIFY(first && second && together);
    QVERIFY(std::abs(first->loss - second->loss) > 1e-3);
    QVERIFY(std::abs(together->loss - (first->loss + second->loss) / 2) < 1e-6);
    QCOMPARE(together->tokens, first->tokens + second->tokens);
    QVERIFY(alone->facts() != both->facts());
}

void QuestionTrainingTest::aRestoredTrainingGoesOnAsBefore()
{
    const TemporaryFolder folder;
    const Model model = noiseModel(folder);
    const auto whole = trainingOf(model, smallSet()), second = trainingOf(model, smallSet());
    for (std::uint64_t step = 0; step < 3; ++step)
        QVERIFY(whole->step(step, 1e-2).has_value());
    QVERIFY(second->restore(whole->save()).has_value());
    QCOMPARE(second->step(3, 1e-2)->loss, whole->step(3, 1e-2)->loss);
    QCOMPARE(second->step(4, 1e-2)->loss, whole->step(4, 1e-2)->loss);
    QCOMPARE(second->facts(), whole->facts());
}

void QuestionTrainingTest::theEngineVotesAsTheTraining()
{
    const TemporaryFolder folder;
    const Model model = noiseModel(folder);
    const auto training = trainingOf(model, smallSet());
    for (std::uint64_t step = 0; step < 5; ++step)
        QVERIFY(training->step(step, 1e-2).has_value());
    const auto ids = [](const std::vector<TokenId>& tokens) {
        std::string text;
        for (const TokenId id : tokens)
            text += (text.empty() ? std::string() : std::string(" ")) + std::to_string(id);
        return text;
    };
    EngineOptions options;
    options.modelPath = folder.path();
    options.questionAdapterPath = folder.file("question.safetensors");
    QVERIFY(writeAdapter(options.questionAdapterPath, training->adapter(),
                         {{"format", "cairn-question-adapter"}, {"version", "1"}, {"rank", "4"}, {"word_weight", "1"},
                          {"base_fingerprint", toHex(model.fingerprint)}, {"frame_before", ids(training->frameBefore())},
                          {"frame_after", ids(training->frameAfter())}}).has_value());
    const auto engine = Engine::open(options);
    QVERIFY2(engine.has_value(), engine ? "" : engine.error().message.c_str());
    VectorArchive archive((*engine)->memoryShape(KvType::F32));
    auto memory = (*engine)->openMemory(archive, (*engine)->defaultReading(), KvType::F32);
    std::vector<TokenId> text;
    for (int i = 0; i < 9 * static_cast<int>(kBlockTokens); ++i)
        text.push_back(i * 7 % 38);
    QVERIFY(memory.has_value() && memory->read(text, {}).has_value());

    ReadArticle article{"text", 3, 16, 9, std::vector<float>(std::size_t{3} * 9 * 16), {}};
    for (std::size_t block = 0; block < 9; ++block) {
        for (std::size_t layer = 0; layer < 3; ++layer)
            std::memcpy(&article.landmarks[(layer * 9 + block) * 16], archive.landmarks[block * 3 + layer].data(), 16 * sizeof(float));
    }
    const PlacedQuestion question{"?", {11, 4, 20}, {1}, std::vector<float>(9, 0.0f)};
    const auto expected = training->votes(article, question);
    const auto votes = memory->questionVote(question.tokens);
    QVERIFY(votes.has_value() && votes->size() == 9 && expected.size() == 8);
    float largest = 0;
    for (const float vote : expected)
        largest = std::max(largest, std::abs(vote));
    QVERIFY(largest > 0.05f);
    for (std::size_t block = 1; block < 9; ++block)   // the file keeps 16-bit weights
        QVERIFY(std::abs((*votes)[block] - expected[block - 1]) < 5e-3f * largest);
}

void QuestionTrainingTest::nothingToTrainOnIsRefused()
{
    const TemporaryFolder folder;
    const Model model = noiseModel(folder);
    QuestionTrainingSet set = smallSet();
    set.heldOut.clear();
    const auto training = makeQuestionTraining(model, std::move(set), {});
    QVERIFY(!training);
    QCOMPARE(training.error().code, ErrorCode::InvalidArgument);
}

void QuestionTrainingTest::anUnknownSourceIsNamed()
{
    QaCorpus corpus = smallCorpus();
    corpus.passages.push_back({"unasked", "unasked: one", "", 0, "Nobody asks."});
    QCOMPARE(*sourcesOf(corpus, {"set"}, false), (std::vector<std::string>{"set"}));
    for (const char* missing : {"sett", "unasked"}) {
        const auto refused = sourcesOf(corpus, {"set", missing}, false);
        QVERIFY(!refused);
        QVERIFY2(refused.error().message.find("\"" + std::string(missing) + "\"; it has set.") != std::string::npos,
                 refused.error().message.c_str());
        QCOMPARE(*sourcesOf(corpus, {missing, "set"}, true), (std::vector<std::string>{"set"}));   // of a default, what there is
        QVERIFY(!sourcesOf(corpus, {missing}, true));
    }
}

QTEST_GUILESS_MAIN(QuestionTrainingTest)
#include "question_training_test.moc"
