// A document that is taken out of a session keeps its place and its text; what points into it stays readable.
#include "storage/bytes/hashing.h"
#include "storage/folders/new_documents.h"
#include "storage/folders/session_folder.h"
#include "storage/rescue/carried_codec.h"
#include "storage/session/carried_session.h"
#include "storage/session/session_store.h"
#include "tests/support/session_samples.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

using namespace cairn;
using namespace cairn::test;

namespace
{

const Hash128 kKey{7, 7, 7};

// Tokens of 3 bytes behind 5 prefix tokens.
StreamMap mapOf(const std::vector<std::uint64_t>& bytes)
{
    StreamMapData map{4, 5, {}, std::vector<std::uint32_t>(5, 0)};
    for (const std::uint64_t size : bytes) {
        const std::uint64_t begin = map.ends.size();
        for (std::uint64_t at = 0; at < size; at += 3)
            map.ends.push_back(static_cast<std::uint32_t>(std::min(at + 3, size)));
        map.documentTokens.emplace_back(begin, map.ends.size());
    }
    return StreamMap(map);
}

CanonicalText named(const char* word, int paragraphs)
{
    CanonicalText text = sampleDocument(paragraphs);
    text.text.replace(0, 9, word);   // "Paragraph"
    text.title = word;
    return text;
}

// Two documents, their map, and an answer from that memory.
struct Session
{
    TemporaryFolder folder;
    std::unique_ptr<SessionStore> store;
    std::vector<DocumentId> documents;
    std::vector<std::uint64_t> bytes;
    AnswerId answer;

    Session()
    {
        store = *SessionStore::create(folder.path(), "Village");
        for (const CanonicalText& text : {named("Alphabets", 3), named("Betaverse", 5)}) {
            documents.push_back(*store->addDocument(text, {text.title + ".md", 1, 2}));
            bytes.push_back(text.text.size());
        }
        if (!store->setStreamMap(kKey, mapOf(bytes)))
            qFatal("no map");
        answer = ask();
    }
    AnswerId ask()
    {
        const auto id = *store->beginAnswer(*store->recordQuestion("Who?"), Strategy::Memory);
        if (!store->finishAnswer(id, sampleAnswer(2), AnswerState::Finished, "{}"))
            qFatal("no answer");
        return id;
    }
    void remove(std::size_t document, bool removed = true)
    {
        if (!store->setDocumentRemoved(documents[document], removed))
            qFatal("not removed");
    }
    void reopen(const char* sql = nullptr)
    {
        store.reset();
        if (sql && !Database::open(folder.file("session.db"), {})->execute(sql))
            qFatal("not changed");
        store = *SessionStore::open(folder.path());
    }
    AnswerRecord record(AnswerId id) const
    {
        for (const AnswerRecord& one : *store->answers())
            if (one.id == id)
                return one;
        return {};
    }
};

}  // namespace

class SessionRemovalTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aRemovedDocumentKeepsItsPlaceAndText();
    void itIsNeitherFoundNorCounted();
    void takenBackItIsAsBefore();
    void whatWasReadIsCountedAnew();
    void theLastDocumentStays();
    void answersKeepTheMapOfTheirMemory();
    void answersKeepTheMapOfOtherBlocks();
    void answersKeepTheMapThoughDocumentsCameSince();
    void aMapGoesWithItsLastAnswer();
    void theSameTextMayComeAgainBehindTheOthers();
    void theSameBytesAreNoNewDocument();
    void theSameTextStandsElsewhereInItsFile();
    void aDamagedOneCanBeRemoved();
    void carriedAlongItStaysRemoved();
    void aLostMarkTellsItself();
    void aSessionOfTheFormatBeforeIsMigrated();
};

void SessionRemovalTest::aRemovedDocumentKeepsItsPlaceAndText()
{
    Session session;
    session.remove(0);
    session.reopen();
    const auto records = *session.store->documents();
    QCOMPARE(records.size(), std::size_t{2});
    QVERIFY(records[0].isRemoved() && !records[1].isRemoved());
    QVERIFY(records[0].removedAt > records[0].importedAt - 1000);
    QCOMPARE(session.store->loadDocument(session.documents[0])->text, named("Alphabets", 3).text);
    QVERIFY(session.store->verify()->empty());
}

void SessionRemovalTest::itIsNeitherFoundNorCounted()
{
    Session session;
    QCOMPARE(session.store->search("alphabets")->size(), std::size_t{1});
    session.remove(0);
    QVERIFY(session.store->search("alphabets")->empty());
    QCOMPARE(session.store->search("betaverse")->size(), std::size_t{1});
    QCOMPARE(*session.store->documentsHash(), contentHash(named("Betaverse", 5).text));
    QCOMPARE(summarizeSession(session.folder.path()).documents, std::vector<std::string>{"Betaverse"});
    QVERIFY(session.store->rebuildSearch());
    QVERIFY(session.store->search("alphabets")->empty());
}

void SessionRemovalTest::takenBackItIsAsBefore()
{
    Session session;
    const Hash128 before = *session.store->documentsHash();
    session.remove(0);
    QVERIFY(*session.store->documentsHash() != before);
    session.remove(0, false);
    QCOMPARE(*session.store->documentsHash(), before);
    QVERIFY(!session.store->documents()->front().isRemoved());
    QCOMPARE(session.store->search("alphabets")->size(), std::size_t{1});
    QVERIFY(session.store->verify()->empty());
}

// A memory of the other documents is not this one's: a list that says "read" would promise what an opening can't keep.
void SessionRemovalTest::whatWasReadIsCountedAnew()
{
    Session session;
    const Hash128 other{9, 9, 9};
    QVERIFY(session.store->acknowledgeBlocks({other, 40, 40}));
    QVERIFY(session.store->acknowledgeBlocks({kKey, 100, 100}));
    session.remove(1);
    session.remove(1, false);
    QCOMPARE(summarizeSession(session.folder.path()).storedBlocks, 0u);
    QCOMPARE(summarizeSession(session.folder.path()).totalBlocks, 100u);   // "0 % read"
    const auto memories = session.store->memories();
    QVERIFY(memories && memories->size() == 2);
    QVERIFY(memories->front().key == other && memories->front().storedBlocks == 0);
    QVERIFY(session.store->acknowledgeBlocks({kKey, 60, 100}));            // what was left of it
    QCOMPARE(summarizeSession(session.folder.path()).storedBlocks, 60u);
}

void SessionRemovalTest::theLastDocumentStays()
{
    Session session;
    session.remove(0);
    const auto last = session.store->setDocumentRemoved(session.documents[1], true);
    QVERIFY(!last && last.error().code == ErrorCode::InvalidArgument);
    const auto none = session.store->setDocumentRemoved(DocumentId(99), true);
    QVERIFY(!none && none.error().code == ErrorCode::NotFound);
}

// Its blocks are counted in the map of its memory; an answer that is given afterwards has the new one.
void SessionRemovalTest::answersKeepTheMapOfTheirMemory()
{
    Session session;
    const StreamMap before = mapOf(session.bytes), after = mapOf({0, session.bytes[1]});
    QVERIFY(!session.record(session.answer).earlierMap);
    session.remove(0);
    QVERIFY(!*session.store->streamMap());                     // until the engine tells it
    QVERIFY(session.store->setStreamMap({8}, after));
    const AnswerId later = session.ask();
    session.reopen();
    QVERIFY(session.record(session.answer).earlierMap && !session.record(later).earlierMap);
    QCOMPARE((*session.store->streamMapOf(session.record(session.answer)))->map.data(), before.data());
    QCOMPARE((*session.store->streamMapOf(session.record(session.answer)))->memoryKey, kKey);
    QCOMPARE((*session.store->streamMapOf(session.record(later)))->map.data(), after.data());

    session.remove(0, false);                                  // a third memory: two earlier ones are known
    QVERIFY(session.store->addDocument(sampleDocument(4), {}));   // an earlier map is of fewer documents
    QCOMPARE((*session.store->streamMapOf(session.record(session.answer)))->map.data(), before.data());
    QCOMPARE((*session.store->streamMapOf(session.record(later)))->map.data(), after.data());
    QCOMPARE(session.store->earlierMaps()->size(), std::size_t{2});
}

// Read again by a model with blocks of another size. A map that only goes on counts the same blocks.
void SessionRemovalTest::answersKeepTheMapOfOtherBlocks()
{
    Session session;
    const StreamMap before = mapOf(session.bytes);
    QVERIFY(session.store->setStreamMap({8}, before));
    QVERIFY(session.store->addDocument(sampleDocument(4), {}));
    const StreamMap longer = mapOf({session.bytes[0], session.bytes[1], sampleDocument(4).text.size()});
    QVERIFY(session.store->setStreamMap({9}, longer));
    QVERIFY(!session.record(session.answer).earlierMap);
    StreamMapData wider = longer.data();
    wider.blockTokens = 5;
    const AnswerId begun = *session.store->beginAnswer(*session.store->recordQuestion("And?"), Strategy::Memory);
    QVERIFY(session.store->setStreamMap({10}, StreamMap(wider)));
    const AnswerId later = session.ask();
    session.reopen();
    QVERIFY(session.record(session.answer).earlierMap && !session.record(later).earlierMap && !session.record(begun).earlierMap);
    QCOMPARE((*session.store->streamMapOf(session.record(session.answer)))->map.data(), longer.data());
    QCOMPARE((*session.store->streamMapOf(session.record(later)))->map.data(), wider);
}

// As where another version of its file takes a document's place: it comes in before the old one is taken out.
void SessionRemovalTest::answersKeepTheMapThoughDocumentsCameSince()
{
    Session session;
    const StreamMapData before = mapOf(session.bytes).data();
    const CanonicalText other = named("Betaverses", 6);
    QVERIFY(replaceDocument(*session.store, session.documents[1], {&other, {"Betaverse.md", 3, 4}}));
    session.reopen();
    const auto earlier = session.store->earlierMaps();
    const auto row = session.record(session.answer).earlierMap;
    QVERIFY(earlier && row && earlier->contains(*row));
    QCOMPARE(earlier->at(*row).map.data(), before);
    QVERIFY(!*session.store->streamMap());
}

void SessionRemovalTest::aMapGoesWithItsLastAnswer()
{
    Session session;
    session.remove(0);
    QCOMPARE(session.store->earlierMaps()->size(), std::size_t{1});
    QVERIFY(session.store->removeQuestion(session.record(session.answer).question));
    QVERIFY(session.store->earlierMaps()->empty());
    const AnswerId next = session.ask();                       // gets the number of the one that went
    QCOMPARE(next, session.answer);
    QVERIFY(!session.record(next).earlierMap);
}

void SessionRemovalTest::theSameTextMayComeAgainBehindTheOthers()
{
    Session session;
    const CanonicalText again = named("Alphabets", 3);
    const std::vector<NewDocument> offered = {{&again, {"Alphabets.md", 1, 2}}};
    QVERIFY(takeDocuments(*session.store, offered)->added.empty());
    const SourceFile source = session.store->documents()->front().source;   // known as it is now
    QVERIFY(source.path == "Alphabets.md" && source.bytes == 1 && source.modifiedNs == 2);
    session.remove(0);
    QCOMPARE(takeDocuments(*session.store, offered)->added.size(), std::size_t{1});
    const auto records = *session.store->documents();
    QCOMPARE(records.size(), std::size_t{3});
    QVERIFY(records[0].isRemoved() && !records[2].isRemoved());
}

void SessionRemovalTest::theSameBytesAreNoNewDocument()
{
    Session session;
    const CanonicalText first = named("Tidebooks", 5), later = named("Otherwise", 6);
    const Hash128 bytes{1, 2, 3};
    const std::vector<NewDocument> offered = {{&first, {"tides.md", 9, 1, bytes}}};
    QCOMPARE(takeDocuments(*session.store, offered)->added.size(), std::size_t{1});
    QCOMPARE(session.store->documents()->back().source.bytesHash, bytes);
    const std::vector<NewDocument> again = {{&later, {"tides.md", 9, 2, bytes}}};   // touched, and reading files has changed
    const auto taken = takeDocuments(*session.store, again);
    QVERIFY2(taken, taken ? "" : taken.error().message.c_str());
    QVERIFY(taken->added.empty());
    QCOMPARE(taken->known, std::vector<std::string>{"Tidebooks"});
    QCOMPARE(session.store->documents()->back().source.modifiedNs, std::int64_t{2});
    const std::vector<NewDocument> other = {{&later, {"tides.md", 9, 3, {4}}}};
    QVERIFY(!takeDocuments(*session.store, other));   // an older state of this file is held
    session.reopen("UPDATE setting SET value = 'nonsense' WHERE name LIKE 'source_hash/%'");
    QCOMPARE(session.store->documents()->back().source.bytesHash, Hash128{});
}

void SessionRemovalTest::theSameTextStandsElsewhereInItsFile()
{
    Session session;
    const DocumentRecord record = session.store->documents()->front();
    CanonicalText text = *session.store->loadDocument(record.id);
    QVERIFY(!text.runs.empty());
    text.runs.back().sourceBegin += 7;
    text.outline.clear();   // no place
    QVERIFY(session.store->setDocumentPlaces(record.id, text));
    const CanonicalText stored = *session.store->loadDocument(record.id);
    QCOMPARE(stored.runs.back().sourceBegin, text.runs.back().sourceBegin);
    QVERIFY(session.store->verify()->empty());
    text.text.back() = '?';
    QVERIFY(!session.store->setDocumentPlaces(record.id, text));
    text = stored;
    text.runs.back().unit = 1000;
    QVERIFY(!session.store->setDocumentPlaces(record.id, text));
}

void SessionRemovalTest::aDamagedOneCanBeRemoved()
{
    Session session;
    session.reopen("UPDATE document_piece SET data = x'41' || substr(data, 2) WHERE id = 1 << 32");
    session.remove(0);
    QVERIFY(session.store->documents()->front().isRemoved());
    QVERIFY(session.store->search("alphabets")->empty());
}

void SessionRemovalTest::carriedAlongItStaysRemoved()
{
    Session session;
    session.remove(0);
    QVERIFY(session.store->setStreamMap({8}, mapOf({0, session.bytes[1]})));
    const AnswerId later = session.ask();
    const Hash128 id = session.store->sessionId();
    session.store.reset();
    const auto contents = readCarried(*Database::open(session.folder.file("session.db"), {}), id);
    QVERIFY(contents);
    const auto unpacked = unpackCarried(packCarried(*contents));
    QVERIFY(unpacked);
    TemporaryFolder copy;
    QVERIFY(writeCarried(copy.path(), *unpacked));
    const auto store = *SessionStore::open(copy.path());
    QVERIFY(store->documents()->front().isRemoved() && !store->documents()->back().isRemoved());
    const auto answers = *store->answers();
    QCOMPARE(answers.size(), std::size_t{2});
    QVERIFY(answers[0].earlierMap && !*store->streamMapOf(answers[0]));   // that it was another memory is known, its map is not
    QVERIFY(!answers[1].earlierMap);
    Q_UNUSED(later);
}

void SessionRemovalTest::aLostMarkTellsItself()
{
    Session session;
    session.remove(0);
    session.reopen("DELETE FROM removed_document");
    QCOMPARE(session.store->problems().size(), std::size_t{1});
}

void SessionRemovalTest::aSessionOfTheFormatBeforeIsMigrated()
{
    Session session;
    session.reopen("DROP TABLE removed_document; DROP TABLE answer_map; DROP TABLE back_link; DROP TABLE removed_question; "
                   "DROP TABLE note_kind; PRAGMA user_version = 2");
    QCOMPARE(session.store->outcome(), OpenOutcome::Migrated);
    QVERIFY(session.store->verify()->empty());
    QCOMPARE((*session.store->streamMap())->map.data(), mapOf(session.bytes).data());
    session.remove(0);
    QVERIFY(session.record(session.answer).earlierMap);
}

QTEST_GUILESS_MAIN(SessionRemovalTest)
#include "session_removal_test.moc"
