// SessionStore gives back what was put in, field by field, and says so only after the commit.
#include "storage/blocks/block_store.h"
#include "storage/bytes/hashing.h"
#include "storage/records/answer_columns.h"
#include "storage/records/document_columns.h"
#include "storage/session/session_store.h"
#include "tests/support/error_code.h"
#include "tests/support/session_samples.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

#include <algorithm>
#include <thread>

using namespace cairn;
using namespace cairn::test;

namespace
{

bool equalColumns(const std::vector<Column>& a, const std::vector<Column>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const Column& x, const Column& y) { return x.number == y.number && x.bytes == y.bytes; });
}

// A fixed clock: times are compared.
SessionStoreOptions atTime(std::int64_t now)
{
    SessionStoreOptions options;
    options.now = [now] { return now; };
    return options;
}

struct Session
{
    TemporaryFolder folder;
    std::unique_ptr<SessionStore> store;

    Session()
    {
        auto created = SessionStore::create(folder.path(), "Whales", atTime(1000));
        if (!created)
            qFatal("%s", created.error().message.c_str());
        store = std::move(*created);
    }
    void reopen(std::int64_t now = 2000)
    {
        store.reset();
        auto opened = SessionStore::open(folder.path(), atTime(now));
        if (!opened)
            qFatal("%s", opened.error().message.c_str());
        store = std::move(*opened);
    }
};

}  // namespace

class SessionStoreTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void documentComesBackFieldByField();
    void formatsComeBack();
    void longTextIsCutAndJoined();
    void documentsKeepTheirOrderAndHash();
    void addingIsStoppedAndNothingIsAdded();
    void documentWithWrongMapIsRefused();
    void aDamagedTextIsRestoredAndNoOtherOne_data();
    void aDamagedTextIsRestoredAndNoOtherOne();
    void answerComesBackFieldByField();
    void deepTracesAreKeptAndOthersStayAsTheyWere();
    void answerGrowsWhileItIsWritten();
    void answerCutByACrashIsInterrupted();
    void contradictoryTraceIsRefused();
    void notesSettingsAndMemoriesComeBack();
    void searchFindsWordsInTextsAndConversation();
    void removedThingsAreNotFoundAnyMore();
    void secondWriterIsRefusedOrReadsOnly();
    void sessionOfANewerProgramIsReadAndNotChanged();
    void copyHoldsTheSame();
    void quotesInASearchAreWordsNotSyntax();
};

void SessionStoreTest::addingIsStoppedAndNothingIsAdded()
{
    TemporaryFolder folder(TemporaryFolder::On::Memory);
    const auto store = SessionStore::create(folder.path(), "Title");
    QVERIFY(store);
    const CanonicalText large = sampleDocument(60'000), small = sampleDocument(2);
    const NewDocument documents[] = {{&small, {}}, {&large, {}}};
    for (const int ms : {0, 50}) {
        std::stop_source stop;
        std::jthread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(ms));
            stop.request_stop();
        });
        if (ms == 0)
            stopper.join();
        const auto added = (*store)->addDocuments(documents, stop.get_token());
        QVERIFY(!added);
        QCOMPARE(added.error().code, ErrorCode::Cancelled);
        QVERIFY((*store)->documents()->empty());
        QVERIFY((*store)->verify()->empty());
    }
    QVERIFY((*store)->addDocuments({documents, 1}, std::stop_token()));   // and the store goes on
    QCOMPARE((*store)->documents()->size(), std::size_t{1});
}

void SessionStoreTest::formatsComeBack()
{
    Session session;
    CanonicalText text = sampleDocument();
    text.format = DocumentFormat::Odt;
    QVERIFY(session.store->addDocument(text, {"/books/whale.odt", 1, 1}));
    session.reopen();
    const auto records = session.store->documents();
    QVERIFY(records && records->size() == 1);
    QVERIFY(!records->front().damaged && records->front().format == DocumentFormat::Odt);
}

void SessionStoreTest::documentComesBackFieldByField()
{
    Session session;
    const CanonicalText text = sampleDocument();
    const auto id = session.store->addDocument(text, {"/books/whale.pdf", 12345, 1700000000123456789});
    QVERIFY(id);
    session.reopen();
    const auto records = session.store->documents();
    QVERIFY(records);
    QCOMPARE(records->size(), std::size_t{1});
    const DocumentRecord& record = records->front();
    QVERIFY(record.id == *id && !record.damaged && record.format == DocumentFormat::Pdf);
    QCOMPARE(record.title, text.title);
    QCOMPARE(record.author, text.author);
    QCOMPARE(record.source.path, std::string("/books/whale.pdf"));
    QCOMPARE(record.source.bytes, std::uint64_t{12345});
    QCOMPARE(record.source.modifiedNs, std::int64_t{1700000000123456789});
    QCOMPARE(record.importedAt, std::int64_t{1000});
    QCOMPARE(record.units, 3u);
    QCOMPARE(record.headings, 2u);
    QCOMPARE(record.textBytes, std::uint64_t{text.text.size()});
    QVERIFY(record.contentHash == contentHash(text.text));

    const auto loaded = session.store->loadDocument(*id);
    QVERIFY(loaded);
    QCOMPARE(loaded->text, text.text);
    QCOMPARE(loaded->title, text.title);
    QCOMPARE(loaded->units.size(), text.units.size());
    for (std::size_t i = 0; i < text.units.size(); ++i)
        QVERIFY(loaded->units[i].label == text.units[i].label && loaded->units[i].text == text.units[i].text);
    QCOMPARE(loaded->runs.size(), text.runs.size());
    for (std::size_t i = 0; i < text.runs.size(); ++i) {
        const PositionRun &a = loaded->runs[i], &b = text.runs[i];
        QVERIFY(a.canonical == b.canonical && a.unit == b.unit && a.verbatim == b.verbatim);
        QVERIFY(a.sourceBegin == b.sourceBegin && a.sourceLength == b.sourceLength);
    }
    for (std::size_t i = 0; i < text.paragraphs.size(); ++i) {
        const Paragraph &a = loaded->paragraphs[i], &b = text.paragraphs[i];
        QVERIFY(a.text == b.text && a.kind == b.kind && a.level == b.level);
    }
    QCOMPARE(loaded->outline.size(), std::size_t{2});
    QCOMPARE(loaded->outline[1].text, std::string("Middle"));
    QCOMPARE(loaded->outline[1].begin, text.outline[1].begin);
    QCOMPARE(loaded->warnings, text.warnings);
    QVERIFY(session.store->verify()->empty());
}

void SessionStoreTest::longTextIsCutAndJoined()
{
    Session session;
    const CanonicalText text = sampleDocument(60'000);   // 3 MB: several pieces
    QVERIFY(text.text.size() > 3'000'000);
    const auto id = session.store->addDocument(text, {});
    QVERIFY(id);
    session.reopen();
    const auto loaded = session.store->loadDocument(*id);
    QVERIFY(loaded);
    QVERIFY(equalColumns(packDocument(*loaded), packDocument(text)));
}

void SessionStoreTest::documentsKeepTheirOrderAndHash()
{
    Session session;
    CanonicalText first = sampleDocument(), second = sampleDocument(3);
    second.title = "Second";
    QVERIFY(session.store->addDocument(first, {}));
    QCOMPARE(*session.store->documentsHash(), contentHash(first.text));
    QVERIFY(session.store->addDocument(second, {}));
    const auto records = session.store->documents();
    QVERIFY(records && records->size() == 2);
    QCOMPARE((*records)[1].title, std::string("Second"));
    const Hash128 forward[] = {contentHash(first.text), contentHash(second.text)};
    const Hash128 backward[] = {forward[1], forward[0]};
    QCOMPARE(*session.store->documentsHash(), documentsHash(forward));
    QVERIFY(documentsHash(forward) != documentsHash(backward));
}

void SessionStoreTest::documentWithWrongMapIsRefused()
{
    Session session;
    CanonicalText text = sampleDocument();
    text.paragraphs.back().text.end = text.text.size() + 1;
    QCOMPARE(codeOf(session.store->addDocument(text, {})), ErrorCode::InvalidArgument);
    QVERIFY(session.store->documents()->empty());
}

void SessionStoreTest::aDamagedTextIsRestoredAndNoOtherOne_data()
{
    QTest::addColumn<QString>("words");
    QTest::newRow("text") << QStringLiteral("One more sentence.");
    QTest::newRow("entry") << QStringLiteral("Second title");
}

void SessionStoreTest::aDamagedTextIsRestoredAndNoOtherOne()
{
    QFETCH(QString, words);
    Session session;
    CanonicalText text = sampleDocument(), other = text;
    text.title = "Second title";
    text.text += " One more sentence.";
    other.text += " Another one there.";
    const auto id = session.store->addDocument(text, {"/there.txt", 1, 2});
    QVERIFY(id);
    session.store.reset();
    std::string bytes = fileContent(session.folder.file("session.db"));
    bytes[bytes.find(words.toStdString()) + 3] ^= 1;
    writeContent(session.folder.file("session.db"), bytes);
    session.reopen();
    QCOMPARE(codeOf(session.store->loadDocument(*id)), ErrorCode::Corruption);
    QCOMPARE(codeOf(session.store->restoreDocument(*id, other)), ErrorCode::InvalidArgument);
    QCOMPARE(codeOf(session.store->loadDocument(*id)), ErrorCode::Corruption);
    QVERIFY(session.store->restoreDocument(*id, text));
    session.reopen();
    const auto restored = session.store->loadDocument(*id);
    QVERIFY(restored && equalColumns(packDocument(*restored), packDocument(text)));
    QCOMPARE(restored->title, text.title);
    QCOMPARE(session.store->documents()->front().source.path, std::string("/there.txt"));
    QVERIFY(session.store->verify()->empty());
}

void SessionStoreTest::answerComesBackFieldByField()
{
    Session session;
    const auto question = session.store->recordQuestion("Who speaks?", "{\"k\":16}");
    QVERIFY(question);
    const Answer answer = sampleAnswer(40);
    const auto id = session.store->beginAnswer(*question, answer.strategy, "{}");
    QVERIFY(id);
    QVERIFY(session.store->finishAnswer(*id, answer, AnswerState::Finished, "{\"device\":\"CPU\"}"));
    const auto follow = session.store->recordQuestion("And then?", {}, *id);
    QVERIFY(follow);
    session.reopen();

    const auto questions = session.store->questions();
    QVERIFY(questions && questions->size() == 2);
    QCOMPARE((*questions)[0].text, std::string("Who speaks?"));
    QCOMPARE((*questions)[0].options, std::string("{\"k\":16}"));
    QVERIFY(!(*questions)[0].follows && (*questions)[1].follows == *id);
    const auto answers = session.store->answers();
    QVERIFY(answers && answers->size() == 1);
    const AnswerRecord& record = answers->front();
    QVERIFY(record.state == AnswerState::Finished && record.strategy == Strategy::Memory && record.question == *question);
    QCOMPARE(record.context, std::string("{\"device\":\"CPU\"}"));
    QVERIFY(record.traceBytes > 1000);

    const auto loaded = session.store->loadAnswer(*id);
    QVERIFY(loaded);
    QCOMPARE(loaded->question, std::string("Who speaks?"));
    QCOMPARE(loaded->text, answer.text);
    QVERIFY(loaded->found && loaded->stopped && loaded->strategy == answer.strategy);
    QCOMPARE(loaded->tokens[3].id, answer.tokens[3].id);
    QCOMPARE(loaded->tokens[3].topBlocks, answer.tokens[3].topBlocks);
    QCOMPARE(loaded->passages, answer.passages);
    QCOMPARE(loaded->citations[0].section, answer.citations[0].section);
    QCOMPARE(loaded->citations[0].blocks, answer.citations[0].blocks);
    QVERIFY(loaded->citations[0].range == answer.citations[0].range && loaded->citations[0].answerRange == answer.citations[0].answerRange);
    QVERIFY(loaded->quotations[0].verbatim && loaded->quotations[0].range == answer.quotations[0].range);
    QCOMPARE(loaded->coverage.opened, 40u);
    QCOMPARE(loaded->firstTokenMs, 99.25);
    QCOMPARE(loaded->trace.blocks, answer.trace.blocks);
    QCOMPARE(loaded->trace.gates, answer.trace.gates);
    QCOMPARE(loaded->trace.ties, answer.trace.ties);
    QCOMPARE(loaded->trace.heatWeights, answer.trace.heatWeights);
    QVERIFY(!answer.trace.innerWeights.empty());
    QCOMPARE(loaded->trace.innerRecords, answer.trace.innerRecords);
    QCOMPARE(loaded->trace.innerWeights, answer.trace.innerWeights);
    QCOMPARE(loaded->trace.lookedAt, answer.trace.lookedAt);
    QCOMPARE(loaded->trace.rereadOffsets, answer.trace.rereadOffsets);
    QVERIFY(loaded->trace.mode == answer.trace.mode && loaded->trace.attention == answer.trace.attention);
    QVERIFY(loaded->trace.scan == ScanWay::TwoLevel && answer.trace.scan == ScanWay::TwoLevel);
    QVERIFY(equalColumns(packAnswer(*loaded), packAnswer(answer)));   // and all other fields
    const auto plain = session.store->loadAnswerWithoutTrace(*id);
    QVERIFY(plain && plain->text == answer.text && plain->trace.blocks.empty());
    QVERIFY(session.store->verify()->empty());
}

void SessionStoreTest::deepTracesAreKeptAndOthersStayAsTheyWere()
{
    Session session;
    Answer deep = sampleAnswer();
    const auto ordinary = packAnswer(deep);
    QVERIFY(std::all_of(ordinary.begin(), ordinary.end(), [](const Column& column) { return column.number <= 22; }));
    deep.trace = deepened(deep.trace);
    const auto question = session.store->recordQuestion("Who speaks?", "{}");
    QVERIFY(question);
    const auto id = session.store->beginAnswer(*question, deep.strategy, "{}");
    QVERIFY(id && session.store->finishAnswer(*id, deep, AnswerState::Finished, "{}"));
    session.reopen();
    const auto loaded = session.store->loadAnswer(*id);
    QVERIFY(loaded && loaded->trace.isDeep() && !loaded->trace.nearBlocks.empty());
    QVERIFY(equalColumns(packAnswer(*loaded), packAnswer(deep)));
    QCOMPARE(packAnswer(*loaded).size(), ordinary.size() + 4);
    QVERIFY(session.store->verify()->empty());
    deep.trace.nearScores.pop_back();   // a trace that contradicts itself is never stored
    QVERIFY(!session.store->finishAnswer(*id, deep, AnswerState::Finished, "{}"));
}

void SessionStoreTest::answerGrowsWhileItIsWritten()
{
    Session session;
    const auto question = session.store->recordQuestion("Who?");
    const auto id = session.store->beginAnswer(*question, Strategy::Memory);
    QVERIFY(id);
    for (const std::uint32_t tokens : {1u, 50u, 3000u, 20u}) {   // up to several pieces a column, and back
        Answer answer = sampleAnswer(tokens);
        answer.trace = sampleTrace(tokens, 10, 4, 8);
        QVERIFY(session.store->updateAnswer(*id, answer));
        const auto loaded = session.store->loadAnswer(*id);
        QVERIFY(loaded);
        QVERIFY(equalColumns(packAnswer(*loaded), packAnswer(answer)));
    }
    QVERIFY(session.store->verify()->empty());
}

void SessionStoreTest::answerCutByACrashIsInterrupted()
{
    Session session;
    const auto question = session.store->recordQuestion("Who?");
    const auto id = session.store->beginAnswer(*question, Strategy::Memory);
    QVERIFY(session.store->updateAnswer(*id, sampleAnswer(3)));
    session.reopen();
    QVERIFY(session.store->answers()->front().state == AnswerState::Interrupted);
    QCOMPARE(session.store->loadAnswer(*id)->text, sampleAnswer(3).text);
    QCOMPARE(session.store->search("leviathan2")->size(), std::size_t{1});
}

void SessionStoreTest::contradictoryTraceIsRefused()
{
    Session session;
    const auto question = session.store->recordQuestion("Who?");
    const auto id = session.store->beginAnswer(*question, Strategy::Memory);
    Answer answer = sampleAnswer();
    answer.trace.gates.pop_back();
    QCOMPARE(codeOf(session.store->updateAnswer(*id, answer)), ErrorCode::InvalidArgument);
    QCOMPARE(session.store->loadAnswer(*id)->text, std::string());
}

void SessionStoreTest::notesSettingsAndMemoriesComeBack()
{
    Session session;
    const auto document = session.store->addDocument(sampleDocument(), {});
    const auto note = session.store->addNote({*document, {3, 9}, "Look here"});
    QVERIFY(note);
    QVERIFY(session.store->setTitle("Leviathan"));
    QVERIFY(session.store->setSetting("model", "starter"));
    MemoryRecord memory{{}, 46, 100};
    memory.key.fill(7);
    QVERIFY(session.store->acknowledgeBlocks(memory));
    memory.storedBlocks = 92;
    QVERIFY(session.store->acknowledgeBlocks(memory));
    session.reopen();
    QCOMPARE(*session.store->title(), std::string("Leviathan"));
    QCOMPARE(*session.store->setting("model"), std::string("starter"));
    QCOMPARE(*session.store->setting("none"), std::string());
    const auto memories = session.store->memories();
    QVERIFY(memories && memories->size() == 1);
    QCOMPARE(memories->front().storedBlocks, 92u);
    QVERIFY(session.store->changeNote(*note, {*document, {3, 12}, "Look there"}));
    const auto notes = session.store->notes();
    QVERIFY(notes && notes->size() == 1);
    QVERIFY(notes->front().createdAt == 1000 && notes->front().changedAt == 2000);
    QVERIFY(notes->front().note.text == "Look there" && notes->front().note.range == (ByteRange{3, 12}));
    QVERIFY(session.store->search("here")->empty());
    QCOMPARE(session.store->search("there")->size(), std::size_t{1});
    QVERIFY(session.store->removeNote(*note));
    QVERIFY(session.store->notes()->empty());
    QVERIFY(session.store->verify()->empty());
}

void SessionStoreTest::searchFindsWordsInTextsAndConversation()
{
    Session session;
    const CanonicalText text = sampleDocument();
    const auto document = session.store->addDocument(text, {});
    const auto question = session.store->recordQuestion("Which ocean?");
    const auto answer = session.store->beginAnswer(*question, Strategy::Memory);
    QVERIFY(session.store->finishAnswer(*answer, sampleAnswer(), AnswerState::Finished, {}));
    auto hits = session.store->search("number17");
    QVERIFY(hits && hits->size() == 1);
    QVERIFY(hits->front().kind == SearchKind::Document && hits->front().owner == document->value);
    QVERIFY(hits->front().range == text.paragraphs[17].text);
    QCOMPARE(session.store->search("CAIRN", 1000)->size(), std::size_t{40});
    QCOMPARE(session.store->search("oce")->size(), std::size_t{1});
    hits = session.store->search("leviathan3 leviathan1");
    QVERIFY(hits && hits->size() == 1 && hits->front().kind == SearchKind::Answer);
    QVERIFY(session.store->search("absent")->empty());
    QVERIFY(session.store->rebuildSearch());
    QCOMPARE(session.store->search("cairn", 1000)->size(), std::size_t{40});
    QCOMPARE(session.store->search("leviathan3")->size(), std::size_t{1});
}

void SessionStoreTest::removedThingsAreNotFoundAnyMore()
{
    Session session;
    const auto question = session.store->recordQuestion("Which ocean?");
    const auto answer = session.store->beginAnswer(*question, Strategy::Memory);
    QVERIFY(session.store->finishAnswer(*answer, sampleAnswer(), AnswerState::Finished, {}));
    QVERIFY(session.store->removeQuestion(*question));
    QVERIFY(session.store->questions()->empty() && session.store->answers()->empty());
    QVERIFY(session.store->search("ocean")->empty());
    QCOMPARE(codeOf(session.store->loadAnswer(*answer)), ErrorCode::NotFound);
    QVERIFY(session.store->verify()->empty());
}

void SessionStoreTest::secondWriterIsRefusedOrReadsOnly()
{
    Session session;
    QCOMPARE(codeOf(SessionStore::open(session.folder.path())), ErrorCode::Busy);
    SessionStoreOptions second;
    second.readOnlyWhenLocked = true;
    const auto reader = SessionStore::open(session.folder.path(), second);
    QVERIFY(reader);
    QVERIFY((*reader)->outcome() == OpenOutcome::Locked && !(*reader)->canWrite());
    QCOMPARE(*(*reader)->title(), std::string("Whales"));
    QCOMPARE(codeOf((*reader)->setTitle("x")), ErrorCode::Busy);
    QVERIFY(session.store->setTitle("Moby"));
    QCOMPARE(*(*reader)->title(), std::string("Moby"));
}

void SessionStoreTest::sessionOfANewerProgramIsReadAndNotChanged()
{
    Session session;
    const std::string path = session.folder.file("session.db");
    session.store.reset();
    QVERIFY(Database::open(path, {})->execute("PRAGMA user_version=99"));
    const auto newer = SessionStore::open(session.folder.path());
    QVERIFY(newer && (*newer)->outcome() == OpenOutcome::NewerReadable);
    QCOMPARE(*(*newer)->title(), std::string("Whales"));
    QCOMPARE(codeOf((*newer)->setTitle("x")), ErrorCode::Newer);
}

void SessionStoreTest::copyHoldsTheSame()
{
    Session session;
    QVERIFY(session.store->addDocument(sampleDocument(), {}));
    TemporaryFolder other;
    QVERIFY(session.store->copyTo(other.file("session.db")));
    QCOMPARE(codeOf(session.store->copyTo(other.file("session.db"))), ErrorCode::InvalidArgument);
    const auto copy = SessionStore::open(other.path());
    QVERIFY(copy);
    QVERIFY((*copy)->verify()->empty());
    QCOMPARE((*copy)->loadDocument((*copy)->documents()->front().id)->text, sampleDocument().text);
}

void SessionStoreTest::quotesInASearchAreWordsNotSyntax()
{
    Session session;
    QVERIFY(session.store->addDocument(sampleDocument(), {}));
    for (const char* query : {"\"", "cairn\" OR \"", "NEAR(", "body:cairn", "*", "^", "-", ""})
        QVERIFY2(session.store->search(query), query);
}

QTEST_GUILESS_MAIN(SessionStoreTest)
#include "session_store_test.moc"
