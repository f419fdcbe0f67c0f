// The map from blocks to texts comes back as it was stored, and is simply absent when it is damaged or of other texts.
#include "storage/session/session_store.h"
#include "tests/support/session_samples.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

using namespace cairn;
using namespace cairn::test;

namespace
{

const Hash128 kKey{7, 7, 7};

// Two documents of `bytes[i]` bytes in tokens of 3 bytes, behind 5 prefix tokens, one separator token between them.
StreamMapData mapOf(const std::vector<std::uint64_t>& bytes)
{
    StreamMapData map{4, 5, {}, std::vector<std::uint32_t>(5, 0)};
    for (const std::uint64_t size : bytes) {
        if (!map.documentTokens.empty())
            map.ends.push_back(0);
        const std::uint64_t begin = map.ends.size();
        for (std::uint64_t at = 0; at < size; at += 3)
            map.ends.push_back(static_cast<std::uint32_t>(std::min(at + 3, size)));
        map.documentTokens.emplace_back(begin, map.ends.size());
    }
    return map;
}

struct Session
{
    TemporaryFolder folder;
    std::unique_ptr<SessionStore> store;
    std::vector<std::uint64_t> bytes;

    Session()
    {
        store = *SessionStore::create(folder.path(), "Maps");
        for (const auto& document : {sampleDocument(3), sampleDocument(5)}) {
            bytes.push_back(document.text.size());
            if (!store->addDocument(document, {}))
                qFatal("not added");
        }
    }
    void damage(const char* sql)
    {
        store.reset();
        auto database = Database::open(folder.file("session.db"), {});
        if (!database->execute(sql))
            qFatal("not damaged");
        database = Error{};
        store = *SessionStore::open(folder.path());
    }
};

}  // namespace

class StreamMapTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void comesBackAsItWasStored();
    void theLastOneReplacesTheOneBefore();
    void isAbsentWhenDamaged_data();
    void isAbsentWhenDamaged();
    void isAbsentForOtherTexts();
    void inconsistentMapsAreRecognised();
};

void StreamMapTest::comesBackAsItWasStored()
{
    Session session;
    QVERIFY(!*session.store->streamMap());
    const StreamMapData map = mapOf(session.bytes);
    QVERIFY(session.store->setStreamMap(kKey, StreamMap(map)));
    session.store.reset();
    session.store = *SessionStore::open(session.folder.path());
    const auto stored = *session.store->streamMap();
    QVERIFY(stored.has_value());
    QVERIFY(stored->memoryKey == kKey);
    QVERIFY(stored->map.data() == map);
}

void StreamMapTest::theLastOneReplacesTheOneBefore()
{
    Session session;
    StreamMapData map = mapOf(session.bytes);
    QVERIFY(session.store->setStreamMap({}, StreamMap(map)));
    map.blockTokens = 63;
    QVERIFY(session.store->setStreamMap(kKey, StreamMap(map)));
    const auto stored = *session.store->streamMap();
    QVERIFY(stored && stored->memoryKey == kKey && stored->map.data() == map);
}

void StreamMapTest::isAbsentWhenDamaged_data()
{
    QTest::addColumn<QByteArray>("sql");
    QTest::newRow("a piece") << QByteArray("UPDATE stream_map_piece SET data = zeroblob(length(data))");
    QTest::newRow("a lost piece") << QByteArray("DELETE FROM stream_map_piece WHERE id = (SELECT max(id) FROM stream_map_piece)");
    QTest::newRow("the row") << QByteArray("UPDATE stream_map SET column_bytes = zeroblob(4)");
}

void StreamMapTest::isAbsentWhenDamaged()
{
    QFETCH(QByteArray, sql);
    Session session;
    QVERIFY(session.store->setStreamMap(kKey, StreamMap(mapOf(session.bytes))));
    session.damage(sql.constData());
    const auto stored = session.store->streamMap();
    QVERIFY(stored && !*stored);
}

void StreamMapTest::isAbsentForOtherTexts()
{
    Session session;
    QVERIFY(session.store->setStreamMap(kKey, StreamMap(mapOf({session.bytes[0], session.bytes[1] + 1}))));
    QVERIFY(!*session.store->streamMap());
}

void StreamMapTest::inconsistentMapsAreRecognised()
{
    const std::vector<std::uint64_t> bytes{10, 20};
    const StreamMapData good = mapOf(bytes);
    QVERIFY(StreamMap(good).isConsistent(bytes));
    QVERIFY(!StreamMap().isConsistent({}));
    StreamMapData bad = good;
    std::swap(bad.ends[5], bad.ends[6]);
    QVERIFY(!StreamMap(bad).isConsistent(bytes));
    bad = good;
    bad.documentTokens[1].second = good.ends.size() + 1;
    QVERIFY(!StreamMap(bad).isConsistent(bytes));
    bad = good;
    bad.documentTokens[1].first = good.documentTokens[0].second - 1;
    QVERIFY(!StreamMap(bad).isConsistent(bytes));
    QVERIFY(!StreamMap(good).isConsistent({10}));
    QVERIFY(!StreamMap(good).isConsistent({10, 19}));
}

QTEST_GUILESS_MAIN(StreamMapTest)
#include "stream_map_test.moc"
