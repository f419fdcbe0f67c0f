// Packed weights against the decoder of stored tensors, rounded activations against their definition, products of every level
// against the reference (bit for bit) and the reference against 64-bit sums.
#include "core/model/dequantize.h"
#include "kernels/products/packed_product.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

using namespace cairn::kernels;

namespace
{

constexpr std::pair<StoredType, cairn::TensorType> kTypes[] = {
    {StoredType::Q8_0, cairn::TensorType::Q8_0}, {StoredType::Q4_0, cairn::TensorType::Q4_0}, {StoredType::Q4_1, cairn::TensorType::Q4_1},
    {StoredType::Q4_K, cairn::TensorType::Q4_K}, {StoredType::Q5_K, cairn::TensorType::Q5_K}, {StoredType::Q6_K, cairn::TensorType::Q6_K}};
constexpr const char* kNames[] = {"Q8_0", "Q4_0", "Q4_1", "Q4_K", "Q5_K", "Q6_K"};

bool exact(StoredType type) { return type < StoredType::Q4_K; }

struct Aligned   // 64-byte aligned zeros
{
    explicit Aligned(std::size_t bytes) : memory(bytes + 64) {}
    void* get() { return reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(memory.data()) + 63) / 64 * 64); }
    std::vector<std::byte> memory;
};

// Random bytes with sensible scales: halves of magnitude 2^-7 .. 2^-4, the minimum of a sub-block too
std::vector<std::uint8_t> storedRows(StoredType type, int rows, int inputs, unsigned seed)
{
    std::mt19937 random(seed);
    std::vector<std::uint8_t> bytes(storedRowBytes(type, inputs) * std::size_t(rows));
    for (std::uint8_t& byte : bytes)
        byte = std::uint8_t(random());
    const std::size_t block = storedRowBytes(type, storedGroup(type));
    for (std::size_t at = 0; at < bytes.size(); at += block) {
        const auto half = [&](std::size_t offset, bool negative) {
            const std::uint16_t value = std::uint16_t((random() % 0x0C00) + 0x2000 + (negative && random() % 2 ? 0x8000 : 0));
            std::memcpy(&bytes[at + offset], &value, 2);
        };
        half(type == StoredType::Q6_K ? 208 : 0, false);
        if (type == StoredType::Q4_1 || type == StoredType::Q4_K || type == StoredType::Q5_K)
            half(2, true);
    }
    return bytes;
}

struct Weights
{
    Weights(StoredType type, int outputs, int inputs, unsigned seed = 1)
        : shape(packedShape(type, outputs, inputs)), stored(storedRows(type, outputs, inputs, seed)), memory(packedBytes(shape))
    {
        const int first = outputs / 3;   // in two parts
        packRows({shape, type, 0, first, stored.data(), memory.get()});
        packRows({shape, type, first, outputs - first, stored.data() + storedRowBytes(type, inputs) * std::size_t(first), memory.get()});
    }
    std::vector<float> row(int output)
    {
        std::vector<float> numbers(std::size_t(shape.inputs));
        unpackRow(shape, memory.get(), output, numbers.data());
        return numbers;
    }
    PackedShape shape;
    std::vector<std::uint8_t> stored;
    Aligned memory;
};

struct Activations
{
    Activations(int rows, int inputs, std::vector<float> numbers, CpuLevel level)
        : x(std::move(numbers)), memory(quantizedRowsBytes(rows, inputs)), rounded(quantizedRowsIn(memory.get(), rows, inputs))
    {
        quantizeRows({inputs, 0, rows / 2, x.data(), rounded}, level);
        quantizeRows({inputs, rows / 2, rows, x.data(), rounded}, level);
    }
    std::vector<float> x;
    Aligned memory;
    QuantizedRows rounded;
};

std::vector<float> normal(std::size_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<float> distribution;
    std::vector<float> values(count);
    for (float& value : values)
        value = distribution(random);
    return values;
}

std::vector<float> product(Weights& weights, const QuantizedRows& in, int rows, CpuLevel level, int pieces = 1)
{
    std::vector<float> out(std::size_t(rows) * std::size_t(weights.shape.outputs), NAN);
    PackedProduct work{weights.shape, weights.memory.get(), rows, in, 0, 0, out.data()};
    Aligned scratch(packedProductScratch(work));
    work.scratch = scratch.get();
    const int tiles = packedTiles(weights.shape);
    for (int piece = 0; piece < pieces; ++piece) {
        work.firstTile = tiles * piece / pieces, work.endTile = tiles * (piece + 1) / pieces;
        packedProduct(work, level);
    }
    return out;
}

bool sameBits(const std::vector<float>& a, const std::vector<float>& b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

}  // namespace

class PackedProductTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void packedNumbersAreTheStoredOnes_data();
    void packedNumbersAreTheStoredOnes();
    void wholeTilesArePackedAsSingleRows_data();
    void wholeTilesArePackedAsSingleRows();
    void activationsAreRoundedToNearest();
    void levelsRoundActivationsAlike();
    void whatIsNoNumberStaysNone();
    void levelsGiveTheReferencesBits_data();
    void levelsGiveTheReferencesBits();
    void extremesDoNotOverflow();
    void referenceFollowsTheFormula();
    void rowsDoNotDependOnCompany();
};

void PackedProductTest::packedNumbersAreTheStoredOnes_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < 6; ++i)
        QTest::newRow(kNames[i]) << i;
}

void PackedProductTest::packedNumbersAreTheStoredOnes()
{
    QFETCH(int, index);
    const auto [type, tensor] = kTypes[index];
    constexpr int kInputs = 512;
    for (const int outputs : {1, 31, 32, 33, 70}) {
        Weights weights(type, outputs, kInputs);
        std::vector<float> want(std::size_t(outputs * kInputs));
        cairn::dequantize(tensor, std::as_bytes(std::span(weights.stored)), want);
        for (int output = 0; output < outputs; ++output) {
            const std::vector<float> got = weights.row(output);
            for (int i = 0; i < kInputs; ++i) {
                const float* group = want.data() + output * kInputs + i / 32 * 32;
                float largest = 0;
                for (int j = 0; j < 32; ++j)
                    largest = std::max(largest, std::fabs(group[j]));
                // Halves of the K types: 11 bits of scale (times up to 31) and of minimum; Q6_K: half a step of largest / 127.
                const float minimumPart = float(std::fabs(group[i % 32]) + 2 * largest);
                const float limit = exact(type) ? 0 : type == StoredType::Q6_K ? largest / 253 : 3 * minimumPart / 2048;
                QVERIFY2(std::fabs(got[std::size_t(i)] - group[i % 32]) <= limit,
                         qPrintable(QStringLiteral("output %1, input %2: %3, not %4").arg(output).arg(i).arg(got[std::size_t(i)])
                                        .arg(group[i % 32])));
            }
        }
    }
}

void PackedProductTest::wholeTilesArePackedAsSingleRows_data() { packedNumbersAreTheStoredOnes_data(); }

void PackedProductTest::wholeTilesArePackedAsSingleRows()
{
    QFETCH(int, index);
    const StoredType type = kTypes[index].first;
    for (const int inputs : {256, 768}) {
        for (const int outputs : {1, 31, 32, 33, 64, 239}) {
            Weights rows(type, outputs, inputs);
            const std::size_t bytes = packedBytes(rows.shape);
            Aligned tiles(bytes);
            std::memset(tiles.get(), 0xA5, bytes);   // all of it must be written
            const int first = outputs / 2 / kPackedOutputs * kPackedOutputs;
            packTiles({rows.shape, type, 0, first, rows.stored.data(), tiles.get()});
            packTiles({rows.shape, type, first, outputs - first, rows.stored.data() + storedRowBytes(type, inputs) * std::size_t(first),
                       tiles.get()});
            QVERIFY(std::memcmp(tiles.get(), rows.memory.get(), bytes) == 0);
        }
    }
}

void PackedProductTest::activationsAreRoundedToNearest()
{
    constexpr int kRows = 7, kInputs = 96;
    std::vector<float> x = normal(kRows * kInputs, 3);
    for (int i = 0; i < 32; ++i) {
        x[std::size_t(i)] = 0;                                          // a group of zeros
        x[std::size_t(32 + i)] = 1e-35f;                                // too small to count
        x[std::size_t(64 + i)] = i == 5 ? -254.0f : float(2 * i) + 1;   // ties: steps of 2
    }
    for (int level = 0; level <= int(bestCpuLevel()); ++level) {
        const Activations a(kRows, kInputs, x, CpuLevel(level));
        for (int group = 0; group < kRows * kInputs / 32; ++group) {
            const float s = a.rounded.scales[group];
            float largest = 0;
            int sum = 0;
            for (int i = 32 * group; i < 32 * group + 32; ++i) {
                largest = std::max(largest, std::fabs(x[std::size_t(i)]));
                sum += a.rounded.values[i];
                QVERIFY(std::fabs(x[std::size_t(i)] - s * a.rounded.values[i]) <= std::max(s * 0.50001f, 1e-30f));
            }
            QCOMPARE(s, group < 2 ? 0.0f : largest / 127);
            QCOMPARE(a.rounded.negativeSums[group], -sum);
            QCOMPARE(a.rounded.weightedSums[group], s * float(sum));
        }
        const Activations reference(kRows, kInputs, x, CpuLevel::Reference);
        QVERIFY(std::equal(a.rounded.values, a.rounded.values + kRows * kInputs, reference.rounded.values));
        QCOMPARE(int(a.rounded.values[64 + 5]), -127);
        QCOMPARE(int(a.rounded.values[64 + 1]), 2);   // 1.5 to even
        QCOMPARE(int(a.rounded.values[64 + 2]), 2);   // 2.5
    }
}

void PackedProductTest::levelsRoundActivationsAlike()
{
    constexpr int kRows = 7, kInputs = 11 * 32, kGroups = kRows * kInputs / 32;   // sixteen at a time, and some are left
    std::vector<float> x = normal(std::size_t(kRows) * kInputs, 3);
    const auto group = [&](int g) { return std::span(x).subspan(std::size_t(g) * 32, 32); };
    std::fill_n(group(2).begin(), 32, 0.0f);
    for (float& number : group(5))
        number *= 1e-32f;                          // too small to count
    for (float& number : group(9))
        number *= 1e36f;
    group(7)[31] = -100;
    group(8)[0] = -100;
    group(60)[3] = std::numeric_limits<float>::quiet_NaN();
    group(70)[17] = -std::numeric_limits<float>::infinity();
    const Activations want(kRows, kInputs, x, CpuLevel::Reference);
    for (int level = 1; level <= int(bestCpuLevel()); ++level) {
        const Activations have(kRows, kInputs, x, CpuLevel(level));
        for (int g = 0; g < kGroups; ++g) {
            const bool isNumber = g != 60 && g != 70;
            QCOMPARE(std::isfinite(have.rounded.scales[g]), isNumber);
            QCOMPARE(std::isfinite(have.rounded.weightedSums[g]), isNumber);
            if (!isNumber)
                continue;
            QCOMPARE(std::memcmp(have.rounded.values + g * 32, want.rounded.values + g * 32, 32), 0);
            QCOMPARE(std::memcmp(have.rounded.scales + g, want.rounded.scales + g, sizeof(float)), 0);
            QCOMPARE(std::memcmp(have.rounded.weightedSums + g, want.rounded.weightedSums + g, sizeof(float)), 0);
            QCOMPARE(have.rounded.negativeSums[g], want.rounded.negativeSums[g]);
        }
    }
}

void PackedProductTest::whatIsNoNumberStaysNone()
{
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), kInfinity, -kInfinity}) {
        for (const StoredType type : {StoredType::Q8_0, StoredType::Q4_1}) {
            Weights weights(type, 33, 64);
            std::vector<float> x = normal(3 * 64, 5);
            x[64 + 37] = bad;
            for (int level = 0; level <= int(bestCpuLevel()); ++level) {
                const Activations a(3, 64, x, CpuLevel(level));
                const std::vector<float> y = product(weights, a.rounded, 3, CpuLevel(level));
                for (int i = 0; i < 3 * 33; ++i)
                    QCOMPARE(std::isfinite(y[std::size_t(i)]), i / 33 != 1);
            }
        }
    }
}

void PackedProductTest::levelsGiveTheReferencesBits_data() { packedNumbersAreTheStoredOnes_data(); }

void PackedProductTest::levelsGiveTheReferencesBits()
{
    QFETCH(int, index);
    const StoredType type = kTypes[index].first;
    const int step = storedGroup(type);
    for (const int inputs : {step, 3 * step, 576 / step * step}) {
        for (const int outputs : {1, 15, 32, 33, 100}) {
            Weights weights(type, outputs, inputs, unsigned(inputs + outputs));
            for (const int rows : {1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 25, 48, 63}) {
                const Activations a(rows, inputs, normal(std::size_t(rows * inputs), 9), CpuLevel::Reference);
                const std::vector<float> want = product(weights, a.rounded, rows, CpuLevel::Reference);
                for (int level = 1; level <= int(bestCpuLevel()); ++level) {
                    const Activations own(rows, inputs, a.x, CpuLevel(level));
                    QVERIFY(std::memcmp(own.rounded.values, a.rounded.values, std::size_t(rows * inputs)) == 0);
                    const std::vector<float> got = product(weights, own.rounded, rows, CpuLevel(level));
                    QVERIFY2(sameBits(got, want), qPrintable(QStringLiteral("%1: %2 x %3, %4 rows")
                                                                 .arg(QLatin1String(cpuLevelName(CpuLevel(level))))
                                                                 .arg(outputs).arg(inputs).arg(rows)));
                }
            }
        }
    }
}

// All stored bytes and activations at their ends: intermediate 16-bit sums must not saturate.
void PackedProductTest::extremesDoNotOverflow()
{
    for (const auto& [type, tensor] : {kTypes[0], kTypes[1], kTypes[2], kTypes[4]}) {
        for (const int byte : {0x80, 0x7F, 0xFF, 0x00, 0x81}) {
            const int inputs = storedGroup(type) * 2;
            Weights weights(type, 32, inputs);
            const std::size_t header = type == StoredType::Q5_K ? 16 : type == StoredType::Q4_1 ? 4 : 2;
            const std::size_t block = storedRowBytes(type, storedGroup(type));
            for (std::size_t i = 0; i < weights.stored.size(); ++i)
                if (i % block >= header)
                    weights.stored[i] = std::uint8_t(byte);
            std::memset(weights.memory.get(), 0, packedBytes(weights.shape));
            packRows({weights.shape, type, 0, 32, weights.stored.data(), weights.memory.get()});
            for (const float x : {1.0f, -1.0f}) {
                const Activations a(49, inputs, std::vector<float>(std::size_t(49 * inputs), x), CpuLevel::Reference);
                const std::vector<float> numbers = weights.row(3);
                double want = 0, magnitudes = 0;
                for (const float number : numbers)
                    want += double(x) * number, magnitudes += std::fabs(number);
                for (int level = 0; level <= int(bestCpuLevel()); ++level) {
                    for (const int rows : {1, 13, 49}) {
                        const float got = product(weights, a.rounded, rows, CpuLevel(level))[3];
                        QVERIFY2(std::fabs(got - want) <= 1e-5 * magnitudes + 1e-6,
                                 qPrintable(QStringLiteral("%1, not %2").arg(got).arg(want)));
                    }
                }
            }
        }
    }
}

void PackedProductTest::referenceFollowsTheFormula()
{
    for (const auto& [type, tensor] : kTypes) {
        const int inputs = 2 * storedGroup(type);
        Weights weights(type, 40, inputs);
        const Activations a(3, inputs, normal(std::size_t(3 * inputs), 7), CpuLevel::Reference);
        const std::vector<float> got = product(weights, a.rounded, 3, CpuLevel::Reference);
        for (int output = 0; output < 40; ++output) {
            const std::vector<float> numbers = weights.row(output);
            for (int row = 0; row < 3; ++row) {
                double sum = 0, magnitudes = 0;
                for (int i = 0; i < inputs; ++i) {
                    const int at = row * inputs + i;
                    const double part = double(numbers[std::size_t(i)]) * a.rounded.values[at] * a.rounded.scales[at / 32];
                    sum += part, magnitudes += std::fabs(part);
                }
                QVERIFY(std::fabs(got[std::size_t(row * 40 + output)] - sum) <= 1e-5 * magnitudes + 1e-6);
            }
        }
    }
}

void PackedProductTest::rowsDoNotDependOnCompany()
{
    constexpr int kRows = 133, kInputs = 288, kOutputs = 200;
    for (const StoredType type : {StoredType::Q8_0, StoredType::Q4_0, StoredType::Q4_1}) {
        Weights weights(type, kOutputs, kInputs);
        for (int level = 0; level <= int(bestCpuLevel()); ++level) {
            const Activations all(kRows, kInputs, normal(kRows * kInputs, 11), CpuLevel(level));
            const std::vector<float> together = product(weights, all.rounded, kRows, CpuLevel(level));
            QVERIFY(sameBits(product(weights, all.rounded, kRows, CpuLevel(level), 5), together));
            for (int first = 0, count = 1; first < kRows; first += count, count = count * 2 % 61 + 1) {
                const int rows = std::min(count, kRows - first);
                const auto begin = all.x.begin() + first * kInputs;
                const Activations some(rows, kInputs, {begin, begin + rows * kInputs}, CpuLevel(level));
                const std::vector<float> part = product(weights, some.rounded, rows, CpuLevel(level));
                QVERIFY(std::memcmp(part.data(), together.data() + first * kOutputs, part.size() * sizeof(float)) == 0);
            }
        }
    }
}

QTEST_APPLESS_MAIN(PackedProductTest)
#include "packed_product_test.moc"
