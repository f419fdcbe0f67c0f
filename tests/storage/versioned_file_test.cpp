// A file of another version is migrated whole or not at all, read, or refused untouched (reliability.md 3.4, S-7).
#include "storage/blocks/block_store.h"
#include "storage/database/versioned_file.h"
#include "storage/schema/embedded_sql.h"
#include "storage/session/session_store.h"
#include "tests/support/block_samples.h"
#include "tests/support/fault_vfs.h"
#include "tests/support/session_samples.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

#include <sqlite3.h>

#include <array>

using namespace cairn;
using namespace cairn::test;

namespace
{

constexpr std::int32_t kApplication = 0x54657374;
constexpr const char* kFirst = "CREATE TABLE meta (name TEXT PRIMARY KEY, value); CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT);";

Result<void> nameAll(const Database& database)
{
    return database.execute("UPDATE thing SET title = upper(name)");
}

constexpr std::array kOne{Migration{1, kFirst}};
constexpr std::array kThree{Migration{1, kFirst}, Migration{2, "ALTER TABLE thing ADD COLUMN title TEXT;", nameAll},
                            Migration{3, "CREATE TABLE other (id INTEGER PRIMARY KEY); INSERT INTO other VALUES (1);"}};
constexpr std::array kBroken{Migration{1, kFirst}, Migration{2, "ALTER TABLE thing ADD COLUMN title TEXT;"},
                             Migration{3, "DROP TABLE missing;"}};

FileFormat format(std::span<const Migration> migrations)
{
    return {kApplication, migrations};
}

// A file of version 1 with three things.
void makeFirst(const std::string& path, const std::string& vfs = {})
{
    DatabaseOptions options;
    options.vfs = vfs;
    const auto done = createVersioned(path, format(kOne), options, [](const Database& database) {
        return database.execute("INSERT INTO thing VALUES (1, 'a'), (2, 'b'), (3, 'c'); INSERT INTO meta VALUES ('min_reader_version', 1)");
    });
    if (!done)
        qFatal("%s", done.error().message.c_str());
}

Result<void> alter(const std::string& path, const std::string& sql)
{
    const auto database = Database::open(path, {});
    return database ? database->execute(sql) : database.error();
}

// Schema as text, one line per entry.
std::string schemaOf(const Database& database)
{
    auto select = database.prepare("SELECT type || ' ' || name || ' ' || ifnull(sql, '') FROM sqlite_schema ORDER BY name");
    std::string all;
    while (select && *select->step())
        all += std::string(select->text(0)) + "\n";
    return all;
}

}  // namespace

class VersionedFileTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void oldFileIsMigratedAfterABackup();
    void failedMigrationChangesNothing();
    void migrationCutAtAnyOperationIsWholeOrNot();
    void otherFilesAreRefusedUntouched_data();
    void otherFilesAreRefusedUntouched();
    void newerFileThatAdmitsReadersIsReadOnly();
    void oldFileIsNotMigratedByAReader();
    void creationLeavesNothingBehindWhenItFails();
    void schemaForReadersEqualsTheMigrations();
    void releasedSessionStillOpens();
    void newerAndForeignSessionsAndMemoriesAreRefused();
};

void VersionedFileTest::oldFileIsMigratedAfterABackup()
{
    TemporaryFolder folder;
    const std::string path = folder.file("x.db");
    makeFirst(path);
    auto file = openVersioned(path, format(kThree), {});
    QVERIFY(file);
    QVERIFY(file->outcome == OpenOutcome::Migrated);
    QCOMPARE(file->foundVersion, 1);
    QCOMPARE(*file->database.text("SELECT group_concat(title) FROM thing"), std::string("A,B,C"));
    QCOMPARE(*file->database.integer("SELECT count(*) FROM other"), 1);
    QCOMPARE(*file->database.integer("PRAGMA user_version"), 3);
    file = Error{};
    const auto again = openVersioned(path, format(kThree), {});
    QVERIFY(again && again->outcome == OpenOutcome::Current);
    const auto backup = openVersioned(path + ".bak-v1", format(kOne), {});
    QVERIFY(backup && backup->outcome == OpenOutcome::Current);
    QCOMPARE(*backup->database.text("SELECT group_concat(name) FROM thing"), std::string("a,b,c"));
    QVERIFY(!std::filesystem::exists(path + ".bak-new"));
}

void VersionedFileTest::failedMigrationChangesNothing()
{
    TemporaryFolder folder;
    const std::string path = folder.file("x.db");
    makeFirst(path);
    const std::string before = fileContent(path);
    QVERIFY(!openVersioned(path, format(kBroken), {}));
    QVERIFY(fileContent(path) == before);
    const auto file = openVersioned(path, format(kOne), {});
    QVERIFY(file && file->outcome == OpenOutcome::Current);
}

void VersionedFileTest::migrationCutAtAnyOperationIsWholeOrNot()
{
    FaultVfs vfs;
    DatabaseOptions options;
    options.vfs = FaultVfs::kName;
    int cuts = 0;
    for (int n = 0;; ++n) {
        TemporaryFolder folder(TemporaryFolder::On::Memory);
        const std::string path = folder.file("x.db");
        makeFirst(path, FaultVfs::kName);
        vfs.failAt(FaultVfs::Write | FaultVfs::Sync | FaultVfs::Truncate, n, SQLITE_IOERR_WRITE, true);   // from here on the disk is gone
        const bool opened = openVersioned(path, format(kThree), options).has_value();
        const bool hit = vfs.hits() > 0;
        vfs.clear();
        QCOMPARE(opened, !hit);
        {
            const auto database = Database::open(path, {});
            QVERIFY(database);
            const std::int64_t version = *database->integer("SELECT user_version FROM pragma_user_version");
            const std::int64_t others = *database->integer("SELECT count(*) FROM sqlite_schema WHERE name = 'other'");
            const std::int64_t titles = *database->integer("SELECT count(*) FROM pragma_table_info('thing') WHERE name = 'title'");
            QVERIFY((version == 1 && others == 0 && titles == 0) || (version == 3 && others == 1 && titles == 1));
            QCOMPARE(*database->integer("SELECT count(*) FROM thing"), 3);
        }
        const auto again = openVersioned(path, format(kThree), options);
        QVERIFY(again && again->database);
        QCOMPARE(*again->database.text("SELECT group_concat(title) FROM thing"), std::string("A,B,C"));
        if (!hit)
            break;
        ++cuts;
    }
    QVERIFY2(cuts > 10, qPrintable(QString::number(cuts)));
}

void VersionedFileTest::otherFilesAreRefusedUntouched_data()
{
    QTest::addColumn<QByteArray>("sql");     // on a good file
    QTest::addColumn<QByteArray>("bytes");   // instead of it
    QTest::addColumn<int>("outcome");
    QTest::newRow("newer") << QByteArray("PRAGMA user_version=9; UPDATE meta SET value = 4") << QByteArray()
                           << int(OpenOutcome::NewerRefused);
    QTest::newRow("newer, says nothing") << QByteArray("PRAGMA user_version=9; DROP TABLE meta") << QByteArray()
                                         << int(OpenOutcome::NewerRefused);
    QTest::newRow("other program") << QByteArray("PRAGMA application_id=5") << QByteArray() << int(OpenOutcome::Foreign);
    QTest::newRow("text") << QByteArray() << QByteArray(500, 'x') << int(OpenOutcome::Foreign);
    QTest::newRow("empty") << QByteArray() << QByteArray("") << int(OpenOutcome::Damaged);
    QTest::newRow("version 0") << QByteArray("PRAGMA user_version=0") << QByteArray() << int(OpenOutcome::Damaged);
    QTest::newRow("WAL") << QByteArray("PRAGMA journal_mode=WAL") << QByteArray() << int(OpenOutcome::Damaged);
    QTest::newRow("header only") << QByteArray("HEADER") << QByteArray() << int(OpenOutcome::Damaged);
}

void VersionedFileTest::otherFilesAreRefusedUntouched()
{
    QFETCH(QByteArray, sql);
    QFETCH(QByteArray, bytes);
    QFETCH(int, outcome);
    TemporaryFolder folder;
    const std::string path = folder.file("x.db");
    if (sql.isNull()) {
        writeContent(path, bytes.toStdString());
    } else {
        makeFirst(path);
        if (sql == "HEADER")
            std::filesystem::resize_file(path, 100);
        else
            QVERIFY(alter(path, sql.toStdString()));
    }
    const std::string before = fileContent(path);
    const auto file = openVersioned(path, format(kThree), {});
    QVERIFY(file);
    QCOMPARE(int(file->outcome), outcome);
    QVERIFY(!file->database);
    QVERIFY(fileContent(path) == before);
    QVERIFY(!std::filesystem::exists(path + ".bak-v1"));
}

void VersionedFileTest::newerFileThatAdmitsReadersIsReadOnly()
{
    TemporaryFolder folder;
    const std::string path = folder.file("x.db");
    makeFirst(path);
    QVERIFY(alter(path, "PRAGMA user_version=9; UPDATE meta SET value = 3"));
    const std::string before = fileContent(path);
    const auto file = openVersioned(path, format(kThree), {});
    QVERIFY(file);
    QVERIFY(file->outcome == OpenOutcome::NewerReadable);
    QCOMPARE(*file->database.integer("SELECT count(*) FROM thing"), 3);
    QVERIFY(!file->database.execute("DELETE FROM thing"));
    QVERIFY(fileContent(path) == before);
}

void VersionedFileTest::oldFileIsNotMigratedByAReader()
{
    TemporaryFolder folder;
    const std::string path = folder.file("x.db");
    makeFirst(path);
    DatabaseOptions options;
    options.access = Access::ReadOnly;
    const auto file = openVersioned(path, format(kThree), options);
    QVERIFY(file && file->outcome == OpenOutcome::Current && file->foundVersion == 1);
}

void VersionedFileTest::creationLeavesNothingBehindWhenItFails()
{
    TemporaryFolder folder;
    const std::string path = folder.file("x.db");
    QVERIFY(!createVersioned(path, format(kBroken), {}, [](const Database&) { return Result<void>(); }));
    QVERIFY(std::filesystem::is_empty(folder.path()));
    makeFirst(path);
    QVERIFY(!createVersioned(path, format(kOne), {}, [](const Database&) { return Result<void>(); }));   // never over a file
    QCOMPARE(*Database::open(path, {})->integer("SELECT count(*) FROM thing"), 3);
}

void VersionedFileTest::schemaForReadersEqualsTheMigrations()
{
    TemporaryFolder folder;
    QVERIFY(createVersioned(folder.file("a.db"), sessionFormat(), {}, [](const Database&) { return Result<void>(); }));
    const std::string sql = fileContent(CAIRN_SOURCE_DIR "/storage/schema/session.sql");
    const std::array today{Migration{1, sql}};
    QVERIFY(createVersioned(folder.file("b.db"), format(today), {}, [](const Database&) { return Result<void>(); }));
    const std::string migrated = schemaOf(*Database::open(folder.file("a.db"), {}));
    QVERIFY(migrated.size() > 500);
    QCOMPARE(schemaOf(*Database::open(folder.file("b.db"), {})), migrated);
}

// A session of each released format; written by this test with CAIRN_WRITE_GOLDEN=1 when a format is released, never changed later.
void VersionedFileTest::releasedSessionStillOpens()
{
    const std::string golden = CAIRN_SOURCE_DIR "/tests/golden/session_format1.db";
    TemporaryFolder folder;
    if (qEnvironmentVariableIsSet("CAIRN_WRITE_GOLDEN") && !std::filesystem::exists(golden)) {
        auto store = SessionStore::create(folder.path(), "Released");
        QVERIFY(store);
        QVERIFY((*store)->addDocument(sampleDocument(4), {"whale.pdf", 10, 20}));
        const auto question = (*store)->recordQuestion("Who speaks?");
        const auto answer = (*store)->beginAnswer(*question, Strategy::Memory);
        QVERIFY((*store)->finishAnswer(*answer, sampleAnswer(3), AnswerState::Finished, "{}"));
        store = Error{};
        std::filesystem::rename(folder.file("session.db"), golden);
    }
    std::filesystem::copy_file(golden, folder.file("session.db"));
    const auto store = SessionStore::open(folder.path());
    QVERIFY(store);
    QVERIFY((*store)->problems().empty() && (*store)->verify()->empty());
    QCOMPARE(*(*store)->title(), std::string("Released"));
    QCOMPARE((*store)->loadDocument((*store)->documents()->front().id)->text, sampleDocument(4).text);
    const auto answer = (*store)->loadAnswer((*store)->answers()->front().id);
    QVERIFY(answer);
    QCOMPARE(answer->text, sampleAnswer(3).text);
    QCOMPARE(answer->trace.gates, sampleTrace(3).gates);
}

void VersionedFileTest::newerAndForeignSessionsAndMemoriesAreRefused()
{
    TemporaryFolder folder;
    QVERIFY(SessionStore::create(folder.path(), "x"));
    QVERIFY(BlockStore::create(folder.file("blocks.db"), sampleIdentity()));
    QVERIFY(alter(folder.file("session.db"), "PRAGMA user_version=99; UPDATE meta SET value = 99 WHERE name = 'min_reader_version'"));
    QVERIFY(alter(folder.file("blocks.db"), "PRAGMA user_version=5"));
    const std::string session = fileContent(folder.file("session.db")), blocks = fileContent(folder.file("blocks.db"));
    const auto store = SessionStore::open(folder.path());
    QVERIFY(!store && store.error().code == ErrorCode::Newer);
    QCOMPARE(store.error().message, "Saved by a newer Cairn (format 99, this one knows " + std::to_string(sessionFormat().version()) +
                                      "). Nothing was changed. Update Cairn to open it.");
    const auto memory = BlockStore::openOrCreate(folder.file("blocks.db"), sampleIdentity());
    QVERIFY(!memory && memory.error().code == ErrorCode::Newer);
    QVERIFY(fileContent(folder.file("session.db")) == session && fileContent(folder.file("blocks.db")) == blocks);
    QVERIFY(alter(folder.file("session.db"), "PRAGMA application_id=1"));
    const auto foreign = SessionStore::open(folder.path());
    QVERIFY(!foreign && foreign.error().code == ErrorCode::Unsupported);
}

QTEST_GUILESS_MAIN(VersionedFileTest)
#include "versioned_file_test.moc"
