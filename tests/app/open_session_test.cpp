// A session that documents are added to: what was read stays, reading goes on behind it, and a kill in between loses nothing.
#include "app/session/block_list.h"
#include "storage/database/database.h"
#include "storage/folders/session_folder.h"
#include "tests/app/village.h"
#include "tests/support/chat_model.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/without_rights.h"

#include <QFile>
#include <QTest>

#include <map>

using namespace cairn;
using namespace cairn::test;

namespace
{

using RowHashes = std::map<std::int64_t, std::int64_t>;   // of blocks.db, by layer and block

}  // namespace

class OpenSessionTest : public QObject
{
    Q_OBJECT
private:
    TemporaryFolder m_model;

    EngineWishes wishes() const { return modelAlone(m_model.path()); }

    // Reads to the end, or until `blocks` are finished.
    void read(OpenSession& session, std::uint32_t blocks = 0) const
    {
        if (auto attached = session.attachEngine(wishes(), true); !attached)
            qFatal("%s", attached.error().error.message.c_str());
        std::stop_source stop;
        const auto done = session.read([&](const ReadProgress&) {
            if (blocks > 0 && session.memory().blocks() >= blocks)
                stop.request_stop();
        }, stop.get_token());
        if (done.has_value() == (blocks > 0))
            qFatal("reading ended otherwise than asked for");
    }

    static RowHashes rowHashes(const std::string& folder)
    {
        RowHashes hashes;
        const auto database = Database::open(blocksPath(folder), {});
        auto rows = database ? database->prepare("SELECT id, hash FROM block_row") : database.error();
        for (auto row = rows ? rows->step() : rows.error(); row && *row; row = rows->step())
            hashes[rows->integer(0)] = rows->integer(1);
        return hashes;
    }

private Q_SLOTS:
    void initTestCase() { ChatModel model(m_model.path()); }
    void aModelWithoutTokenizerIsRefused();
    void rowsOfEarlierBlocksStayAsTheyAre();
    void addingWhileHalfReadReadsBoth();
    void aKillBehindAddingLosesNothing();
    void aDocumentShorterThanABlockIsReadAtOpening();
    void documentsStandInTheOrderOfAdding();
    void blocksAreNamedByDocument();
    void blocksAreNamedByPrintedPagesOfABook();
    void theSameTextIsNotTakenTwice();
    void anOlderStateOfAFileIsRefused();
    void aFlippedByteIsFoundAndTheBlockComputedAnew_data();
    void aFlippedByteIsFoundAndTheBlockComputedAnew();
    void aMemoryGivenUpIsReadAgainInTheSameWay();
    void whereNothingCanBeWrittenItIsAskedAll();
    void whereNothingCanBeWrittenWhatHasToBeReadIsRefused();
};

void OpenSessionTest::aModelWithoutTokenizerIsRefused()
{
    const TemporaryFolder place, mute;
    const ChatModel model(mute.path());
    std::filesystem::remove(mute.file("tokenizer.json"));
    const auto session = openVillage(place.file("session"));
    QVERIFY(session->adopt({villageDocument("Alpha", 10)}));
    EngineWishes wishes = this->wishes();
    wishes.model.model = mute.path();
    const auto attached = session->attachEngine(wishes, true);
    QVERIFY(!attached && attached.error().stage == Stage::Model);
    QVERIFY2(attached.error().error.message.find("tokenizer") != std::string::npos, attached.error().error.message.c_str());
}

void OpenSessionTest::rowsOfEarlierBlocksStayAsTheyAre()
{
    const TemporaryFolder place;
    const std::string folder = place.file("session");
    std::uint64_t firstTokens = 0;
    Hash128 firstKey{};
    {
        const auto session = openVillage(folder);
        QVERIFY(session->adopt({villageDocument("Alpha", 60)}));
        read(*session);
        firstTokens = session->memory().regularTokens();
        firstKey = session->blocks().key();
        QVERIFY(firstTokens % session->stream().blockTokens() != 0);   // the open block goes on, too
    }
    const RowHashes before = rowHashes(folder);
    QVERIFY(before.size() > 40);
    {
        const auto session = openVillage(folder);
        const auto adopted = session->adopt({villageDocument("Beta", 40)});
        QVERIFY(adopted && adopted->added == std::vector<std::size_t>{0});
        QVERIFY(session->attachEngine(wishes(), false));
        QCOMPARE(session->memory().regularTokens(), firstTokens);
        QVERIFY(!session->isRead());
        QVERIFY(session->blocks().key() != firstKey);
        read(*session);
        QVERIFY(session->isRead());
        const auto damage = session->blocks().verify();
        QVERIFY(damage && damage->empty());
        const auto memories = session->store().memories();
        QVERIFY(memories && memories->back().key == session->blocks().key());
        QCOMPARE(memories->back().storedBlocks, session->stream().blocks());
    }
    const RowHashes after = rowHashes(folder);
    QVERIFY(after.size() > before.size() + 20);
    for (const auto& [row, hash] : before)
        QCOMPARE(after.at(row), hash);
}

void OpenSessionTest::addingWhileHalfReadReadsBoth()
{
    const TemporaryFolder place;
    const std::string folder = place.file("session"), whole = place.file("whole");
    {
        const auto session = openVillage(folder);
        QVERIFY(session->adopt({villageDocument("Alpha", 120)}));
        read(*session, 20);
    }
    {
        const auto session = openVillage(folder);
        QVERIFY(session->adopt({villageDocument("Beta", 30)}));
        QVERIFY(session->attachEngine(wishes(), true));
        const std::uint64_t resumed = session->memory().regularTokens();
        QVERIFY(resumed > 0 && resumed < session->stream().tokens().size() / 2);
        read(*session);
    }
    {
        const auto session = openVillage(whole);
        QVERIFY(session->adopt({villageDocument("Alpha", 120), villageDocument("Beta", 30)}));
        read(*session);
        const auto added = openVillage(folder);
        QVERIFY(added->attachEngine(wishes(), false));
        QVERIFY(added->isRead());
        QVERIFY(added->blocks().key() == session->blocks().key());
        // Cut at the same window ends, so the same numbers: adding early is reading both at once.
        std::vector<std::byte> one(session->memory().shape().rowBytes()), other(one.size());
        for (std::uint32_t block = 0; block < session->stream().blocks(); ++block) {
            QVERIFY(session->blocks().readRow(LayerIndex(1), BlockId(block), one));
            QVERIFY(added->blocks().readRow(LayerIndex(1), BlockId(block), other));
            QVERIFY2(one == other, qPrintable(QString::number(block)));
        }
    }
}

// The text is committed, the memory knows nothing of it yet; then the reading of it is cut off.
void OpenSessionTest::aKillBehindAddingLosesNothing()
{
    const TemporaryFolder place;
    const std::string folder = place.file("session");
    {
        const auto session = openVillage(folder);
        QVERIFY(session->adopt({villageDocument("Alpha", 60)}));
        read(*session);
    }
    const RowHashes before = rowHashes(folder);
    QVERIFY(openVillage(folder)->adopt({villageDocument("Beta", 90)}));
    const auto reach = static_cast<std::uint32_t>(before.rbegin()->first >> 8) + 20;
    read(*openVillage(folder), reach);
    const RowHashes cut = rowHashes(folder);
    QVERIFY(cut.size() > before.size());
    const auto session = openVillage(folder);
    QCOMPARE(session->records().size(), std::size_t{2});
    read(*session);
    QVERIFY(session->isRead());
    const RowHashes after = rowHashes(folder);
    for (const RowHashes* earlier : {&before, &cut}) {
        for (const auto& [row, hash] : *earlier)
            QCOMPARE(after.at(row), hash);
    }
}

// It stands in the open block: no block would tell that it is not read.
void OpenSessionTest::aDocumentShorterThanABlockIsReadAtOpening()
{
    const TemporaryFolder place;
    const std::string folder = place.file("session");
    const auto session = openVillage(folder);
    const auto isShort = [&] { return session->stream().tokens().size() % session->stream().blockTokens() <= 20; };
    for (std::size_t paragraphs = 20; session->records().empty() || !isShort(); ++paragraphs) {
        QVERIFY(session->adopt({villageDocument("Alpha" + std::to_string(paragraphs), paragraphs)}));
        read(*session);
    }
    ImportedDocument note = villageDocument("Note", 0);
    note.text.text = "Ferry: Helga.";
    note.text.paragraphs = {{{0, note.text.text.size()}, {}, 0}};
    QVERIFY(session->adopt({note}));
    const std::uint32_t blocks = session->stream().blocks();
    QVERIFY(session->attachEngine(wishes(), false));
    QCOMPARE(session->stream().blocks(), blocks);
    QVERIFY(session->isRead());
}

void OpenSessionTest::documentsStandInTheOrderOfAdding()
{
    const TemporaryFolder place;
    const std::string folder = place.file("session");
    QVERIFY(openVillage(folder)->adopt({villageDocument("Beta", 3), villageDocument("Alpha", 3)}));
    QVERIFY(openVillage(folder)->adopt({villageDocument("Aardvark", 3)}));
    const auto session = openVillage(folder);
    QVERIFY(session->attachEngine(wishes(), true));
    std::vector<std::string> titles;
    for (const DocumentRecord& record : session->records())
        titles.push_back(record.title);
    QCOMPARE(titles, (std::vector<std::string>{"Beta", "Alpha", "Aardvark"}));
    QCOMPARE(session->stream().documents(), 3u);
    QVERIFY(session->stream().text(2).starts_with("Aardvark"));
}

void OpenSessionTest::blocksAreNamedByDocument()
{
    const TemporaryFolder place;
    const auto session = openVillage(place.file("session"));
    std::vector<ImportedDocument> documents = {villageDocument("Alpha", 20), villageDocument("Beta", 20)};
    for (ImportedDocument& one : documents) {
        one.text.format = DocumentFormat::Pdf;
        one.text.units = {{"1", {0, 300}}, {one.text.title == "Alpha" ? "2" : "ii", {300, one.text.text.size()}}};
    }
    QVERIFY(session->adopt(documents));
    QVERIFY(session->attachEngine(wishes(), true));
    const DocumentStream& stream = session->stream();
    const auto blocks = [&](const char* list) { return parseBlockList(list, stream, session->documents()); };
    const std::uint32_t second = stream.firstBlockOf(1).value;
    const auto first = blocks("d0"), last = blocks("d1");
    QVERIFY(first && last);
    QCOMPARE(first->front().value, stream.firstBlockOf(0).value);
    QCOMPARE(first->back().value, second);   // in which both have words
    QCOMPARE(last->front().value, second);
    QCOMPARE(last->back().value, stream.pieces() - 1);
    QCOMPARE(allOthers(stream, *first).front().value, second + 1);
    QCOMPARE(allOthers(stream, *first).back().value, stream.pieces() - 1);
    QVERIFY(stream.pieces() > stream.blocks());
    QVERIFY(blocks(std::to_string(stream.pieces() - 1).c_str()) && !blocks(std::to_string(stream.pieces()).c_str()));   // the open one
    const auto past = blocks(std::to_string(stream.pieces()).c_str());
    QVERIFY2(past.error().message.find(std::to_string(stream.pieces() - 1) + ", which is not complete.") != std::string::npos,
             past.error().message.c_str());
    QVERIFY(blocks("d1p1") && blocks("d1p1")->front().value == second);
    QVERIFY(blocks("pii") && *blocks("pii") == *blocks("d1pii"));
    for (const char* wrong : {"p1", "d2", "d", "d0pii", "dp1", "d1p", "d0x"})
        QVERIFY2(!blocks(wrong), wrong);
    QVERIFY(blockOfPage("d1p1", stream, session->documents()) && !blockOfPage("1", stream, session->documents()));
    const auto page = blockOfPage("2", stream, session->documents()), named = blockOfPage("p2", stream, session->documents());
    QVERIFY(page && named && *page == *named);
    QVERIFY(!blockOfPage("p1", stream, session->documents()));
}

void OpenSessionTest::blocksAreNamedByPrintedPagesOfABook()
{
    const TemporaryFolder place;
    const auto session = openVillage(place.file("session"));
    std::vector<ImportedDocument> documents = {villageDocument("Alpha", 20), villageDocument("Beta", 20)};
    const std::uint64_t size = documents[0].text.text.size();
    documents[0].text.format = DocumentFormat::Epub;
    documents[0].text.units = {{"a", {0, 100}}, {"b#page=57", {100, size - 100}}, {"c#page=57", {size - 100, size}}};
    QVERIFY(session->adopt(documents));
    QVERIFY(session->attachEngine(wishes(), true));
    const auto blocks = [&](const char* list) { return parseBlockList(list, session->stream(), session->documents()); };
    const auto page = blocks("p57"), document = blocks("d0");
    QVERIFY(page && document && *page == *blocks("d0p57"));
    QCOMPARE(page->back().value, document->back().value);
    QVERIFY(blockOfPage("57", session->stream(), session->documents()));
    QVERIFY(!blocks("p58") && !blocks("d1p57"));
}

void OpenSessionTest::theSameTextIsNotTakenTwice()
{
    const TemporaryFolder place;
    const auto session = openVillage(place.file("session"));
    QVERIFY(session->adopt({villageDocument("Alpha", 5, "/a.md")}));
    ImportedDocument copy = villageDocument("Alpha", 5, "/copy of a.md");
    copy.text.title = "Another title";
    const auto adopted = session->adopt({copy, villageDocument("Beta", 5, "/b.md"), villageDocument("Beta", 5, "/b.md")});
    QVERIFY(adopted);
    QCOMPARE(adopted->added, std::vector<std::size_t>{1});
    QCOMPARE(adopted->known, (std::vector<std::string>{"Alpha", "Beta"}));
    QCOMPARE(session->records().size(), std::size_t{2});
}

void OpenSessionTest::anOlderStateOfAFileIsRefused()
{
    const TemporaryFolder place;
    const auto session = openVillage(place.file("session"));
    QVERIFY(session->adopt({villageDocument("Alpha", 5, "/a.md")}));
    const auto adopted = session->adopt({villageDocument("Beta", 5, "/b.md"), villageDocument("Alpha", 6, "/a.md")});
    QVERIFY(!adopted && adopted.error().stage == Stage::Input);
    QCOMPARE(session->records().size(), std::size_t{1});
}

void OpenSessionTest::aFlippedByteIsFoundAndTheBlockComputedAnew_data()
{
    QTest::addColumn<QString>("table");
    QTest::addColumn<QString>("column");
    QTest::newRow("keys and values") << QStringLiteral("block_row") << QStringLiteral("data");
    QTest::newRow("landmark") << QStringLiteral("landmark_page") << QStringLiteral("data");
    QTest::newRow("hash of a landmark") << QStringLiteral("landmark_slots") << QStringLiteral("hashes");
}

void OpenSessionTest::aFlippedByteIsFoundAndTheBlockComputedAnew()
{
    QFETCH(QString, table);
    QFETCH(QString, column);
    const TemporaryFolder place;
    const std::string folder = place.file("session");
    {
        const auto session = openVillage(folder);
        QVERIFY(session->adopt({villageDocument("Alpha", 30)}));
        read(*session);
    }
    const RowHashes before = rowHashes(folder);
    {
        const auto database = Database::open(blocksPath(folder), {});
        QVERIFY(database);
        const QString flip =
            QStringLiteral("UPDATE %1 SET %2 = X'5A5A' || substr(%2, 3) WHERE id = (SELECT min(id) FROM %1)").arg(table, column);
        QVERIFY(database->execute(flip.toStdString()));
    }
    const auto session = openVillage(folder);
    QVERIFY(session->attachEngine(wishes(), false));
    int tries = 0;
    const auto answer = session->mending([&]() -> Result<Answer> {
        ++tries;
        AskOptions options;
        options.strategy = Strategy::Memory;
        options.maxTokens = 2;
        return session->answerer().ask("Where does the river run?", options);
    }, {});
    QVERIFY2(answer, answer ? "" : answer.error().message.c_str());
    QCOMPARE(tries, table == QStringLiteral("block_row") ? 2 : 1);   // landmarks are looked at as the memory opens
    const auto damage = session->blocks().verify();
    QVERIFY(damage && damage->empty());
    QCOMPARE(rowHashes(folder), before);
}

void OpenSessionTest::aMemoryGivenUpIsReadAgainInTheSameWay()
{
    const TemporaryFolder place;
    const std::string folder = place.file("session");
    const auto session = openVillage(folder);
    QVERIFY(session->adopt({villageDocument("Alpha", 30)}));
    EngineWishes withLinks = wishes();
    withLinks.links = true;
    withLinks.kvType = KvType::F16;
    QVERIFY(session->attachEngine(withLinks, true));
    QVERIFY(session->read({}, {}));
    const ReadingSettings reading = session->blocks().identity().reading;
    QVERIFY(!(reading == session->engine().defaultReading()));
    const RowHashes before = rowHashes(folder);
    const auto again = session->discardMemory(wishes());
    QVERIFY(again);
    QVERIFY(!QFile::exists(QString::fromStdString(session->blocksPath())));
    QVERIFY(session->attachEngine(*again, true));
    QVERIFY(session->read({}, {}));
    QVERIFY(session->blocks().identity().reading == reading);
    QCOMPARE(session->blocks().identity().shape.type, KvType::F16);
    QCOMPARE(rowHashes(folder), before);
}

// The same answer as where it could be kept, and nothing changes.
void OpenSessionTest::whereNothingCanBeWrittenItIsAskedAll()
{
    const TemporaryFolder place;
    const std::string folder = place.file("session");
    const auto answerOf = [this](OpenSession& session) {
        if (auto attached = session.attachEngine(wishes(), false); !attached)
            qFatal("%s", attached.error().error.message.c_str());
        AskOptions options;
        options.strategy = Strategy::Memory;
        options.maxTokens = 8;
        const auto answer = session.answerer().ask("What runs past the mill?", options, {}, {});
        return answer ? answer->text : "not answered: " + answer.error().message;
    };
    std::string wanted;
    {
        const auto session = openVillage(folder);
        QVERIFY(session->adopt({villageDocument("Alpha", 60)}));
        read(*session);
        wanted = answerOf(*session);
    }
    std::filesystem::permissions(m_model.path(), std::filesystem::perms(0755));
    const WriteProtected protectedFolder(folder);
    const AsNobody nobody;
    const auto refused = OpenSession::open(folder, Access::ReadWrite);
    QVERIFY(!refused && refused.error().error.code == ErrorCode::Io);
    const auto session = OpenSession::openToAsk(folder);
    QVERIFY2(session, session ? "" : session.error().error.message.c_str());
    QVERIFY(!(*session)->store().canWrite());
    QCOMPARE(answerOf(**session), wanted);
    QVERIFY((*session)->isRead());
    QVERIFY((*session)->sessionMemory().proveBeforeAnswer());
    const auto other = (*session)->attachEngine(wishes(), true);
    QVERIFY(!other && other.error().error.code == ErrorCode::Io);   // to read on is to write
}

void OpenSessionTest::whereNothingCanBeWrittenWhatHasToBeReadIsRefused()
{
    const TemporaryFolder place;
    const std::string folder = place.file("session");
    {
        const auto session = openVillage(folder);
        QVERIFY(session->adopt({villageDocument("Alpha", 60)}));
        read(*session);
        QVERIFY(session->adopt({villageDocument("Beta", 1)}));   // shorter than a block: it would be read at opening
    }
    std::filesystem::permissions(m_model.path(), std::filesystem::perms(0755));
    const WriteProtected protectedFolder(folder);
    const AsNobody nobody;
    const auto session = OpenSession::openToAsk(folder);
    QVERIFY(session);
    const auto attached = (*session)->attachEngine(wishes(), false);
    QVERIFY(!attached && attached.error().error.code == ErrorCode::Io);
}

QTEST_GUILESS_MAIN(OpenSessionTest)
#include "open_session_test.moc"
