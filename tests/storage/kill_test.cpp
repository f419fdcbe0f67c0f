// A process that stores blocks is killed at any moment, fifty times or more: nothing acknowledged is lost, nothing is half, the next
// process goes on, and the end is the same as without kills (reliability.md S-1).
#include "storage/blocks/block_store.h"
#include "storage/bytes/hashing.h"
#include "storage/database/database.h"
#include "tests/support/block_samples.h"
#include "tests/support/signal_process.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/tier.h"

#include <QTest>

#include <sys/wait.h>
#include <unistd.h>

#include <random>

using namespace cairn;
using namespace cairn::test;

namespace
{

const int kKills = tierCount(50, 500, 10'000);
constexpr unsigned kSeed = 7;
constexpr std::uint32_t kChunkBlocks = 3;

BlockStoreOptions options()
{
    BlockStoreOptions o;
    o.space.reserveBytes = 0;
    o.flushBytes = 1000;   // every second row
    return o;
}

// The child: goes on from the cursor until `end`, and writes the number of blocks to the pipe after each commit.
[[noreturn]] void readOn(const std::string& path, int pipe, std::uint32_t end)
{
    auto store = BlockStore::open(path, options());
    if (!store)
        _exit(2);
    const MemoryShape shape = (*store)->identity().shape;
    while ((*store)->cursor().value < end) {
        const std::uint32_t first = (*store)->cursor().value;
        if (!(*store)->append(sampleChunk(shape, first, kChunkBlocks))
            || !(*store)->storeTail(sampleTail(shape, first % shape.blockTokens)))
            _exit(3);
        const std::uint32_t stored = (*store)->cursor().value;
        if (write(pipe, &stored, sizeof stored) != sizeof stored)
            _exit(4);
    }
    _exit(0);
}

struct Child
{
    pid_t pid = 0;
    int pipe = -1;

    Child(const std::string& path, std::uint32_t end)
    {
        int ends[2];
        if (::pipe(ends) != 0)
            qFatal("no pipe");
        pid = fork();
        if (pid == 0)
            readOn(path, ends[1], end);
        close(ends[1]);
        pipe = ends[0];
    }
    // Waits for its end; returns the last number it acknowledged, or 0. `status`: of waitpid.
    std::uint32_t lastAcknowledged(int& status) const
    {
        std::uint32_t last = 0;
        for (std::uint32_t stored; read(pipe, &stored, sizeof stored) == sizeof stored;)
            last = stored;
        close(pipe);
        waitpid(pid, &status, 0);
        return last;
    }
};

Hash128 allRows(BlockStore& store)
{
    const MemoryShape& shape = store.identity().shape;
    std::vector<std::byte> all, row(shape.rowBytes());
    for (std::uint32_t block = 0; block < store.cursor().value; ++block)
        for (std::uint32_t layer = 0; layer < shape.layers; ++layer) {
            if (!store.readRow(LayerIndex(layer), BlockId(block), row))
                return {};
            all.insert(all.end(), row.begin(), row.end());
        }
    return hash128(all);
}

}  // namespace

class KillTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void fiftyKillsLoseNothing();
};

void KillTest::fiftyKillsLoseNothing()
{
    qInfo("seed %u", kSeed);
    TemporaryFolder folder(TemporaryFolder::On::Memory);
    const std::string path = folder.file("blocks.db");
    QVERIFY(BlockStore::create(path, sampleIdentity(), options()));
    std::mt19937 random(kSeed);
    std::uint32_t acknowledged = 0;
    int inTheMiddle = 0, status = 0;
    for (int kill = 0; kill < kKills; ++kill) {
        const Child child(path, 0xFFFFFFF0u);
        usleep(random() % 60'000);
        QVERIFY(signalProcess(child.pid, SIGKILL));
        acknowledged = std::max(acknowledged, child.lastAcknowledged(status));
        QVERIFY(WIFSIGNALED(status));   // it did not give up by itself
        inTheMiddle += std::filesystem::exists(path + "-journal") && std::filesystem::file_size(path + "-journal") > 0;
        auto store = BlockStore::open(path, options());
        QVERIFY2(store, store ? "" : store.error().message.c_str());
        const std::uint32_t cursor = (*store)->cursor().value;
        QVERIFY2(cursor >= acknowledged, qPrintable(QString::number(cursor)));
        QCOMPARE(cursor % kChunkBlocks, 0u);
        if (kill % 10 == 9) {
            const auto damages = (*store)->verify();
            QVERIFY(damages && damages->empty());
        }
    }
    QVERIFY2(inTheMiddle > 0, "no kill hit a commit");
    QVERIFY(acknowledged > 0);

    const std::uint32_t end = (acknowledged / kChunkBlocks + 4) * kChunkBlocks;
    const Child child(path, end);
    (void)child.lastAcknowledged(status);
    QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    auto store = BlockStore::open(path, options());
    QVERIFY(store);
    QCOMPARE((*store)->cursor().value, end);
    const std::string other = folder.file("other.db");
    QVERIFY(BlockStore::create(other, sampleIdentity(), options()));
    auto uninterrupted = BlockStore::open(other, options());
    QVERIFY(uninterrupted && (*uninterrupted)->append(sampleChunk((*store)->identity().shape, 0, end)));
    QVERIFY(allRows(**store) == allRows(**uninterrupted));
    const auto integrity = Database::open(path, {})->text("PRAGMA integrity_check(1)");
    QCOMPARE(*integrity, std::string("ok"));
}

QTEST_GUILESS_MAIN(KillTest)
#include "kill_test.moc"
