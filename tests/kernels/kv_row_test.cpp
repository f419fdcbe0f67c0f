// Rows of the memory: layout, rounding, round trips; every level writes the same bits.
#include "kernels/vectors/half_float.h"
#include "kernels/rows/kv_row.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

using namespace cairn::kernels;

namespace
{

std::vector<float> normal(std::size_t count, unsigned seed, float scale = 1)
{
    std::mt19937 random(seed);
    std::normal_distribution<float> distribution(0, scale);
    std::vector<float> values(count);
    for (float& value : values)
        value = distribution(random);
    return values;
}

std::vector<std::byte> encoded(const KvRowShape& shape, const std::vector<float>& keys, const std::vector<float>& values, CpuLevel level)
{
    std::vector<std::byte> row(kvRowBytes(shape) + 1, std::byte{0x5A});
    encodeKvRow({shape, keys.data(), values.data(), 0, row.data()}, level);
    return row;
}

float largestOf(const float* from, int count, int stride)
{
    float most = 0;
    for (int i = 0; i < count; ++i)
        most = std::max(most, std::fabs(from[i * stride]));
    return most;
}

}  // namespace

class KvRowTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void sizesAreThoseOfTheFormat();
    void roundTripStaysWithinTheStep_data();
    void roundTripStaysWithinTheStep();
    void int8LayoutByHand();
    void halvesRoundToNearestEven();
    void oddValuesAreStoredSafely();
    void headStrideIsFollowed();
};

void KvRowTest::sizesAreThoseOfTheFormat()
{
    QCOMPARE(kvRowBytes({3, 63, 64, RowType::F16}), std::size_t(48384));   // performance.md 7
    QCOMPARE(kvRowBytes({3, 63, 64, RowType::Int8}), std::size_t(24954));
    QCOMPARE(kvRowBytes({32, 50, 128, RowType::Int8}), std::size_t(420992));
    QCOMPARE(kvRowBytes({3, 64, 64, RowType::F32}), std::size_t(98304));
}

void KvRowTest::roundTripStaysWithinTheStep_data()
{
    QTest::addColumn<int>("blockTokens");
    QTest::addColumn<int>("headDim");
    for (const int blockTokens : {1, 5, 50, 63, 64})
        for (const int headDim : {2, 8, 10, 64, 128})
            QTest::addRow("F %d, d %d", blockTokens, headDim) << blockTokens << headDim;
}

void KvRowTest::roundTripStaysWithinTheStep()
{
    QFETCH(int, blockTokens);
    QFETCH(int, headDim);
    constexpr int kHeads = 3;
    const std::size_t piece = std::size_t(blockTokens) * headDim;
    const std::vector<float> keys = normal(kHeads * piece, 1), values = normal(kHeads * piece, 2, 30);
    for (const RowType type : {RowType::F32, RowType::F16, RowType::Int8}) {
        const KvRowShape shape{kHeads, blockTokens, headDim, type};
        const auto row = encoded(shape, keys, values, CpuLevel::Reference);
        QVERIFY(row.back() == std::byte{0x5A});
        for (int level = 0; level <= int(bestCpuLevel()); ++level) {
            QVERIFY(encoded(shape, keys, values, CpuLevel(level)) == row);
            for (int head = 0; head < kHeads; ++head) {
                std::vector<float> k(piece), v(piece);
                decodeKeys(shape, row.data(), head, k.data(), CpuLevel(level));
                decodeValues(shape, row.data(), head, v.data(), CpuLevel(level));
                for (int t = 0; t < blockTokens; ++t) {
                    for (int j = 0; j < headDim; ++j) {
                        const float* key = &keys[head * piece];
                        const float* value = &values[head * piece];
                        const int i = t * headDim + j;
                        // half a step; int8: the scale is rounded to a half, which may move 127 steps by 127 / 4096 of one
                        const float keyStep = largestOf(key + j, blockTokens, headDim) / 127,
                                    valueStep = largestOf(value + t * headDim, headDim, 1) / 127;
                        const bool eight = type == RowType::Int8;
                        const float keyLimit = eight ? 0.54f * keyStep : type == RowType::F16 ? std::fabs(key[i]) / 2048 + 1e-7f : 0;
                        const float valueLimit = eight ? 0.54f * valueStep : type == RowType::F16 ? std::fabs(value[i]) / 2048 + 1e-7f : 0;
                        QVERIFY(std::fabs(k[i] - key[i]) <= keyLimit);
                        QVERIFY(std::fabs(v[i] - value[i]) <= valueLimit);
                    }
                }
            }
        }
    }
}

void KvRowTest::int8LayoutByHand()
{
    // One head, two tokens, two dimensions. Channel maxima 127 and 254, token maxima 63.5 and 127: scales 1, 2 and 0.5, 1
    const std::vector<float> keys{127, -254, 2.5f, 3}, values{63.5f, -1, 127, 1.5f};
    const KvRowShape shape{1, 2, 2, RowType::Int8};
    for (int level = 0; level <= int(bestCpuLevel()); ++level) {
        const auto row = encoded(shape, keys, values, CpuLevel(level));
        const signed char want[] = {127, -127, 2, 2, 127, -2, 127, 2};   // 2.5 and 1.5 go to the even neighbour
        QVERIFY(std::memcmp(row.data(), want, 8) == 0);
        const std::uint16_t scales[] = {toHalf(1), toHalf(2), toHalf(0.5f), toHalf(1)};
        QVERIFY(std::memcmp(row.data() + 8, scales, 8) == 0);
    }
}

void KvRowTest::halvesRoundToNearestEven()
{
    const float inputs[] = {1.0f, 1.0f + 0x1p-11f, 1.0f + 3 * 0x1p-11f, -2.0f, 0x1p-24f, 0x1p-25f, 3 * 0x1p-25f, 65519.0f, 1e9f, -1e9f,
                            0.0f};
    const std::uint16_t want[] = {0x3C00, 0x3C00, 0x3C02, 0xC000, 0x0001, 0x0000, 0x0002, 0x7BFF, 0x7BFF, 0xFBFF, 0x0000};
    for (int level = 0; level <= int(bestCpuLevel()); ++level) {
        std::uint16_t got[11];
        encodeHalves(inputs, 11, got, CpuLevel(level));
        for (int i = 0; i < 11; ++i)
            QCOMPARE(got[i], want[i]);
    }
    for (int level = 0; level <= int(bestCpuLevel()); ++level) {   // every half there and back
        std::vector<std::uint16_t> all(65536), back(65536);
        std::vector<float> floats(65536);
        for (int i = 0; i < 65536; ++i)
            all[i] = std::uint16_t(i);
        decodeHalves(all.data(), all.size(), floats.data(), CpuLevel(level));
        encodeHalves(floats.data(), floats.size(), back.data(), CpuLevel(level));
        for (int i = 0; i < 65536; ++i)
            if ((i & 0x7C00) != 0x7C00)
                QCOMPARE(back[i], all[i]);
    }
}

void KvRowTest::oddValuesAreStoredSafely()
{
    const float nan = std::numeric_limits<float>::quiet_NaN(), infinite = std::numeric_limits<float>::infinity();
    const std::vector<float> keys{nan, 0, infinite, 1, 1e-12f, 0, -infinite, 2}, values{0, 0, 0, 0, 1e30f, nan, -1e30f, 1};
    const KvRowShape shape{1, 2, 4, RowType::Int8};
    const auto row = encoded(shape, keys, values, CpuLevel::Reference);
    std::vector<float> k(8), v(8);
    decodeKeys(shape, row.data(), 0, k.data());
    decodeValues(shape, row.data(), 0, v.data());
    for (int i = 0; i < 8; ++i)
        QVERIFY(std::isfinite(k[i]) && std::isfinite(v[i]));
    QCOMPARE(v[0], 0.0f);
    for (int level = 1; level <= int(bestCpuLevel()); ++level)
        QVERIFY(encoded(shape, keys, values, CpuLevel(level)) == row);
}

void KvRowTest::headStrideIsFollowed()
{
    const KvRowShape shape{2, 3, 4, RowType::F16};
    const std::vector<float> keys = normal(24, 5), values = normal(24, 6);
    std::vector<float> wideKeys(2 * 20, 99.0f), wideValues(2 * 20, 99.0f);
    for (int head = 0; head < 2; ++head) {
        std::copy_n(&keys[head * 12], 12, &wideKeys[head * 20]);
        std::copy_n(&values[head * 12], 12, &wideValues[head * 20]);
    }
    std::vector<std::byte> row(kvRowBytes(shape) + 1, std::byte{0x5A});
    encodeKvRow({shape, wideKeys.data(), wideValues.data(), 20, row.data()});
    QVERIFY(row == encoded(shape, keys, values, bestCpuLevel()));
}

QTEST_APPLESS_MAIN(KvRowTest)
#include "kv_row_test.moc"
