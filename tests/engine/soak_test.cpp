// Reading, asking and stopping over and over: memory, descriptors and threads stay what they are (reliability.md 9.5 K-1).
#include "tests/engine/engine_fixture.h"
#include "tests/engine/vector_archive.h"
#include "tests/support/tier.h"

#include <QTest>

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

using namespace cairn;

class SoakTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void memoryDescriptorsAndThreadsStay();
    void aLeakWouldBeSeen();
};

namespace
{

using Clock = std::chrono::steady_clock;

struct Usage
{
    std::size_t bytes = 0, descriptors = 0, threads = 0;
};

std::size_t entries(const char* folder)
{
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

Usage usageNow()
{
    std::ifstream in("/proc/self/statm");
    std::size_t all = 0, resident = 0;
    in >> all >> resident;
    return {resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)), entries("/proc/self/fd"), entries("/proc/self/task")};
}

// One turn: a text is read with stops on the way, asked about, and forgotten.
void turn(std::uint64_t seed)
{
    const auto engine = openGolden(seed % 2 ? "gqa" : "adapter_exact", KvType::F32, 1 << 20);
    const ReadingSettings reading = smallReading(*engine, 3, 4, 1, 1);
    VectorArchive archive(engine->memoryShape(KvType::F32));
    const std::vector<TokenId> text = textTokens(*engine, 150, seed);
    auto memory = engine->openMemory(archive, reading, KvType::F32);
    std::stop_source stop;
    (void)memory->read(text, [&](const ReadProgress&) { stop.request_stop(); }, stop.get_token()).has_value();
    if (!memory->read(text, {}))
        qFatal("reading failed");
    for (std::uint64_t question = 0; question < 3; ++question) {
        auto fork = memory->fork({});
        Trace trace;
        FeedOptions feeding;
        feeding.into = &trace;
        feeding.trace = TraceRows::All;
        GenerateOptions options;
        options.maxTokens = 5;
        options.trace = &trace;
        if (!fork->feed(textTokens(*engine, 20, question), feeding) || !fork->generate(options, {}))
            qFatal("asking failed");
    }
}

// Bytes a turn that `work` keeps, after a beginning in which caches fill.
template <typename Work>
double growth(std::chrono::seconds time, const Work& work)
{
    std::uint64_t turns = 0;
    for (; turns < 20; ++turns)
        work(turns);
    const std::size_t before = usageNow().bytes;
    const auto end = Clock::now() + time;
    const std::uint64_t first = turns;
    for (; Clock::now() < end || turns < first + 40; ++turns)
        work(turns);
    const std::size_t after = usageNow().bytes;
    return after > before ? static_cast<double>(after - before) / static_cast<double>(turns - first) : 0;
}

constexpr double kMostBytesATurn = 4096;

}  // namespace

void SoakTest::memoryDescriptorsAndThreadsStay()
{
    turn(1);
    turn(2);
    const Usage before = usageNow();
    const double bytes = growth(std::chrono::seconds(test::tierCount(1, 1200, 8 * 3600)), turn);
    const Usage after = usageNow();
    qInfo("%.0f bytes a turn", bytes);
    QVERIFY2(bytes < kMostBytesATurn * test::tierCount(25, 1, 1), qPrintable(QString::number(bytes)));   // few turns: pages of the heap count
    QCOMPARE(after.descriptors, before.descriptors);
    QCOMPARE(after.threads, before.threads);
}

void SoakTest::aLeakWouldBeSeen()
{
    std::vector<std::vector<char>> kept;
    const double bytes = growth(std::chrono::seconds(0), [&](std::uint64_t seed) {
        if (seed % 10 == 0)
            turn(seed);
        kept.emplace_back(200'000, 'x');
    });
    QVERIFY(bytes > 25 * kMostBytesATurn);
}

QTEST_GUILESS_MAIN(SoakTest)
#include "soak_test.moc"
