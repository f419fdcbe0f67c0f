// Whatever write, flush, truncation or read fails, once or until space is back: the call says so, nothing acknowledged is lost,
// and the next try goes on (reliability.md S-3, S-4).
#include "storage/blocks/block_store.h"
#include "storage/files/disk_space.h"
#include "storage/session/session_store.h"
#include "tests/support/block_samples.h"
#include "tests/support/fault_vfs.h"
#include "tests/support/session_samples.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

#include <sqlite3.h>

using namespace cairn;
using namespace cairn::test;

namespace
{

constexpr std::uint32_t kChunks = 3, kChunkBlocks = 2;

BlockStoreOptions blockOptions()
{
    BlockStoreOptions options;
    options.vfs = FaultVfs::kName;
    options.space.reserveBytes = 0;
    options.flushBytes = 1000;   // every second row
    return options;
}

SessionStoreOptions sessionOptions()
{
    SessionStoreOptions options;
    options.vfs = FaultVfs::kName;
    return options;
}

// Every block reads as the samples say.
bool isWhole(BlockStore& store, std::uint32_t blocks)
{
    const MemoryShape& shape = store.identity().shape;
    std::vector<std::byte> row(shape.rowBytes());
    for (std::uint32_t block = 0; block < blocks; ++block)
        for (std::uint32_t layer = 0; layer < shape.layers; ++layer)
            if (!store.readRow(LayerIndex(layer), BlockId(block), row) || row != sampleRow(shape, layer, block))
                return false;
    const auto damages = store.verify();
    return store.cursor() == BlockId(blocks) && damages && damages->empty();
}

// The conversation of a session in four acknowledged steps; returns how many were acknowledged.
struct Conversation
{
    QuestionId question;
    AnswerId answer;
    int done = 0;

    Result<void> step(SessionStore& store)
    {
        switch (done) {
        case 0: {
            const auto id = store.recordQuestion("Who?");
            if (!id)
                return id.error();
            question = *id;
            break;
        }
        case 1: {
            const auto id = store.beginAnswer(question, Strategy::Memory);
            if (!id)
                return id.error();
            answer = *id;
            break;
        }
        case 2:
            if (auto saved = store.updateAnswer(answer, sampleAnswer(2)); !saved)
                return saved;
            break;
        default:
            if (auto saved = store.finishAnswer(answer, sampleAnswer(9), AnswerState::Finished, "{}"); !saved)
                return saved;
        }
        ++done;
        return {};
    }
};

void addFaults()
{
    QTest::addColumn<int>("operations");
    QTest::addColumn<int>("code");
    QTest::addColumn<int>("expected");
    QTest::addColumn<bool>("forEver");
    for (const bool forEver : {false, true}) {
        const char* how = forEver ? "until space is back" : "once";
        QTest::addRow("full, %s", how) << int(FaultVfs::Write) << SQLITE_FULL << int(ErrorCode::DiskFull) << forEver;
        QTest::addRow("write error, %s", how) << int(FaultVfs::Write) << SQLITE_IOERR_WRITE << int(ErrorCode::Io) << forEver;
        QTest::addRow("flush error, %s", how) << int(FaultVfs::Sync) << SQLITE_IOERR_FSYNC << int(ErrorCode::Io) << forEver;
        QTest::addRow("truncate error, %s", how) << int(FaultVfs::Truncate) << SQLITE_IOERR_TRUNCATE << int(ErrorCode::Io) << forEver;
        QTest::addRow("read error, %s", how) << int(FaultVfs::Read) << SQLITE_IOERR_READ << int(ErrorCode::Io) << forEver;
    }
}

}  // namespace

class DiskFaultTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void blocksSurviveEveryFault_data() { addFaults(); }
    void blocksSurviveEveryFault();
    void conversationSurvivesEveryFault_data() { addFaults(); }
    void conversationSurvivesEveryFault();
    void fullDiskGivesUpTheBallastAndSavesTheAnswer();
};

void DiskFaultTest::blocksSurviveEveryFault()
{
    QFETCH(int, operations);
    QFETCH(int, code);
    QFETCH(int, expected);
    QFETCH(bool, forEver);
    FaultVfs vfs;
    const MemoryIdentity identity = sampleIdentity();
    int faults = 0;
    for (int n = 0;; ++n) {
        TemporaryFolder folder(TemporaryFolder::On::Memory);
        const std::string path = folder.file("blocks.db");
        QVERIFY(BlockStore::create(path, identity, blockOptions()));
        auto opened = BlockStore::open(path, blockOptions());
        QVERIFY(opened);
        BlockStore& store = **opened;
        vfs.failAt(static_cast<unsigned>(operations), n, code, forEver);
        std::uint32_t acknowledged = 0;
        bool failed = false;
        for (std::uint32_t chunk = 0; chunk < kChunks; ++chunk) {
            auto done = store.append(sampleChunk(identity.shape, chunk * kChunkBlocks, kChunkBlocks));
            if (!done) {
                failed = true;
                QCOMPARE(int(done.error().code), expected);
                vfs.clear();   // space is back
                QVERIFY(store.cursor().value >= acknowledged);
                done = store.append(sampleChunk(identity.shape, chunk * kChunkBlocks, kChunkBlocks));
            }
            QVERIFY2(done, done ? "" : done.error().message.c_str());
            acknowledged = (chunk + 1) * kChunkBlocks;
        }
        const bool hit = vfs.hits() > 0;
        vfs.clear();
        QVERIFY(isWhole(store, acknowledged));
        *opened = nullptr;
        auto again = BlockStore::open(path, blockOptions());
        QVERIFY(again);
        QVERIFY(isWhole(**again, acknowledged));
        faults += failed;
        if (!hit)
            break;
    }
    QVERIFY2(faults >= 3, qPrintable(QString::number(faults)));
}

void DiskFaultTest::conversationSurvivesEveryFault()
{
    QFETCH(int, operations);
    QFETCH(int, code);
    QFETCH(int, expected);
    QFETCH(bool, forEver);
    FaultVfs vfs;
    int faults = 0;
    for (int n = 0;; ++n) {
        TemporaryFolder folder(TemporaryFolder::On::Memory);
        auto opened = SessionStore::create(folder.path(), "x", sessionOptions());
        QVERIFY(opened);
        vfs.failAt(static_cast<unsigned>(operations), n, code, forEver);
        Conversation conversation;
        while (conversation.done < 4) {
            const auto done = conversation.step(**opened);
            if (done)
                continue;
            ++faults;
            QCOMPARE(int(done.error().code), expected);
            vfs.clear();
        }
        const bool hit = vfs.hits() > 0;
        vfs.clear();
        *opened = nullptr;
        auto again = SessionStore::open(folder.path(), sessionOptions());
        QVERIFY(again);
        // A failed call left nothing; only a flush that goes on failing may leave a question whose storing was not confirmed.
        const std::size_t most = operations == FaultVfs::Sync && forEver ? 2 : 1;
        const std::size_t questions = (*again)->questions()->size(), answers = (*again)->answers()->size();
        QVERIFY2(questions >= 1 && questions <= most && answers >= 1 && answers <= most, qPrintable(QString::number(n)));
        QCOMPARE((*again)->loadAnswer(conversation.answer)->text, sampleAnswer(9).text);
        const auto problems = (*again)->verify();
        QVERIFY(problems && problems->empty());
        if (!hit)
            break;
    }
    QVERIFY2(faults >= 3, qPrintable(QString::number(faults)));
}

void DiskFaultTest::fullDiskGivesUpTheBallastAndSavesTheAnswer()
{
    FaultVfs vfs;
    TemporaryFolder folder(TemporaryFolder::On::Memory);
    SessionStoreOptions options = sessionOptions();
    options.space.ballastPath = folder.file("ballast");
    options.space.ballastBytes = 100'000;
    options.space.freeBytes = [](const std::string&) { return std::uint64_t{2} << 30; };
    auto store = SessionStore::create(folder.path(), "x", options);
    QVERIFY(store);
    QCOMPARE(std::filesystem::file_size(options.space.ballastPath), std::uintmax_t{100'000});
    Conversation conversation;
    QVERIFY(conversation.step(**store) && conversation.step(**store));
    vfs.failAt(FaultVfs::Write, 4, SQLITE_FULL, false);   // then the ballast's room is there
    QVERIFY(conversation.step(**store));
    QCOMPARE(vfs.hits(), 1);
    QVERIFY(!std::filesystem::exists(options.space.ballastPath));
    vfs.failAt(FaultVfs::Write, 4, SQLITE_FULL, true);
    const auto done = conversation.step(**store);
    QVERIFY(!done);
    QCOMPARE(done.error().message, std::string(kDiskFullMessage));
    QCOMPARE((*store)->loadAnswer(conversation.answer)->text, sampleAnswer(2).text);   // what was saved before is readable
}

QTEST_GUILESS_MAIN(DiskFaultTest)
#include "disk_fault_test.moc"
