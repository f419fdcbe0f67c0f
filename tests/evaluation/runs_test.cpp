// The runners of cairn-lab evaluate on models of a few thousand numbers: they say nothing sensible, but what is counted, kept and
// compared must hold for any model.
#include "app/common/shell_word.h"
#include "app/lab/evaluation/cost_run.h"
#include "app/lab/evaluation/evaluation_commands.h"
#include "app/lab/evaluation/needle_run.h"
#include "app/lab/evaluation/parity_run.h"
#include "app/lab/evaluation/perplexity_run.h"
#include "app/lab/evaluation/question_run.h"
#include "app/lab/evaluation/spliced_archive.h"
#include "app/lab/evaluation/unique_blocks_run.h"
#include "core/formats/file.h"
#include "tests/support/chat_model.h"
#include "tests/support/memory_archive.h"
#include "tests/support/temporary_folder.h"

#include <QImage>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

using namespace cairn;

class RunsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void theExampleOfEveryCommandFitsIt();
    void needleReportsNameTheirOriginAndResume();
    void aNeedleIsInTheBlocksSaidToHoldIt();
    void denseSeesOnlyWhatFits();
    void perplexityOfEveryPlaceIsThatOfDense();
    void readingIsTheSameWholeAndInterrupted();
    void readingOfOneWindowIsNotCalledTheSameInterrupted();
    void splicedRowsComeFromTheirText();
    void theApplicationIsAskedSplicedTexts();
    void uniqueBlocksAreBounded();
    void whatWasKeptOfAnotherTextIsNotTaken();
    void costsOfLessThanABlockAreRefused();
    void aLineThatIsNoQuestionIsNamed();
    void commandsOfReportsCanBeRunAgain();

private:
    LabOptions options(const std::string& out) const;
    std::unique_ptr<Lab> lab(const std::string& evaluation, const std::string& out, const std::string& settings = "") const;
    JsonValue report(const std::string& out) const;
    std::string textFile(std::size_t bytes) const;

    std::unique_ptr<test::TemporaryFolder> m_folder;
};

void RunsTest::initTestCase()
{
    m_folder = std::make_unique<test::TemporaryFolder>();
    std::filesystem::create_directory(m_folder->path() + "/model");
    test::ChatModel model(m_folder->path() + "/model");
}

LabOptions RunsTest::options(const std::string& out) const
{
    LabOptions options;
    options.model = m_folder->path() + "/model";
    options.adapter = options.answerAdapter = "none";
    options.out = out.empty() ? out : m_folder->path() + "/" + out;
    options.memories = m_folder->path() + "/memories";
    options.command = "cairn-lab evaluate needle --test";
    options.kv = KvType::F32;
    options.json = true;   // tables are not printed
    return options;
}

std::unique_ptr<Lab> RunsTest::lab(const std::string& evaluation, const std::string& out, const std::string& settings) const
{
    auto opened = Lab::open(evaluation, options(out), settings);
    if (!opened)
        qFatal("%s", opened.error().message.c_str());
    return *std::move(opened);
}

JsonValue RunsTest::report(const std::string& out) const
{
    auto json = readJsonFile(m_folder->path() + "/" + out + ".json");
    return json ? *json : JsonValue();
}

std::string RunsTest::textFile(std::size_t bytes) const
{
    const std::string path = m_folder->path() + "/text.txt";
    std::ofstream(path) << fillerText(FillerKind::Prose, bytes, 4);
    return path;
}

void RunsTest::theExampleOfEveryCommandFitsIt()
{
    for (const Evaluation& one : evaluations()) {
        std::vector<std::string> words;
        for (const QString& word : QString::fromLatin1(one.example).split(QLatin1Char(' ')))
            words.push_back(word.toStdString());
        std::vector<char*> pointers;
        for (std::string& word : words)
            pointers.push_back(word.data());
        const auto parsed = parseArguments(one.spec(), pointers);
        QVERIFY2(parsed, parsed ? "" : parsed.error().message.c_str());
    }
}

void RunsTest::needleReportsNameTheirOriginAndResume()
{
    NeedlePlan plan;
    plan.kinds = {NeedleKind::Number, NeedleKind::Several};
    plan.strategies = {needleStrategyNamed("memory"), needleStrategyNamed("window")};
    plan.lengths = {1024, 1500};
    plan.depths = {0, 0.5, 1};
    QVERIFY(runNeedles(*lab("needle", "n"), plan));
    const JsonValue first = report("n");
    QCOMPARE(textOf(first, "command"), std::string("cairn-lab evaluate needle --test"));
    QVERIFY(textOf(first, "model_fingerprint").size() == 32);
    QCOMPARE(numberOf(first, "seed"), 1.0);
    QCOMPARE(first.find("needles")->elements().size(), std::size_t(2 * 2 * 2 * 3));
    for (const JsonValue& run : first.find("needles")->elements()) {
        const double tokens = numberOf(run, "blocks") * 64;
        QVERIFY2(std::fabs(tokens - numberOf(run, "length")) < 200, qPrintable(QString::number(tokens)));   // the question is not memory
    }
    for (const char* file : {"n.md", "n.csv", "n-2.csv", "n-number-memory.png", "n-several-window.png"})
        QVERIFY2(std::filesystem::exists(m_folder->path() + "/" + file), file);
    QVERIFY(!QImage(QString::fromStdString(m_folder->path() + "/n-number-memory.png")).isNull());

    // Answers that are kept are not asked again: a changed one stays.
    const std::string parts = m_folder->path() + "/n.parts.jsonl";
    std::string text = *readWholeFile(parts, 1 << 20);
    const std::size_t at = text.find("\"reply\":\"");
    text.insert(at + 9, "KEPT ");
    std::ofstream(parts) << text;
    QVERIFY(runNeedles(*lab("needle", "n"), plan));
    QVERIFY(report("n").find("needles")->elements()[0].find("reply")->string()->starts_with("KEPT "));
    QVERIFY(!Lab::open("needle", options("n"), "other settings"));
}

void RunsTest::aNeedleIsInTheBlocksSaidToHoldIt()
{
    const auto one = lab("needle", "");
    const NeedleFraming framing{one->engine(), NeedleFrame::Chat};
    const Needle needle = makeNeedle(NeedleKind::Uuid, 1, 1);
    const PlantedText planted = plant(fillerText(FillerKind::Prose, 3000, 1), 3000, 0.5, needle.sentences);
    const auto text = framing.encode(planted.text, planted.needles);
    QVERIFY(text);
    std::string blocks;
    for (const std::uint32_t block : text->blocksOf(64)) {
        for (std::size_t i = block * 64; i < (block + 1) * 64; ++i)
            blocks += one->engine().tokenizer().decode(text->tokens[i]);
    }
    QVERIFY(blocks.find(needle.answers[0]) != std::string::npos);
    QVERIFY(text->blocksOf(64).size() <= 3);
}

void RunsTest::denseSeesOnlyWhatFits()
{
    NeedlePlan plan;
    plan.passkey = true;
    plan.frame = NeedleFrame::Plain;
    plan.strategies = {needleStrategyNamed("dense")};
    plan.lengths = {700, 8000};   // the model's trained length is 4096
    QVERIFY(runNeedles(*lab("passkey", "p"), plan));
    QCOMPARE(report("p").find("needles")->elements().size(), std::size_t(1));
    plan.spliced = true;
    const auto refused = runNeedles(*lab("passkey", ""), plan);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
}

// With a place for every block, bounds read as ordinary attention does: positions are those of the text (landmark_semantics.md 16).
void RunsTest::perplexityOfEveryPlaceIsThatOfDense()
{
    PerplexityPlan plan;
    plan.files = {textFile(3000)};
    plan.lengths = {2000};
    plan.places = {31};
    for (const PerplexityStrategy& strategy : perplexityStrategies()) {
        if (strategy.name == "bounds" || strategy.name == "dense")
            plan.strategies.push_back(&strategy);
    }
    QVERIFY(runPerplexity(*lab("perplexity", "x"), plan));
    const JsonValue json = report("x");
    const auto rows = json.find("tables")->elements()[1].find("rows")->elements();
    QCOMPARE(rows.size(), std::size_t(2));
    const double bounds = rows[0].elements()[4].number().value_or(0), dense = rows[1].elements()[4].number().value_or(0);
    QVERIFY2(dense > 1 && std::fabs(bounds / dense - 1) < 1e-4, qPrintable(QStringLiteral("%1 %2").arg(bounds).arg(dense)));
}

void RunsTest::readingIsTheSameWholeAndInterrupted()
{
    ParityPlan plan;
    plan.files = {textFile(6000)};
    plan.tokens = 4500;
    plan.questions = 1;
    plan.sameBlocksLimit = 0;   // random weights: scores lie close together
    const auto good = runParity(*lab("parity", "q"), plan);
    QVERIFY(good);
    QVERIFY(*good);
    const JsonValue json = report("q");
    int stops = 0;
    for (const JsonValue& row : json.find("tables")->elements()[0].find("rows")->elements()) {
        const std::string& of = *row.elements()[1].string();
        if (of.starts_with("interrupted "))
            stops = std::stoi(of.substr(12));
    }
    QVERIFY(stops >= 4);   // after every window but the last, and once from what was stored
}

void RunsTest::readingOfOneWindowIsNotCalledTheSameInterrupted()
{
    ParityPlan plan;
    plan.files = {textFile(1500)};
    plan.tokens = 300;
    plan.questions = 1;
    plan.sameBlocksLimit = 0;
    QVERIFY(runParity(*lab("parity", "one"), plan));
    const JsonValue json = report("one");
    const JsonValue& row = json.find("tables")->elements()[0].find("rows")->elements().back();
    QCOMPARE(*row.elements()[1].string(), std::string("interrupted"));
    QCOMPARE(*row.elements()[5].string(), std::string("-"));
}

void RunsTest::splicedRowsComeFromTheirText()
{
    const auto one = lab("needle", "");
    const Engine& engine = one->engine();
    const NeedleFraming framing{engine, NeedleFrame::Chat};
    const std::string filler = fillerText(FillerKind::Prose, 6000, 1);
    auto text = framing.encode(filler, {});
    const auto prefix = framing.prefix();
    QVERIFY(text && prefix);
    const auto base = FillerBase::open(*one, engine, text->tokens, filler, prefix->size());
    QVERIFY(base);
    const Needle needle = makeNeedle(NeedleKind::Number, 1, 1);
    auto spliced = (*base)->splice(60, 0.5, needle.sentences);
    QVERIFY(spliced);
    QCOMPARE(spliced->memory->blocks(), 60u);
    std::string around, all;
    for (std::uint32_t block = 0; block < 60; ++block) {
        const auto tokens = spliced->archive->readTokens(BlockId(block), 1);
        QVERIFY(tokens);
        const bool holds = std::find(spliced->needleBlocks.begin(), spliced->needleBlocks.end(), block) != spliced->needleBlocks.end();
        for (const TokenId id : *tokens) {
            all += engine.tokenizer().decode(id);
            around += holds ? engine.tokenizer().decode(id) : std::string();
        }
    }
    std::string sentence = needle.sentences[0];
    sentence.pop_back();
    QVERIFY(around.find(sentence) != std::string::npos);
    QVERIFY(all.find(". " + sentence + " ") != std::string::npos);   // between two sentences

    // The document is what the tokens say, and its needle stands in the blocks that hold it.
    const SplicedText document = textOf(engine, *spliced->spliced);
    std::vector<TokenId> held;
    for (std::uint32_t block = 0; block < 60; ++block) {
        const auto some = spliced->archive->readTokens(BlockId(block), 1);
        held.insert(held.end(), some->begin(), some->end());
    }
    QVERIFY(spliced->spliced->tokens == held);
    QVERIFY(all.ends_with(document.text) && document.text.starts_with(filler.substr(0, 200)));
    QCOMPARE(document.needles.size(), std::size_t(1));
    QCOMPARE(document.text.substr(document.needles[0].begin, document.needles[0].size()), std::string(" ").append(sentence));
    const auto stream = DocumentStream::ofTokens(document.text, held, document.map);
    QVERIFY(stream);
    std::vector<std::uint32_t> holding;
    for (const BlockId block : stream->blocksOf({0, document.needles[0]}))
        holding.push_back(block.value);
    QVERIFY(holding == spliced->needleBlocks);

    // What is read over the filler is what reading the whole text up to there gives.
    const std::uint32_t first = spliced->needleBlocks.front();
    test::MemoryArchive whole(engine.memoryShape(KvType::F32));
    auto memory = engine.openMemory(whole, engine.defaultReading(), KvType::F32);
    std::vector<TokenId> tokens;
    for (std::uint32_t block = 0; block < first + 2; ++block) {
        const auto some = spliced->archive->readTokens(BlockId(block), 1);
        tokens.insert(tokens.end(), some->begin(), some->end());
    }
    QVERIFY(memory && memory->read(tokens, {}));
    std::vector<std::byte> a(engine.memoryShape(KvType::F32).rowBytes()), b(a.size());
    QVERIFY(spliced->archive->readRow(LayerIndex(0), BlockId(first), a) && whole.readRow(LayerIndex(0), BlockId(first), b));
    QVERIFY(a == b);   // layer 0 depends on the block's own tokens alone
    QVERIFY(spliced->archive->readRow(LayerIndex(0), BlockId(first + 30), b) && a != b);
}

// Spliced or whole, the same key is asked for and found where it stands.
void RunsTest::theApplicationIsAskedSplicedTexts()
{
    NeedlePlan plan;
    plan.passkey = true;
    plan.strategies = {needleStrategyNamed("bm25"), needleStrategyNamed("reread")};
    plan.lengths = {3000};
    plan.depths = {0.5};
    QVERIFY(runNeedles(*lab("passkey", "whole"), plan));
    plan.spliced = true;
    QVERIFY(runNeedles(*lab("passkey", "spliced", "spliced"), plan));
    const auto whole = report("whole").find("needles")->elements(), spliced = report("spliced").find("needles")->elements();
    QCOMPARE(whole.size(), std::size_t(2));
    QCOMPARE(spliced.size(), std::size_t(2));
    QCOMPARE(textOf(spliced[0], "wanted"), textOf(whole[0], "wanted"));
    for (const JsonValue& run : spliced)
        QVERIFY2(textOf(run, "outcome") != "not_retrieved", textOf(run, "outcome").c_str());
}

void RunsTest::uniqueBlocksAreBounded()
{
    UniqueBlocksPlan plan;
    plan.files = {textFile(6000)};
    plan.tokens = 2048;
    plan.windows = 2;
    plan.topK = 3;
    plan.modes = {SelectionMode::PerTokenAndHead, SelectionMode::MaxOverTokens};
    QVERIFY(runUniqueBlocks(*lab("unique-blocks", "u"), plan));
    const JsonValue json = report("u");
    const JsonValue& table = json.find("tables")->elements()[0];
    QCOMPARE(*table.find("columns")->elements()[1].string(), std::string("head"));
    for (const JsonValue& row : table.find("rows")->elements()) {
        const double head = row.elements()[1].number().value_or(-1), tokenHead = row.elements()[2].number().value_or(-1);
        QVERIFY2(head >= 3 && head <= 4 * 3, qPrintable(QString::number(head)));         // one set of 3 for each of 4 heads
        QVERIFY2(tokenHead >= head && tokenHead <= 32 + 4, qPrintable(QString::number(tokenHead)));
    }
}

void RunsTest::whatWasKeptOfAnotherTextIsNotTaken()
{
    PerplexityPlan plan;
    plan.lengths = {512};
    plan.places = {2};
    for (const PerplexityStrategy& strategy : perplexityStrategies()) {
        if (strategy.name == "bounds")
            plan.strategies.push_back(&strategy);
    }
    for (const char* folder : {"/one", "/two"})
        std::filesystem::create_directory(m_folder->path() + folder);
    const std::string first = m_folder->path() + "/one/text.txt", second = m_folder->path() + "/two/text.txt";
    std::ofstream(first) << fillerText(FillerKind::Prose, 6000, 4);
    std::ofstream(second) << fillerText(FillerKind::Prose, 6000, 5);
    plan.files = {first, second};
    QVERIFY(runPerplexity(*lab("perplexity", "p2"), plan));
    const auto measured = [&](std::size_t row) { return report("p2").find("tables")->elements()[1].find("rows")->elements()[row]; };
    const double one = *measured(0).elements()[4].number(), two = *measured(1).elements()[4].number();
    QVERIFY2(one != two, "two texts of one name");

    std::ofstream(first) << fillerText(FillerKind::Prose, 6000, 5);   // the other's text now
    QVERIFY(runPerplexity(*lab("perplexity", "p2"), plan));
    QCOMPARE(*measured(0).elements()[4].number(), two);
    QCOMPARE(*measured(1).elements()[4].number(), two);
}

void RunsTest::costsOfLessThanABlockAreRefused()
{
    const auto opened = lab("cost", "c");
    const std::uint64_t block = opened->engine().info().blockTokens;
    CostPlan plan{{2048, block - 1}, 0, 4, false};
    const auto refused = runCost(*opened, plan);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::InvalidArgument);
    QVERIFY2(refused.error().message.find(std::to_string(block)) != std::string::npos, refused.error().message.c_str());
    plan.lengths = {block, 2048};
    QVERIFY(runCost(*opened, plan));

    // More tokens are written than the text has.
    const auto measuring = lab("cost", "");
    const CostPlan many{{block}, 0, 3 * static_cast<std::uint32_t>(block), true};
    const auto done = runCost(*measuring, many);
    QVERIFY2(done, done ? "" : done.error().message.c_str());
}

void RunsTest::aLineThatIsNoQuestionIsNamed()
{
    QuestionPlan plan;
    plan.questions = m_folder->path() + "/questions.jsonl";
    plan.limit = 10;
    std::ofstream(plan.questions) << "{\"doc\":\"a.txt\",\"question\":\"Who?\",\"answers\":[\"x\"]}\n\n{\"doc\":\"a.txt\"}\n";
    const auto unasked = readQuestions(plan);
    QVERIFY(!unasked);
    QVERIFY2(unasked.error().message.starts_with(plan.questions + ", line 3: "), unasked.error().message.c_str());
    std::ofstream(plan.questions) << "{\"doc\":\"a.txt\",\"question\":\"Who?\"}\n{bad\n";
    const auto broken = readQuestions(plan);
    QVERIFY(!broken);
    QVERIFY2(broken.error().message.starts_with(plan.questions + ", line 2: "), broken.error().message.c_str());
    std::ofstream(plan.questions) << "";
    QVERIFY(!readQuestions(plan));

    std::ofstream(plan.questions) << "{\"doc\":\"missing.txt\",\"question\":\"Who?\",\"answers\":[\"x\"]}\n";
    plan.documents = m_folder->path();
    const auto missing = runQuestions(*lab("questions", ""), plan);   // before anything is read
    QVERIFY(!missing);
    QVERIFY2(missing.error().message.starts_with(m_folder->path() + "/missing.txt"), missing.error().message.c_str());
}

void RunsTest::commandsOfReportsCanBeRunAgain()
{
    std::string words[] = {"--text", "my book's.txt", "--lengths", "1K", "-o", "-", "--seed=3"};
    std::vector<char*> pointers;
    for (std::string& word : words)
        pointers.push_back(word.data());
    QCOMPARE(typedCommand("cairn-lab evaluate needle", pointers),
             std::string("cairn-lab evaluate needle --text 'my book'\\''s.txt' --lengths 1K -o - --seed=3"));

    std::string empty[] = {"--lengths", ""};
    char* list[] = {empty[0].data(), empty[1].data()};
    const auto arguments = parseArguments(passkeySpec(), list);
    QVERIFY(arguments);
    const auto refused = labOptions(*arguments, "passkey", list);
    QVERIFY(!refused);
    QVERIFY2(refused.error().message.starts_with("--lengths names nothing"), refused.error().message.c_str());
}

QTEST_APPLESS_MAIN(RunsTest)
#include "runs_test.moc"
