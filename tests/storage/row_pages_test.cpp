// RowPages finds every row that SQLite finds, with the same bytes and hash, however rows and pages lie; a damaged file never gives
// another row than the stored one under its hash.
#include "storage/block_identity.h"
#include "storage/block_store.h"
#include "storage/database.h"
#include "storage/row_pages.h"
#include "tests/support/block_samples.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

#include <atomic>
#include <fstream>
#include <random>
#include <thread>

using namespace cairn;
using namespace cairn::test;

namespace
{

struct Shape
{
    const char* name;
    MemoryShape shape;
    std::uint32_t blocks;
};

// Rows of 896 bytes, 17 in a leaf; of 9 KB, one in a leaf; with one, two, 16 and 300 chained pages.
const Shape kShapes[] = {
    {"many in a leaf", {3, 2, 16, 7, KvType::F16}, 900},    {"one in a leaf", {3, 2, 64, 18, KvType::F16}, 400},
    {"chain of one", {4, 3, 64, 63, KvType::Int8}, 60},     {"chain of two", {4, 3, 64, 63, KvType::F16}, 40},
    {"chain of sixteen", {2, 8, 128, 63, KvType::F16}, 12}, {"chain of 300", {1, 16, 256, 300, KvType::F16}, 3},
};

struct Stored
{
    TemporaryFolder folder{TemporaryFolder::On::Memory};
    std::string path = folder.file("blocks.db");
    MemoryIdentity identity = sampleIdentity();

    explicit Stored(const MemoryShape& shape)
    {
        identity.shape = shape;
        if (!BlockStore::create(path, identity, options()))
            qFatal("no store");
    }
    static BlockStoreOptions options()
    {
        BlockStoreOptions options;
        options.space.reserveBytes = 0;
        return options;
    }
    std::unique_ptr<BlockStore> open() const
    {
        auto store = BlockStore::open(path, options());
        if (!store)
            qFatal("can't open: %s", store.error().message.c_str());
        return std::move(*store);
    }
    void append(std::uint32_t from, std::uint32_t count, std::uint32_t step) const
    {
        const auto store = open();
        for (std::uint32_t block = from; block < from + count; block += step)
            if (!store->append(sampleChunk(identity.shape, block, std::min(step, from + count - block))))
                qFatal("no blocks");
    }
};

// A connection in a read transaction, and the rows' pages in it.
struct Pages
{
    Database database;
    RowPages rows;

    Pages(const std::string& path, bool mapped)
    {
        DatabaseOptions options;
        options.access = Access::ReadOnly;
        options.mmapBytes = mapped ? 1 << 30 : 0;
        options.checkCells = false;
        auto opened = Database::open(path, options);
        if (!opened || !opened->execute("BEGIN"))
            return;
        database = std::move(*opened);
        if (const auto root = database.integer("SELECT rootpage FROM sqlite_schema WHERE name = 'block_row'"))
            rows = RowPages(database, static_cast<std::uint32_t>(*root));
    }
};

// How many rows RowPages knows; -1: one is not what was stored.
int knownRows(Pages& pages, const MemoryIdentity& identity, std::uint32_t blocks)
{
    int known = 0;
    const MemoryShape& shape = identity.shape;
    const Hash128 key = memoryKey(identity);
    std::vector<std::byte> row(shape.rowBytes());
    for (std::uint32_t block = 0; block < blocks; ++block) {
        for (std::uint32_t layer = 0; layer < shape.layers; ++layer) {
            const auto hash = pages.rows.read(rowId(BlockId(block), layer), row);
            const bool proved = hash && *hash == rowHash(blockPlace(key, BlockTable::Row, layer, block), row);
            if (proved && row != sampleRow(shape, layer, block))
                return -1;
            known += proved;
        }
    }
    return known;
}

} // namespace

class RowPagesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void findsEveryRow_data();
    void findsEveryRow();
    void findsRowsInReusedPages();
    void knowsNoOtherRows();
    void saysWhereRowsLie();
    void survivesDamage();
    void aReaderBesideAWriterNeedsNoTransaction();
};

void RowPagesTest::findsEveryRow_data()
{
    QTest::addColumn<int>("shape");
    QTest::addColumn<bool>("mapped");
    for (int i = 0; i < static_cast<int>(std::size(kShapes)); ++i)
        for (const bool mapped : {false, true})
            QTest::addRow("%s, %s", kShapes[i].name, mapped ? "mapped" : "read") << i << mapped;
}

void RowPagesTest::findsEveryRow()
{
    QFETCH(int, shape);
    QFETCH(bool, mapped);
    const Shape& one = kShapes[shape];
    const Stored stored(one.shape);
    stored.append(0, one.blocks, 7);
    Pages pages(stored.path, mapped);
    QCOMPARE(knownRows(pages, stored.identity, one.blocks), static_cast<int>(one.blocks * one.shape.layers));
    pages.rows.forget();
    QCOMPARE(knownRows(pages, stored.identity, 1), static_cast<int>(one.shape.layers));
}

// Pages given up by a shorter memory are used again in any order: chains are no runs any more.
void RowPagesTest::findsRowsInReusedPages()
{
    for (const int shape : {2, 3, 4}) {
        const Shape& one = kShapes[shape];
        const Stored stored(one.shape);
        stored.append(0, one.blocks, 5);
        for (const std::uint32_t kept : {one.blocks / 2, one.blocks / 4, 1u}) {
            {
                const auto store = stored.open();
                QVERIFY(store->truncate(BlockId(kept)));
                QVERIFY(store->replace(sampleChunk(one.shape, 0, 1)));
            }
            stored.append(kept, one.blocks - kept, 3);
            for (const bool mapped : {false, true}) {
                Pages pages(stored.path, mapped);
                QCOMPARE(knownRows(pages, stored.identity, one.blocks), static_cast<int>(one.blocks * one.shape.layers));
            }
        }
    }
}

void RowPagesTest::knowsNoOtherRows()
{
    const Shape& one = kShapes[3];
    const Stored stored(one.shape);
    stored.append(0, 4, 4);
    std::vector<std::byte> row(one.shape.rowBytes()), shorter(one.shape.rowBytes() - 1);
    for (const bool mapped : {false, true}) {
        Pages pages(stored.path, mapped);
        QVERIFY(pages.rows.read(rowId(BlockId(3), 0), row));
        QVERIFY(!pages.rows.read(rowId(BlockId(4), 0), row));
        QVERIFY(!pages.rows.read(rowId(BlockId(0), one.shape.layers), row));
        QVERIFY(!pages.rows.read(-1, row));
        QVERIFY(!pages.rows.read(rowId(BlockId(3), 0), shorter));
    }
    QVERIFY(!RowPages().read(0, row));
    QVERIFY(!RowPages().likelyPlace(0, row.size()));
}

// What is asked for ahead is what will be read: rows that were appended one after the other.
void RowPagesTest::saysWhereRowsLie()
{
    const Shape& one = kShapes[4];
    const Stored stored(one.shape);
    stored.append(0, one.blocks, 5);
    Pages pages(stored.path, false);
    const std::string file = fileContent(stored.path);
    for (std::uint32_t block = 1; block < one.blocks; ++block) {
        const auto place = pages.rows.likelyPlace(rowId(BlockId(block), 1), one.shape.rowBytes());
        QVERIFY(place);
        const auto row = sampleRow(one.shape, 1, block);
        const std::string part(reinterpret_cast<const char*>(row.data()) + 100'000, 1000);
        const std::size_t at = file.find(part);
        QVERIFY(at > place->offset() && at < place->offset() + place->bytes());
        QVERIFY(place->leafOffset() + kBlockPageBytes == place->offset() + place->bytes());
        QVERIFY(place->bytes() < one.shape.rowBytes() * 11 / 10);
    }
}

void RowPagesTest::survivesDamage()
{
    std::mt19937 random(3);
    for (const int shape : {0, 2, 3}) {
        const Shape& one = kShapes[shape];
        const std::uint32_t blocks = std::min(one.blocks, 60u);
        const Stored stored(one.shape);
        stored.append(0, blocks, 10);
        const std::string whole = fileContent(stored.path);
        int found = 0;
        for (int round = 0; round < 40; ++round) {
            std::string damaged = whole;
            for (int i = 0; i < 200; ++i) { // heads of pages and cells more often than contents
                const std::size_t page = 1 + random() % (whole.size() / kBlockPageBytes - 1);
                const std::size_t within = random() % 3 == 0 ? random() % kBlockPageBytes : random() % 64;
                damaged[page * kBlockPageBytes + within] = static_cast<char>(random());
            }
            const std::string path = stored.folder.file("damaged.db");
            writeContent(path, damaged);
            Pages pages(path, round % 2 == 0);
            const int known = knownRows(pages, stored.identity, blocks);
            QVERIFY(known >= 0);
            found += known;
        }
        QVERIFY(found < static_cast<int>(40 * blocks * one.shape.layers));
    }
}

// Rows stored before stay readable while the tree grows and pages are written; nothing locked, so the writer never waits.
void RowPagesTest::aReaderBesideAWriterNeedsNoTransaction()
{
    const Shape& one = kShapes[1];
    const Stored stored(one.shape);
    stored.append(0, 20, 20);
    BlockStoreOptions options = Stored::options();
    options.access = Access::ReadOnly;
    const auto reader = BlockStore::open(stored.path, options);
    QVERIFY(reader);
    std::atomic<bool> stop = false;
    std::atomic<int> read = 0, wrong = 0;
    std::thread reading([&] {
        std::vector<std::byte> row(one.shape.rowBytes());
        for (std::uint32_t i = 0; !stop || read < 100; ++i, ++read) {
            const LayerIndex layer(i % one.shape.layers);
            const BlockId block(i / one.shape.layers % 20);
            wrong += !(*reader)->readRow(layer, block, row) || row != sampleRow(one.shape, layer.value, block.value);
        }
    });
    const auto store = stored.open();
    for (std::uint32_t block = 20; block < 620; block += 20)
        if (!store->append(sampleChunk(one.shape, block, 20)))
            ++wrong;
    stop = true;
    reading.join();
    QCOMPARE(wrong.load(), 0);
}

QTEST_GUILESS_MAIN(RowPagesTest)
#include "row_pages_test.moc"
