#include "core/model/dequantize.h"
#include "core/types/half.h"
#include "kernels/rows/kv_row.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <iterator>

namespace cairn
{

namespace
{

using Byte = std::uint8_t;

template <typename T>
T load(const Byte* p)
{
    T value;
    std::memcpy(&value, p, sizeof value);
    return value;
}

float half(const Byte* p)
{
    return halfToFloat(load<std::uint16_t>(p));
}

void decodeF64(const Byte* in, float* out) { *out = static_cast<float>(load<double>(in)); }

// scale, 32 signed bytes: value = scale * q
void decodeQ8_0(const Byte* in, float* out)
{
    const float scale = half(in);
    for (int i = 0; i < 32; ++i)
        out[i] = scale * static_cast<float>(static_cast<std::int8_t>(in[2 + i]));
}

// scale, 16 bytes: value i in the low half of byte i, value i + 16 in its high half; value = scale * (q - 8)
void decodeQ4_0(const Byte* in, float* out)
{
    const float scale = half(in);
    for (int i = 0; i < 16; ++i) {
        out[i] = scale * static_cast<float>((in[2 + i] & 15) - 8);
        out[i + 16] = scale * static_cast<float>((in[2 + i] >> 4) - 8);
    }
}

// scale, minimum, 16 bytes as above; value = scale * q + minimum
void decodeQ4_1(const Byte* in, float* out)
{
    const float scale = half(in);
    const float minimum = half(in + 2);
    for (int i = 0; i < 16; ++i) {
        out[i] = scale * static_cast<float>(in[4 + i] & 15) + minimum;
        out[i + 16] = scale * static_cast<float>(in[4 + i] >> 4) + minimum;
    }
}

// Eight 6-bit scales and eight 6-bit minima in 12 bytes: the first four of each fill bytes 0-3 and 4-7; the last four have
// their low halves in bytes 8-11 (scale low, minimum high) and their top two bits on top of bytes 0-3 and 4-7.
struct SubScale
{
    float scale = 0, minimum = 0;
};

SubScale subScale(const Byte* packed, int j)
{
    if (j < 4)
        return {static_cast<float>(packed[j] & 63), static_cast<float>(packed[j + 4] & 63)};
    const int scale = (packed[j + 4] & 15) | ((packed[j - 4] >> 6) << 4);
    const int minimum = (packed[j + 4] >> 4) | ((packed[j] >> 6) << 4);
    return {static_cast<float>(scale), static_cast<float>(minimum)};
}

// d, dmin, 12 bytes of sub-scales, 128 bytes: 32 bytes hold 64 values, low halves first; value = d * scale * q - dmin * minimum
void decodeQ4_K(const Byte* in, float* out)
{
    const float d = half(in);
    const float dmin = half(in + 2);
    for (int j = 0; j < 8; ++j) {
        const SubScale sub = subScale(in + 4, j);
        const float scale = d * sub.scale;
        const float minimum = dmin * sub.minimum;
        const Byte* q = in + 16 + 32 * (j / 2);
        for (int i = 0; i < 32; ++i)
            out[32 * j + i] = scale * static_cast<float>(j % 2 ? q[i] >> 4 : q[i] & 15) - minimum;
    }
}

// As Q4_K with a fifth bit: 32 bytes before the halves, bit j of byte i belongs to value i of sub-block j.
void decodeQ5_K(const Byte* in, float* out)
{
    const float d = half(in);
    const float dmin = half(in + 2);
    const Byte* high = in + 16;
    for (int j = 0; j < 8; ++j) {
        const SubScale sub = subScale(in + 4, j);
        const float scale = d * sub.scale;
        const float minimum = dmin * sub.minimum;
        const Byte* q = in + 48 + 32 * (j / 2);
        for (int i = 0; i < 32; ++i) {
            const int low = j % 2 ? q[i] >> 4 : q[i] & 15;
            out[32 * j + i] = scale * static_cast<float>(low | (((high[i] >> j) & 1) << 4)) - minimum;
        }
    }
}

// 128 bytes of low halves, 64 bytes of top bit pairs, 16 signed scales, d. Each half of the block (128 values) is four runs
// of 32: run r takes its low half from byte (r % 2) * 32 + i (high nibble for r >= 2) and its pair r from byte i;
// value = d * scale * (q - 32), one scale for 16 values.
void decodeQ6_K(const Byte* in, float* out)
{
    const float d = half(in + 208);
    for (int part = 0; part < 2; ++part) {
        const Byte* low = in + 64 * part;
        const Byte* pairs = in + 128 + 32 * part;
        const Byte* scales = in + 192 + 8 * part;
        for (int run = 0; run < 4; ++run)
            for (int i = 0; i < 32; ++i) {
                const Byte byte = low[(run % 2) * 32 + i];
                const int q = (run < 2 ? byte & 15 : byte >> 4) | (((pairs[i] >> (2 * run)) & 3) << 4);
                const auto scale = static_cast<std::int8_t>(scales[2 * run + i / 16]);
                out[128 * part + 32 * run + i] = d * static_cast<float>(scale) * static_cast<float>(q - 32);
            }
    }
}

void decodeF16(const Byte* in, std::span<float> out)
{
    if (reinterpret_cast<std::uintptr_t>(in) % sizeof(std::uint16_t) == 0)
        return kernels::decodeHalves(reinterpret_cast<const std::uint16_t*>(in), out.size(), out.data());
    std::uint16_t halves[1024];
    for (std::size_t at = 0; at < out.size(); at += std::size(halves)) {
        const std::size_t count = std::min(std::size(halves), out.size() - at);
        std::memcpy(halves, in + 2 * at, 2 * count);
        kernels::decodeHalves(halves, count, out.data() + at);
    }
}

void decodeBF16(const Byte* in, std::span<float> out)
{
    constexpr std::size_t kAtOnce = 32;   // a fixed number: the compiler uses vectors
    std::size_t at = 0;
    const auto decode = [&](std::size_t count) {
        std::uint16_t halves[kAtOnce] = {};
        float values[kAtOnce];
        std::memcpy(halves, in + 2 * at, 2 * count);
        for (std::size_t i = 0; i < kAtOnce; ++i)
            values[i] = std::bit_cast<float>(std::uint32_t{halves[i]} << 16);
        std::memcpy(out.data() + at, values, 4 * count);
        at += count;
    };
    while (at + kAtOnce <= out.size())
        decode(kAtOnce);
    if (at < out.size())
        decode(out.size() - at);
}

template <void (*Decode)(const Byte*, float*)>
void eachGroup(const TensorTypeInfo& type, const Byte* in, std::span<float> out)
{
    const std::size_t groups = out.size() / type.values;
    for (std::size_t g = 0; g < groups; ++g)
        Decode(in + g * type.bytes, out.data() + g * type.values);
}

}  // namespace

void dequantize(TensorType type, std::span<const std::byte> bytes, std::span<float> out)
{
    const TensorTypeInfo& t = info(type);
    const auto* in = reinterpret_cast<const Byte*>(bytes.data());
    switch (type) {
    case TensorType::F32: std::memcpy(out.data(), in, out.size_bytes()); return;
    case TensorType::F16: return decodeF16(in, out);
    case TensorType::BF16: return decodeBF16(in, out);
    case TensorType::F64: return eachGroup<decodeF64>(t, in, out);
    case TensorType::Q8_0: return eachGroup<decodeQ8_0>(t, in, out);
    case TensorType::Q4_0: return eachGroup<decodeQ4_0>(t, in, out);
    case TensorType::Q4_1: return eachGroup<decodeQ4_1>(t, in, out);
    case TensorType::Q4_K: return eachGroup<decodeQ4_K>(t, in, out);
    case TensorType::Q5_K: return eachGroup<decodeQ5_K>(t, in, out);
    case TensorType::Q6_K: return eachGroup<decodeQ6_K>(t, in, out);
    default: return;   // integers: excluded by REQUIRES
    }
}

}  // namespace cairn
