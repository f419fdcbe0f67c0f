// A real disk of 1.5 MiB is filled until nothing goes any more: what was stored stays readable for this and another connection, and
// with room again the work goes on (reliability.md S-3). Runs in a mount namespace of its own; skipped where there is none.
#include "storage/blocks/block_store.h"
#include "storage/files/atomic_file.h"
#include "storage/files/disk_space.h"
#include "storage/session/session_store.h"
#include "tests/support/block_samples.h"
#include "tests/support/own_mounts.h"
#include "tests/support/session_samples.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace cairn;
using namespace cairn::test;

namespace
{

constexpr int kNoNamespace = 77;

// A tmpfs at `folder` that only this process and its children see.
bool mountSmallDisk(const std::string& folder)
{
    return enterOwnMounts() && mount("tmpfs", folder.c_str(), "tmpfs", 0, "size=1536k") == 0;
}

#define CHECK(condition) \
    if (!(condition)) \
    return __LINE__

bool isWhole(BlockStore& store, std::uint32_t blocks)
{
    const MemoryShape& shape = store.identity().shape;
    std::vector<std::byte> row(shape.rowBytes());
    for (std::uint32_t block = 0; block < blocks; ++block)
        if (!store.readRow(LayerIndex(0), BlockId(block), row) || row != sampleRow(shape, 0, block))
            return false;
    return store.cursor().value >= blocks;
}

// Fills the disk by blocks; returns 0, or the line of the check that failed.
int fillByBlocks(const std::string& folder)
{
    const std::string path = folder + "/blocks.db", filler = folder + "/filler";
    BlockStoreOptions options;
    options.space.reserveBytes = 0;
    options.space.freeBytes = [](const std::string&) { return std::uint64_t{1} << 40; };   // no warning: the disk itself must say it
    writeContent(filler, std::string(500'000, 'x'));
    CHECK(BlockStore::create(path, sampleIdentity(), options));
    auto store = BlockStore::open(path, options);
    CHECK(store);
    const MemoryShape shape = sampleIdentity().shape;
    std::uint32_t stored = 0;
    Result<void> done;
    while ((done = (*store)->append(sampleChunk(shape, stored, 10))))
        stored += 10;
    CHECK(stored > 20);
    CHECK(done.error().code == ErrorCode::DiskFull && done.error().message == kDiskFullMessage);
    CHECK((*store)->cursor().value == stored && isWhole(**store, stored));
    CHECK(!(*store)->append(sampleChunk(shape, stored, 10)));
    BlockStoreOptions reading = options;
    reading.access = Access::ReadOnly;
    auto second = BlockStore::open(path, reading);
    CHECK(second && isWhole(**second, stored));
    second = Error{};
    CHECK(unlink(filler.c_str()) == 0);   // somebody makes room
    CHECK((*store)->append(sampleChunk(shape, stored, 10)));
    CHECK(isWhole(**store, stored + 10));
    const auto damages = (*store)->verify();
    CHECK(damages && damages->empty());
    return 0;
}

int fillBySession(const std::string& folder)
{
    SessionStoreOptions options;
    options.space.ballastPath = folder + "/ballast";
    options.space.ballastBytes = 200'000;
    options.space.freeBytes = [](const std::string&) { return std::uint64_t{1} << 40; };
    auto store = SessionStore::create(folder, "x", options);
    CHECK(store);
    CHECK(access(options.space.ballastPath.c_str(), F_OK) == 0);
    int saved = 0;
    Result<QuestionId> id = QuestionId();
    while ((id = (*store)->recordQuestion(std::string(20'000, 'q') + std::to_string(saved))))
        ++saved;
    CHECK(id.error().code == ErrorCode::DiskFull);
    CHECK(access(options.space.ballastPath.c_str(), F_OK) != 0);   // its room was used before giving up
    CHECK((*store)->questions() && (*store)->questions()->size() == static_cast<std::size_t>(saved));
    CHECK(!(*store)->questions()->back().damaged);
    const std::string content(2'000'000, 'n');
    writeContent(folder + "/small", "old");
    const auto small = writeFileAtomically(folder + "/small", std::as_bytes(std::span(content)));
    CHECK(!small && small.error().code == ErrorCode::DiskFull && fileContent(folder + "/small") == "old");
    store = Error{};
    store = SessionStore::open(folder, options);   // a full disk can be opened
    CHECK(store && (*store)->problems().empty() && (*store)->questions()->size() == static_cast<std::size_t>(saved));
    return 0;
}

int inASmallDisk(int (*fill)(const std::string&))
{
    TemporaryFolder folder;
    const pid_t child = fork();
    if (child == 0)
        _exit(!mountSmallDisk(folder.path()) ? kNoNamespace : fill(folder.path()) & 255);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

class FullDiskTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void blocksStayReadableAndGoOn() { check(fillByBlocks); }
    void sessionStaysReadable() { check(fillBySession); }

private:
    static void check(int (*fill)(const std::string&))
    {
        const int line = inASmallDisk(fill);
        if (line == kNoNamespace)
            QSKIP("This system allows no mount namespaces, so no small disk can be made.");
        QVERIFY2(line == 0, qPrintable(QStringLiteral("check in line %1 (modulo 256) failed").arg(line)));
    }
};

QTEST_GUILESS_MAIN(FullDiskTest)
#include "full_disk_test.moc"
