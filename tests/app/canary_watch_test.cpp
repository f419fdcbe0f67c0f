// An engine that computes something else than before is noticed, and what it made since is given up (reliability.md 6.4, 9.4 E-8).
#include "app/session/canary_watch.h"
#include "tests/support/block_samples.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

#include <cmath>
#include <filesystem>

using namespace cairn;
using namespace cairn::test;

class CanaryWatchTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theSameModelGivesTheSameBits();
    void aFlippedWeightChangesTheReading();
    void aPassRecordsTheCursor();
    void afterAFailureTheBlocksSinceTheLastPassAreGone();
    void withoutAnyPassAllBlocksAreGoneAfterAFailure();
    void anotherProcessorMayDifferALittle_data();
    void anotherProcessorMayDifferALittle();
    void roundedActivationsMayDifferByTheirNoise_data();
    void roundedActivationsMayDifferByTheirNoise();
    void noNumbersAreAFailure();
    void aDamagedRecordCountsAsNone();
};

namespace
{

Result<std::unique_ptr<Engine>> openTiny(const std::string& folder)
{
    EngineOptions options;
    options.modelPath = folder;
    options.device = DeviceChoice::Cpu;
    return Engine::open(options);
}

const std::string& goldenModel()
{
    static const std::string path = std::string(CAIRN_SOURCE_DIR) + "/tests/golden/gqa";
    return path;
}

// A memory on disk and an engine whose readings the test makes up.
struct Bench
{
    TemporaryFolder folder{TemporaryFolder::On::Memory};
    CanaryReading reading{std::vector<float>(1000, 0.25f), std::vector<float>(kCanaryTokens, -2.0f)};
    std::unique_ptr<BlockStore> blocks;

    Bench()
    {
        reading.logits[17] = 3;
        open();
    }
    void open()
    {
        blocks.reset();
        auto opened = BlockStore::openOrCreate(folder.file("blocks.db"), sampleIdentity());
        if (!opened)
            qFatal("%s", opened.error().message.c_str());
        blocks = std::move(*opened);
    }
    CanaryWatch watch(CanaryRule rule = CanaryRule::Close)
    {
        return CanaryWatch(*blocks, folder.file("blocks.suspect"), [this] { return Result<CanaryReading>(reading); }, rule);
    }
    void append(std::uint32_t count)
    {
        if (!blocks->append(sampleChunk(blocks->identity().shape, blocks->cursor().value, count)))
            qFatal("append failed");
    }
};

}  // namespace

void CanaryWatchTest::theSameModelGivesTheSameBits()
{
    const auto engine = openTiny(goldenModel()), other = openTiny(goldenModel());
    QVERIFY(engine && other);
    const auto first = readCanary(**engine);
    QVERIFY(first);
    QCOMPARE(first->logits.size(), std::size_t{(*engine)->info().config.vocabulary});
    QCOMPARE(first->logProbabilities.size(), kCanaryTokens);
    for (int i = 0; i < 5; ++i) {
        const auto again = readCanary(i % 2 ? **engine : **other);
        QVERIFY(again && *again == *first);
    }
}

void CanaryWatchTest::aFlippedWeightChangesTheReading()
{
    const auto engine = openTiny(goldenModel());
    const auto sound = readCanary(**engine);
    QVERIFY(sound);
    int noticed = 0;
    for (int part = 1; part <= 8; ++part) {
        TemporaryFolder folder;
        std::filesystem::copy(goldenModel(), folder.path(), std::filesystem::copy_options::recursive);
        const std::string weights = folder.file("model.safetensors");
        const std::uint64_t bytes = std::filesystem::file_size(weights);
        flipBit(weights, (bytes * static_cast<std::uint64_t>(part) / 9) / 4 * 4 + 3, 4);   // of an exponent
        const auto flipped = openTiny(folder.path());
        if (!flipped)
            continue;
        const auto reading = readCanary(**flipped);
        noticed += reading && *reading != *sound ? 1 : 0;
    }
    QVERIFY2(noticed >= 6, qPrintable(QString::number(noticed)));   // the rest are rows of the embedding that no word asks for
}

void CanaryWatchTest::aPassRecordsTheCursor()
{
    Bench bench;
    bench.append(5);
    CanaryWatch watch = bench.watch();
    QVERIFY(watch.begin());
    QVERIFY(!watch.isOlderThan(std::chrono::minutes(1)));
    QVERIFY(watch.check());
    QVERIFY(bench.blocks->loadProof()->has_value());
    QVERIFY(!watch.hasFailed());
}

void CanaryWatchTest::afterAFailureTheBlocksSinceTheLastPassAreGone()
{
    Bench bench;
    bench.append(5);
    {
        CanaryWatch watch = bench.watch();
        QVERIFY(watch.begin());
        QVERIFY(watch.check());
        bench.append(3);
        bench.reading.logits[400] = std::nextafter(bench.reading.logits[400], 1.0f);   // the last bit
        const auto failed = watch.check();
        QVERIFY(!failed);
        QCOMPARE(failed.error().code, ErrorCode::Device);
        QVERIFY(watch.hasFailed());
        QCOMPARE(bench.blocks->cursor(), BlockId(8));   // nothing is written by an engine that can't be trusted
    }
    bench.open();
    CanaryWatch next = bench.watch();
    QVERIFY(next.begin());
    QCOMPARE(bench.blocks->cursor(), BlockId(5));
    bench.open();
    CanaryWatch later = bench.watch();
    QVERIFY(later.begin());
    QCOMPARE(bench.blocks->cursor(), BlockId(5));        // once only
}

void CanaryWatchTest::withoutAnyPassAllBlocksAreGoneAfterAFailure()
{
    Bench bench;
    bench.append(4);
    writeContent(bench.folder.file("blocks.suspect"), {});
    CanaryWatch watch = bench.watch();
    QVERIFY(watch.begin());
    QCOMPARE(bench.blocks->cursor(), BlockId(0));
}

void CanaryWatchTest::anotherProcessorMayDifferALittle_data()
{
    QTest::addColumn<float>("difference");
    QTest::addColumn<int>("likeliest");
    QTest::addColumn<bool>("passes");
    QTest::newRow("a little") << 0.004f << 17 << true;
    QTest::newRow("too much") << 0.02f << 17 << false;
    QTest::newRow("another word") << 0.0f << 18 << false;
}

void CanaryWatchTest::anotherProcessorMayDifferALittle()
{
    QFETCH(float, difference);
    QFETCH(int, likeliest);
    QFETCH(bool, passes);
    Bench bench;
    {
        CanaryWatch watch = bench.watch();
        QVERIFY(watch.begin());
        QVERIFY(watch.check());
    }
    for (float& logit : bench.reading.logits)
        logit += difference;
    std::swap(bench.reading.logits[17], bench.reading.logits[static_cast<std::size_t>(likeliest)]);
    bench.open();
    CanaryWatch watch = bench.watch();
    const auto begun = watch.begin();
    QCOMPARE(begun.has_value(), passes);
    if (!passes)
        QCOMPARE(begun.error().code, ErrorCode::Device);
}

void CanaryWatchTest::roundedActivationsMayDifferByTheirNoise_data()
{
    QTest::addColumn<float>("noise");   // in spreads of the logits
    QTest::addColumn<bool>("passes");
    QTest::newRow("the same") << 0.0f << true;
    QTest::newRow("other roundings") << 0.03f << true;
    QTest::newRow("a fault") << 0.3f << false;
    QTest::newRow("other logits") << 3.0f << false;
}

void CanaryWatchTest::roundedActivationsMayDifferByTheirNoise()
{
    QFETCH(float, noise);
    QFETCH(bool, passes);
    Bench bench;
    for (std::size_t i = 0; i < bench.reading.logits.size(); ++i)
        bench.reading.logits[i] = 7 * std::sin(static_cast<float>(i) * 0.37f);
    bench.append(5);
    {
        CanaryWatch watch = bench.watch(CanaryRule::Rounded);
        QVERIFY(watch.begin() && watch.check());
    }
    for (std::size_t i = 0; i < bench.reading.logits.size(); ++i)
        bench.reading.logits[i] += noise * 5 * (i % 2 ? 1.0f : -1.0f) * (i % 3 ? 0.5f : 1.5f);
    CanaryWatch watch = bench.watch(CanaryRule::Rounded);
    QCOMPARE(watch.begin().has_value(), passes);
    QVERIFY(watch.hasFailed() != passes && (passes == !std::filesystem::exists(bench.folder.file("blocks.suspect"))));
    if (passes)
        QVERIFY(watch.check());          // in this process bit by bit, as ever
    bench.reading.logits[3] += 1e-6f;
    QVERIFY(!passes || !watch.check());
}

void CanaryWatchTest::noNumbersAreAFailure()
{
    Bench bench;
    bench.reading.logits[3] = std::numeric_limits<float>::quiet_NaN();
    CanaryWatch watch = bench.watch();
    QVERIFY(!watch.begin());
    QVERIFY(watch.hasFailed());
}

void CanaryWatchTest::aDamagedRecordCountsAsNone()
{
    Bench bench;
    const std::vector<std::byte> shortBytes(3), oddBytes(13);
    for (const auto& bytes : {shortBytes, oddBytes}) {
        QVERIFY(bench.blocks->storeProof(bytes));
        CanaryWatch watch = bench.watch();
        QVERIFY(watch.begin());
    }
}

QTEST_GUILESS_MAIN(CanaryWatchTest)
#include "canary_watch_test.moc"
