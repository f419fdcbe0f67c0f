// What blocks leaned on comes back as it was stored, as far as the memory reaches; what is damaged is simply not there.
#include "storage/database/database.h"
#include "storage/session/session_store.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

using namespace cairn;
using namespace cairn::test;

namespace
{

BlockLinks linksOf(std::uint32_t block, std::size_t count)
{
    BlockLinks links{BlockId(block), {}};
    for (std::size_t i = 0; i < count; ++i)
        links.links.push_back({BlockId(static_cast<std::uint32_t>(block - 1 - i)), 100.0f - static_cast<float>(i)});
    return links;
}

}  // namespace

class LinkTableTest : public QObject
{
    Q_OBJECT
    TemporaryFolder m_folder;
    std::unique_ptr<SessionStore> m_store;

private Q_SLOTS:
    void init()
    {
        m_store.reset();
        std::filesystem::remove_all(m_folder.path());
        std::filesystem::create_directories(m_folder.path());
        m_store = *SessionStore::create(m_folder.path(), "Links");
    }

    void linksComeBackAfterReopening()
    {
        QVERIFY(!*m_store->hasBackLinks());
        const std::vector<BlockLinks> links = {linksOf(30, kMostBackLinks), linksOf(31, 2)};
        QVERIFY(m_store->setBackLinks(links));
        m_store.reset();
        m_store = *SessionStore::open(m_folder.path());
        QVERIFY(*m_store->hasBackLinks());
        const auto found = m_store->backLinks(BlockId(30));
        QCOMPARE(found->size(), kMostBackLinks);
        for (std::size_t i = 0; i < found->size(); ++i)
            QVERIFY((*found)[i].block == links[0].links[i].block && (*found)[i].gates == links[0].links[i].gates);   // halves hold these
        QVERIFY(m_store->backLinks(BlockId(29))->empty());
        const auto all = m_store->allBackLinks();
        QVERIFY(all->size() == 2 && all->at(31).size() == 2);
    }

    void readingAgainReplacesAndWhatIsNotInMemoryIsDropped()
    {
        QVERIFY(m_store->setBackLinks(std::vector{linksOf(30, 4), linksOf(31, 4), linksOf(32, 4)}));
        QVERIFY(m_store->setBackLinks(std::vector{linksOf(30, 1)}));
        QCOMPARE(m_store->backLinks(BlockId(30))->size(), std::size_t(1));
        QVERIFY(m_store->dropBackLinks(BlockId(31)));
        QVERIFY(m_store->backLinks(BlockId(31))->empty() && m_store->backLinks(BlockId(32))->empty());
        QCOMPARE(m_store->backLinks(BlockId(30))->size(), std::size_t(1));
        QVERIFY(m_store->quickProblems()->empty());
    }

    void aDamagedRowIsNotThereAndIsToldOf()
    {
        QVERIFY(m_store->setBackLinks(std::vector{linksOf(30, 4), linksOf(31, 4)}));
        m_store.reset();
        {
            const auto database = Database::open(m_folder.file("session.db"), {});
            QVERIFY(database && database->execute("UPDATE back_link SET data = zeroblob(24) WHERE id = 30"));
        }
        m_store = *SessionStore::open(m_folder.path());
        QVERIFY(m_store->backLinks(BlockId(30))->empty());
        QCOMPARE(m_store->allBackLinks()->size(), std::size_t(1));
    }
};

QTEST_GUILESS_MAIN(LinkTableTest)
#include "link_table_test.moc"
