// A session.db of someone else: only what has the schema, the shape and the hashes of a session is read, and nothing of it runs
// (reliability.md 3.5, 9.2 S-8). Here without the sandbox; tests/app/foreign_session_test.cpp goes through it.
#include "storage/records/document_columns.h"
#include "storage/rescue/carried_codec.h"
#include "storage/rescue/foreign_file.h"
#include "storage/session/session_store.h"
#include "tests/support/session_samples.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/tier.h"

#include <QTest>

#include <sqlite3.h>

#include <random>

using namespace cairn;
using namespace cairn::test;

class ForeignFileTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aSoundFileIsReadWhole();
    void whatIsNoSessionIsRefused_data();
    void whatIsNoSessionIsRefused();
    void aNewerFileIsRefused();
    void mutatedFilesAreRefusedOrRead();
    void contentsComeBackThroughTheirBytes();
    void cutOrFlippedBytesOfContentsAreRefusedOrConsistent();
};

namespace
{

const int kRounds = tierCount(400, 10'000, 1'000'000);

std::string soundFile()
{
    static const std::string bytes = [] {
        TemporaryFolder folder{TemporaryFolder::On::Memory};
        auto store = SessionStore::create(folder.path(), "Theirs");
        const auto document = (*store)->addDocument(sampleDocument(), {"whale.pdf", 1, 2});
        const auto question = (*store)->recordQuestion("Who speaks?");
        const auto answer = (*store)->beginAnswer(*question, Strategy::Memory);
        if (!(*store)->finishAnswer(*answer, sampleAnswer(), AnswerState::Finished, "{}") || !(*store)->addNote({*document, {1, 5}, "Mine"}))
            qFatal("no session");
        return fileContent(folder.file("session.db"));
    }();
    return bytes;
}

Result<CarriedSession> readBytes(const std::string& bytes)
{
    return readForeignFile(std::as_bytes(std::span(bytes)), {});
}

// The sound file after these statements of an attacker.
std::string changedBy(const char* sql)
{
    TemporaryFolder folder{TemporaryFolder::On::Memory};
    const std::string path = folder.file("session.db");
    writeContent(path, soundFile());
    sqlite3* handle = nullptr;
    sqlite3_open(path.c_str(), &handle);
    char* error = nullptr;
    sqlite3_exec(handle, sql, nullptr, nullptr, &error);
    if (error)
        qFatal("%s", error);
    sqlite3_close(handle);
    return fileContent(path);
}

}  // namespace

void ForeignFileTest::aSoundFileIsReadWhole()
{
    const auto contents = readBytes(soundFile());
    QVERIFY2(contents, contents ? "" : contents.error().message.c_str());
    QCOMPARE(contents->settings.at("title"), std::string("Theirs"));
    QCOMPARE(contents->documents.size(), std::size_t{1});
    QCOMPARE(contents->documents.front().text.text, sampleDocument().text);
    QCOMPARE(contents->questions.size(), std::size_t{1});
    QCOMPARE(contents->answers.size(), std::size_t{1});
    QCOMPARE(contents->notes.size(), std::size_t{1});
    QVERIFY(contents->losses.empty());
}

void ForeignFileTest::whatIsNoSessionIsRefused_data()
{
    QTest::addColumn<QByteArray>("sql");
    QTest::newRow("a trigger") << QByteArray("CREATE TRIGGER t AFTER INSERT ON note BEGIN DELETE FROM document; END");
    QTest::newRow("a view") << QByteArray("CREATE VIEW v AS SELECT * FROM note");
    QTest::newRow("a table more") << QByteArray("CREATE TABLE more (a)");
    QTest::newRow("an index more") << QByteArray("CREATE INDEX i ON note (text)");
    QTest::newRow("an expression index") << QByteArray("CREATE INDEX i ON note (length(text))");
    QTest::newRow("a table less") << QByteArray("DROP TABLE note");
    QTest::newRow("a view in place of a table")
        << QByteArray("DROP TABLE note; CREATE VIEW note AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x AS id, 1 AS hash, "
                      "1 AS document, 1 AS range_begin, 1 AS range_end, 1 AS created_at, 1 AS changed_at, 'a' AS text FROM c");
    QTest::newRow("a generated column")
        << QByteArray("DROP TABLE note; CREATE TABLE note (id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, document, range_begin, range_end, "
                      "created_at, changed_at, text AS (hex(zeroblob(1000000000))))");
    QTest::newRow("a virtual table") << QByteArray("CREATE VIRTUAL TABLE r USING rtree(id, a, b)");
    QTest::newRow("another application") << QByteArray("PRAGMA application_id=1");
    QTest::newRow("version 0") << QByteArray("PRAGMA user_version=0");
    QTest::newRow("WAL") << QByteArray("PRAGMA journal_mode=WAL; UPDATE meta SET value = value");
}

void ForeignFileTest::whatIsNoSessionIsRefused()
{
    QFETCH(QByteArray, sql);
    const auto contents = readBytes(changedBy(sql.constData()));
    QVERIFY(!contents);
    QCOMPARE(contents.error().code, ErrorCode::Unsupported);
}

void ForeignFileTest::aNewerFileIsRefused()
{
    const auto contents = readBytes(changedBy("PRAGMA user_version=99"));
    QVERIFY(!contents);
    QCOMPARE(contents.error().code, ErrorCode::Newer);
    for (const std::string& bytes : {std::string(), std::string("SQLite format 3"), std::string(4096, 'a')})
        QVERIFY(!readBytes(bytes));
}

void ForeignFileTest::mutatedFilesAreRefusedOrRead()
{
    const std::string sound = soundFile();
    std::mt19937 random(11);
    int read = 0;
    for (int round = 0; round < kRounds; ++round) {
        std::string bytes = sound;
        for (unsigned i = 0; i <= random() % 4; ++i)
            bytes[random() % bytes.size()] = static_cast<char>(random());
        if (round % 10 == 0)
            bytes.resize(random() % bytes.size());
        const auto contents = readBytes(bytes);
        read += contents ? 1 : 0;
        if (contents && contents->losses.empty() && !contents->documents.empty())
            QCOMPARE(contents->documents.front().text.text, sampleDocument().text);
    }
    QVERIFY2(read > kRounds / 20 && read < kRounds, qPrintable(QString::number(read)));
}

void ForeignFileTest::contentsComeBackThroughTheirBytes()
{
    auto contents = readBytes(soundFile());
    QVERIFY(contents);
    contents->documents.front().text.format = kLastDocumentFormat;
    const auto bytes = packCarried(*contents);
    const auto again = unpackCarried(bytes);
    QVERIFY2(again, again ? "" : again.error().message.c_str());
    QCOMPARE(packCarried(*again), bytes);
    QCOMPARE(again->documents.front().text.text, sampleDocument().text);
    QCOMPARE(again->createdAt, contents->createdAt);
    contents->documents.front().text.format = DocumentFormat(int(kLastDocumentFormat) + 1);
    QVERIFY(!unpackCarried(packCarried(*contents)));
}

void ForeignFileTest::cutOrFlippedBytesOfContentsAreRefusedOrConsistent()
{
    const auto contents = readBytes(soundFile());
    const auto bytes = packCarried(*contents);
    for (std::size_t size = 0; size < bytes.size(); size += 7)
        QVERIFY(!unpackCarried(std::span(bytes).first(size)));
    std::mt19937 random(5);
    for (int round = 0; round < 3000; ++round) {
        auto flipped = bytes;
        flipped[random() % flipped.size()] ^= static_cast<std::byte>(1u << random() % 8);
        const auto unpacked = unpackCarried(flipped);
        for (const auto& document : unpacked ? unpacked->documents : std::vector<CarriedDocument>())
            QVERIFY(isConsistent(document.text));
    }
}

QTEST_GUILESS_MAIN(ForeignFileTest)
#include "foreign_file_test.moc"
