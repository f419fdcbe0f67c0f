// BlockStore keeps the contract of BlockArchive and reports every damaged row.
#include "tests/storage/stored_blocks.h"
#include "tests/support/memory_archive.h"

#include <QTest>

#include <atomic>
#include <cstdio>
#include <fstream>
#include <thread>

using namespace cairn;
using namespace cairn::test;

class BlockStoreTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void mappedRowsStayWithinTheirLimit();
    void storeAndMemoryArchiveKeepTheSameContract_data();
    void storeAndMemoryArchiveKeepTheSameContract();
    void blocksAndIdentitySurviveReopening();
    void landmarkPagesGrowAndContinueInTheNextPage();
    void redoingAChunkChangesNothing();
    void overlappingChunkAddsOnlyItsNewBlocks();
    void gapIsRefused();
    void truncatedBlocksAreGoneAndCanBeStoredAgain();
    void tailIsReplacedAndEndsWithTheNextBlock();
    void whereReadingsEndedIsKept();
    void aReadingThatEndedInDamageIsNotKept();
    void rowsPastTheCursorAreDeletedAtOpening();
    void damagedRowIsReportedNotReturned_data();
    void damagedRowIsReportedNotReturned();
    void swappedRowsAreDamaged();
    void replacedBlocksReadAgain();
    void manyThreadsReadAtOnce();
    void lowSpaceStopsBeforeWriting();
    void secondWriterIsRefused();
    void readerBesideTheWriterSeesCommittedBlocks();
};

// Bytes of the file's mapping that lie in this process's memory.
std::uint64_t mappedBytes(const std::string& path)
{
    std::ifstream maps("/proc/self/smaps");
    std::uint64_t bytes = 0;
    bool ours = false;
    for (std::string line; std::getline(maps, line);) {
        if (line.find('-') < line.find(' ') && line.find(':') > line.find(' '))
            ours = line.ends_with(path);
        std::uint64_t kib = 0;
        if (ours && std::sscanf(line.c_str(), "Rss: %lu kB", &kib) == 1)
            bytes += kib << 10;
    }
    return bytes;
}

void BlockStoreTest::mappedRowsStayWithinTheirLimit()
{
    constexpr std::uint64_t kLimit = 1 << 20;
    StoredBlocks stored(2000);
    const MemoryShape shape = stored.identity.shape;
    for (const std::uint64_t limit : {std::uint64_t{UINT64_MAX}, kLimit}) {
        BlockStoreOptions options = smallSpace();
        options.mapLimit = limit;
        stored.store.reset();
        stored.store = *BlockStore::open(stored.path, options);
        std::uint64_t most = 0;
        std::vector<std::byte> row(shape.rowBytes());
        for (std::uint32_t block = 0; block < 2000; ++block) {
            for (std::uint32_t layer = 0; layer < shape.layers; ++layer)
                QVERIFY(stored.store->readRow(LayerIndex(layer), BlockId(block), row) && row == sampleRow(shape, layer, block));
            if (block % 100 == 99)
                most = std::max(most, mappedBytes(stored.path));
        }
        const std::uint64_t all = std::uint64_t{2000} * shape.layers * shape.rowBytes();
        QVERIFY2(limit == kLimit ? most < 3 * kLimit : most > all, std::to_string(most).c_str());   // pages hold a little more than rows
        QVERIFY(all > 4 * kLimit);
    }
}

void BlockStoreTest::storeAndMemoryArchiveKeepTheSameContract_data()
{
    QTest::addColumn<bool>("onDisk");
    QTest::newRow("disk") << true;
    QTest::newRow("vectors") << false;
}

void BlockStoreTest::storeAndMemoryArchiveKeepTheSameContract()
{
    QFETCH(bool, onDisk);
    StoredBlocks stored(0);
    const MemoryShape shape = stored.identity.shape;
    MemoryArchive vectors(shape);
    BlockArchive& archive = onDisk ? static_cast<BlockArchive&>(*stored.store) : vectors;
    QCOMPARE(archive.cursor().value, 0u);
    QVERIFY(archive.append(sampleChunk(shape, 0, 5)));
    QVERIFY(archive.append(sampleChunk(shape, 3, 4)));
    QVERIFY(holdsSamples(archive, shape, 7));
    QCOMPARE(codeOf(archive.append(sampleChunk(shape, 8, 1))), ErrorCode::InvalidArgument);
    QVERIFY(archive.storeTail(sampleTail(shape, 3)));
    auto tail = archive.loadTail();
    QVERIFY(tail && *tail);
    QCOMPARE((*tail)->tokens, sampleTail(shape, 3).tokens);
    QCOMPARE((*tail)->keysAndValues, sampleTail(shape, 3).keysAndValues);
    QVERIFY(archive.truncate(BlockId(4)));
    tail = archive.loadTail();
    QVERIFY(tail && !*tail);
    QVERIFY(holdsSamples(archive, shape, 4));
    std::vector<std::byte> row(shape.rowBytes());
    QCOMPARE(codeOf(archive.readRow(LayerIndex(0), BlockId(4), row)), ErrorCode::InvalidArgument);
    QCOMPARE(codeOf(archive.replace(sampleChunk(shape, 3, 2))), ErrorCode::InvalidArgument);
    QVERIFY(archive.replace(sampleChunk(shape, 1, 2)));
    QVERIFY(holdsSamples(archive, shape, 4));
}

void BlockStoreTest::blocksAndIdentitySurviveReopening()
{
    StoredBlocks stored(6);
    QVERIFY(stored.store->storeTail(sampleTail(stored.identity.shape, 2)));
    stored.open();
    QVERIFY(holdsSamples(*stored.store, stored.identity.shape, 6));
    const MemoryIdentity& identity = stored.store->identity();
    QCOMPARE(identity.documents, stored.identity.documents);
    QCOMPARE(identity.model, stored.identity.model);
    QCOMPARE(identity.engineFormat, stored.identity.engineFormat);
    QVERIFY(identity.shape == stored.identity.shape);
    QVERIFY(identity.reading == stored.identity.reading);
    const auto tail = stored.store->loadTail();
    QVERIFY(tail && *tail);
    QCOMPARE((*tail)->keysAndValues, sampleTail(stored.identity.shape, 2).keysAndValues);
    const auto damages = stored.store->verify();
    QVERIFY(damages);
    QVERIFY(damages->empty());
}

void BlockStoreTest::landmarkPagesGrowAndContinueInTheNextPage()
{
    // 32 KiB a landmark: pages of 32 slots, made at 64 KiB and doubled.
    TemporaryFolder folder;
    MemoryIdentity identity = sampleIdentity();
    identity.shape = {.layers = 2, .kvHeads = 64, .headDim = 256, .blockTokens = 1, .type = KvType::Int8};
    QVERIFY(BlockStore::create(folder.file("blocks.db"), identity, smallSpace()));
    auto store = BlockStore::open(folder.file("blocks.db"), smallSpace());
    QVERIFY(store);
    std::uint32_t stored = 0;
    for (const std::uint32_t count : {1u, 1u, 1u, 5u, 20u, 40u, 3u}) {
        QVERIFY((*store)->append(sampleChunk(identity.shape, stored, count)));
        stored += count;
        QVERIFY(holdsSamples(**store, identity.shape, stored));
    }
    QVERIFY((*store)->truncate(BlockId(33)));
    QVERIFY((*store)->append(sampleChunk(identity.shape, 33, 4)));
    QVERIFY(holdsSamples(**store, identity.shape, 37));
}

void BlockStoreTest::redoingAChunkChangesNothing()
{
    StoredBlocks stored(4);
    const std::string before = fileContent(stored.path);
    QVERIFY(stored.store->append(sampleChunk(stored.identity.shape, 0, 4)));
    QVERIFY(fileContent(stored.path) == before);
}

void BlockStoreTest::overlappingChunkAddsOnlyItsNewBlocks()
{
    StoredBlocks stored(4);
    BlockChunk chunk = sampleChunk(stored.identity.shape, 2, 4);
    chunk.rows[0] ^= std::byte{1};   // block 2 comes out differently the second time
    QVERIFY(stored.store->append(chunk));
    QVERIFY(holdsSamples(*stored.store, stored.identity.shape, 6));
}

void BlockStoreTest::gapIsRefused()
{
    StoredBlocks stored(2);
    QCOMPARE(codeOf(stored.store->append(sampleChunk(stored.identity.shape, 3, 1))), ErrorCode::InvalidArgument);
    BlockChunk chunk = sampleChunk(stored.identity.shape, 2, 1);
    chunk.tokens.pop_back();
    QCOMPARE(codeOf(stored.store->append(chunk)), ErrorCode::InvalidArgument);
    QVERIFY(holdsSamples(*stored.store, stored.identity.shape, 2));
}

void BlockStoreTest::truncatedBlocksAreGoneAndCanBeStoredAgain()
{
    StoredBlocks stored(6);
    QVERIFY(stored.store->truncate(BlockId(2)));
    stored.open();
    QVERIFY(holdsSamples(*stored.store, stored.identity.shape, 2));
    QVERIFY(stored.store->append(sampleChunk(stored.identity.shape, 2, 3)));
    QVERIFY(holdsSamples(*stored.store, stored.identity.shape, 5));
    QVERIFY(stored.store->truncate(BlockId(9)));
    QCOMPARE(stored.store->cursor().value, 5u);
}

void BlockStoreTest::tailIsReplacedAndEndsWithTheNextBlock()
{
    StoredBlocks stored(1);
    const MemoryShape& shape = stored.identity.shape;
    QVERIFY(stored.store->storeTail(sampleTail(shape, 2)));
    QVERIFY(stored.store->storeTail(sampleTail(shape, 5)));
    auto tail = stored.store->loadTail();
    QVERIFY(tail && *tail);
    QCOMPARE((*tail)->tokens.size(), std::size_t{5});
    QCOMPARE(codeOf(stored.store->storeTail(sampleTail(shape, shape.blockTokens))), ErrorCode::InvalidArgument);
    QVERIFY(stored.store->append(sampleChunk(shape, 1, 1)));
    tail = stored.store->loadTail();
    QVERIFY(tail && !*tail);
}

void BlockStoreTest::whereReadingsEndedIsKept()
{
    StoredBlocks stored(1);
    const MemoryShape& shape = stored.identity.shape;
    const std::uint64_t F = shape.blockTokens;
    using Ends = std::vector<std::uint64_t>;
    QVERIFY(stored.store->readingEnds().empty());
    QVERIFY(stored.store->append(sampleChunk(shape, 1, 1)));
    QVERIFY(stored.store->storeTail(sampleTail(shape, 3)));
    QVERIFY(stored.store->readingEnds().empty());           // nobody has read on yet
    QVERIFY(stored.store->append(sampleChunk(shape, 2, 2)));
    QCOMPARE(stored.store->readingEnds(), (Ends{2 * F + 3}));
    QVERIFY(stored.store->storeTail(sampleTail(shape, 0)));
    QVERIFY(stored.store->append(sampleChunk(shape, 4, 1)));
    QCOMPARE(stored.store->readingEnds(), (Ends{2 * F + 3, 4 * F}));
    stored.open();
    QCOMPARE(stored.store->readingEnds(), (Ends{2 * F + 3, 4 * F}));
    QVERIFY(stored.store->truncate(BlockId(4)));
    QCOMPARE(stored.store->readingEnds(), (Ends{2 * F + 3, 4 * F}));
    QVERIFY(stored.store->truncate(BlockId(3)));
    QCOMPARE(stored.store->readingEnds(), (Ends{2 * F + 3}));
    QVERIFY(stored.store->truncate(BlockId(2)));
    stored.open();
    QVERIFY(stored.store->readingEnds().empty());
}

void BlockStoreTest::aReadingThatEndedInDamageIsNotKept()
{
    StoredBlocks stored(2);
    QVERIFY(stored.store->storeTail(sampleTail(stored.identity.shape, 3)));
    QVERIFY(stored.sql("UPDATE open_tail SET hash = hash + 1"));
    stored.open();
    QVERIFY(stored.store->append(sampleChunk(stored.identity.shape, 2, 1)));
    QVERIFY(stored.store->readingEnds().empty());
}

void BlockStoreTest::rowsPastTheCursorAreDeletedAtOpening()
{
    StoredBlocks stored(3);
    QVERIFY(stored.sql("INSERT INTO block_row SELECT id + 256, flags, hash, data FROM block_row WHERE id >= 2 << 8;"
                       "INSERT INTO block_tokens VALUES (7, 1, x'00')"));
    stored.open();
    QVERIFY(holdsSamples(*stored.store, stored.identity.shape, 3));
    stored.store.reset();
    auto database = Database::open(stored.path, {});
    QVERIFY(database);
    QCOMPARE(*database->integer("SELECT max(id) >> 8 FROM block_row"), 2);
    QCOMPARE(*database->integer("SELECT max(id) FROM block_tokens"), 2);
}

void BlockStoreTest::damagedRowIsReportedNotReturned_data()
{
    QTest::addColumn<QByteArray>("damage");
    QTest::addColumn<int>("kind");
    QTest::newRow("byte of a row") << QByteArray("UPDATE block_row SET data = x'00' || substr(data, 2) WHERE id = 513") << 0;
    QTest::newRow("row too short") << QByteArray("UPDATE block_row SET data = substr(data, 2) WHERE id = 513") << 0;
    QTest::newRow("hash of a row") << QByteArray("UPDATE block_row SET hash = hash + 1 WHERE id = 513") << 0;
    QTest::newRow("lost row") << QByteArray("DELETE FROM block_row WHERE id = 513") << 0;
    QTest::newRow("landmark") << QByteArray("UPDATE landmark_page SET data = substr(data, 1, 130) || x'0000' || substr(data, 133) "
                                            "WHERE id = 1") << 1;
    QTest::newRow("landmark's hash") << QByteArray("UPDATE landmark_slots SET hashes = substr(hashes, 1, 16) || x'00' || "
                                                   "substr(hashes, 18) WHERE id = 1") << 1;
    QTest::newRow("tokens") << QByteArray("UPDATE block_tokens SET data = x'00' || substr(data, 2) WHERE id = 2") << 2;
    QTest::newRow("lost tokens") << QByteArray("DELETE FROM block_tokens WHERE id = 2") << 2;
    QTest::newRow("tail") << QByteArray("UPDATE open_tail SET data = substr(data, 1, 40) || x'FF' || substr(data, 42)") << 3;
}

void BlockStoreTest::damagedRowIsReportedNotReturned()
{
    QFETCH(QByteArray, damage);
    QFETCH(int, kind);
    StoredBlocks stored(4);
    QVERIFY(stored.store->storeTail(sampleTail(stored.identity.shape, 3)));
    QVERIFY(stored.sql(damage.toStdString()));
    stored.open();
    const auto damages = stored.store->verify();
    QVERIFY(damages);
    QCOMPARE(damages->size(), std::size_t{1});
    const BlockDamage expected{static_cast<BlockDamage::Kind>(kind), LayerIndex(kind < 2 ? 1 : 0), BlockId(kind == 3 ? 4 : 2)};
    QVERIFY(damages->front() == expected);
}

void BlockStoreTest::swappedRowsAreDamaged()
{
    StoredBlocks stored(4);
    QVERIFY(stored.sql("UPDATE block_row SET id = -1 WHERE id = 256; UPDATE block_row SET id = 256 WHERE id = 512;"
                       "UPDATE block_row SET id = 512 WHERE id = -1"));
    stored.open();
    const auto damages = stored.store->verify();
    QVERIFY(damages);
    QCOMPARE(damages->size(), std::size_t{2});
}

void BlockStoreTest::replacedBlocksReadAgain()
{
    StoredBlocks stored(4);
    QVERIFY(stored.sql("UPDATE block_row SET data = x'00' WHERE id = 513; DELETE FROM landmark_slots WHERE id = 1;"
                       "DELETE FROM block_tokens WHERE id = 1"));
    stored.open();
    QVERIFY(!holdsSamples(*stored.store, stored.identity.shape, 4));
    BlockChunk other = sampleChunk(stored.identity.shape, 3, 1);
    QVERIFY(stored.store->replace(sampleChunk(stored.identity.shape, 0, 4)));
    QVERIFY(holdsSamples(*stored.store, stored.identity.shape, 4));
    other.rows[0] ^= std::byte{1};
    QVERIFY(stored.store->replace(other));
    std::vector<std::byte> row(stored.identity.shape.rowBytes());
    QVERIFY(stored.store->readRow(LayerIndex(0), BlockId(3), row));
    QVERIFY(row == std::vector<std::byte>(other.rows.begin(), other.rows.begin() + static_cast<std::ptrdiff_t>(row.size())));
    stored.store.reset();
    auto database = Database::open(stored.path, {});
    QVERIFY(database);
    QCOMPARE(*database->integer("SELECT sum(flags) FROM block_row"), 1);   // only what came out differently is flagged
}

// Several threads read between writes; each holds a transaction that must not outlive the next write.
void BlockStoreTest::manyThreadsReadAtOnce()
{
    StoredBlocks stored(8);
    const MemoryShape& shape = stored.identity.shape;
    QVERIFY(stored.store->isReadByMany());
    for (std::uint32_t count = 8; count < 12; ++count) {
        std::atomic<int> right{0};
        std::vector<std::thread> readers;
        for (int reader = 0; reader < 6; ++reader) {
            readers.emplace_back([&] {
                for (int turn = 0; turn < 20; ++turn)
                    right += holdsSamples(*stored.store, shape, count) ? 1 : 0;
            });
        }
        for (std::thread& reader : readers)
            reader.join();
        QCOMPARE(right.load(), 6 * 20);
        QVERIFY(stored.store->append(sampleChunk(shape, count, 1)));
    }
    QVERIFY(holdsSamples(*stored.store, shape, 12));
}

void BlockStoreTest::lowSpaceStopsBeforeWriting()
{
    StoredBlocks stored(2);
    stored.store.reset();
    BlockStoreOptions options;
    options.space.freeBytes = [](const std::string&) { return std::uint64_t{100} << 20; };
    auto store = BlockStore::open(stored.path, options);
    QVERIFY(store);
    const std::string before = fileContent(stored.path);
    QCOMPARE(codeOf((*store)->append(sampleChunk(stored.identity.shape, 2, 2))), ErrorCode::DiskFull);
    QVERIFY(fileContent(stored.path) == before);
    QVERIFY(holdsSamples(**store, stored.identity.shape, 2));
}

void BlockStoreTest::secondWriterIsRefused()
{
    StoredBlocks stored(2);
    const auto second = BlockStore::open(stored.path, smallSpace());
    QCOMPARE(codeOf(second), ErrorCode::Busy);
    QVERIFY(second.error().message.find(std::to_string(QCoreApplication::applicationPid())) != std::string::npos);
    QCOMPARE(codeOf(BlockStore::discard(stored.path)), ErrorCode::Busy);
    stored.store.reset();
    QVERIFY(BlockStore::open(stored.path, smallSpace()));
}

void BlockStoreTest::readerBesideTheWriterSeesCommittedBlocks()
{
    StoredBlocks stored(2);
    BlockStoreOptions options = smallSpace();
    options.access = Access::ReadOnly;
    auto reader = BlockStore::open(stored.path, options);
    QVERIFY(reader);
    QVERIFY(holdsSamples(**reader, stored.identity.shape, 2));
    QVERIFY(stored.store->append(sampleChunk(stored.identity.shape, 2, 2)));   // no reader blocks the commit
    QCOMPARE(codeOf((*reader)->append(sampleChunk(stored.identity.shape, 2, 2))), ErrorCode::Busy);
    reader = BlockStore::open(stored.path, options);
    QVERIFY(reader);
    QVERIFY(holdsSamples(**reader, stored.identity.shape, 4));
}

QTEST_GUILESS_MAIN(BlockStoreTest)
#include "block_store_test.moc"
