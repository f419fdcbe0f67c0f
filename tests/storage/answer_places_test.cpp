// A stored answer or note that points to what is not there is refused when it is read, by name, and the rest of the session is not.
#include "storage/records/answer_places.h"
#include "storage/records/trace_columns.h"
#include "storage/rescue/salvage.h"
#include "storage/session/carried_session.h"
#include "storage/session/session_store.h"
#include "tests/support/error_code.h"
#include "tests/support/planted_answer.h"
#include "tests/support/session_samples.h"
#include "tests/support/temporary_folder.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <filesystem>

using namespace cairn;
using namespace cairn::test;

using Change = void (*)(Answer&);
Q_DECLARE_METATYPE(Change)

class AnswerPlacesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wrongPlacesAreRefused_data();
    void wrongPlacesAreRefused();
    void wrongTracesAreRefused_data();
    void wrongTracesAreRefused();
    void rightPlacesAreRead_data();
    void rightPlacesAreRead();
    void documentsMayComeAndGo();
    void wrongNotesAreDamaged();
    void placesInALostDocumentAreLeftOut();
    void aThousandAnswersAreCheckedAtOnce();
};

namespace
{

constexpr std::uint64_t kFar = 1u << 30, kBackwards = ~std::uint64_t{0} - 5;   // a length with which the end lies before the begin

// The sample's words behind a character of two bytes; they point into two documents.
Answer soundAnswer()
{
    Answer answer = sampleAnswer();
    answer.text = "\xC3\xA5" + answer.text;
    for (AnswerToken& token : answer.tokens)
        token.text = {token.text.begin + 2, token.text.end + 2};
    answer.tokens.front().text.begin = 0;
    return answer;
}

struct Session
{
    TemporaryFolder root{TemporaryFolder::On::Memory};
    std::string folder = root.file("whale");
    std::unique_ptr<SessionStore> store;
    std::vector<AnswerId> answers;

    Session()
    {
        std::filesystem::create_directory(folder);
        auto created = SessionStore::create(folder, "Whales");
        if (!created)
            qFatal("no session");
        store = std::move(*created);
        for (const int paragraphs : {40, 10})
            if (!store->addDocument(sampleDocument(paragraphs), {}))
                qFatal("no document");
        for (int i = 0; i < 3; ++i) {
            answers.push_back(*store->beginAnswer(*store->recordQuestion("Who?"), Strategy::Memory));
            if (!store->finishAnswer(answers.back(), soundAnswer(), AnswerState::Finished, "{}"))
                qFatal("no answer");
        }
    }
    void plant(const Answer& answer)
    {
        const Hash128 id = store->sessionId();
        store.reset();
        if (!plantAnswer(folder, id, answers[1], answer))
            qFatal("not planted");
        reopen();
    }
    void reopen()
    {
        store.reset();
        auto opened = SessionStore::open(folder);
        if (!opened)
            qFatal("%s", opened.error().message.c_str());
        store = std::move(*opened);
    }
    bool othersAreRead() const
    {
        const auto first = store->loadAnswer(answers[0]), last = store->loadAnswer(answers[2]);
        return first && last && first->text == soundAnswer().text && last->citations.size() == 2 && last->trace.tokens > 0;
    }
};

bool isCorruption(const Result<Answer>& answer) { return codeOf(answer) == ErrorCode::Corruption; }

std::vector<std::string> problemsOf(const Session& session) { return *session.store->verify(); }

}  // namespace

void AnswerPlacesTest::wrongPlacesAreRefused_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<bool>("ofDocuments");   // else of the answer itself
    const auto row = [](const char* name, Change change, bool ofDocuments = false) { QTest::newRow(name) << change << ofDocuments; };
    row("a token behind the text", [](Answer& a) { a.tokens[1].text = {kFar, kFar + 3}; });
    row("a token that ends behind it", [](Answer& a) { a.tokens.back().text.end += 1; });
    row("a token that ends before it begins", [](Answer& a) { a.tokens[1].text.end = a.tokens[1].text.begin + kBackwards; });
    row("a token that begins in a character", [](Answer& a) { a.tokens[0].text.begin = 1; });
    row("a token that ends in a character", [](Answer& a) { a.tokens[0].text = {0, 1}; });
    row("a token's block", [](Answer& a) { a.tokens[2].topBlocks.back() = kMostStoredBlocks; });
    row("a cited sentence behind the text", [](Answer& a) { a.citations[0].answerRange = {0, a.text.size() + 1}; });
    row("a cited sentence that ends before it begins", [](Answer& a) { a.citations[0].answerRange = {8, 3}; });
    row("a cited sentence in a character", [](Answer& a) { a.citations[1].answerRange.begin = 1; });
    row("a cited block", [](Answer& a) { a.citations[0].blocks[1] = kNoBlock; });
    row("a cited page", [](Answer& a) { a.citations[0].page = "\xFF"; });
    row("a cited section", [](Answer& a) { a.citations[0].section = "\xC3"; });
    row("cited words", [](Answer& a) { a.citations[0].text = "\xED\xA0\x80"; });
    row("quoted words behind the text", [](Answer& a) { a.quotations[0].answerRange = {kFar, kFar}; });
    row("quoted words in a character", [](Answer& a) { a.quotations[0].answerRange.begin = 1; });
    row("a citation behind its document", [](Answer& a) { a.citations[0].range = {kFar, kFar + 1}; }, true);
    row("a citation that ends behind it", [](Answer& a) { a.citations[0].range.end = sampleDocument(10).text.size() + 1; }, true);
    row("a citation that ends before it begins", [](Answer& a) { a.citations[1].range = {9, 2}; }, true);
    row("a quotation behind its document", [](Answer& a) { a.quotations[0].range.end = kFar; }, true);
    row("a passage behind its document", [](Answer& a) { a.passages[1].range.end = kFar; }, true);
    row("a passage that ends before it begins", [](Answer& a) { a.passages[0].range = {90, 3}; }, true);
}

void AnswerPlacesTest::wrongPlacesAreRefused()
{
    QFETCH(const Change, change);
    QFETCH(const bool, ofDocuments);
    Session session;
    Answer wrong = soundAnswer();
    change(wrong);
    session.plant(wrong);
    QVERIFY(isCorruption(session.store->loadAnswerWithoutTrace(session.answers[1])));
    QVERIFY(isCorruption(session.store->loadAnswer(session.answers[1])));
    QVERIFY(session.othersAreRead());
    QVERIFY(session.store->problems().empty());   // no hash is wrong
    QCOMPARE(problemsOf(session), (std::vector<std::string>{"Answer 2 is damaged."}));
    if (!ofDocuments)   // nor is it written by us
        QCOMPARE(codeOf(session.store->finishAnswer(session.answers[0], wrong, AnswerState::Finished, "{}")), ErrorCode::InvalidArgument);
    session.store.reset();

    const auto recovered = recoverSession(session.folder);   // its words are not lost
    QVERIFY2(recovered, recovered ? "" : recovered.error().message.c_str());
    QCOMPARE(recovered->losses, (std::vector<std::string>{"Answer 2 was recovered in part."}));
    const auto store = SessionStore::open(recovered->folder);
    QVERIFY(store && (*store)->verify()->empty());
    const auto answer = (*store)->loadAnswer((*store)->answers()->at(1).id);
    QVERIFY(answer && answer->text == wrong.text);
    QVERIFY(ofDocuments ? answer->trace.tokens > 0 && answer->tokens.size() == wrong.tokens.size() : answer->tokens.empty());
}

void AnswerPlacesTest::wrongTracesAreRefused_data()
{
    QTest::addColumn<Change>("change");
    const auto row = [](const char* name, Change change) { QTest::newRow(name) << change; };
    row("of more tokens", [](Answer& a) { a.trace = sampleTrace(6); });
    row("of fewer tokens", [](Answer& a) { a.trace = sampleTrace(4); });
    row("of blocks beyond all", [](Answer& a) { a.trace.documentBlocks = kMostStoredBlocks + 1; });
    row("a block opened", [](Answer& a) { a.trace.blocks[3] = kNoBlock - 1; });
    row("a block read again", [](Answer& a) { a.trace.rereadBlocks[0] = kNoBlock - 1; });
    row("a block of word heat", [](Answer& a) { a.trace.heatBlocks[0] = kMostStoredBlocks; });
    row("a near miss", [](Answer& a) {
        a.trace = deepened(a.trace);
        a.trace.nearBlocks.back() = kMostStoredBlocks;
    });
}

void AnswerPlacesTest::wrongTracesAreRefused()
{
    QFETCH(const Change, change);
    Session session;
    Answer wrong = soundAnswer();
    change(wrong);
    session.plant(wrong);
    QVERIFY(isCorruption(session.store->loadAnswer(session.answers[1])));
    const auto words = session.store->loadAnswerWithoutTrace(session.answers[1]);
    QVERIFY(words && words->citations.size() == 2 && session.othersAreRead());
    QCOMPARE(problemsOf(session), (std::vector<std::string>{"The trace of answer 2 is damaged."}));
    QCOMPARE(codeOf(session.store->finishAnswer(session.answers[0], wrong, AnswerState::Finished, "{}")), ErrorCode::InvalidArgument);
    session.store.reset();
    const auto recovered = recoverSession(session.folder);
    QVERIFY(recovered && recovered->losses == (std::vector<std::string>{"Answer 2 was recovered in part."}));
    const auto store = SessionStore::open(recovered->folder);
    const auto answer = (*store)->loadAnswer((*store)->answers()->at(1).id);
    QVERIFY(answer && answer->trace.tokens == 0 && answer->tokens.size() == 5 && answer->citations.size() == 2);
}

void AnswerPlacesTest::rightPlacesAreRead_data()
{
    QTest::addColumn<Change>("change");
    const auto row = [](const char* name, Change change) { QTest::newRow(name) << change; };
    row("as they are", [](Answer&) {});
    row("withheld: other words, nothing of what was written", [](Answer& a) { a = {}, a.text = "The text does not say."; });
    row("declined in the model's own words", [](Answer& a) { a.citations.clear(), a.quotations.clear(), a.found = false; });
    row("stopped before a word came", [](Answer& a) { a = {}, a.stopped = true, a.passages = {{0, {0, 5}}}; });
    row("without a trace", [](Answer& a) { a.trace = {}; });
    row("combined of a sweep's parts", [](Answer& a) { a.trace = {}, a.tokens.clear(), a.citations[0].answerRange = {0, a.text.size()}; });
    row("tokens of an incomplete character", [](Answer& a) { a.tokens[0].text = {0, 0}, a.tokens[1].text = {0, 2}; });
    row("all that there is", [](Answer& a) {
        a.citations[0].range = {0, sampleDocument(10).text.size()};
        a.citations[1].range = {sampleDocument(40).text.size(), sampleDocument(40).text.size()};
        a.citations[1].answerRange = {a.text.size(), a.text.size()};
    });
    row("words that stand nowhere", [](Answer& a) { a.quotations[0].verbatim = false, a.quotations[0].range = {kFar, kFar}; });
    row("a block behind those of the documents", [](Answer& a) { a.trace.blocks[3] = 5000, a.trace.blocks[7] = kNoBlock; });
    row("a document whose record was lost", [](Answer& a) { a.citations[0].document = 2, a.citations[0].range = {kFar, kFar + 1}; });
}

void AnswerPlacesTest::rightPlacesAreRead()
{
    QFETCH(const Change, change);
    Session session;
    Answer right = soundAnswer();
    change(right);
    const bool written = session.store->finishAnswer(session.answers[1], right, AnswerState::Finished, "{}").has_value();
    QVERIFY(written);
    session.reopen();
    const auto loaded = session.store->loadAnswer(session.answers[1]);
    QVERIFY2(loaded, loaded ? "" : loaded.error().message.c_str());
    QVERIFY(loaded->text == right.text && loaded->citations.size() == right.citations.size() && loaded->trace.blocks == right.trace.blocks);
    QVERIFY(problemsOf(session).empty() && session.othersAreRead());
}

// What an answer cites of a document that was removed stays; that of one that came later, by another program too, is read at once.
void AnswerPlacesTest::documentsMayComeAndGo()
{
    Session session;
    SessionStoreOptions reading;
    reading.access = Access::ReadOnly;
    const auto beside = SessionStore::open(session.folder, reading);
    QVERIFY(beside && (*beside)->loadAnswer(session.answers[0]));
    QVERIFY(session.store->setDocumentRemoved(session.store->documents()->at(1).id, true));
    QVERIFY(session.othersAreRead() && (*beside)->loadAnswer(session.answers[1]));
    const CanonicalText longer = sampleDocument(90);
    QVERIFY(session.store->addDocument(longer, {}));
    Answer later = soundAnswer();
    later.citations[0].document = 2;
    later.citations[0].range = {longer.text.size() - 4, longer.text.size()};
    QVERIFY(session.store->finishAnswer(session.answers[1], later, AnswerState::Finished, "{}"));
    QVERIFY(session.store->loadAnswer(session.answers[1]) && (*beside)->loadAnswer(session.answers[1]));
    later.citations[0].range.end += 1;
    QVERIFY(session.store->finishAnswer(session.answers[1], later, AnswerState::Finished, "{}"));
    QVERIFY(isCorruption(session.store->loadAnswer(session.answers[1])) && isCorruption((*beside)->loadAnswer(session.answers[1])));
    QVERIFY(session.othersAreRead());
}

void AnswerPlacesTest::wrongNotesAreDamaged()
{
    Session session;
    const auto documents = *session.store->documents();
    const std::uint64_t size = documents[1].textBytes;
    QCOMPARE(size, sampleDocument(10).text.size());
    const std::vector<ByteRange> ranges{{0, size}, {size, size}, {0, size + 1}, {9, 2}, {kBackwards, 3}, {kFar, kFar}};
    for (const ByteRange& range : ranges)
        QVERIFY(session.store->addNote({documents[1].id, range, "Mine"}));
    QVERIFY(session.store->addNote({DocumentId(77), {0, 1}, "Mine"}));
    session.reopen();
    std::vector<bool> damaged;
    for (const NoteRecord& note : *session.store->notes())
        damaged.push_back(note.damaged);
    QCOMPARE(damaged, (std::vector<bool>{false, false, true, true, true, true, true}));
    QCOMPARE(problemsOf(session).size(), std::size_t{5});
    QCOMPARE(problemsOf(session).front(), std::string("Note 3 is damaged."));
    session.store.reset();
    const auto recovered = recoverSession(session.folder);
    QVERIFY(recovered && recovered->notes == 2 && recovered->losses.size() == 5);
}

void AnswerPlacesTest::placesInALostDocumentAreLeftOut()
{
    Session session;
    const Hash128 id = session.store->sessionId();
    session.store.reset();
    const auto database = Database::open(session.folder + "/session.db", {});
    QVERIFY(database && database->execute("DELETE FROM document_piece WHERE id >> 32 = 1"));
    const auto contents = readCarried(*database, id);
    QVERIFY(contents);
    QCOMPARE(contents->documents.size(), std::size_t{1});
    QCOMPARE(contents->answers.size(), std::size_t{3});
    for (const CarriedAnswer& part : contents->answers) {
        QVERIFY(part.answer.citations.size() == 1 && part.answer.passages.size() == 1 && part.answer.quotations.size() == 1);
        QVERIFY(part.answer.citations[0].section == "Beginning > Middle" && part.answer.citations[0].document == 0);   // of the second one
        QVERIFY(part.answer.passages[0].document == 0 && part.answer.quotations[0].document == 0);
        QVERIFY(part.answer.trace.tokens > 0);
    }
    QCOMPARE(contents->losses.size(), std::size_t{4});
}

// What the check adds is small beside reading an answer. Wide bounds: other programs run.
void AnswerPlacesTest::aThousandAnswersAreCheckedAtOnce()
{
    const Answer answer = sampleAnswer(300);   // 3.7 KB, as long as answers get
    const std::vector<std::uint64_t> sizes(100, kFar);
    bool good = true;
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < 1000; ++i)
        good = good && isCoherent(answer) && placesExist(answer, sizes);
    QVERIFY(good);
    qInfo("1,000 answers of 300 tokens: %lld ms", timer.elapsed());
    QVERIFY(timer.elapsed() < 1000);
}

QTEST_GUILESS_MAIN(AnswerPlacesTest)
#include "answer_places_test.moc"
