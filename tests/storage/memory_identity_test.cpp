// What a memory belongs to: another model or way of reading starts anew, other documents change its key alone.
#include "storage/blocks/block_identity.h"
#include "tests/storage/stored_blocks.h"

#include <QTest>

using namespace cairn;
using namespace cairn::test;

class MemoryIdentityTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void otherIdentityStartsAnEmptyMemory();
    void theWayToScanIsPartOfTheIdentity();
    void otherDocumentsChangeTheKeyAndNoRow();
    void memoryOfOtherDocumentsGoesOn();
};

void MemoryIdentityTest::otherIdentityStartsAnEmptyMemory()
{
    StoredBlocks stored(4);
    stored.store.reset();
    auto same = BlockStore::openOrCreate(stored.path, stored.identity, smallSpace());
    QVERIFY(same);
    QCOMPARE((*same)->cursor().value, 4u);
    MemoryIdentity other = stored.identity;
    other.model.fill(9);
    QCOMPARE(codeOf(BlockStore::openOrCreate(stored.path, other, smallSpace())), ErrorCode::Busy);
    same = Error{};
    auto fresh = BlockStore::openOrCreate(stored.path, other, smallSpace());
    QVERIFY(fresh);
    QCOMPARE((*fresh)->cursor().value, 0u);
    QCOMPARE((*fresh)->identity().model, other.model);
}

// A flat scan is written as before there was a choice
void MemoryIdentityTest::theWayToScanIsPartOfTheIdentity()
{
    MemoryIdentity identity = sampleIdentity();
    const auto flat = packIdentity(identity);
    QVERIFY(unpackIdentity(flat)->reading == identity.reading);
    identity.reading.scan = ScanWay::TwoLevel;
    auto grouped = packIdentity(identity);
    QVERIFY(unpackIdentity(grouped)->reading == identity.reading);
    QVERIFY(std::equal(flat.begin(), flat.end(), grouped.begin(), grouped.end() - 1));
    grouped.back() = std::byte{2};
    QVERIFY(!unpackIdentity(grouped));
    StoredBlocks stored(4);
    stored.store.reset();
    auto same = BlockStore::openOrCreate(stored.path, identity, smallSpace());
    QVERIFY(same);
    QCOMPARE((*same)->cursor().value, 0u);   // other settings of reading: nothing of it is used
}

void MemoryIdentityTest::otherDocumentsChangeTheKeyAndNoRow()
{
    StoredBlocks stored(5);
    const Hash128 before = stored.store->key();
    Hash128 documents{};
    documents.fill(9);
    const std::vector<std::int64_t> hashes = stored.rowHashes();
    QCOMPARE(hashes.size(), std::size_t{5} * stored.identity.shape.layers + 5);   // rows of layers, and tokens
    stored.open();
    QVERIFY(stored.store->storeProof(std::vector<std::byte>(12)));
    QVERIFY(stored.store->storeTail(sampleTail(stored.identity.shape, 3)));
    QVERIFY(stored.store->setDocuments(documents));
    QVERIFY(stored.store->identity().documents == documents);
    QVERIFY(stored.store->key() != before);
    QVERIFY(stored.store->origin() == before);
    QVERIFY(stored.rowHashes() == hashes);
    stored.open();
    QVERIFY(stored.store->identity().documents == documents);
    QVERIFY(stored.store->key() == memoryKey(stored.store->identity()));
    QVERIFY(holdsSamples(*stored.store, stored.identity.shape, 5));
    const auto tail = stored.store->loadTail();
    QVERIFY(tail && *tail && (*tail)->tokens == sampleTail(stored.identity.shape, 3).tokens);
    const auto proof = stored.store->loadProof();
    QVERIFY(proof && *proof);
    const auto damage = stored.store->verify();
    QVERIFY(damage && damage->empty());
}

// Twice, with blocks between: all of them are hashed with the first key, and a flipped byte is found in each.
void MemoryIdentityTest::memoryOfOtherDocumentsGoesOn()
{
    StoredBlocks stored(4);
    const MemoryShape shape = stored.identity.shape;
    for (const unsigned char number : {7, 8}) {
        Hash128 documents{};
        documents.fill(number);
        QVERIFY(stored.store->setDocuments(documents));
        QVERIFY(stored.store->append(sampleChunk(shape, stored.store->cursor().value, 3)));
        stored.open();
    }
    QVERIFY(holdsSamples(*stored.store, shape, 10));
    QVERIFY(stored.sql("UPDATE block_row SET data = zeroblob(length(data)) WHERE id IN (257, 2049)"));
    stored.open();
    const auto damage = stored.store->verify();
    QVERIFY(damage);
    QCOMPARE(damage->size(), std::size_t{2});
    QVERIFY(damage->front() == (BlockDamage{BlockDamage::Kind::Row, LayerIndex(1), BlockId(1)}));
    QVERIFY(damage->back() == (BlockDamage{BlockDamage::Kind::Row, LayerIndex(1), BlockId(8)}));
}

QTEST_GUILESS_MAIN(MemoryIdentityTest)
#include "memory_identity_test.moc"
