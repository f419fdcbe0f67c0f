// Someone else's session is read in the sandboxed worker, and what comes back is cleaned before it is written (reliability.md 3.5).
#include "app/session/foreign_session.h"
#include "app/session/session_register.h"
#include "storage/folders/session_folder.h"
#include "storage/session/session_store.h"
#include "tests/support/planted_answer.h"
#include "tests/support/session_samples.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

#include <sqlite3.h>

#include <algorithm>
#include <filesystem>

using namespace cairn;
using namespace cairn::test;

class ForeignSessionTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void aSessionComesInThroughTheSandbox();
    void itsFolderWillDoToo();
    void aTriggerIsRefusedByTheWorker();
    void anUnfinishedWriteIsRefused();
    void damageLosesRowsNotTheSession();
    void nothingIsLeftOfARefusal();
    void whatViewsCantShowIsTakenOut();
    void wrongPlacesComeInWithoutTheRest();
    void onlyOnesOwnSessionsAreKnown();

private:
    std::unique_ptr<TemporaryFolder> m_home;
};

namespace
{

const ImportOptions kWorker{{}, CAIRN_IMPORT_WORKER};

CanonicalText plainDocument()
{
    CanonicalText document;
    document.title = "On whales";
    document.text = "The whale sings. The sea listens.\n\nNobody else does.";
    document.units = {{"", {0, document.text.size()}}};
    document.paragraphs = {{{0, 33}, ParagraphKind::Text, 0}, {{35, document.text.size()}, ParagraphKind::Text, 0}};
    return document;
}

Answer plainAnswer()
{
    Answer answer;
    answer.text = "The whale sings.";
    answer.found = true;
    answer.citations.push_back({0, {0, 16}, "", "", "The whale sings.", 0.75, {0}, {0, 16}});
    answer.coverage = {1, 1, 1};
    return answer;
}

struct Theirs
{
    TemporaryFolder folder;
    std::string file = folder.file("session.db");

    explicit Theirs(const Answer& answer = plainAnswer())
    {
        auto store = SessionStore::create(folder.path(), "Theirs");
        const auto document = (*store)->addDocument(plainDocument(), {"/home/them/whale.pdf", 1, 2});
        const auto question = (*store)->recordQuestion("Who sings?", R"({"strategy":"reread"})");
        const auto begun = (*store)->beginAnswer(*question, Strategy::Reread);
        if (!(*store)->finishAnswer(*begun, answer, AnswerState::Finished, R"({"model":"x"})") ||
            !(*store)->setSetting("model", "/home/them/model")
            || !(*store)->addNote({*document, {4, 9}, "Mine"}))
            qFatal("no session");
    }
    void run(const char* sql) const
    {
        sqlite3* handle = nullptr;
        sqlite3_open(file.c_str(), &handle);
        if (sqlite3_exec(handle, sql, nullptr, nullptr, nullptr) != SQLITE_OK)
            qFatal("%s", sqlite3_errmsg(handle));
        sqlite3_close(handle);
    }
};

}  // namespace

void ForeignSessionTest::init()
{
    m_home = std::make_unique<TemporaryFolder>();
    qputenv("XDG_DATA_HOME", QByteArray::fromStdString(m_home->path()));
}

void ForeignSessionTest::aSessionComesInThroughTheSandbox()
{
    const Theirs theirs;
    const std::string before = fileContent(theirs.file);
    const auto session = bringInSession(theirs.file, {}, kWorker);
    QVERIFY2(session, session ? "" : session.error().message.c_str());
    QVERIFY2(session->losses.empty(), session->losses.empty() ? "" : session->losses.front().c_str());
    QVERIFY(session->folder.starts_with(defaultSessionsFolder()));
    QCOMPARE(fileContent(theirs.file), before);
    const auto store = SessionStore::open(session->folder);
    QVERIFY(store);
    QCOMPARE(*(*store)->title(), std::string("Theirs"));
    QCOMPARE(*(*store)->setting("model"), std::string());           // a path of another computer
    const auto documents = (*store)->documents();
    QCOMPARE(documents->size(), std::size_t{1});
    QCOMPARE(documents->front().source.path, std::string());
    QCOMPARE((*store)->loadDocument(documents->front().id)->text, plainDocument().text);
    const auto answer = (*store)->loadAnswer((*store)->answers()->front().id);
    QCOMPARE(answer->text, plainAnswer().text);
    QCOMPARE(answer->citations.size(), std::size_t{1});
    QCOMPARE(answer->question, std::string("Who sings?"));
    QCOMPARE((*store)->notes()->front().note.text, std::string("Mine"));
    QVERIFY(!(*store)->search("whale")->empty());                   // the index is built anew
}

void ForeignSessionTest::itsFolderWillDoToo()
{
    const Theirs theirs;
    const std::string target = m_home->file("mine");
    const auto session = bringInSession(theirs.folder.path(), target, kWorker);
    QVERIFY2(session, session ? "" : session.error().message.c_str());
    QCOMPARE(session->folder, target);
    QVERIFY(!bringInSession(theirs.folder.path(), target, kWorker));   // nothing is overwritten
    QVERIFY(!isForeignSession(target));
}

void ForeignSessionTest::aTriggerIsRefusedByTheWorker()
{
    const Theirs theirs;
    theirs.run("CREATE TRIGGER t AFTER INSERT ON note BEGIN DELETE FROM document; END");
    const auto session = bringInSession(theirs.file, {}, kWorker);
    QVERIFY(!session);
    QCOMPARE(session.error().code, ErrorCode::Unsupported);
}

void ForeignSessionTest::anUnfinishedWriteIsRefused()
{
    const Theirs theirs;
    writeContent(theirs.file + "-journal", "x");
    const auto session = bringInSession(theirs.file, {}, kWorker);
    QVERIFY(!session);
    QCOMPARE(session.error().code, ErrorCode::InvalidArgument);
}

void ForeignSessionTest::damageLosesRowsNotTheSession()
{
    const Theirs theirs;
    theirs.run("UPDATE note SET text = 'Yours'");   // its hash is not
    const auto session = bringInSession(theirs.file, {}, kWorker);
    QVERIFY(session);
    QCOMPARE(session->notes, std::uint32_t{0});
    QVERIFY(!session->losses.empty());
}

void ForeignSessionTest::nothingIsLeftOfARefusal()
{
    TemporaryFolder folder;
    writeContent(folder.file("session.db"), "no session");
    QVERIFY(!bringInSession(folder.file("session.db"), {}, kWorker));
    QVERIFY(!bringInSession(folder.file("missing"), {}, kWorker));
    QVERIFY(!std::filesystem::exists(defaultSessionsFolder()));
}

// Hashes that are right prove nothing: what a view would index with is looked at, too.
void ForeignSessionTest::wrongPlacesComeInWithoutTheRest()
{
    Answer wrongToken = plainAnswer(), wrongCitation = plainAnswer();
    wrongToken.tokens.push_back({1, {5000, 5001}, -0.5f, 0.5f, {}});
    wrongCitation.citations.push_back({0, {9000, 9001}, "", "", "Beyond.", 0.5, {0}, {0, 16}});
    for (const auto& [wrong, citations] : {std::pair(wrongToken, std::size_t{0}), {wrongCitation, std::size_t{1}}}) {
        const Theirs theirs;
        const Hash128 id = (*SessionStore::open(theirs.folder.path()))->sessionId();
        QVERIFY(plantAnswer(theirs.folder.path(), id, AnswerId(1), wrong));
        const auto session = bringInSession(theirs.file, {}, kWorker);
        QVERIFY2(session, session ? "" : session.error().message.c_str());
        QCOMPARE(session->losses, (std::vector<std::string>{"Answer 1 was recovered in part."}));
        const auto store = SessionStore::open(session->folder);
        const auto answer = (*store)->loadAnswer((*store)->answers()->front().id);
        QVERIFY(answer && answer->text == plainAnswer().text && answer->tokens.empty());
        QCOMPARE(answer->citations.size(), citations);
        QVERIFY((*store)->verify()->empty() && (*store)->notes()->size() == 1);
    }
}

void ForeignSessionTest::whatViewsCantShowIsTakenOut()
{
    CarriedSession contents;
    contents.settings = {{"title", "T"}, {"layout", "{}"}};
    contents.documents.push_back({DocumentId(1), plainDocument(), {"/etc/passwd", 1, 1}, -5});
    contents.documents.push_back({DocumentId(2), plainDocument(), {}, 0});
    contents.documents.back().text.text[3] = '\xFF';                                      // no UTF-8
    contents.questions.push_back({QuestionId(1), 1, {}, "Who?", "{\"a\":", false});       // no JSON
    contents.questions.push_back({QuestionId(2), 1, {}, std::string("a\0b", 3), {}, false});
    CarriedAnswer answer{{}, sampleAnswer()};                                            // citations and trace of other documents
    answer.record.context = "no json";
    contents.answers.push_back(answer);
    contents.answers.push_back({{}, plainAnswer()});
    contents.notes.push_back({1, 0, 0, {DocumentId(1), {5, 4}, "backwards"}, false});
    contents.notes.push_back({2, 0, 0, {DocumentId(1), {0, 4000}, "beyond"}, false});
    contents.notes.push_back({3, 0, 0, {DocumentId(9), {0, 4}, "of no document"}, false});
    contents.notes.push_back({4, 0, 0, {DocumentId(1), {0, 4}, "good"}, false});
    makeSafe(contents);
    QCOMPARE(contents.settings.size(), std::size_t{1});
    QCOMPARE(contents.documents.size(), std::size_t{1});
    QCOMPARE(contents.documents.front().source.path, std::string());
    QCOMPARE(contents.documents.front().importedAt, std::int64_t{0});
    QCOMPARE(contents.questions.size(), std::size_t{1});
    QCOMPARE(contents.questions.front().options, std::string());
    QCOMPARE(contents.answers.size(), std::size_t{2});
    QCOMPARE(contents.answers.front().answer.text, sampleAnswer().text);
    QVERIFY(contents.answers.front().answer.citations.empty() && contents.answers.front().answer.trace.tokens == 0);
    QCOMPARE(contents.answers.front().record.context, std::string());
    QCOMPARE(contents.answers.back().answer.citations.size(), std::size_t{1});
    QCOMPARE(contents.notes.size(), std::size_t{1});
    QVERIFY(contents.losses.size() >= 4);
}

void ForeignSessionTest::onlyOnesOwnSessionsAreKnown()
{
    const Theirs theirs;
    QVERIFY(isForeignSession(theirs.folder.path()));
    QVERIFY(registerSession(theirs.folder.path()));
    QVERIFY(!isForeignSession(theirs.folder.path()));
    QVERIFY(!isForeignSession(theirs.folder.path() + "/"));
    const Theirs other;                                       // another session in the same place is not the one that was known
    std::filesystem::copy_file(other.file, theirs.file, std::filesystem::copy_options::overwrite_existing);
    QVERIFY(isForeignSession(theirs.folder.path()));
    const auto own = makeSessionFolder(defaultSessionsFolder(), "mine");
    QVERIFY(own && !isForeignSession(*own));
}

QTEST_GUILESS_MAIN(ForeignSessionTest)
#include "foreign_session_test.moc"
