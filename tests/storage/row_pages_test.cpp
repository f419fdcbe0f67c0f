// RowPages finds every row that SQLite finds, with the same bytes and hash, however rows and pages lie; a damaged file never gives
// another row than the stored one under its hash.
#include "storage/blocks/block_identity.h"
#include "storage/blocks/block_store.h"
#include "storage/blocks/row_pages.h"
#include "storage/database/database.h"
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

// Rows of 896 bytes, 17 in a leaf; of 16 KB, one in a leaf; of 9 KB, seven in a leaf with a chained page each; of 25 KB, seven with
// three; one in a leaf with 2, 31 and 300 chained pages.
const Shape kShapes[] = {
    {"many in a leaf", {3, 2, 16, 7, KvType::F16}, 900},       {"one in a leaf", {3, 2, 64, 31, KvType::F16}, 400},
    {"chains of one", {3, 2, 64, 18, KvType::F16}, 400},       {"chains of three", {30, 3, 64, 63, KvType::Int8}, 40},
    {"chain of two", {4, 3, 64, 63, KvType::F16}, 40},         {"chain of many", {2, 8, 128, 63, KvType::F16}, 12},
    {"chain of hundreds", {1, 16, 256, 300, KvType::F16}, 3},
};
constexpr int kManyRows[] = {2, 3};   // shapes with several rows in a leaf that have chains

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

    Pages(const std::string& path, bool mapped, std::uint32_t layers, const std::string& table = "block_row")
    {
        DatabaseOptions options;
        options.access = Access::ReadOnly;
        options.mmapBytes = mapped ? 1 << 30 : 0;
        options.checkCells = false;
        auto opened = Database::open(path, options);
        if (!opened || !opened->execute("BEGIN"))
            return;
        database = std::move(*opened);
        const auto root = database.integer("SELECT rootpage FROM sqlite_schema WHERE name = '" + table + "'");
        const auto pageBytes = database.integer("PRAGMA page_size");
        if (root && pageBytes)
            rows = RowPages(database, {static_cast<std::uint32_t>(*root), static_cast<std::size_t>(*pageBytes), layers});
    }
};

// Numbers of up to 48 bits are stored shorter: a row with such a hash is left to SQLite.
bool isShort(std::uint64_t hash)
{
    const auto value = static_cast<std::int64_t>(hash);
    return value >= -(std::int64_t{1} << 47) && value < std::int64_t{1} << 47;
}

// How many rows RowPages knows, or may leave to SQLite; -1: one is not what was stored.
int knownRows(Pages& pages, const MemoryIdentity& identity, std::uint32_t blocks)
{
    int known = 0;
    const MemoryShape& shape = identity.shape;
    const Hash128 key = memoryKey(identity);
    std::vector<std::byte> row(shape.rowBytes());
    for (std::uint32_t block = 0; block < blocks; ++block) {
        for (std::uint32_t layer = 0; layer < shape.layers; ++layer) {
            const auto stored = sampleRow(shape, layer, block);
            if (isShort(rowHash(blockPlace(key, BlockTable::Row, layer, block), stored))) {
                ++known;
                continue;
            }
            const auto hash = pages.rows.read(rowId(BlockId(block), layer), row);
            const bool proved = hash && *hash == rowHash(blockPlace(key, BlockTable::Row, layer, block), row);
            if (proved && row != stored)
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
    void pagesFitTheRows();
    void findsRowsInFilesOfOtherPages();
    void followsAChainOfAnyTable();
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
    Pages pages(stored.path, mapped, one.shape.layers);
    QCOMPARE(knownRows(pages, stored.identity, one.blocks), static_cast<int>(one.blocks * one.shape.layers));
    pages.rows.forget();
    QCOMPARE(knownRows(pages, stored.identity, 1), static_cast<int>(one.shape.layers));
}

// Pages given up by a shorter memory are used again in any order: chains are no runs any more.
void RowPagesTest::findsRowsInReusedPages()
{
    for (const int shape : {2, 3, 4, 5}) {
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
                Pages pages(stored.path, mapped, one.shape.layers);
                QCOMPARE(knownRows(pages, stored.identity, one.blocks), static_cast<int>(one.blocks * one.shape.layers));
            }
        }
    }
}

void RowPagesTest::knowsNoOtherRows()
{
    const Shape& one = kShapes[4];
    const Stored stored(one.shape);
    stored.append(0, 4, 4);
    std::vector<std::byte> row(one.shape.rowBytes()), shorter(one.shape.rowBytes() - 1);
    for (const bool mapped : {false, true}) {
        Pages pages(stored.path, mapped, one.shape.layers);
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
    for (const int shape : {2, 3, 4, 5}) {
        const Shape& one = kShapes[shape];
        const Stored stored(one.shape);
        stored.append(0, one.blocks, 5);
        Pages pages(stored.path, false, one.shape.layers);
        const std::string file = fileContent(stored.path);
        const auto holds = [&file](std::uint64_t offset, std::uint64_t bytes, const std::string& part) {
            return offset + bytes <= file.size() && std::string_view(file).substr(offset, bytes).find(part) != std::string_view::npos;
        };
        int right = 0, rows = 0;
        for (std::uint32_t block = 0; block < one.blocks; ++block) {
            for (std::uint32_t layer = 0; layer < one.shape.layers; ++layer, ++rows) {
                const auto place = pages.rows.likelyPlace(rowId(BlockId(block), layer), one.shape.rowBytes());
                QVERIFY(place);
                QVERIFY(place->chainBytes > 0 && place->chainBytes + place->leafBytes < one.shape.rowBytes() * 5 / 4 + place->leafBytes);
                const auto row = sampleRow(one.shape, layer, block);
                const std::string_view all(reinterpret_cast<const char*>(row.data()), row.size());
                right += holds(place->leaf, place->leafBytes, std::string(all.substr(0, 400)))
                    && holds(place->chain, place->chainBytes, std::string(all.substr(all.size() - 400)));
            }
        }
        QVERIFY2(right >= rows * 95 / 100, one.name);   // inner pages and other tables' come between some
    }
}

// Rows of several to a leaf need hardly more room than their bytes.
void RowPagesTest::pagesFitTheRows()
{
    QCOMPARE(blockPageBytes(900), std::size_t{16384});
    QCOMPARE(blockPageBytes(24954), std::size_t{8192});
    QCOMPARE(blockPageBytes(48384), std::size_t{16384});
    QCOMPARE(blockPageBytes(12288), std::size_t{4096});
    for (const int shape : kManyRows) {
        const Shape& one = kShapes[shape];
        const Stored stored(one.shape);
        stored.append(0, one.blocks, 20);
        const std::size_t bytes = one.shape.rowBytes() * one.shape.layers * one.blocks;
        const std::size_t landmarks = std::size_t{one.shape.layers} << 16;
        QVERIFY(fileContent(stored.path).size() < bytes + bytes / 20 + landmarks + 300'000);
    }
}

// Of an older Cairn, or taken through another program.
void RowPagesTest::findsRowsInFilesOfOtherPages()
{
    for (const int shape : kManyRows) {
        const Shape& one = kShapes[shape];
        const Stored stored(one.shape);
        stored.append(0, one.blocks, 7);
        for (const int pageBytes : {4096, 16384, 65536}) {
            {
                auto database = Database::open(stored.path, {});
                QVERIFY(database);
                QVERIFY(database->execute("PRAGMA page_size=" + std::to_string(pageBytes) + "; VACUUM"));
                QCOMPARE(*database->integer("PRAGMA page_size"), std::int64_t{pageBytes});
            }
            for (const bool mapped : {false, true}) {
                Pages pages(stored.path, mapped, one.shape.layers);
                QCOMPARE(knownRows(pages, stored.identity, one.blocks), static_cast<int>(one.blocks * one.shape.layers));
            }
            const auto store = stored.open();
            std::vector<std::byte> row(one.shape.rowBytes());
            QVERIFY(store->readRow(LayerIndex(1), BlockId(3), row));
            QVERIFY(row == sampleRow(one.shape, 1, 3));
        }
    }
}

// Pages of landmarks were made larger again and again: the pages behind their leaf, one after the other, are what the row holds.
void RowPagesTest::followsAChainOfAnyTable()
{
    const Shape& one = kShapes[3];
    const Stored stored(one.shape);
    for (std::uint32_t block = 0; block < 360; block += 60)
        stored.append(block, 60, 20);
    const std::string file = fileContent(stored.path);
    const std::size_t page = blockPageBytes(one.shape.rowBytes()), landmark = one.shape.landmarkBytes();
    for (const bool mapped : {false, true}) {
        Pages pages(stored.path, mapped, one.shape.layers, "landmark_page");
        for (std::uint32_t layer = 0; layer < one.shape.layers; layer += 7) {
            std::string chained;
            pages.rows.followChain(layer, 0, 360 * landmark, [&](std::uint64_t offset) {
                chained += file.substr(offset + 4, page - 4);
                return true;
            });
            std::size_t known = 0;   // the first ones are in the leaf
            for (std::uint32_t block = 0; block < 360; ++block) {
                const auto bytes = sampleLandmark(one.shape, layer, block);
                known += chained.find(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size())) != std::string::npos;
            }
            QVERIFY(known >= 360 - page / landmark);
            QVERIFY(chained.size() < 360 * landmark + 2 * page);
            std::size_t visited = 0, of = chained.size() / (page - 4);
            pages.rows.followChain(layer, 180 * landmark, 360 * landmark, [&](std::uint64_t) { return ++visited > 0; });
            QVERIFY(visited >= of / 2 && visited <= of / 2 + 2);
            visited = 0;
            pages.rows.followChain(layer, 0, 360 * landmark, [&](std::uint64_t) { return ++visited < 3; });
            QCOMPARE(visited, std::size_t{3});
        }
        pages.rows.followChain(99, 0, 1000, [](std::uint64_t) -> bool { qFatal("there is no such row"); });
    }
}

void RowPagesTest::survivesDamage()
{
    std::mt19937 random(3);
    for (const int shape : {0, 2, 3, 4}) {
        const Shape& one = kShapes[shape];
        const std::uint32_t blocks = std::min(one.blocks, 60u);
        const Stored stored(one.shape);
        stored.append(0, blocks, 10);
        const std::string whole = fileContent(stored.path);
        const std::size_t pageBytes = blockPageBytes(one.shape.rowBytes());
        int found = 0;
        for (int round = 0; round < 40; ++round) {
            std::string damaged = whole;
            for (int i = 0; i < 200; ++i) { // heads of pages and cells more often than contents
                const std::size_t page = 1 + random() % (whole.size() / pageBytes - 1);
                const std::size_t within = random() % 3 == 0 ? random() % pageBytes : random() % 64;
                damaged[page * pageBytes + within] = static_cast<char>(random());
            }
            const std::string path = stored.folder.file("damaged.db");
            writeContent(path, damaged);
            Pages pages(path, round % 2 == 0, one.shape.layers);
            const int known = knownRows(pages, stored.identity, blocks);
            QVERIFY(known >= 0);
            found += known;
            std::size_t visited = 0;
            for (std::uint32_t block = 0; block < blocks; ++block)
                pages.rows.followChain(rowId(BlockId(block), 0), 0, one.shape.rowBytes(), [&](std::uint64_t) { return ++visited > 0; });
            QVERIFY(visited <= blocks * (1 + one.shape.rowBytes() / (pageBytes - 4)));
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
