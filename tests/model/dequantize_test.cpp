// Every stored type against blocks worked out by hand from the format's definition.
#include "core/model/dequantize.h"
#include "core/types/half.h"
#include "tests/support/gguf_file.h"

#include <QTest>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>

using namespace cairn;
using test::bytesOf;

class DequantizeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void plainTypesKeepTheirValues();
    void sixteenBitsAreDecodedAtAnyAddress();
    void q8HasOneScale();
    void q4HalvesLieSixteenApart();
    void kScalesAreUnpacked();
    void q5TakesItsFifthBitPerSubBlock();
    void q6TakesItsTopBitsPerRun();
    void sizesFollowFromTheGroups();
};

namespace
{

std::string half(float value) { return bytesOf(floatToHalf(value)); }

std::vector<float> decoded(TensorType type, const std::string& bytes, std::size_t values)
{
    std::vector<float> out(values, NAN);
    dequantize(type, std::as_bytes(std::span(bytes)), out);
    return out;
}

// Scales 1..8 and minima 9..16 in 12 bytes. Sub-blocks 4-7: scale 5 = 0101b in the low half of byte 8, minimum 13 in its high half.
const std::string kSmallScales("\x01\x02\x03\x04\x09\x0A\x0B\x0C\xD5\xE6\xF7\x08", 12);

}  // namespace

void DequantizeTest::plainTypesKeepTheirValues()
{
    QCOMPARE(decoded(TensorType::F32, bytesOf(1.5f) + bytesOf(-3e30f), 2), (std::vector<float>{1.5f, -3e30f}));
    QCOMPARE(decoded(TensorType::F16, bytesOf(std::uint16_t(0x3E00)) + bytesOf(std::uint16_t(0xC000)), 2),
             (std::vector<float>{1.5f, -2.f}));
    QCOMPARE(decoded(TensorType::BF16, bytesOf(std::uint16_t(0x3FC0)) + bytesOf(std::uint16_t(0xC000)), 2),
             (std::vector<float>{1.5f, -2.f}));
    QCOMPARE(decoded(TensorType::F64, bytesOf(0.1) + bytesOf(-4.0), 2), (std::vector<float>{0.1f, -4.f}));
}

void DequantizeTest::sixteenBitsAreDecodedAtAnyAddress()
{
    constexpr std::size_t kMost = 2055;
    std::vector<std::byte> bytes(2 * kMost + 1);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = std::byte(i * 37 % 120);   // no exponent of all ones
    for (const std::size_t count : {1, 31, 33, 1024, 1025, 2055}) {
        for (const std::size_t shift : {0, 1}) {
            std::vector<float> half(count), brain(count);
            const std::span<const std::byte> in(bytes.data() + shift, 2 * count);
            dequantize(TensorType::F16, in, half);
            dequantize(TensorType::BF16, in, brain);
            for (std::size_t i = 0; i < count; ++i) {
                std::uint16_t bits = 0;
                std::memcpy(&bits, in.data() + 2 * i, 2);
                QCOMPARE(half[i], halfToFloat(bits));
                QCOMPARE(std::bit_cast<std::uint32_t>(brain[i]), std::uint32_t{bits} << 16);
            }
        }
    }
}

void DequantizeTest::q8HasOneScale()
{
    std::string block = half(0.5f);
    for (int i = 0; i < 32; ++i)
        block.push_back(static_cast<char>(i == 31 ? -128 : i - 16));
    const auto values = decoded(TensorType::Q8_0, block + block, 64);
    QCOMPARE(values[0], -8.f);
    QCOMPARE(values[30], 7.f);
    QCOMPARE(values[31], -64.f);
    QCOMPARE(values[32], -8.f);   // the next group has its own scale
}

void DequantizeTest::q4HalvesLieSixteenApart()
{
    std::string nibbles(16, '\0');
    nibbles[0] = '\x2F';    // value 0: 15, value 16: 2
    nibbles[15] = '\x80';   // value 15: 0, value 31: 8
    const auto q0 = decoded(TensorType::Q4_0, half(2.f) + nibbles, 32);
    QCOMPARE(q0[0], 14.f);
    QCOMPARE(q0[16], -12.f);
    QCOMPARE(q0[15], -16.f);
    QCOMPARE(q0[31], 0.f);
    const auto q1 = decoded(TensorType::Q4_1, half(2.f) + half(0.25f) + nibbles, 32);
    QCOMPARE(q1[0], 30.25f);
    QCOMPARE(q1[16], 4.25f);
    QCOMPARE(q1[15], 0.25f);
    QCOMPARE(q1[31], 16.25f);
}

void DequantizeTest::kScalesAreUnpacked()
{
    std::string q(128, '\x31');   // low halves 1, high halves 3
    const auto values = decoded(TensorType::Q4_K, half(1.f) + half(0.5f) + kSmallScales + q, 256);
    for (int j = 0; j < 8; ++j) {   // scale j + 1, minimum j + 9
        const float expected = float(j + 1) * (j % 2 ? 3.f : 1.f) - 0.5f * float(j + 9 == 16 ? 0 : j + 9);
        QCOMPARE(values[std::size_t(32 * j)], expected);
        QCOMPARE(values[std::size_t(32 * j + 31)], expected);
    }
    // The top two bits of bytes 0-3 and 4-7 belong to scales and minima 4-7.
    std::string wide = kSmallScales;
    wide[0] = static_cast<char>(wide[0] | 0xC0);
    wide[5] = static_cast<char>(wide[5] | 0x40);
    const auto large = decoded(TensorType::Q4_K, half(1.f) + half(0.5f) + wide + q, 256);
    QCOMPARE(large[0], values[0]);
    QCOMPARE(large[32 * 4], (5.f + 48) * 1 - 0.5f * 13);
    QCOMPARE(large[32 * 5], 6.f * 3 - 0.5f * (14 + 16));
}

void DequantizeTest::q5TakesItsFifthBitPerSubBlock()
{
    std::string high(32, '\0');
    high[7] = '\x05';   // value 7 of sub-blocks 0 and 2
    const std::string q(128, '\x31');
    const auto values = decoded(TensorType::Q5_K, half(1.f) + half(0.f) + kSmallScales + high + q, 256);
    QCOMPARE(values[7], 1.f * (1 + 16));
    QCOMPARE(values[8], 1.f);
    QCOMPARE(values[32 + 7], 2.f * 3);
    QCOMPARE(values[64 + 7], 3.f * (1 + 16));
}

void DequantizeTest::q6TakesItsTopBitsPerRun()
{
    std::string low(128, '\x31'), pairs(64, '\0'), scales(16, '\0');
    pairs[5] = '\xE4';   // runs 0..3 of value 5 in the first half: 0, 1, 2, 3
    for (int i = 0; i < 16; ++i)
        scales[std::size_t(i)] = static_cast<char>(i % 2 ? -(i + 1) : i + 1);
    const auto values = decoded(TensorType::Q6_K, low + pairs + scales + half(0.5f), 256);
    QCOMPARE(values[5], 0.5f * 1 * (1 - 32));
    QCOMPARE(values[32 + 5], 0.5f * 3 * (1 + 16 - 32));
    QCOMPARE(values[64 + 5], 0.5f * 5 * (3 + 32 - 32));
    QCOMPARE(values[96 + 5], 0.5f * 7 * (3 + 48 - 32));
    QCOMPARE(values[16], 0.5f * -2 * (1 - 32));        // the second scale from value 16 on
    QCOMPARE(values[128], 0.5f * 9 * (1 - 32));
    QCOMPARE(values[255], 0.5f * -16 * (3 - 32));
}

void DequantizeTest::sizesFollowFromTheGroups()
{
    QCOMPARE(tensorBytes(TensorType::Q4_K, 512), std::optional<std::uint64_t>(288));
    QVERIFY(!tensorBytes(TensorType::Q4_K, 128));
    QVERIFY(!tensorBytes(TensorType::F32, ~std::uint64_t(0) / 2));
}

QTEST_APPLESS_MAIN(DequantizeTest)
#include "dequantize_test.moc"
