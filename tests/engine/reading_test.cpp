// Reading into an archive: chunks, stops, resumes, reopened and recomputed blocks. Models: tests/golden.
#include "tests/engine/engine_fixture.h"
#include "tests/engine/vector_archive.h"

#include "core/types/half.h"

#include <QTest>

#include <map>

#include <thread>

using namespace cairn;

class ReadingTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void interruptedEqualsUninterruptedReading_data();
    void interruptedEqualsUninterruptedReading();
    void aReadingKilledBeforeTheTailWasStoredGoesOnEqually();
    void readingOnFromAnOpenBlockKeepsItsTokens();
    void placementChangesNoBit_data();
    void placementChangesNoBit();
    void anEarlierEndEqualsAShorterReading();
    void damagedBlocksAreReportedAndRecomputedEqually();
    void aStopFromAnotherThreadLeavesAValidCursor();
    void aStopIsLookedForBetweenTheProductsOfALayer();
    void aStopBetweenWindowsStoresBlocksAlone();
    void aFullDiskStopsReadingAndKeepsWhatIsStored();
    void anotherTextIsRefused();
    void aLandmarkInTheTextIsRefused();
    void backLinksEqualTheLogOfTheReading();
    void backLinksAreTheSameAfterAStop();
    void noPlaceToChooseLeavesNoBackLinks();
};

namespace
{

constexpr std::size_t kTokens = 403;   // ends inside a block and inside a window

struct Case
{
    std::unique_ptr<Engine> engine;
    ReadingSettings reading;
    std::vector<TokenId> text;

    explicit Case(const std::string& name, KvType type = KvType::F32, std::uint64_t budget = 1 << 30)
        : engine(openGolden(name, type, budget)), reading(smallReading(*engine, 3, 4, 1, 1)), text(textTokens(*engine, kTokens))
    {
    }
    VectorArchive archive(KvType type = KvType::F32) const { return VectorArchive(engine->memoryShape(type)); }
};

std::vector<float> answerLogits(const Case& c, const Memory& memory)
{
    AskingSettings asking;
    asking.topK = 4;
    auto fork = memory.fork(asking);
    if (!fork)
        return {};
    auto fed = fork->feed(textTokens(*c.engine, 23, 7), {});
    return fed ? fed->nextLogits : std::vector<float>();
}

// Stops after `windows` windows and reads on in a new memory over the same archive.
void readInPieces(const Case& c, VectorArchive& archive, int windows)
{
    for (bool done = false; !done;) {
        auto memory = c.engine->openMemory(archive, c.reading, KvType::F32);
        QVERIFY(memory);
        std::stop_source stop;
        int left = windows;
        const auto result = memory->read(c.text, [&](const ReadProgress&) {
            if (--left == 0)
                stop.request_stop();
        }, stop.get_token());
        if (!result)
            QCOMPARE(result.error().code, ErrorCode::Cancelled);
        done = result.has_value();
        windows += 2;   // nothing was committed by a stop inside a chunk: go further next time
    }
}

}  // namespace

void ReadingTest::interruptedEqualsUninterruptedReading_data()
{
    QTest::addColumn<QString>("model");
    for (const char* name : {"gqa", "adapter_exact", "bounds", "tied_embeddings"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void ReadingTest::interruptedEqualsUninterruptedReading()
{
    QFETCH(QString, model);
    const Case c(model.toStdString());
    VectorArchive whole = c.archive(), pieces = c.archive();
    auto memory = c.engine->openMemory(whole, c.reading, KvType::F32);
    QVERIFY(memory);
    QVERIFY(memory->read(c.text, {}));
    QCOMPARE(memory->regularTokens(), kTokens);
    readInPieces(c, pieces, 1);
    QVERIFY(whole.sameBytes(pieces));
    auto again = c.engine->openMemory(pieces, c.reading, KvType::F32);
    QVERIFY(again);
    QCOMPARE(answerLogits(c, *again), answerLogits(c, *memory));

    // The same memory object, stopped inside and going on.
    VectorArchive inside = c.archive();
    auto stopped = c.engine->openMemory(inside, c.reading, KvType::F32);
    std::stop_source stop;
    QVERIFY(!stopped->read(c.text, [&](const ReadProgress&) { stop.request_stop(); }, stop.get_token()));
    QVERIFY(stopped->read(c.text, {}));
    QVERIFY(whole.sameBytes(inside));
}

void ReadingTest::aReadingKilledBeforeTheTailWasStoredGoesOnEqually()
{
    const Case c("gqa");
    VectorArchive whole = c.archive(), killed = c.archive();
    auto memory = c.engine->openMemory(whole, c.reading, KvType::F32);
    QVERIFY(memory->read(c.text, {}));
    for (const std::uint32_t blocks : {std::uint32_t{100}, std::uint32_t{99}, std::uint32_t{3}}) {
        killed = whole;
        QVERIFY(killed.truncate(BlockId(blocks)));
        auto resumed = c.engine->openMemory(killed, c.reading, KvType::F32);
        QVERIFY(resumed);
        QVERIFY(resumed->read(c.text, {}));
        QVERIFY(whole.sameBytes(killed));
    }
}

void ReadingTest::readingOnFromAnOpenBlockKeepsItsTokens()
{
    const Case c("adapter_exact");
    VectorArchive archive = c.archive();
    const std::span<const TokenId> text(c.text);
    {
        auto memory = c.engine->openMemory(archive, c.reading, KvType::F32);
        QVERIFY(memory->read(text.first(101), {}));
        QVERIFY(archive.tail && archive.tail->tokens.size() == 101 % c.engine->info().blockTokens);
    }
    auto memory = c.engine->openMemory(archive, c.reading, KvType::F32);
    QVERIFY(memory);
    QCOMPARE(memory->regularTokens(), std::uint64_t{101});
    QVERIFY(memory->read(c.text, {}));
    QCOMPARE(memory->regularTokens(), kTokens);
    QCOMPARE(std::vector<TokenId>(c.text.begin(), c.text.begin() + static_cast<std::ptrdiff_t>(archive.tokens.size())), archive.tokens);
}

void ReadingTest::placementChangesNoBit_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("type");
    for (const char* name : {"gqa", "adapter_exact", "bounds"}) {
        for (const KvType type : {KvType::F32, KvType::F16, KvType::Int8})
            QTest::addRow("%s, type %d", name, static_cast<int>(type)) << QString::fromLatin1(name) << static_cast<int>(type);
    }
}

void ReadingTest::placementChangesNoBit()
{
    QFETCH(QString, model);
    QFETCH(int, type);
    const auto kv = static_cast<KvType>(type);
    const Case warm(model.toStdString(), kv), cold(model.toStdString(), kv, 1);   // no row stays in RAM
    VectorArchive warmArchive = warm.archive(kv), coldArchive = cold.archive(kv);
    auto inRam = warm.engine->emptyMemory(warm.reading, kv);
    auto warmMemory = warm.engine->openMemory(warmArchive, warm.reading, kv);
    auto coldMemory = cold.engine->openMemory(coldArchive, cold.reading, kv);
    QVERIFY(inRam->read(warm.text, {}));
    QVERIFY(warmMemory->read(warm.text, {}));
    QVERIFY(coldMemory->read(cold.text, {}));
    QVERIFY(warmArchive.sameBytes(coldArchive));
    auto reopened = warm.engine->openMemory(coldArchive, warm.reading, kv);
    QVERIFY(reopened);
    const std::vector<float> logits = answerLogits(warm, *warmMemory);
    QVERIFY(!logits.empty());
    QCOMPARE(answerLogits(cold, *coldMemory), logits);
    QCOMPARE(answerLogits(warm, *inRam), logits);
    QCOMPARE(answerLogits(warm, *reopened), logits);
    QVERIFY(coldArchive.rowsRead > warmArchive.rowsRead);
}

void ReadingTest::anEarlierEndEqualsAShorterReading()
{
    const Case c("gqa");
    const std::uint32_t F = c.engine->info().blockTokens, window = c.reading.window / c.engine->info().blockLength;
    auto whole = c.engine->emptyMemory(c.reading, KvType::F32), part = c.engine->emptyMemory(c.reading, KvType::F32);
    QVERIFY(whole->read(c.text, {}));
    QVERIFY(part->read(std::span<const TokenId>(c.text).first(5 * window * F), {}));
    AskingSettings asking;
    asking.topK = 4;
    auto expected = part->fork(asking);
    asking.until = BlockId(5 * window);
    auto cut = whole->fork(asking);
    QVERIFY(expected && cut);
    const auto question = textTokens(*c.engine, 19, 3);
    QCOMPARE(cut->feed(question, {})->nextLogits, expected->feed(question, {})->nextLogits);
}

void ReadingTest::damagedBlocksAreReportedAndRecomputedEqually()
{
    const Case c("gqa", KvType::F32, 1);
    VectorArchive archive = c.archive();
    auto memory = c.engine->openMemory(archive, c.reading, KvType::F32);
    QVERIFY(memory->read(c.text, {}));
    const VectorArchive whole = archive;
    const std::vector<float> logits = answerLogits(c, *memory);
    for (const std::uint32_t block : {std::uint32_t{0}, std::uint32_t{41}, std::uint32_t{42}, std::uint32_t{99}}) {
        archive.damaged.insert(block);
        for (std::size_t layer = 0; layer < c.engine->info().config.layers; ++layer)
            archive.rows[block * c.engine->info().config.layers + layer].assign(4, std::byte{0});
    }
    AskingSettings asking;
    asking.topK = 4;
    auto fork = memory->fork(asking);
    const auto failed = fork->feed(textTokens(*c.engine, 23, 7), {});   // block 0 is pinned or likely retrieved; else all is well
    if (!failed)
        QCOMPARE(failed.error().code, ErrorCode::Corruption);
    for (const std::uint32_t block : {std::uint32_t{0}, std::uint32_t{41}, std::uint32_t{99}})
        QVERIFY(memory->recompute(BlockId(block), block == 41 ? 2 : 1, c.text));
    QVERIFY(archive.damaged.empty());
    QVERIFY(archive.sameBytes(whole));
    QCOMPARE(answerLogits(c, *memory), logits);
}

void ReadingTest::aStopFromAnotherThreadLeavesAValidCursor()
{
    Case c("block64_F63");
    c.reading = smallReading(*c.engine, 3, 4, 0, 0);
    c.text = textTokens(*c.engine, 60000);
    VectorArchive archive = c.archive();
    auto memory = c.engine->openMemory(archive, c.reading, KvType::F32);
    std::stop_source stop;
    std::atomic<bool> started{false};
    std::thread stopper([&] {
        while (!started)
            std::this_thread::yield();
        stop.request_stop();
    });
    const auto result = memory->read(c.text, [&](const ReadProgress&) { started = true; }, stop.get_token());
    stopper.join();
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::Cancelled);
    QVERIFY(memory->regularTokens() < c.text.size());
    QCOMPARE(memory->blocks() % 4, 0u);   // a window's end
    QCOMPARE(archive.rows.size() % c.engine->info().config.layers, std::size_t{0});
    QVERIFY(memory->fork({}));   // questions can be asked about what is read
}

// Between two looks for a stop request lies one product of a layer, or one piece of its attention: at the layer's beginning, behind
// q+k+v, behind the choice of blocks, before each piece of attention, before the output product, behind it, and between the two
// halves of the feed-forward.
void ReadingTest::aStopIsLookedForBetweenTheProductsOfALayer()
{
    std::atomic<std::uint64_t> looks{0};
    EngineOptions options;
    options.modelPath = std::string(CAIRN_SOURCE_DIR) + "/tests/golden/gqa";
    options.device = DeviceChoice::Cpu;
    options.progress = &looks;
    const auto engine = Engine::open(options);
    QVERIFY(engine);
    auto memory = (*engine)->emptyMemory(smallReading(**engine, 3, 4, 1, 1), KvType::F32);
    QVERIFY(memory);
    const std::uint64_t before = looks;
    std::uint64_t windows = 0;
    QVERIFY(memory->read(textTokens(**engine, 100), [&](const ReadProgress&) { ++windows; }));
    const ModelConfig& config = (*engine)->info().config;
    const std::uint64_t layer = 6 + config.kvHeads;   // windows this small have one piece of attention a kv head
    QCOMPARE(looks - before, windows * (config.layers * layer + 1));
}

// Between windows nothing is open: what a stopped program stores before it ends are blocks alone, and those once.
void ReadingTest::aStopBetweenWindowsStoresBlocksAlone()
{
    const Case c("gqa");
    VectorArchive archive = c.archive();
    auto memory = c.engine->openMemory(archive, c.reading, KvType::F32);
    QVERIFY(memory);
    std::stop_source stop;
    const auto result = memory->read(c.text, [&](const ReadProgress& progress) {
        if (progress.tokens / c.engine->info().blockTokens >= 12)
            stop.request_stop();
    }, stop.get_token());
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::Cancelled);
    const auto read = std::span(c.text).first(memory->regularTokens());
    QVERIFY(memory->read(read, {}));
    QCOMPARE(archive.cursor().value, 12u);
    QVERIFY(!archive.tail);
    const VectorArchive before = archive;
    QVERIFY(memory->read(read, {}));
    QVERIFY(archive.sameBytes(before));
    QCOMPARE(archive.chunkCursors, before.chunkCursors);
}

void ReadingTest::aFullDiskStopsReadingAndKeepsWhatIsStored()
{
    const Case c("gqa");
    VectorArchive archive = c.archive(), whole = c.archive();
    auto memory = c.engine->openMemory(archive, c.reading, KvType::F32);
    archive.failAppend = true;
    const auto result = memory->read(c.text, {});
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::DiskFull);
    QCOMPARE(archive.cursor().value, 0u);
    archive.failAppend = false;
    QVERIFY(memory->read(c.text, {}));
    auto other = c.engine->openMemory(whole, c.reading, KvType::F32);
    QVERIFY(other->read(c.text, {}));
    QVERIFY(archive.sameBytes(whole));
}

void ReadingTest::anotherTextIsRefused()
{
    const Case c("gqa");
    VectorArchive archive = c.archive();
    auto memory = c.engine->openMemory(archive, c.reading, KvType::F32);
    QVERIFY(memory->read(c.text, {}));
    std::vector<TokenId> other = c.text;
    other[other.size() - 2] ^= 1;
    other.push_back(5);
    QVERIFY(!memory->read(other, {}));
    QCOMPARE(memory->read(std::span<const TokenId>(c.text).first(10), {}).error().code, ErrorCode::InvalidArgument);
}

void ReadingTest::aLandmarkInTheTextIsRefused()
{
    const Case c("gqa");
    std::vector<TokenId> text = c.text;
    text[7] = c.engine->info().config.landmark->id;
    auto memory = c.engine->emptyMemory(c.reading, KvType::F32);
    QCOMPARE(memory->read(text, {}).error().code, ErrorCode::InvalidArgument);
    QCOMPARE(memory->blocks(), 0u);
}

namespace
{

using Links = std::map<std::uint32_t, std::map<std::uint32_t, float>>;   // by block read, by block leant on

void addTo(Links& links, const ReadProgress& progress)
{
    for (const BlockLinks& one : progress.links) {
        std::map<std::uint32_t, float> leant;
        for (const BackLink& link : one.links)
            leant[link.block.value] = link.gates;
        const auto [told, isFirst] = links.emplace(one.block.value, leant);
        QVERIFY2(isFirst || told->second == leant, "a block that was read again has other links");
    }
}

Links linksOfReading(const Case& c)
{
    Links links;
    auto memory = c.engine->emptyMemory(c.reading, KvType::F32);
    if (!memory->read(c.text, [&](const ReadProgress& progress) { addTo(links, progress); }))
        qFatal("the text can't be read");
    return links;
}

}  // namespace

// A fork that is fed the text with the reading's settings opens what the reading opened, and its trace says so token by token.
void ReadingTest::backLinksEqualTheLogOfTheReading()
{
    const Case c("adapter_exact");
    const Links links = linksOfReading(c);
    QVERIFY(links.size() > 10);
    auto memory = c.engine->emptyMemory(c.reading, KvType::F32);
    AskingSettings asking;
    asking.topK = c.reading.topK;
    asking.mode = c.reading.mode;
    asking.attention = c.reading.attention;
    asking.pinFirst = c.reading.pinFirst;
    asking.maxPins = c.reading.pinFirst + c.reading.pinNewest;
    auto fork = memory->fork(asking);
    Trace trace;
    FeedOptions feeding;
    feeding.trace = TraceRows::All;
    feeding.into = &trace;
    QVERIFY(fork->feed(c.text, feeding).has_value());
    QCOMPARE(trace.tokens, std::uint32_t(c.text.size()));

    const std::uint32_t F = c.engine->info().blockTokens, windowTokens = 4 * F;   // 4: windowBlocks of the settings
    Links expected;
    for (std::uint32_t token = 0; token < trace.tokens; ++token) {
        const std::uint32_t completed = token / windowTokens * 4;                // when its window began
        for (std::size_t place = trace.place(token, 0, 0); place < trace.place(token, 0, 0) + std::size_t{trace.layers} * trace.heads * trace.k; ++place) {
            const std::uint32_t block = trace.blocks[place];
            if (block != kNoBlock && block != 0 && block + 1 != completed)       // pinned: the first and the newest
                expected[token / F][block] += halfToFloat(trace.gates[place]);
        }
    }
    for (const auto& [block, leant] : links) {
        float strongest = 0;
        for (const auto& [other, gates] : leant) {
            QVERIFY2(other < block, "only backwards");
            QVERIFY2(std::abs(gates - expected[block][other]) < 0.01f * gates + 0.01f,
                     qPrintable(QStringLiteral("block %1 on %2: %3, in the log %4").arg(block).arg(other).arg(double(gates)).arg(double(expected[block][other]))));
            strongest = std::max(strongest, gates);
        }
        for (const auto& [other, gates] : expected[block])
            QVERIFY2(leant.contains(other) || leant.size() == kMostBackLinks || gates == 0, "one is missing");
    }
}

void ReadingTest::backLinksAreTheSameAfterAStop()
{
    const Case c("adapter_exact");
    VectorArchive archive = c.archive();
    Links links;
    for (int part = 0; part < 2; ++part) {
        auto memory = c.engine->openMemory(archive, c.reading, KvType::F32);
        std::stop_source stop;
        const auto done = memory->read(c.text, [&](const ReadProgress& progress) {
            addTo(links, progress);
            if (part == 0 && progress.tokens * 2 > progress.totalTokens)
                stop.request_stop();
        }, stop.get_token());
        QCOMPARE(done.has_value(), part == 1);
    }
    QVERIFY(links == linksOfReading(c));
}

void ReadingTest::noPlaceToChooseLeavesNoBackLinks()
{
    Case c("adapter_exact");
    QVERIFY(keepsLinks(c.reading));
    c.reading.topK = 2;                          // the first and the newest block
    QVERIFY(!keepsLinks(c.reading));
    QVERIFY(linksOfReading(c).empty());
}

QTEST_GUILESS_MAIN(ReadingTest)
#include "reading_test.moc"
