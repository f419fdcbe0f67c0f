// Sessions are folders that can be listed, found, copied, moved and deleted.
#include "storage/blocks/block_store.h"
#include "storage/bytes/hashing.h"
#include "storage/database/database.h"
#include "storage/folders/new_documents.h"
#include "storage/folders/session_folder.h"
#include "storage/session/input_copy.h"
#include "storage/session/session_store.h"
#include "tests/support/block_samples.h"
#include "tests/support/error_code.h"
#include "tests/support/half_change.h"
#include "tests/support/session_samples.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/without_rights.h"

#include <QTest>

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

using namespace cairn;
using namespace cairn::test;

namespace
{

std::string makeSession(const std::string& root, const std::string& title, const CanonicalText& text)
{
    const auto folder = makeSessionFolder(root, title);
    if (!folder)
        qFatal("%s", folder.error().message.c_str());
    const auto store = SessionStore::create(*folder, title);
    if (!store || !(*store)->addDocument(text, {}) || !(*store)->recordQuestion("Who?") || !(*store)->acknowledgeBlocks({{}, 4, 9})
        || !BlockStore::create(blocksPath(*folder), sampleIdentity()))
        qFatal("no session");
    return *folder;
}

}  // namespace

class SessionFolderTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void defaultFolderFollowsTheEnvironment();
    void folderIsPrivateAndNamedAfterTheTitle();
    void whatMayNotBeReadOrMadeIsSaid();
    void aSessionWithoutItsDocumentsHasAProblem();
    void listShowsEverySession();
    void sessionIsFoundByPathNameTitleAndDocuments();
    void movedSessionOpens();
    void aFolderMovedWhileOpenLosesNothing();
    void moveTakesTheWholeSession();
    void aMoveToAnotherDriveLooksLikeNoCrash();
    void aMoveThatLeavesSomethingBehindSaysWhereAllIs();
    void deleteTakesOnlyOurFiles();
    void documentsCalledAlikeAreToldApart();
    void sessionsCalledAlikeAreToldApart();
    void aCopyOfStandardInputLivesWithItsSession();
    void openSessionIsNotDeletedOrDuplicated();
    void aSessionsFileIsKnownByAnyName();
    void duplicateIsIndependent();
    void duplicateOfBlocksInTheMiddleOfAChangeIsWhole();
};

void SessionFolderTest::defaultFolderFollowsTheEnvironment()
{
    qputenv("XDG_DATA_HOME", "/data");
    QCOMPARE(defaultSessionsFolder(), std::string("/data/cairn/sessions"));
    QCOMPARE(ballastPath("/data/cairn/sessions/moby"), std::string("/data/cairn/sessions/ballast"));   // one for all
    QCOMPARE(ballastPath("/data/cairn/sessions/moby/"), std::string("/data/cairn/sessions/ballast"));
    QCOMPARE(ballastPath("/elsewhere/moby"), std::string("/elsewhere/moby/session.ballast"));          // nothing beside it
    QCOMPARE(ballastPath("moby"), std::string("moby/session.ballast"));
    qputenv("XDG_DATA_HOME", "relative");
    qputenv("HOME", "/home/reader");
    QCOMPARE(defaultSessionsFolder(), std::string("/home/reader/.local/share/cairn/sessions"));
    qunsetenv("HOME");
    QCOMPARE(defaultSessionsFolder(), std::string(getpwuid(geteuid())->pw_dir) + "/.local/share/cairn/sessions");
    qputenv("HOME", "/home/reader");
}

// As for another user.
void SessionFolderTest::whatMayNotBeReadOrMadeIsSaid()
{
    TemporaryFolder root;
    const std::string hidden = makeSession(root.path(), "Hidden", sampleDocument());
    std::filesystem::permissions(root.path(), std::filesystem::perms(0755));
    const AsNobody other;
    const auto store = SessionStore::open(hidden);
    QVERIFY(!store && store.error().code == ErrorCode::Io);
    QVERIFY2(store.error().message.find("permissions") != std::string::npos, store.error().message.c_str());
    const auto made = makeSessionFolder(root.file("sessions"), "Mine");
    QVERIFY(!made);
    QCOMPARE(made.error().message, "The folder " + root.file("sessions") + " can't be made: Permission denied.");
}

void SessionFolderTest::aSessionWithoutItsDocumentsHasAProblem()
{
    TemporaryFolder root;
    const std::string session = makeSession(root.path(), "Moby", sampleDocument()), file = session + "/session.db";
    QVERIFY(Database::open(file, {})->execute("UPDATE setting SET value = 'x'"));
    const SessionSummary untitled = summarizeSession(session);
    QVERIFY2(untitled.problem.empty(), untitled.problem.c_str());
    QCOMPARE(untitled.title, sampleDocument().title);
    const auto page = Database::open(file, {})->integer("SELECT rootpage FROM sqlite_schema WHERE name = 'document'");
    QVERIFY(page);
    std::string bytes = fileContent(file);
    bytes.replace(static_cast<std::size_t>(*page - 1) * 4096, 4096, 4096, '\xFF');
    writeContent(file, bytes);
    const SessionSummary damaged = summarizeSession(session);
    QVERIFY(damaged.documents.empty());
    QVERIFY2(damaged.problem.find("damaged") != std::string::npos, damaged.problem.c_str());
}

void SessionFolderTest::folderIsPrivateAndNamedAfterTheTitle()
{
    TemporaryFolder root;
    const std::string sessions = root.file("a/b");
    QCOMPARE(*makeSessionFolder(sessions, "Moby Dick; or, the Whale"), sessions + "/moby-dick-or-the-whale");
    QCOMPARE(*makeSessionFolder(sessions, "Moby Dick; or, the Whale"), sessions + "/moby-dick-or-the-whale-2");
    QCOMPARE(*makeSessionFolder(sessions, "../../etc"), sessions + "/etc");
    QCOMPARE(*makeSessionFolder(sessions, "..."), sessions + "/session");
    const auto umlauts = makeSessionFolder(sessions, "\xC3\x84" + std::string(60, 'x') + "\xC3\x84");
    QVERIFY(umlauts);
    const std::string folder = makeSession(sessions, "Private", sampleDocument());
    for (const auto& [path, mode] : {std::pair{folder, 0700u}, {folder + "/session.db", 0600u}, {blocksPath(folder), 0600u}}) {
        struct stat info{};
        QCOMPARE(stat(path.c_str(), &info), 0);
        QCOMPARE(info.st_mode & 0777, mode);
    }
}

void SessionFolderTest::listShowsEverySession()
{
    TemporaryFolder root;
    QVERIFY(listSessions(root.file("none")).empty());
    makeSession(root.path(), "First", sampleDocument());
    const std::string damaged = makeSession(root.path(), "Damaged", sampleDocument(3));
    writeContent(damaged + "/session.db", "not a database");
    std::filesystem::create_directory(root.file("other"));
    const auto sessions = listSessions(root.path());
    QCOMPARE(sessions.size(), std::size_t{2});
    for (const SessionSummary& session : sessions) {
        QVERIFY(session.blocksBytes > 0 && session.changedAt > 0);
        if (session.folder == damaged) {
            QVERIFY(!session.problem.empty());
            continue;
        }
        QVERIFY2(session.problem.empty(), session.problem.c_str());
        QCOMPARE(session.title, std::string("First"));
        QCOMPARE(session.documents, std::vector<std::string>{sampleDocument().title});
        QVERIFY(session.createdAt > 0 && session.questions == 1 && session.storedBlocks == 4 && session.totalBlocks == 9);
    }
}

void SessionFolderTest::sessionIsFoundByPathNameTitleAndDocuments()
{
    TemporaryFolder root;
    const std::string first = makeSession(root.path(), "First One", sampleDocument());
    const std::string second = makeSession(root.path(), "Second", sampleDocument(3));
    QCOMPARE(*findSession(root.path(), first), first);
    QCOMPARE(*findSession(root.path(), "first-one"), first);
    QCOMPARE(*findSession(root.path(), "First One"), first);
    QCOMPARE(codeOf(findSession(root.path(), "Third")), ErrorCode::NotFound);
    QCOMPARE(findSessionOf(root.path(), contentHash(sampleDocument(3).text)).value_or(""), second);
    QVERIFY(!findSessionOf(root.path(), contentHash("x")));
    makeSession(root.path(), "Second", sampleDocument(4));
    QCOMPARE(*findSession(root.path(), "second"), second);   // a folder's name is unique
    QCOMPARE(codeOf(findSession(root.path(), "Second")), ErrorCode::InvalidArgument);
}

void SessionFolderTest::movedSessionOpens()
{
    TemporaryFolder root;
    const std::string folder = makeSession(root.path(), "Moving", sampleDocument());
    std::filesystem::rename(folder, root.file("elsewhere"));
    const auto store = SessionStore::open(root.file("elsewhere"));
    QVERIFY(store);
    QVERIFY((*store)->verify()->empty());
    QVERIFY(BlockStore::open(blocksPath(root.file("elsewhere"))));
}

void SessionFolderTest::aFolderMovedWhileOpenLosesNothing()
{
    const TemporaryFolder root;
    const std::string folder = makeSession(root.path(), "Letters", sampleDocument(2)), moved = root.file("elsewhere");
    const MemoryShape shape = sampleIdentity().shape;
    {
        const auto store = SessionStore::open(folder);
        const auto blocks = BlockStore::open(blocksPath(folder));
        QVERIFY(store && blocks && (*store)->recordQuestion("Before?") && (*blocks)->append(sampleChunk(shape, 0, 2)));
        std::filesystem::rename(folder, moved);
        const auto question = (*store)->recordQuestion("After?");
        const auto chunk = (*blocks)->append(sampleChunk(shape, 2, 2));
        QVERIFY(!question && !chunk);
        for (const Error& error : {question.error(), chunk.error()})
            QVERIFY2(error.message.find("is no longer where it was opened") != std::string::npos, error.message.c_str());
    }
    QVERIFY(!std::filesystem::exists(folder));
    const auto again = SessionStore::open(moved);
    QVERIFY(again);
    QCOMPARE((*again)->questions()->size(), std::size_t{2});   // "Who?" and what was asked before it moved
    QVERIFY((*again)->verify()->empty());
    QCOMPARE((*BlockStore::open(blocksPath(moved)))->cursor(), BlockId(2));
}

void SessionFolderTest::moveTakesTheWholeSession()
{
    TemporaryFolder root, elsewhere, otherDrive(TemporaryFolder::On::Memory);
    const std::string folder = makeSession(root.path(), "Whales", sampleDocument(2));
    {
        const auto open = SessionStore::open(folder);
        QCOMPARE(codeOf(moveSession(folder, elsewhere.path())), ErrorCode::Busy);
    }
    const auto moved = moveSession(folder, elsewhere.path());
    QVERIFY(moved && !std::filesystem::exists(folder));
    const auto further = moveSession(*moved, otherDrive.path());
    QVERIFY(further && !std::filesystem::exists(*moved));
    QVERIFY((*SessionStore::open(*further))->verify()->empty());
    QVERIFY(BlockStore::open(blocksPath(*further)));
    std::filesystem::create_directories(elsewhere.file(std::filesystem::path(*further).filename().string()));
    QCOMPARE(codeOf(moveSession(*further, elsewhere.path())), ErrorCode::InvalidArgument);
    QVERIFY(std::filesystem::exists(*further));
}

void SessionFolderTest::aMoveToAnotherDriveLooksLikeNoCrash()
{
    TemporaryFolder root, otherDrive(TemporaryFolder::On::Memory);
    const auto moved = moveSession(makeSession(root.path(), "Whales", sampleDocument(2)), otherDrive.path());
    QVERIFY(moved);
    const auto store = SessionStore::open(*moved);
    QVERIFY(store);
    QVERIFY(!(*store)->wasLeftBehind());
}

void SessionFolderTest::aMoveThatLeavesSomethingBehindSaysWhereAllIs()
{
    TemporaryFolder root, otherDrive(TemporaryFolder::On::Memory);
    const std::string folder = makeSession(root.path(), "Whales", sampleDocument(2));
    std::filesystem::create_directories(folder + "/session.more/mine");   // which can't be deleted as a file
    const auto moved = moveSession(folder, otherDrive.path());
    QVERIFY(!moved);
    const std::string target = otherDrive.file(std::filesystem::path(folder).filename().string());
    QVERIFY2(moved.error().message.find(target) != std::string::npos, moved.error().message.c_str());
    QVERIFY2(moved.error().message.find(folder) != std::string::npos, moved.error().message.c_str());
    QVERIFY((*SessionStore::open(target))->verify()->empty());
}

void SessionFolderTest::deleteTakesOnlyOurFiles()
{
    TemporaryFolder root;
    const std::string folder = makeSession(root.path(), "Gone", sampleDocument());
    writeContent(folder + "/thesis.txt", "mine");
    QVERIFY(deleteSession(folder));
    QCOMPARE(fileContent(folder + "/thesis.txt"), std::string("mine"));
    QVERIFY(!std::filesystem::exists(folder + "/session.db") && !std::filesystem::exists(blocksPath(folder)));
    QCOMPARE(codeOf(deleteSession(folder)), ErrorCode::NotFound);
    const std::string clean = makeSession(root.path(), "Clean", sampleDocument());
    QVERIFY(deleteSession(clean));
    QVERIFY(!std::filesystem::exists(clean));
    const std::string named = makeSession(root.path(), "Named", sampleDocument());   // as one of ours, but no copy of standard input
    std::filesystem::create_directory(named + "/session.papers");
    writeContent(named + "/session.papers/thesis.txt", "mine");
    QVERIFY(!deleteSession(named));
    QCOMPARE(fileContent(named + "/session.papers/thesis.txt"), std::string("mine"));
}

void SessionFolderTest::documentsCalledAlikeAreToldApart()
{
    TemporaryFolder root;
    const std::string folder = makeSession(root.path(), "Leases", sampleDocument());
    const std::string first = sampleDocument().title;
    std::vector<CanonicalText> texts;
    for (int number : {3, 4, 5, 6})
        texts.push_back(sampleDocument(number));
    for (CanonicalText& text : texts)
        text.title = first;
    texts[3].title = "Another";
    const NewDocument offered[] = {{&texts[0], {"/leases/north.pdf"}}, {&texts[1], {"/leases/south.pdf"}},
                                   {&texts[2], {"/old/south.pdf"}}, {&texts[3], {"/leases/other.pdf"}}};
    const auto store = SessionStore::open(folder);
    QVERIFY(takeDocuments(**store, offered));
    std::vector<std::string> titles;
    for (const DocumentRecord& record : *(*store)->documents())
        titles.push_back(record.title);
    const std::vector<std::string> wanted{first, first + " (north.pdf)", first + " (south.pdf)", first + " (south.pdf) (2)", "Another"};
    QCOMPARE(titles, wanted);
}

void SessionFolderTest::sessionsCalledAlikeAreToldApart()
{
    TemporaryFolder root;
    const auto first = makeSessionFolder(root.path(), "The Lease"), second = makeSessionFolder(root.path(), "The Lease");
    QCOMPARE(titleOfSession(*first, "The Lease", "/leases/north.pdf"), std::string("The Lease"));
    QCOMPARE(titleOfSession(*second, "The Lease", "/leases/south.pdf"), std::string("The Lease (south.pdf)"));
    QCOMPARE(titleOfSession(*second, "The Lease", {}), std::string("The Lease"));
}

void SessionFolderTest::aCopyOfStandardInputLivesWithItsSession()
{
    namespace files = std::filesystem;
    TemporaryFolder root;
    const std::string kept = root.path() + "/" + kInputFolder + "one", path = kept + "/" + kInputFile;
    files::create_directory(kept);
    writeContent(path, "from a pipe");
    const std::string folder = makeSession(root.path() + "/sessions", "Piped", sampleDocument());
    CanonicalText text = sampleDocument(3);
    const NewDocument document{&text, hashedSourceOf(path)};
    std::string source;
    {
        const auto store = SessionStore::open(folder);
        const auto taken = takeDocuments(**store, {&document, 1});
        QVERIFY(taken && taken->added.size() == 1);
        source = (*store)->documents()->back().source.path;
        const auto again = takeDocuments(**store, {&document, 1});
        QVERIFY(again && again->known.size() == 1);
        QCOMPARE((*store)->documents()->back().source.path, source);   // which is there
    }
    files::remove_all(kept);
    QVERIFY(source.starts_with(folder + "/" + kInputFolder));
    QCOMPARE(fileContent(source), std::string("from a pipe"));
    struct stat status{};
    QVERIFY(::stat(files::path(source).parent_path().c_str(), &status) == 0);
    QCOMPARE(status.st_mode & 0777, mode_t(0700));

    const auto moved = moveSession(folder, root.path());   // wherever the session lies
    QVERIFY(moved);
    const auto copy = duplicateSession(*moved, "Copy", root.path());
    QVERIFY(copy);
    for (const std::string& place : {*moved, *copy}) {
        const auto store = SessionStore::open(place);
        const std::string now = (*store)->documents()->back().source.path;
        QVERIFY(now.starts_with(place + "/"));
        QCOMPARE(fileContent(now), std::string("from a pipe"));
    }
    QVERIFY(deleteSession(*moved) && deleteSession(*copy));
    QVERIFY(!files::exists(*moved) && !files::exists(*copy));
}

void SessionFolderTest::openSessionIsNotDeletedOrDuplicated()
{
    TemporaryFolder root;
    const std::string folder = makeSession(root.path(), "Open", sampleDocument());
    {
        const auto store = SessionStore::open(folder);
        QVERIFY(store);
        QCOMPARE(codeOf(deleteSession(folder)), ErrorCode::Busy);
        QCOMPARE(codeOf(duplicateSession(folder, "Copy", root.path())), ErrorCode::Busy);
        QVERIFY(listSessions(root.path()).size() == 1);   // and is listed all the same
    }
    const auto blocks = BlockStore::open(blocksPath(folder));
    QVERIFY(blocks);
    QCOMPARE(codeOf(deleteSession(folder)), ErrorCode::Busy);
}

void SessionFolderTest::aSessionsFileIsKnownByAnyName()
{
    TemporaryFolder root;
    const std::string folder = makeSession(root.path(), "Shared", sampleDocument());
    const std::string shared = root.file("from a friend.bin");
    std::filesystem::copy_file(folder + "/session.db", shared);
    QVERIFY(isSessionFile(shared));
    QVERIFY(!isSessionFile(folder));
    QVERIFY(!isSessionFile(blocksPath(folder)));   // a database, but not a session
    std::ofstream(root.file("session.db")) << "only called so";
    QVERIFY(!isSessionFile(root.file("session.db")));
    QVERIFY(!isSessionFile(root.file("missing.db")));
    QCOMPARE(mkfifo(root.file("pipe.db").c_str(), 0600), 0);
    QVERIFY(!isSessionFile(root.file("pipe.db")));   // and it does not wait
}

void SessionFolderTest::duplicateIsIndependent()
{
    TemporaryFolder root;
    const std::string folder = makeSession(root.path(), "Original", sampleDocument());
    const auto copy = duplicateSession(folder, "Copy", root.path());
    QVERIFY(copy);
    QVERIFY(deleteSession(folder));
    const auto store = SessionStore::open(*copy);
    QVERIFY(store);
    QCOMPARE(*(*store)->title(), std::string("Copy"));
    QVERIFY((*store)->verify()->empty());
    QCOMPARE((*store)->loadDocument((*store)->documents()->front().id)->text, sampleDocument().text);
    QVERIFY(BlockStore::open(blocksPath(*copy)));
}

void SessionFolderTest::duplicateOfBlocksInTheMiddleOfAChangeIsWhole()
{
    TemporaryFolder root;
    const std::string folder = makeSession(root.path(), "Original", sampleDocument());
    QVERIFY((*BlockStore::open(blocksPath(folder)))->append(sampleChunk(sampleIdentity().shape, 0, 3)));
    leaveInTheMiddleOfAChange(blocksPath(folder));
    const auto copy = duplicateSession(folder, "Copy", root.path());
    QVERIFY(copy);
    auto blocks = BlockStore::open(blocksPath(*copy));
    QVERIFY(blocks);
    QCOMPARE((*blocks)->cursor(), BlockId(3));
    QVERIFY((*blocks)->verify()->empty());
    blocks = Error{};   // its lock
    const auto tables = Database::open(blocksPath(*copy), {});
    QCOMPARE(*tables->integer("SELECT count(*) FROM sqlite_schema WHERE name = 'much'"), std::int64_t{0});
}

QTEST_GUILESS_MAIN(SessionFolderTest)
#include "session_folder_test.moc"
