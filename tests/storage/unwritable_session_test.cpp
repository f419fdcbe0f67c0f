// A session on a drive or in a folder that can't be written: it is read there, and copied to where it can go on.
#include "storage/folders/session_folder.h"
#include "storage/session/session_store.h"
#include "tests/storage/stored_blocks.h"
#include "tests/support/half_change.h"
#include "tests/support/session_samples.h"
#include "tests/support/without_rights.h"

#include <QTest>

#include <sys/stat.h>

using namespace cairn;
using namespace cairn::test;

namespace
{

constexpr std::uint32_t kBlocks = 3;

// A session with a question and a memory; its folder, in a folder of its own.
std::string makeSession(const std::string& place)
{
    const std::string folder = place + "/whales";
    std::filesystem::create_directory(folder);
    const auto store = SessionStore::create(folder, "Whales");
    if (!store || !(*store)->addDocument(sampleDocument(), {}) || !(*store)->recordQuestion("Who?"))
        qFatal("no session");
    const MemoryIdentity identity = sampleIdentity();
    if (!BlockStore::create(blocksPath(folder), identity, smallSpace()))
        qFatal("no memory");
    const auto blocks = BlockStore::open(blocksPath(folder), smallSpace());
    if (!blocks || !(*blocks)->append(sampleChunk(identity.shape, 0, kBlocks)) || !(*blocks)->storeProof(std::vector<std::byte>(12)))
        qFatal("no blocks");
    return folder;
}

SessionStoreOptions orReadOnly()
{
    SessionStoreOptions options;
    options.readOnlyWhenUnwritable = true;
    return options;
}

BlockStoreOptions blocksOrReadOnly()
{
    BlockStoreOptions options = smallSpace();
    options.readOnlyWhenUnwritable = true;
    return options;
}

template <typename T>
bool isUnwritableError(const Result<T>& result)
{
    return !result && result.error().code == ErrorCode::Io && result.error().message == unwritableError().message;
}

}  // namespace

class UnwritableSessionTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aFolderThatCanBeWrittenIsOpenedForWriting()
    {
        const TemporaryFolder place;
        const std::string folder = makeSession(place.path());
        QVERIFY(!FileLock::isUnwritable(folder + "/session.lock"));
        std::filesystem::remove(folder + "/session.lock");
        QVERIFY(!FileLock::isUnwritable(folder + "/session.lock"));
        const auto store = SessionStore::open(folder, orReadOnly());
        QVERIFY(store && (*store)->canWrite() && (*store)->outcome() == OpenOutcome::Current);
        const auto blocks = BlockStore::open(blocksPath(folder), blocksOrReadOnly());
        QVERIFY(blocks && (*blocks)->canWrite());
        QCOMPARE(folderForCopies(folder, "/sessions"), place.path());
        QCOMPARE(folderForCopies(folder + "/", "/sessions"), place.path());
    }

    // With its lock files, and from a drive that was never written with them.
    void itIsReadAndNotChanged_data()
    {
        QTest::addColumn<bool>("locked");
        QTest::newRow("lock files are there") << true;
        QTest::newRow("no lock file") << false;
    }
    void itIsReadAndNotChanged()
    {
        QFETCH(bool, locked);
        const TemporaryFolder place;
        const std::string folder = makeSession(place.path());
        for (const char* lock : {"/session.lock", "/blocks.lock"})
            if (!locked)
                std::filesystem::remove(folder + lock);
        const WriteProtected protectedFolder(folder);
        const AsNobody nobody;
        QVERIFY(FileLock::isUnwritable(folder + "/session.lock"));
        const auto store = SessionStore::open(folder, orReadOnly());
        QVERIFY2(store, store ? "" : store.error().message.c_str());
        QVERIFY((*store)->outcome() == OpenOutcome::Unwritable && !(*store)->canWrite());
        QCOMPARE(*(*store)->title(), std::string("Whales"));
        QCOMPARE((*store)->loadDocument((*store)->documents()->front().id)->text, sampleDocument().text);
        QVERIFY((*store)->verify()->empty());
        QVERIFY(isUnwritableError((*store)->setTitle("x")));
        QVERIFY(isUnwritableError((*store)->recordQuestion("Who else?")));

        const auto blocks = BlockStore::open(blocksPath(folder), blocksOrReadOnly());
        QVERIFY2(blocks, blocks ? "" : blocks.error().message.c_str());
        QVERIFY(!(*blocks)->canWrite());
        const MemoryShape shape = sampleIdentity().shape;
        QVERIFY(holdsSamples(**blocks, shape, kBlocks));
        const auto proof = (*blocks)->loadProof();
        QVERIFY(proof && *proof && (*proof)->size() == 12);
        const auto tail = (*blocks)->loadTail();
        QVERIFY(tail && !*tail);
        QVERIFY(isUnwritableError((*blocks)->append(sampleChunk(shape, kBlocks, 1))));
        QVERIFY(isUnwritableError((*blocks)->truncate(BlockId(0))));
    }

    void whoHasToWriteIsTold()
    {
        const TemporaryFolder place;
        const std::string folder = makeSession(place.path());
        const WriteProtected protectedFolder(folder);
        const AsNobody nobody;
        QVERIFY(isUnwritableError(SessionStore::open(folder)));
        QVERIFY(isUnwritableError(BlockStore::open(blocksPath(folder), smallSpace())));
        QVERIFY(isUnwritableError(BlockStore::discard(blocksPath(folder))));
        QVERIFY(isUnwritableError(deleteSession(folder)));
        QVERIFY(isUnwritableError(moveSession(folder, "/tmp")));
    }

    // By a crash: the journal has to be played back, for which the file must be written.
    void oneLeftInTheMiddleOfAChangeSaysSo()
    {
        const TemporaryFolder place;
        const std::string folder = makeSession(place.path());
        for (const char* name : {"session.db", "blocks.db"})
            leaveInTheMiddleOfAChange(folder + "/" + name);
        {
            const WriteProtected protectedFolder(folder);
            const AsNobody nobody;
            const auto store = SessionStore::open(folder, orReadOnly());
            QVERIFY(!store && store.error().message.find("in the middle of a change") != std::string::npos);
            const auto blocks = BlockStore::open(blocksPath(folder), blocksOrReadOnly());
            QVERIFY(!blocks && blocks.error().message.find("in the middle of a change") != std::string::npos);
        }
        const auto store = SessionStore::open(folder);   // where it can be written it is as it was
        QVERIFY(store && (*store)->verify()->empty());
        const auto blocks = BlockStore::open(blocksPath(folder), smallSpace());
        QVERIFY(blocks && holdsSamples(**blocks, sampleIdentity().shape, kBlocks));
    }

    void aCopyGoesOn()
    {
        const TemporaryFolder place, own;
        const std::string folder = makeSession(place.path());
        std::filesystem::permissions(own.path(), std::filesystem::perms(0777));
        const WriteProtected protectedFolder(folder);
        const AsNobody nobody;
        QCOMPARE(folderForCopies(folder, own.path()), geteuid() == 65534 ? own.path() : place.path());
        const auto copy = duplicateSession(folder, "Whales", own.path());
        QVERIFY2(copy, copy ? "" : copy.error().message.c_str());
        struct stat info{};
        QCOMPARE(stat(blocksPath(*copy).c_str(), &info), 0);
        QCOMPARE(info.st_mode & 0777, mode_t(0600));
        const auto store = SessionStore::open(*copy);
        QVERIFY(store && (*store)->setTitle("Mine") && (*store)->recordQuestion("Who else?"));
        QCOMPARE((*store)->questions()->size(), std::size_t{2});
        const auto blocks = BlockStore::open(blocksPath(*copy), smallSpace());
        QVERIFY(blocks && (*blocks)->append(sampleChunk(sampleIdentity().shape, kBlocks, 1)));
        QVERIFY(holdsSamples(**blocks, sampleIdentity().shape, kBlocks + 1));
    }
};

QTEST_GUILESS_MAIN(UnwritableSessionTest)
#include "unwritable_session_test.moc"
