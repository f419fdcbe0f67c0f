// Synthetic landmarks: drawn with mean and spread of the real ones, the same each time, no two alike, boxes in order.
#include "app/lab/sampled_archive.h"
#include "kernels/rows/kv_row.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

using namespace cairn;

namespace
{

constexpr std::uint32_t kReal = 32, kLong = 3000;   // more than are drawn ahead

MemoryShape shapeOf(SelectionKey key)
{
    MemoryShape shape{2, 2, 8, 3, KvType::F16};
    shape.key = key;
    return shape;
}

SampledArchive archiveOf(const MemoryShape& shape)
{
    SampledArchive archive(shape);
    std::mt19937 random(1);
    std::normal_distribution<float> normal;
    const std::size_t numbers = shape.landmarkBytes() / 2, half = numbers / 2;
    for (std::uint32_t block = 0; block < kReal; ++block) {
        BlockChunk chunk;
        chunk.first = BlockId(block);
        chunk.count = 1;
        chunk.rows.resize(shape.layers * shape.rowBytes());
        for (std::byte& byte : chunk.rows)
            byte = static_cast<std::byte>(random());
        chunk.tokens.resize(shape.blockTokens);
        for (std::uint32_t layer = 0; layer < shape.layers; ++layer) {
            std::vector<float> values(numbers);
            for (std::size_t i = 0; i < numbers; ++i)
                values[i] = 5 + normal(random) * static_cast<float>(1 + i % 3);
            for (std::size_t i = 0; shape.key == SelectionKey::Bounds && i < half; ++i)
                if (values[i] > values[half + i])
                    std::swap(values[i], values[half + i]);
            const std::size_t at = chunk.landmarks.size();
            chunk.landmarks.resize(at + shape.landmarkBytes());
            kernels::encodeHalves(values.data(), numbers, reinterpret_cast<std::uint16_t*>(chunk.landmarks.data() + at));
        }
        if (!archive.append(chunk))
            qFatal("append");
    }
    return archive;
}

std::vector<float> landmarksOf(SampledArchive& archive, const MemoryShape& shape, std::uint32_t first, std::uint32_t count)
{
    std::vector<std::uint16_t> halves(count * shape.landmarkBytes() / 2);
    if (!archive.readLandmarks(LayerIndex(1), BlockId(first), count, std::as_writable_bytes(std::span(halves))))
        qFatal("read");
    std::vector<float> values(halves.size());
    kernels::decodeHalves(halves.data(), halves.size(), values.data());
    return values;
}

struct Moments
{
    double mean = 0, deviation = 0;
};

Moments momentsOf(const std::vector<float>& values, std::size_t width, std::size_t column)
{
    double sum = 0, squares = 0;
    const auto rows = static_cast<double>(values.size() / width);
    for (std::size_t i = column; i < values.size(); i += width) {
        sum += double(values[i]);
        squares += double(values[i]) * double(values[i]);
    }
    return {sum / rows, std::sqrt(squares / rows - sum / rows * (sum / rows))};
}

}  // namespace

class SampledArchiveTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void drawnLandmarksHaveMeanAndDeviationOfRealOnes()
    {
        const MemoryShape shape = shapeOf(SelectionKey::Landmark);
        SampledArchive archive = archiveOf(shape);
        const std::size_t width = shape.landmarkBytes() / 2;
        const std::vector<float> real = landmarksOf(archive, shape, 0, kReal);
        archive.stretch(kLong);
        const std::vector<float> drawn = landmarksOf(archive, shape, kReal, kLong - kReal);
        for (std::size_t j = 0; j < width; ++j) {
            const Moments want = momentsOf(real, width, j), got = momentsOf(drawn, width, j);
            QVERIFY(std::fabs(got.mean - want.mean) < 0.1 * want.deviation);
            QVERIFY(std::fabs(got.deviation / want.deviation - 1) < 0.1);
        }
    }

    void realLandmarksStayAndDrawnOnesDiffer()
    {
        const MemoryShape shape = shapeOf(SelectionKey::Landmark);
        SampledArchive archive = archiveOf(shape);
        const std::vector<float> real = landmarksOf(archive, shape, 0, kReal);
        archive.stretch(kLong);
        QCOMPARE(landmarksOf(archive, shape, 0, kReal), real);
        const std::vector<float> all = landmarksOf(archive, shape, 0, kLong);
        const std::size_t width = shape.landmarkBytes() / 2;
        std::set<std::vector<float>> distinct;
        for (std::size_t at = 0; at < all.size(); at += width)
            distinct.insert(std::vector<float>(all.begin() + std::ptrdiff_t(at), all.begin() + std::ptrdiff_t(at + width)));
        QVERIFY(distinct.size() > kLong * 99 / 100);
    }

    void drawnAheadOrWhenReadTheyAreTheSame()
    {
        const MemoryShape shape = shapeOf(SelectionKey::Bounds);
        SampledArchive whole = archiveOf(shape), other = archiveOf(shape);
        whole.stretch(kLong);
        other.stretch(kReal + 1);   // one is drawn ahead
        other.stretch(kLong);
        QCOMPARE(landmarksOf(whole, shape, kReal, 2500), landmarksOf(other, shape, kReal, 2500));
    }

    void boxesKeepTheirOrder()
    {
        const MemoryShape shape = shapeOf(SelectionKey::Bounds);
        SampledArchive archive = archiveOf(shape);
        archive.stretch(kLong);
        const std::vector<float> all = landmarksOf(archive, shape, 0, kLong);
        const std::size_t width = shape.landmarkBytes() / 2, half = width / 2;
        for (std::size_t i = 0; i < all.size(); i += width)
            for (std::size_t j = 0; j < half; ++j)
                QVERIFY(all[i + j] <= all[i + half + j]);
    }

    void lentRowsAreThoseThatAreRead()
    {
        const MemoryShape shape = shapeOf(SelectionKey::Landmark);
        SampledArchive archive = archiveOf(shape);
        archive.stretch(kLong);
        QVERIFY(!archive.lentRow(LayerIndex(0), BlockId(5)));
        archive.lendRows(2 * kReal);
        std::vector<std::byte> row(shape.rowBytes());
        for (const std::uint32_t block : {0u, 31u, 32u, 100u, kLong - 1}) {
            const std::byte* lent = archive.lentRow(LayerIndex(1), BlockId(block));
            QVERIFY(lent && reinterpret_cast<std::uintptr_t>(lent) % 64 == 0);
            QVERIFY(archive.readRow(LayerIndex(1), BlockId(block), row));
            QVERIFY(std::equal(row.begin(), row.end(), lent));
            QCOMPARE(lent == archive.lentRow(LayerIndex(1), BlockId(block % kReal)), block / kReal % 2 == 0);
        }
        QVERIFY(!archive.lentRow(LayerIndex(0), BlockId(kLong)));   // what the engine writes behind them
    }
};

QTEST_APPLESS_MAIN(SampledArchiveTest)
#include "sampled_archive_test.moc"
