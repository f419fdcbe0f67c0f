// Rows of the archive in RAM: slabs under a budget, rows that move, reading by several threads, and what a failed read leaves.
#include "core/engine/blocks/memory_blocks.h"
#include "core/engine/common/parallel.h"
#include "tests/engine/vector_archive.h"

#include <QTest>

#include <algorithm>
#include <cstring>
#include <numeric>

using namespace cairn;

class RowCacheTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void slabsAreShortUnderSmallBudgets();
    void rowsReadTogetherAreEachTheirOwn_data();
    void rowsReadTogetherAreEachTheirOwn();
    void aFailedReadLeavesNoRowWithoutItsBytes();
    void theBudgetHoldsWholeSlabs_data();
    void theBudgetHoldsWholeSlabs();
    void rowsOfAnotherSizeMakeRoom();
    void rowsThatMoveKeepTheirBytes();
    void missingRowsAreExpectedTogether();
};

namespace
{

constexpr std::uint32_t kBlocks = 200;

MemoryShape shapeOf(std::uint32_t tokens = 4)
{
    MemoryShape shape;
    shape.layers = 2;
    shape.kvHeads = 1;
    shape.headDim = 4;
    shape.blockTokens = tokens;
    shape.type = shape.landmarkType = KvType::F32;
    return shape;
}

VectorArchive archiveOf(const MemoryShape& shape)
{
    VectorArchive archive(shape);
    for (std::uint32_t row = 0; row < kBlocks * shape.layers; ++row) {
        archive.rows.emplace_back(shape.rowBytes(), static_cast<std::byte>(row % 251));
        archive.landmarks.emplace_back(shape.landmarkBytes(), std::byte{0});
    }
    archive.tokens.resize(std::size_t{kBlocks} * shape.blockTokens);
    return archive;
}

std::vector<std::uint32_t> numbersFrom(std::uint32_t first, std::uint32_t count)
{
    std::vector<std::uint32_t> blocks(count);
    std::iota(blocks.begin(), blocks.end(), first);
    return blocks;
}

// Whether every row has its bytes, from the first to the last
bool areRight(const VectorArchive& archive, std::uint32_t layer, const std::vector<std::uint32_t>& blocks,
              const std::vector<const std::byte*>& rows)
{
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const auto& row = archive.rows[blocks[i] * 2 + layer];
        if (std::memcmp(rows[i], row.data(), row.size()) != 0)
            return false;
    }
    return true;
}

bool readsRight(ArchiveRows& rows, const VectorArchive& archive, std::uint32_t layer, const std::vector<std::uint32_t>& blocks)
{
    std::vector<const std::byte*> held(blocks.size());
    const bool right = rows.hold(layer, blocks, held) && areRight(archive, layer, blocks, held);
    rows.releaseAll();
    return right;
}

}  // namespace

void RowCacheTest::slabsAreShortUnderSmallBudgets()
{
    QCOMPARE(rowSlabBytes(64, 0), std::size_t{64});                              // at least a place
    QCOMPARE(rowSlabBytes(64, 32 * 200), std::size_t{3 * 64});                   // a 32nd, in whole places
    QCOMPARE(rowSlabBytes(25024, std::uint64_t{1} << 30), 2 * kHugePage);
    QCOMPARE(rowSlabBytes(5 * kHugePage, std::uint64_t{1} << 30), 5 * kHugePage);   // a row longer than that
}

void RowCacheTest::rowsReadTogetherAreEachTheirOwn_data()
{
    QTest::addColumn<bool>("byMany");
    QTest::addRow("one reader") << false;
    QTest::addRow("several readers") << true;
}

void RowCacheTest::rowsReadTogetherAreEachTheirOwn()
{
    QFETCH(bool, byMany);
    setWorkerThreads(4);
    VectorArchive archive = archiveOf(shapeOf());
    archive.byMany = byMany;
    ArchiveRows rows(std::make_shared<RowBudget>(1 << 20), archive, shapeOf());
    for (std::uint32_t layer = 0; layer < 2; ++layer)
        QVERIFY(readsRight(rows, archive, layer, numbersFrom(0, kBlocks)));
    QCOMPARE(archive.rowsRead, std::uint64_t{2 * kBlocks});
    QVERIFY(readsRight(rows, archive, 1, numbersFrom(7, 90)));
    QCOMPARE(archive.rowsRead, std::uint64_t{2 * kBlocks});   // from RAM
    setWorkerThreads(0);
}

void RowCacheTest::aFailedReadLeavesNoRowWithoutItsBytes()
{
    VectorArchive archive = archiveOf(shapeOf());
    ArchiveRows rows(std::make_shared<RowBudget>(1 << 20), archive, shapeOf());
    QVERIFY(readsRight(rows, archive, 0, {3}));
    archive.damaged = {5};
    const std::vector<std::uint32_t> blocks = numbersFrom(2, 6);
    std::vector<const std::byte*> held(blocks.size());
    const auto done = rows.hold(0, blocks, held);
    QVERIFY(!done);
    QCOMPARE(done.error().code, ErrorCode::Corruption);
    rows.releaseAll();
    archive.damaged.clear();
    QVERIFY(readsRight(rows, archive, 0, blocks));
}

void RowCacheTest::theBudgetHoldsWholeSlabs_data()
{
    QTest::addColumn<int>("rows");   // that the budget has room for
    for (const int count : {0, 1, 7, 33, 150})
        QTest::addRow("%d", count) << count;
}

void RowCacheTest::theBudgetHoldsWholeSlabs()
{
    QFETCH(int, rows);
    VectorArchive archive = archiveOf(shapeOf());
    const std::uint64_t limit = static_cast<std::uint64_t>(rows) * shapeOf().rowBytes();
    auto budget = std::make_shared<RowBudget>(limit);
    {
        ArchiveRows cache(budget, archive, shapeOf());
        for (std::uint32_t first : {0u, 90u, 13u}) {
            const std::vector<std::uint32_t> blocks = numbersFrom(first, 60);
            std::vector<const std::byte*> held(blocks.size());
            QVERIFY(cache.hold(1, blocks, held));
            QVERIFY(areRight(archive, 1, blocks, held));          // more than fit, while they are held
            cache.releaseAll();
            QVERIFY(budget->used() <= limit);
        }
        const std::uint64_t before = archive.rowsRead;
        const auto kept = static_cast<std::uint32_t>(std::min(rows, 60));
        QVERIFY(readsRight(cache, archive, 1, numbersFrom(73 - kept, kept)));
        QCOMPARE(archive.rowsRead, before);                // the newest that fit are there
    }
    budget->lower(0);
    QCOMPARE(budget->used(), std::uint64_t{0});
}

void RowCacheTest::rowsOfAnotherSizeMakeRoom()
{
    const MemoryShape small = shapeOf(), large = shapeOf(12);
    VectorArchive first = archiveOf(small), second = archiveOf(large);
    const std::uint64_t limit = 100 * small.rowBytes();
    auto budget = std::make_shared<RowBudget>(limit);
    ArchiveRows one(budget, first, small), other(budget, second, large);
    QVERIFY(readsRight(one, first, 0, numbersFrom(0, 100)));
    QVERIFY(readsRight(other, second, 0, numbersFrom(0, 30)));
    QVERIFY(budget->used() <= limit);
    const std::uint64_t before = second.rowsRead;
    QVERIFY(readsRight(other, second, 0, numbersFrom(0, 30)));
    QCOMPARE(second.rowsRead, before);
    QVERIFY(readsRight(one, first, 0, numbersFrom(0, 100)));
    QVERIFY(budget->used() <= limit);
}

void RowCacheTest::rowsThatMoveKeepTheirBytes()
{
    VectorArchive archive = archiveOf(shapeOf());
    auto budget = std::make_shared<RowBudget>(160 * shapeOf().rowBytes());
    ArchiveRows rows(budget, archive, shapeOf());
    QVERIFY(readsRight(rows, archive, 0, numbersFrom(0, 160)));
    std::vector<std::uint32_t> every3rd;                          // used last, spread over all slabs
    for (std::uint32_t block = 0; block < 160; block += 3)
        every3rd.push_back(block);
    QVERIFY(readsRight(rows, archive, 0, every3rd));
    const std::uint64_t before = archive.rowsRead;
    budget->lower(60 * shapeOf().rowBytes());
    QVERIFY(budget->used() <= 60 * shapeOf().rowBytes());
    QVERIFY(readsRight(rows, archive, 0, every3rd));
    QCOMPARE(archive.rowsRead, before);
}

void RowCacheTest::missingRowsAreExpectedTogether()
{
    VectorArchive archive = archiveOf(shapeOf());
    ArchiveRows rows(std::make_shared<RowBudget>(100 * shapeOf().rowBytes()), archive, shapeOf());
    QVERIFY(readsRight(rows, archive, 0, numbersFrom(10, 5)));
    QVERIFY(readsRight(rows, archive, 0, numbersFrom(12, 6)));    // 12, 13 and 14 are there
    QVERIFY(readsRight(rows, archive, 0, numbersFrom(11, 4)));    // all are
    QCOMPARE(archive.expected, (std::vector<std::vector<std::uint32_t>>{{10, 11, 12, 13, 14}, {15, 16, 17}}));
}

QTEST_GUILESS_MAIN(RowCacheTest)
#include "row_cache_test.moc"
