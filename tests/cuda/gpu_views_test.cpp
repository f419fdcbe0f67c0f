// Index arithmetic that host and device share: tables, pieces, distances, tiles, order of floats.
#include "kernels/cuda/gpu_ops.h"
#include "kernels/rows/kv_row.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <limits>
#include <set>

using namespace cairn;

class GpuViewsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void landmarksLieInSlabsThenInTheStreamsOwn();
    void landmarkOffsetsPassFourGigabytes();
    void rowsComeFromBaseThenOwn();
    void piecesCoverARowWithoutOverlap();
    void rowBytesAreThoseOfTheStore();
    void distancesFollowTheSlots();
    void tilesCoverEveryQueryOnce();
    void orderedBitsOrderFloats();
    void fewQueriesHaveAThreadBlockPerPart();
};

void GpuViewsTest::landmarksLieInSlabsThenInTheStreamsOwn()
{
    std::vector<std::vector<std::uint16_t>> slabs(3, std::vector<std::uint16_t>(1024 * 6));
    std::vector<std::uint16_t> own(6 * 4);
    std::vector<const void*> pointers{slabs[0].data(), slabs[1].data(), slabs[2].data()};
    const cuda::LandmarkTable table{pointers.data(), own.data(), 5, 2050, 2, 3, 1, 0};
    QCOMPARE(cuda::landmarkBytesOf(table), std::int64_t{12});
    QCOMPARE(cuda::landmarkOf(table, 0), static_cast<const void*>(&slabs[0][5 * 6]));
    QCOMPARE(cuda::landmarkOf(table, 1023 - 5), static_cast<const void*>(&slabs[0][1023 * 6]));
    QCOMPARE(cuda::landmarkOf(table, 1024 - 5), static_cast<const void*>(&slabs[1][0]));
    QCOMPARE(cuda::landmarkOf(table, 2049 - 5), static_cast<const void*>(&slabs[2][6]));
    QCOMPARE(cuda::landmarkOf(table, 2050 - 5), static_cast<const void*>(&own[0]));
    QCOMPARE(cuda::landmarkOf(table, 2053 - 5), static_cast<const void*>(&own[18]));
}

void GpuViewsTest::landmarkOffsetsPassFourGigabytes()
{
    // 300,000 blocks (15 million tokens) of 32 kv heads x 128 in 32 bits, all the stream's own: no memory is touched
    char nothing = 0;
    const cuda::LandmarkTable table{nullptr, &nothing, 0, 0, 32, 128, 2, 1};
    const auto* at = static_cast<const char*>(cuda::landmarkOf(table, 300000));
    QCOMPARE(at - &nothing, std::ptrdiff_t{300000} * 32 * 128 * 2 * 4);
}

void GpuViewsTest::rowsComeFromBaseThenOwn()
{
    const int numbers[5] = {};
    const void* base[3] = {&numbers[0], &numbers[1], &numbers[2]};
    const void* own[2] = {&numbers[3], &numbers[4]};
    const cuda::RowTable table{base, own, 1, 3};
    for (int column = 0; column < 4; ++column)
        QCOMPARE(cuda::rowOf(table, column), static_cast<const void*>(&numbers[column + 1]));
}

void GpuViewsTest::piecesCoverARowWithoutOverlap()
{
    for (const cuda::RowForm form : {cuda::RowForm::F32, cuda::RowForm::F16, cuda::RowForm::Int8}) {
        const int kvHeads = 3, F = 50, d = 34, width = form == cuda::RowForm::F32 ? 4 : form == cuda::RowForm::F16 ? 2 : 1;
        std::vector<int> seen(static_cast<std::size_t>(cuda::rowBytesOf(form, kvHeads, F, d)));
        const auto mark = [&seen](std::int64_t first, std::int64_t count) {
            for (std::int64_t i = first; i < first + count; ++i)
                ++seen.at(static_cast<std::size_t>(i));
        };
        for (int head = 0; head < kvHeads; ++head) {
            const cuda::RowPieces piece = cuda::rowPieces(form, kvHeads, F, d, head);
            mark(piece.keys, F * d * width);
            mark(piece.values, F * d * width);
            if (form == cuda::RowForm::Int8) {
                mark(piece.keyScales, d * 2);
                mark(piece.valueScales, F * 2);
            }
        }
        QVERIFY(std::all_of(seen.begin(), seen.end(), [](int times) { return times == 1; }));
    }
}

void GpuViewsTest::rowBytesAreThoseOfTheStore()
{
    for (const int form : {0, 1, 2}) {
        const kernels::KvRowShape shape{3, 63, 64, static_cast<kernels::RowType>(form)};
        QCOMPARE(cuda::rowBytesOf(static_cast<cuda::RowForm>(form), 3, 63, 64), static_cast<std::int64_t>(kernels::kvRowBytes(shape)));
    }
}

// The example of landmark_semantics.md 4: B = 51, N = 12, K = 5.
void GpuViewsTest::distancesFollowTheSlots()
{
    for (int column = 0; column < 7; ++column)
        QCOMPARE(cuda::scoringDistance(column, 12, 5), 6);
    for (int column = 7; column < 12; ++column)
        QCOMPARE(cuda::scoringDistance(column, 12, 5), 12 - column);
    const int columns[] = {0, 3, 6, 7, 11}, slots[] = {0, 1, 2, 4, 5};
    for (int place = 0; place < 5; ++place)
        QCOMPARE(cuda::placeDistance(place, columns[place], 12, 5), 6 - slots[place]);
    QCOMPARE(cuda::scoringDistance(0, 3, 3), 3);   // every block fits
}

void GpuViewsTest::tilesCoverEveryQueryOnce()
{
    QCOMPARE(cuda::queryTiles(1, 1), 1);
    QCOMPARE(cuda::queryTiles(16, 1), 1);
    QCOMPARE(cuda::queryTiles(17, 1), 2);
    QCOMPARE(cuda::queryTiles(1, 48), 3);
    QCOMPARE(cuda::queryTiles(7104, 8), 3552);
    QCOMPARE(cuda::queryTiles(16 << 20, 1024), 1 << 30);   // the product passes 32 bits
}

void GpuViewsTest::orderedBitsOrderFloats()
{
    const float infinity = std::numeric_limits<float>::infinity();
    const float values[] = {-infinity, -3e38f, -1.5f, -1e-40f, -0.0f, 0.0f, 1e-40f, 1.0f, 1.0000001f, 3e38f, infinity};
    for (std::size_t i = 0; i < std::size(values); ++i) {
        const std::uint32_t bits = std::bit_cast<std::uint32_t>(values[i]), ordered = cuda::orderedBits(bits);
        QCOMPARE(cuda::floatBitsOf(ordered), bits);
        if (i > 0)
            QVERIFY(ordered > cuda::orderedBits(std::bit_cast<std::uint32_t>(values[i - 1])));
    }
}

void GpuViewsTest::fewQueriesHaveAThreadBlockPerPart()
{
    const cuda::AttentionRoom decode = cuda::attentionRoom(1, 9, 3, 16);
    QCOMPARE(decode.tiles, 1);
    QCOMPARE(decode.splits, 48);   // three heads' places can all differ
    QCOMPARE(decode.partsPerSplit, 1);
    const cuda::AttentionRoom window = cuda::attentionRoom(1008, 9, 3, 17);
    QCOMPARE(window.tiles, 189);
    QCOMPARE(window.splits, 1);
    QCOMPARE(window.partsPerSplit, 16 * 17);
    QCOMPARE(cuda::attentionRoom(5, 4, 2, 0).splits, 0);
}

QTEST_APPLESS_MAIN(GpuViewsTest)
#include "gpu_views_test.moc"
