// A document taken out of a session: what was read before it stays, what has read it is read again, and a kill anywhere loses nothing.
#include "app/session/block_list.h"
#include "app/session/removal_cost.h"
#include "storage/database/database.h"
#include "storage/folders/session_folder.h"
#include "tests/app/village.h"
#include "tests/support/chat_model.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

#include <algorithm>
#include <map>

using namespace cairn;
using namespace cairn::test;

namespace
{

const ImportedDocument kAlpha = villageDocument("Alpha", 18), kBeta = villageDocument("Beta", 13), kGamma = villageDocument("Gamma", 20);

using Rows = std::map<std::int64_t, std::vector<std::byte>>;   // keys and values by layer and block

}  // namespace

class RemovedDocumentTest : public QObject
{
    Q_OBJECT
private:
    TemporaryFolder m_model;

    EngineWishes wishes() const { return modelAlone(m_model.path()); }

    void attach(OpenSession& session, bool forReading) const
    {
        if (auto attached = session.attachEngine(wishes(), forReading); !attached)
            qFatal("%s", attached.error().error.message.c_str());
    }

    // Reads to the end, or until `blocks` are finished.
    void read(OpenSession& session, std::uint32_t blocks = 0) const
    {
        attach(session, true);
        std::stop_source stop;
        const auto done = session.read([&](const ReadProgress&) {
            if (blocks > 0 && session.memory().blocks() >= blocks)
                stop.request_stop();
        }, stop.get_token());
        if (done.has_value() == (blocks > 0))
            qFatal("reading ended otherwise than asked for");
    }

    void readNew(const std::string& folder, const std::vector<ImportedDocument>& documents) const
    {
        const auto session = openVillage(folder);
        if (!session->adopt(documents))
            qFatal("not taken");
        read(*session);
    }

    static Rows rows(const std::string& folder)
    {
        Rows found;
        const auto database = Database::open(blocksPath(folder), {});
        auto select = database ? database->prepare("SELECT id, data FROM block_row") : database.error();
        for (auto row = select ? select->step() : select.error(); row && *row; row = select->step()) {
            const auto data = select->blob(1);
            found[select->integer(0)].assign(data.begin(), data.end());
        }
        return found;
    }

    Rows rowsOf(const std::vector<ImportedDocument>& documents) const
    {
        const TemporaryFolder place;
        readNew(place.file("session"), documents);
        return rows(place.file("session"));
    }

    static bool isSound(OpenSession& session)
    {
        const auto damage = session.blocks().verify();
        return session.isRead() && damage && damage->empty();
    }

private Q_SLOTS:
    void initTestCase() { ChatModel model(m_model.path()); }
    void withoutTheLastDocumentNothingIsReadAgain();
    void withoutAnotherItIsAsIfTheDocumentHadNeverBeenThere_data();
    void withoutAnotherItIsAsIfTheDocumentHadNeverBeenThere();
    void aKillAnywhereLosesNothing_data();
    void aKillAnywhereLosesNothing();
    void takenBackItIsReadInItsPlace();
    void addedAgainItStandsBehindTheOthers();
    void answersGoOnAndOldOnesStayReadable();
    void theLoadedModelGoesOn();
    void aDamagedTextCutsNothing();
    void theCostIsWhatIsReadAgain();
};

void RemovedDocumentTest::withoutTheLastDocumentNothingIsReadAgain()
{
    const TemporaryFolder place;
    const std::string folder = place.file("session");
    readNew(folder, {kAlpha, kBeta, kGamma});
    const Rows before = rows(folder);
    {
        const auto session = openVillage(folder);
        QVERIFY(session->setRemoved(2, true));
        attach(*session, false);                 // for a question, not for reading
        QVERIFY(isSound(*session));
        QCOMPARE(session->memory().blocks(), session->stream().blocks());
    }
    const Rows after = rows(folder);
    QVERIFY(!after.empty() && after.size() < before.size());
    QVERIFY(std::includes(before.begin(), before.end(), after.begin(), after.end()));
}

void RemovedDocumentTest::withoutAnotherItIsAsIfTheDocumentHadNeverBeenThere_data()
{
    QTest::addColumn<int>("removed");
    QTest::newRow("first") << 0;
    QTest::newRow("middle") << 1;
    QTest::newRow("last") << 2;
}

void RemovedDocumentTest::withoutAnotherItIsAsIfTheDocumentHadNeverBeenThere()
{
    QFETCH(int, removed);
    const TemporaryFolder place;
    const std::string folder = place.file("session");
    readNew(folder, {kAlpha, kBeta, kGamma});
    const Rows before = rows(folder);
    std::uint64_t keptTokens = 0;
    {
        const auto session = openVillage(folder);
        QVERIFY(session->setRemoved(std::size_t(removed), true));
        attach(*session, true);
        keptTokens = session->memory().regularTokens();
        QVERIFY(removed == 2 || keptTokens < session->stream().tokens().size());
        read(*session);
        QVERIFY(isSound(*session));
        QVERIFY(!session->stream().map().holds(std::uint32_t(removed)));
    }
    std::vector<ImportedDocument> others = {kAlpha, kBeta, kGamma};
    others.erase(others.begin() + removed);
    QCOMPARE(rows(folder), rowsOf(others));
    QVERIFY(removed == 0 || keptTokens > 0);
}

void RemovedDocumentTest::aKillAnywhereLosesNothing_data()
{
    QTest::addColumn<int>("moment");
    QTest::newRow("behind the mark") << 0;
    QTest::newRow("while blocks are given up") << 1;
    QTest::newRow("when they are given up") << 2;
    QTest::newRow("while it is read again") << 3;
}

void RemovedDocumentTest::aKillAnywhereLosesNothing()
{
    QFETCH(int, moment);
    const TemporaryFolder place;
    const std::string folder = place.file("session");
    readNew(folder, {kAlpha, kBeta, kGamma});
    {
        const auto session = openVillage(folder);
        QVERIFY(session->setRemoved(1, true));
        if (moment >= 2)
            attach(*session, true);
        if (moment == 3)
            read(*session, session->memory().blocks() + 3);
    }
    if (moment == 1) {
        const auto blocks = *BlockStore::open(blocksPath(folder));
        QVERIFY(blocks->truncate(BlockId(blocks->cursor().value - 4)));   // the key is still the old one
    }
    {
        const auto session = openVillage(folder);
        attach(*session, false);                 // opens for questions at any of these moments
        read(*session);
        QVERIFY(isSound(*session));
    }
    QCOMPARE(rows(folder), rowsOf({kAlpha, kGamma}));
}

void RemovedDocumentTest::takenBackItIsReadInItsPlace()
{
    const TemporaryFolder place;
    const std::string folder = place.file("session");
    readNew(folder, {kAlpha, kBeta, kGamma});
    const Rows before = rows(folder);
    {
        const auto session = openVillage(folder);
        QVERIFY(session->setRemoved(1, true));
        read(*session);
        QVERIFY(session->setRemoved(1, false));
        read(*session);
        QVERIFY(isSound(*session));
    }
    QCOMPARE(rows(folder), before);
}

void RemovedDocumentTest::addedAgainItStandsBehindTheOthers()
{
    const TemporaryFolder place;
    const auto session = openVillage(place.file("session"));
    QVERIFY(session->adopt({kAlpha, kBeta}));
    read(*session);
    QVERIFY(session->setRemoved(0, true));
    read(*session);
    QVERIFY(session->adopt({kAlpha}));
    QCOMPARE(session->records().size(), std::size_t{3});
    read(*session);
    QVERIFY(isSound(*session));
    const StreamMap& map = session->stream().map();
    QVERIFY(!map.holds(0) && map.holds(1) && map.holds(2));
    QVERIFY(map.firstBlockOf(1) < map.firstBlockOf(2));
}

void RemovedDocumentTest::answersGoOnAndOldOnesStayReadable()
{
    const TemporaryFolder place;
    const std::string folder = place.file("session");
    readNew(folder, {kAlpha, kBeta, kGamma});
    const auto session = openVillage(folder);
    attach(*session, false);
    const StreamMap before = session->stream().map();
    AskOptions options;
    options.strategy = Strategy::Memory;
    options.maxTokens = 3;
    options.showUnsupported = true;
    const auto first = session->answerer().ask("Where does the river run?", options);
    QVERIFY(first);
    SessionStore& store = session->store();
    const auto id = *store.beginAnswer(*store.recordQuestion("Where?"), Strategy::Memory);
    QVERIFY(store.finishAnswer(id, *first, AnswerState::Finished, "{}"));

    QVERIFY(session->setRemoved(1, true));
    read(*session);
    const auto second = session->answerer().ask("Where does the river run?", options);
    QVERIFY(second);
    QVERIFY(second->trace.documentBlocks < first->trace.documentBlocks);
    for (const Citation& citation : second->citations)
        QVERIFY(citation.document != 1);
    QVERIFY(!parseBlockList("d1", session->stream(), session->documents()));
    const auto record = store.answers()->front();
    QVERIFY(record.earlierMap);
    QCOMPARE((*store.streamMapOf(record))->map.data(), before.data());
    QCOMPARE((*store.streamMap())->map.data(), session->stream().map().data());
    QCOMPARE(session->documents()[1].text, kBeta.text.text);   // what citations of the first answer point into
}

// A removal is checked against the memory with the model, which then reads on: it is loaded once.
void RemovedDocumentTest::theLoadedModelGoesOn()
{
    const TemporaryFolder place, models;
    const ChatModel model(models.path());
    const EngineWishes wishes = modelAlone(models.path());
    const auto session = openVillage(place.file("session"));
    QVERIFY(session->adopt({kAlpha, kBeta, kGamma}));
    QVERIFY(session->attachEngine(wishes, true) && session->read({}, {}));
    std::filesystem::remove(models.file("config.json"));
    QVERIFY(session->setRemoved(1, true));
    QVERIFY(session->attachEngine(wishes, true) && session->read({}, {}));
    QVERIFY(isSound(*session));
    QVERIFY(!session->attachEngine(wishes, true));   // once only
}

// A text that can't be read is no reason to give up what was read from it.
void RemovedDocumentTest::aDamagedTextCutsNothing()
{
    const TemporaryFolder place;
    const std::string folder = place.file("session");
    readNew(folder, {kAlpha, kBeta, kGamma});
    const Rows before = rows(folder);
    const CanonicalText damaged;
    SessionMemoryOptions options;
    options.folder = folder;
    options.wishes = wishes();
    options.use = MemoryUse::ExistingOrNew;
    const auto memory = SessionMemory::open(options, {&kAlpha.text, &damaged, &kGamma.text});
    QVERIFY(!memory && memory.error().error.code == ErrorCode::Unsupported);
    QCOMPARE(rows(folder), before);
}

void RemovedDocumentTest::theCostIsWhatIsReadAgain()
{
    const TemporaryFolder place;
    const auto session = openVillage(place.file("session"));
    QVERIFY(session->adopt({kAlpha, kBeta, kGamma}));
    read(*session);
    const auto& tokens = session->stream().map().data().documentTokens;
    const auto count = [&](int document) { return tokens[std::size_t(document)].second - tokens[std::size_t(document)].first; };
    const auto cost = [&](std::size_t document, bool removed) {
        return tokensReadAgain(session->stream().map(), session->records(), document, removed);
    };
    QCOMPARE(cost(2, true), std::uint64_t{0});
    QCOMPARE(cost(1, true), count(2));
    QCOMPARE(cost(0, true), count(1) + count(2));
    const std::uint64_t beta = count(1), gamma = count(2);
    QVERIFY(session->setRemoved(1, true));
    read(*session);
    QCOMPARE(cost(0, true), gamma);
    const std::uint64_t back = cost(1, false);   // its own tokens are estimated by its bytes
    QVERIFY2(back > gamma && std::max(back - gamma, beta) - std::min(back - gamma, beta) < beta / 10, qPrintable(QString::number(back)));
    QCOMPARE(readingAgainSentence(0, 100), std::string("Nothing is read again."));
    QCOMPARE(readingAgainSentence(12345, 0), std::string("12345 tokens are read again."));
    QCOMPARE(readingAgainSentence(60'000, 500), std::string("Reading again takes about 2 min (60000 tokens)."));
    QCOMPARE(readingAgainSentence(6'000, 500), std::string("Reading again takes about 12 s (6000 tokens)."));
}

QTEST_GUILESS_MAIN(RemovedDocumentTest)
#include "removed_document_test.moc"
