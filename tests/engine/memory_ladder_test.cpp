// Memory runs out at every place (reliability.md 6 and 9.4 E-2): the engine steps down or says so; blocks are whole or not there.
#include "tests/engine/engine_fixture.h"
#include "tests/engine/vector_archive.h"
#include "tests/support/failing_allocations.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace cairn;
using failing::Times;

class MemoryLadderTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void oneFailedAllocationWhileReadingChangesNothing_data();
    void oneFailedAllocationWhileReadingChangesNothing();
    void readingWithoutMemoryEndsWithAnErrorAndGoesOnLater_data();
    void readingWithoutMemoryEndsWithAnErrorAndGoesOnLater();
    void oneFailedAllocationWhileAskingChangesNoAnswer();
    void askingWithoutMemoryEndsWithAnErrorAndLeavesTheMemory();
    void stepsAreTakenInTheirOrder();
    void smallSlicesGiveTheSameAnswers();
};

namespace
{

constexpr std::size_t kTokens = 131;             // ends inside a block and inside a window
constexpr std::uint32_t kLeastSlice = 64;
constexpr std::uint64_t kPlaces = 60;            // at which memory runs out, spread over the work

struct Case
{
    std::vector<std::string> said;
    std::unique_ptr<Engine> engine;
    ReadingSettings reading;
    std::vector<TokenId> text;

    explicit Case(const std::string& name, std::uint32_t windowBlocks = 4, std::size_t tokens = kTokens)
    {
        EngineOptions options;
        options.modelPath = std::string(CAIRN_SOURCE_DIR) + "/tests/golden/" + name;
        options.device = DeviceChoice::Cpu;
        options.threads = 1;                     // the same allocations in the same order
        options.notify = [this](const MemoryShortage& shortage) { said.push_back(sentenceOf(shortage)); };
        if (name.starts_with("adapter"))
            options.landmarkAdapterPath = options.modelPath + "/adapter.safetensors";
        auto opened = Engine::open(options);
        if (!opened)
            qFatal("%s", opened.error().message.c_str());
        engine = std::move(*opened);
        const std::uint32_t most = kLeastSlice / engine->info().blockLength;   // no slices, unless a test wants them: the same bits
        reading = smallReading(*engine, 3, windowBlocks > 4 ? windowBlocks : std::min(windowBlocks, most), 1, 1);
        text = textTokens(*engine, tokens);
    }
    Case(const Case&) = delete;

    VectorArchive archive() const { return VectorArchive(engine->memoryShape(KvType::F32)); }

    VectorArchive wholeReading() const
    {
        VectorArchive whole = archive();
        auto memory = engine->openMemory(whole, reading, KvType::F32);
        if (!memory || !memory->read(text, {}))
            qFatal("reading failed");
        return whole;
    }
};

struct Given
{
    std::vector<float> logits, logProbabilities;
    Trace trace;
    std::vector<TokenId> answer;
    bool operator==(const Given& other) const
    {
        return logits == other.logits && logProbabilities == other.logProbabilities && answer == other.answer
            && trace.blocks == other.trace.blocks && trace.gates == other.trace.gates && trace.heatWeights == other.trace.heatWeights
            && trace.tokens == other.trace.tokens;
    }
};

Result<Given> ask(const Case& c, const Memory& memory)
{
    AskingSettings asking;
    asking.topK = 4;
    auto fork = memory.fork(asking);
    if (!fork)
        return fork.error();
    Given given;
    FeedOptions feeding;
    feeding.into = &given.trace;
    feeding.trace = TraceRows::Predicting;
    feeding.logProbabilities = true;
    const std::vector<TokenId> question = textTokens(*c.engine, 23, 7);
    auto fed = fork->feed(question, feeding);
    if (!fed)
        return fed.error();
    given.logits = fed->nextLogits;
    given.logProbabilities = fed->logProbabilities;
    GenerateOptions options;
    options.maxTokens = 3;
    options.trace = &given.trace;
    auto generated = fork->generate(options, {});
    if (!generated)
        return generated.error();
    for (const GeneratedToken& token : generated->tokens)
        given.answer.push_back(token.id);
    return given;
}

bool isPrefix(const VectorArchive& part, const VectorArchive& whole)
{
    return part.rows.size() <= whole.rows.size() && std::equal(part.rows.begin(), part.rows.end(), whole.rows.begin())
        && std::equal(part.landmarks.begin(), part.landmarks.end(), whole.landmarks.begin())
        && std::equal(part.tokens.begin(), part.tokens.end(), whole.tokens.begin());
}

// Distance between the places, from the number of allocations of at least `leastBytes` that `work` makes.
template <typename Work>
std::uint64_t stride(std::size_t leastBytes, const Work& work)
{
    failing::failAt(std::numeric_limits<std::uint64_t>::max(), Times::Once, leastBytes);
    work();
    return std::max<std::uint64_t>(1, failing::stop() / kPlaces);
}

std::uint64_t readingStride(const Case& c, std::size_t leastBytes)
{
    VectorArchive archive = c.archive();
    auto memory = c.engine->openMemory(archive, c.reading, KvType::F32);
    return stride(leastBytes, [&] { (void)memory->read(c.text, {}); });
}

void addModels()
{
    QTest::addColumn<QString>("model");
    for (const char* name : {"gqa", "adapter_exact", "bounds"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

}  // namespace

void MemoryLadderTest::oneFailedAllocationWhileReadingChangesNothing_data() { addModels(); }

void MemoryLadderTest::oneFailedAllocationWhileReadingChangesNothing()
{
    QFETCH(QString, model);
    const Case first(model.toStdString());
    const VectorArchive whole = first.wholeReading();
    const std::uint64_t every = readingStride(first, 1);
    std::uint64_t tried = 0;
    for (std::uint64_t number = 0;; number += every, ++tried) {
        const Case c(model.toStdString());           // with all of the ladder below it
        VectorArchive archive = c.archive();
        auto memory = c.engine->openMemory(archive, c.reading, KvType::F32);
        failing::failAt(number, Times::Once, 1);
        const auto done = memory->read(c.text, {});
        const bool hit = failing::stop() > number;
        // What a step needs before it begins is no step: there the error is the caller's, and reading goes on with the next call.
        if (!done) {
            QVERIFY2(done.error().code == ErrorCode::OutOfMemory, done.error().message.c_str());
            QVERIFY2(isPrefix(archive, whole), qPrintable(QString::number(number)));
            const auto again = memory->read(c.text, {});
            QVERIFY2(again, qPrintable(QString::number(number) + (again ? QString() : QString::fromStdString(again.error().message))));
        }
        QVERIFY2(whole.sameBytes(archive), qPrintable(QString::number(number)));
        if (!hit)
            break;
    }
    QVERIFY(tried > 20);
}

void MemoryLadderTest::readingWithoutMemoryEndsWithAnErrorAndGoesOnLater_data() { addModels(); }

void MemoryLadderTest::readingWithoutMemoryEndsWithAnErrorAndGoesOnLater()
{
    QFETCH(QString, model);
    const Case c(model.toStdString());
    const VectorArchive whole = c.wholeReading();
    const std::uint64_t every = readingStride(c, 512);
    int failures = 0;
    for (std::uint64_t number = 0;; number += every) {
        VectorArchive archive = c.archive();
        auto memory = c.engine->openMemory(archive, c.reading, KvType::F32);
        failing::failAt(number, Times::ForEver, 512);   // what an error's sentence takes is still there
        const auto done = memory->read(c.text, {});
        failing::stop();
        QVERIFY2(isPrefix(archive, whole), qPrintable(QString::number(number)));
        if (!done) {
            ++failures;
            QCOMPARE(done.error().code, ErrorCode::OutOfMemory);
            QVERIFY(memory->read(c.text, {}));
        }
        QVERIFY2(whole.sameBytes(archive), qPrintable(QString::number(number)));
        if (done)
            break;
    }
    QVERIFY(failures > 2);
}

void MemoryLadderTest::oneFailedAllocationWhileAskingChangesNoAnswer()
{
    const Case first("adapter_exact");
    VectorArchive archive = first.wholeReading();
    auto memory = first.engine->openMemory(archive, first.reading, KvType::F32);
    const auto expected = ask(first, *memory);
    QVERIFY(expected);
    const std::uint64_t every = stride(1, [&] { (void)ask(first, *memory); });
    std::uint64_t answered = 0;
    for (std::uint64_t number = 0;; number += every) {
        const Case c("adapter_exact");
        auto again = c.engine->openMemory(archive, c.reading, KvType::F32);   // with no row in RAM
        failing::failAt(number, Times::Once, 1);
        Result<Given> given(Error{});
        try {
            given = ask(c, *again);
        } catch (const std::bad_alloc&) {            // of the test's own vectors
            given = Error{ErrorCode::OutOfMemory, {}};
        }
        const bool hit = failing::stop() > number;
        if (given) {
            ++answered;
            QVERIFY2(*given == *expected, qPrintable(QString::number(number)));
        } else {
            QCOMPARE(given.error().code, ErrorCode::OutOfMemory);
        }
        if (!hit)
            break;
    }
    QVERIFY2(answered > kPlaces / 2, qPrintable(QString::number(answered)));
    const auto after = ask(first, *memory);
    QVERIFY(after && *after == *expected);
}

void MemoryLadderTest::askingWithoutMemoryEndsWithAnErrorAndLeavesTheMemory()
{
    const Case c("gqa");
    VectorArchive archive = c.wholeReading();
    auto memory = c.engine->openMemory(archive, c.reading, KvType::F32);
    const auto expected = ask(c, *memory);
    QVERIFY(expected);
    const std::uint64_t every = stride(512, [&] { (void)ask(c, *memory); });
    for (std::uint64_t number = 0;; number += every) {
        failing::failAt(number, Times::ForEver, 512);
        const auto given = ask(c, *memory);
        const bool hit = failing::stop() > number;
        if (hit) {
            QVERIFY(!given);
            QCOMPARE(given.error().code, ErrorCode::OutOfMemory);
        }
        const auto after = ask(c, *memory);
        QVERIFY2(after && *after == *expected, qPrintable(QString::number(number)));
        if (!hit)
            break;
    }
}

void MemoryLadderTest::stepsAreTakenInTheirOrder()
{
    Case c("gqa", 60, 700);
    const VectorArchive whole = c.wholeReading();
    VectorArchive archive = whole;
    QVERIFY(archive.truncate(BlockId(60)));
    auto memory = c.engine->openMemory(archive, c.reading, KvType::F32);
    QVERIFY(ask(c, *memory));                        // some rows are in RAM now
    c.said.clear();
    failing::failAt(0, Times::ForEver, 4096);
    const auto done = memory->read(c.text, {});
    failing::stop();
    QVERIFY(!done);
    QCOMPARE(done.error().code, ErrorCode::OutOfMemory);
    QVERIFY2(done.error().message.find("are needed") != std::string::npos, done.error().message.c_str());
    QVERIFY(c.said.size() >= 4);
    std::size_t at = 0;
    for (const char* step : {"slices of", "blocks in memory", "at a time"}) {
        const std::size_t first = at;
        while (at < c.said.size() && c.said[at].find(step) != std::string::npos)
            ++at;
        QVERIFY2(at > first, step);
    }
    QCOMPARE(at, c.said.size());
    QVERIFY(memory->read(c.text, {}));               // with what is left of it
    QCOMPARE(archive.cursor(), whole.cursor());
}

void MemoryLadderTest::smallSlicesGiveTheSameAnswers()
{
    Case c("adapter_exact", 60, 700);
    VectorArchive whole = c.wholeReading(), lower = c.archive();
    auto memory = c.engine->openMemory(whole, c.reading, KvType::F32);
    const auto expected = ask(c, *memory);
    auto again = c.engine->openMemory(lower, c.reading, KvType::F32);
    failing::failAt(0, Times::Once, 4096);
    const auto read = again->read(c.text, {});
    QVERIFY(failing::stop() > 0);
    QVERIFY(read);
    QVERIFY(!c.said.empty() && c.said.front().find("slices of") != std::string::npos);
    const auto given = ask(c, *again);
    QVERIFY(expected && given);
    QCOMPARE(given->answer, expected->answer);
    QCOMPARE(given->trace.blocks, expected->trace.blocks);
    for (std::size_t i = 0; i < given->logits.size(); ++i) {
        if (std::isfinite(expected->logits[i]))
            QVERIFY(std::abs(given->logits[i] - expected->logits[i]) < 1e-4f);
    }
}

QTEST_GUILESS_MAIN(MemoryLadderTest)
#include "memory_ladder_test.moc"
