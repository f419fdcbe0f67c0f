// Deleted questions are kept with all that belongs to them for thirty days, and shown nowhere meanwhile.
#include "storage/folders/session_folder.h"
#include "storage/rescue/carried_codec.h"
#include "storage/session/carried_session.h"
#include "storage/session/session_store.h"
#include "tests/support/session_samples.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>

using namespace cairn;
using namespace cairn::test;

namespace
{

constexpr std::int64_t kDay = std::int64_t{24} * 60 * 60 * 1000;

// A question with two answers, one that follows the first of them, and a clock.
struct Session
{
    TemporaryFolder folder;
    std::int64_t now = 1'700'000'000'000;
    std::unique_ptr<SessionStore> store;
    QuestionId first, second;
    std::vector<AnswerId> answers;
    Answer kept = sampleAnswer(3);

    Session()
    {
        store = *SessionStore::create(folder.path(), "Village", options());
        if (!store->addDocument(sampleDocument(5), {"whales.pdf", 1, 2}))
            qFatal("no document");
        kept.text = "The zanzibar lamp stands at the harbour.";
        first = *store->recordQuestion("Where is the quixotic lamp?", "{\"k\":4}");
        answers = {answer(first), answer(first)};
        second = *store->recordQuestion("And who lit it?", {}, answers[0]);
        answers.push_back(answer(second));
    }
    SessionStoreOptions options()
    {
        SessionStoreOptions made;
        made.now = [this] { return now; };
        return made;
    }
    AnswerId answer(QuestionId question)
    {
        const auto id = *store->beginAnswer(question, Strategy::Memory, "{}");
        if (!store->finishAnswer(id, kept, AnswerState::Finished, "{\"model\":\"m\"}"))
            qFatal("no answer");
        return id;
    }
    void reopen(const char* sql = nullptr)
    {
        store.reset();
        if (sql && !Database::open(folder.file("session.db"), {})->execute(sql))
            qFatal("not changed");
        store = *SessionStore::open(folder.path(), options());
    }
};

std::string bytesOf(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

class SessionDeletionTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aDeletedQuestionIsShownNowhere();
    void putBackItIsWhole();
    void afterThirtyDaysItIsGone();
    void onRequestItIsGoneAtOnce();
    void oneOfSeveralAnswersGoesAloneAndJoinsAgain();
    void aDamagedMarkDeletesNothing();
    void aDamagedAnswerCanBeDeletedAndPutBack();
    void carriedAlongItStaysDeleted();
    void aCopyToShareHasNothingOfIt();
    void aLostMarkTellsItself();
    void duplicatedMovedAndRenamedAllIsThere();
    void aSessionOfTheFormatBeforeIsMigratedWhenListed();
};

void SessionDeletionTest::aDeletedQuestionIsShownNowhere()
{
    Session session;
    QCOMPARE(session.store->search("quixotic")->size(), std::size_t{1});
    QCOMPARE(session.store->search("zanzibar")->size(), std::size_t{3});
    QVERIFY(session.store->setQuestionRemoved(session.first, true));
    for (int time = 0; time < 2; ++time) {
        QCOMPARE(session.store->questions()->size(), std::size_t{1});
        QCOMPARE(session.store->answers()->size(), std::size_t{1});
        QVERIFY(session.store->search("quixotic")->empty());
        QCOMPARE(session.store->search("zanzibar")->size(), std::size_t{1});
        const auto removed = *session.store->removedQuestions();
        QCOMPARE(removed.size(), std::size_t{1});
        QCOMPARE(removed[0].removedAt, std::int64_t{1'700'000'000'000});
        QCOMPARE(session.store->removedAnswers()->size(), std::size_t{2});
        QVERIFY(session.store->verify()->empty());
        QCOMPARE(summarizeSession(session.folder.path()).questions, 1u);
        QVERIFY(session.store->rebuildSearch());
        session.reopen();
    }
    const auto none = session.store->setQuestionRemoved(QuestionId(99), true);
    QVERIFY(!none && none.error().code == ErrorCode::NotFound);
}

void SessionDeletionTest::putBackItIsWhole()
{
    Session session;
    const auto questions = *session.store->questions();
    const auto answers = *session.store->answers();
    QVERIFY(session.store->setQuestionRemoved(session.first, true));
    session.now += 29 * kDay;
    session.reopen();
    QVERIFY(session.store->setQuestionRemoved(session.first, false));
    QVERIFY(session.store->setQuestionRemoved(session.first, false)); // twice is once
    session.reopen();
    const auto again = *session.store->questions();
    QCOMPARE(again.size(), questions.size());
    QCOMPARE(again[0].text, questions[0].text);
    QCOMPARE(again[0].options, questions[0].options);
    QCOMPARE(again[0].removedAt, std::int64_t{0});
    QVERIFY(again[1].follows == session.answers[0]);
    QCOMPARE(session.store->answers()->size(), answers.size());
    for (const AnswerId id : session.answers) {
        const auto answer = *session.store->loadAnswer(id);
        QCOMPARE(answer.text, session.kept.text);
        QCOMPARE(answer.citations.size(), session.kept.citations.size());
        QVERIFY(answer.trace.blocks == session.kept.trace.blocks && answer.trace.gates == session.kept.trace.gates);
    }
    QCOMPARE(session.store->search("quixotic")->size(), std::size_t{1});
    QCOMPARE(session.store->search("zanzibar")->size(), std::size_t{3});
    QVERIFY(session.store->verify()->empty() && session.store->removedQuestions()->empty());
}

void SessionDeletionTest::oneOfSeveralAnswersGoesAloneAndJoinsAgain()
{
    Session session;
    const auto hits = [&] { return session.store->search("zanzibar")->size(); };
    QCOMPARE(hits(), std::size_t{3});
    QVERIFY(session.store->setAnswerRemoved(session.answers[2]).error().code == ErrorCode::InvalidArgument);   // the only one
    QVERIFY(session.store->setAnswerRemoved(AnswerId(99)).error().code == ErrorCode::NotFound);
    session.now += kDay;
    const auto copy = session.store->setAnswerRemoved(session.answers[0]);
    QVERIFY(copy);
    session.reopen();
    QCOMPARE(session.store->answers()->size(), std::size_t{2});
    QCOMPARE(session.store->questions()->size(), std::size_t{2});
    QCOMPARE(hits(), std::size_t{2});
    QCOMPARE(session.store->removedQuestions()->size(), std::size_t{1});
    QVERIFY(session.store->removedQuestions()->front().text == "Where is the quixotic lamp?");
    QVERIFY(session.store->removedAnswers()->front().id == session.answers[0]);
    QVERIFY(session.store->setAnswerRemoved(session.answers[1]).error().code == ErrorCode::InvalidArgument);   // it is the only one now
    QVERIFY(session.store->verify()->empty());
    QVERIFY(*session.store->putQuestionBack(*copy) == session.first);
    session.reopen();
    QCOMPARE(session.store->answers()->size(), std::size_t{3});
    QVERIFY(session.store->answers()->front().question == session.first);
    QVERIFY(session.store->removedQuestions()->empty());
    QCOMPARE(session.store->questions()->size(), std::size_t{2});
    QCOMPARE(hits(), std::size_t{3});
    QCOMPARE(session.store->loadAnswer(session.answers[0])->text, session.kept.text);
    QVERIFY(session.store->verify()->empty());
    // Where its question is deleted, too, it comes back with the copy.
    const auto again = session.store->setAnswerRemoved(session.answers[1]);
    QVERIFY(again && session.store->setQuestionRemoved(session.first, true));
    QVERIFY(*session.store->putQuestionBack(*again) == *again);
    QCOMPARE(session.store->answers()->size(), std::size_t{2});
    QCOMPARE(hits(), std::size_t{2});
    QVERIFY(session.store->search("quixotic")->size() == 1);
    QVERIFY(session.store->verify()->empty());
    // After thirty days it is gone, and its question stays.
    Session old;
    QVERIFY(old.store->setAnswerRemoved(old.answers[1]));
    old.now += 31 * kDay;
    old.reopen();
    QVERIFY(old.store->removedQuestions()->empty());
    QCOMPARE(old.store->answers()->size(), std::size_t{2});
    QVERIFY(!old.store->loadAnswer(old.answers[1]));
}

void SessionDeletionTest::afterThirtyDaysItIsGone()
{
    Session session;
    QVERIFY(session.store->setQuestionRemoved(session.first, true));
    session.now += 10 * kDay;
    QVERIFY(session.store->setQuestionRemoved(session.second, true));
    session.now += 20 * kDay;
    session.reopen();
    QCOMPARE(session.store->removedQuestions()->size(), std::size_t{2}); // thirty days to the hour
    session.now += 1;
    session.reopen();
    QCOMPARE(session.store->removedQuestions()->size(), std::size_t{1});
    QCOMPARE(session.store->removedAnswers()->size(), std::size_t{1});
    QVERIFY(!session.store->loadAnswer(session.answers[0]));
    QVERIFY(session.store->verify()->empty());
    QVERIFY(session.store->setQuestionRemoved(session.second, false));
    QCOMPARE(session.store->questions()->size(), std::size_t{1});
}

void SessionDeletionTest::onRequestItIsGoneAtOnce()
{
    Session session;
    QVERIFY(session.store->setQuestionRemoved(session.first, true));
    QVERIFY(session.store->removeQuestion(session.first));
    QVERIFY(session.store->removedQuestions()->empty());
    QVERIFY(!session.store->setQuestionRemoved(session.first, false));
    QVERIFY(session.store->verify()->empty());
    QVERIFY(session.store->removeQuestion(session.second)); // one that was not deleted before
    QVERIFY(session.store->questions()->empty() && session.store->search("zanzibar")->empty());
}

// When it was deleted is not known any more: it stays until somebody says so.
void SessionDeletionTest::aDamagedMarkDeletesNothing()
{
    Session session;
    QVERIFY(session.store->setQuestionRemoved(session.first, true));
    session.reopen("UPDATE removed_question SET removed_at = 5");
    QCOMPARE(session.store->removedQuestions()->size(), std::size_t{1});
    QVERIFY(session.store->setQuestionRemoved(session.first, false));
    QCOMPARE(session.store->questions()->size(), std::size_t{2});
}

void SessionDeletionTest::aDamagedAnswerCanBeDeletedAndPutBack()
{
    Session session;
    session.reopen("UPDATE answer_piece SET data = x'41' || substr(data, 2) WHERE id = 1 << 32");
    QVERIFY(session.store->setQuestionRemoved(session.first, true));
    QVERIFY(session.store->search("quixotic")->empty());
    QCOMPARE(session.store->search("zanzibar")->size(), std::size_t{1});
    QVERIFY(session.store->setQuestionRemoved(session.first, false));
    QCOMPARE(session.store->search("zanzibar")->size(), std::size_t{2}); // the damaged one has no words to be found
}

void SessionDeletionTest::carriedAlongItStaysDeleted()
{
    Session session;
    QVERIFY(session.store->setQuestionRemoved(session.first, true));
    const Hash128 id = session.store->sessionId();
    session.store.reset();
    const auto contents = readCarried(*Database::open(session.folder.file("session.db"), {}), id);
    QVERIFY(contents);
    const auto unpacked = unpackCarried(packCarried(*contents));
    QVERIFY(unpacked);
    TemporaryFolder copy;
    QVERIFY(writeCarried(copy.path(), *unpacked));
    SessionStoreOptions options;
    options.access = Access::ReadOnly; // its clock is today's: thirty days are over
    const auto store = *SessionStore::open(copy.path(), options);
    QCOMPARE(store->removedQuestions()->size(), std::size_t{1});
    QCOMPARE(store->removedQuestions()->front().removedAt, session.now);
    QCOMPARE(store->removedAnswers()->size(), std::size_t{2});
    QCOMPARE(store->questions()->size(), std::size_t{1});
}

void SessionDeletionTest::aCopyToShareHasNothingOfIt()
{
    Session session;
    QVERIFY(session.store->setQuestionRemoved(session.first, true));
    TemporaryFolder whole, shared;
    QVERIFY(session.store->copyTo(whole.file("session.db")));
    const mode_t before = umask(0027);
    const auto copied = session.store->copyToShare(shared.file("session.db"));
    umask(before);
    QVERIFY(copied);
    const auto modeOf = [](const std::string& path) { return int(std::filesystem::status(path).permissions()); };
    QCOMPARE(modeOf(shared.file("session.db")), 0640);   // as other files that a person saves
    QCOMPARE(modeOf(whole.file("session.db")), 0600);
    QCOMPARE(int(std::distance(std::filesystem::directory_iterator(shared.path()), {})), 1);
    QVERIFY(bytesOf(whole.file("session.db")).find("quixotic") != std::string::npos);
    QCOMPARE(bytesOf(shared.file("session.db")).find("quixotic"), std::string::npos);
    const auto store = *SessionStore::open(shared.path());
    QVERIFY(store->removedQuestions()->empty() && store->verify()->empty());
    QCOMPARE(store->questions()->size(), std::size_t{1});
    QCOMPARE(store->search("zanzibar")->size(), std::size_t{1});
    QCOMPARE(session.store->removedQuestions()->size(), std::size_t{1}); // here it stays
}

void SessionDeletionTest::aLostMarkTellsItself()
{
    Session session;
    QVERIFY(session.store->setQuestionRemoved(session.first, true));
    session.reopen("DELETE FROM removed_question");
    QCOMPARE(session.store->problems().size(), std::size_t{1});
}

void SessionDeletionTest::aSessionOfTheFormatBeforeIsMigratedWhenListed()
{
    Session session;
    const char* const toOlder = "DROP TABLE removed_question; DROP TABLE note_kind; PRAGMA user_version = 4";
    session.reopen(toOlder);
    QCOMPARE(session.store->outcome(), OpenOutcome::Migrated);
    QVERIFY(session.store->verify()->empty());
    session.store.reset();
    QVERIFY(Database::open(session.folder.file("session.db"), {})->execute(toOlder));
    const SessionSummary summary = summarizeSession(session.folder.path());
    QCOMPARE(summary.problem, std::string());
    QCOMPARE(summary.questions, 2u);
}

void SessionDeletionTest::duplicatedMovedAndRenamedAllIsThere()
{
    TemporaryFolder root;
    const std::string folder = *makeSessionFolder(root.path(), "Village");
    {
        const auto store = *SessionStore::create(folder, "Village");
        const auto document = store->addDocument(sampleDocument(5), {"whales.pdf", 1, 2});
        QVERIFY(document);
        const auto gone = store->recordQuestion("Where is the quixotic lamp?");
        QVERIFY(gone && store->beginAnswer(*gone, Strategy::Memory) && store->recordQuestion("Who?"));
        QVERIFY(store->setQuestionRemoved(*gone, true));
        QVERIFY(store->addNote({*document, {0, 9}, {}, NoteKind::Pinned}));
        QVERIFY(store->setTitle("Hamlet"));
    }
    TemporaryFolder elsewhere;
    const auto copy = duplicateSession(folder, "Village, copy", root.path());
    const auto moved = moveSession(folder, elsewhere.path());
    QVERIFY(copy && moved);
    for (const std::string& place : {*copy, *moved}) {
        const auto store = *SessionStore::open(place);
        QCOMPARE(*store->title(), std::string(place == *copy ? "Village, copy" : "Hamlet"));
        QVERIFY(store->problems().empty() && store->verify()->empty());
        QCOMPARE(store->questions()->size(), std::size_t{1});
        QCOMPARE(store->removedQuestions()->size(), std::size_t{1});
        QVERIFY(store->notes()->front().note.kind == NoteKind::Pinned);
        QVERIFY(store->setQuestionRemoved(store->removedQuestions()->front().id, false));
        QCOMPARE(store->search("quixotic")->size(), std::size_t{1});
    }
}

QTEST_GUILESS_MAIN(SessionDeletionTest)
#include "session_deletion_test.moc"
