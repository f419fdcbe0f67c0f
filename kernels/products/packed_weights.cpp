#include "kernels/products/packed_weights.h"

#include "kernels/vectors/half_float.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace cairn::kernels
{
namespace
{

using Byte = std::uint8_t;

// One group of 32 numbers as it is packed: u, scale, minimum
struct Group
{
    Byte values[kPackedGroup];
    std::uint16_t scale = 0, minimum = 0;
};

std::uint16_t halfAt(const Byte* p)
{
    std::uint16_t value;
    std::memcpy(&value, p, sizeof value);
    return value;
}

// 16 bytes: number i in the low half of byte i, i + 16 in its high half
void takeNibbles(const Byte* in, Group& group)
{
    for (int i = 0; i < 16; ++i) {
        group.values[i] = in[i] & 15;
        group.values[i + 16] = in[i] >> 4;
    }
}

Group groupQ8_0(const Byte* block)
{
    Group group;
    group.scale = halfAt(block);
    for (int i = 0; i < kPackedGroup; ++i)
        group.values[i] = block[2 + i] ^ 0x80;   // signed to offset 128
    return group;
}

Group groupQ4_0(const Byte* block)
{
    Group group;
    group.scale = halfAt(block);
    takeNibbles(block + 2, group);
    return group;
}

Group groupQ4_1(const Byte* block)
{
    Group group;
    group.scale = halfAt(block);
    group.minimum = halfAt(block + 2);
    takeNibbles(block + 4, group);
    return group;
}

// Scale and minimum of sub-block j of 8 of a K block: 6 bits each, in 12 bytes (core/model/dequantize.cpp)
void takeSubScale(const Byte* block, int j, Group& group)
{
    const Byte* packed = block + 4;
    const int scale = j < 4 ? packed[j] & 63 : (packed[j + 4] & 15) | ((packed[j - 4] >> 6) << 4);
    const int minimum = j < 4 ? packed[j + 4] & 63 : (packed[j + 4] >> 4) | ((packed[j] >> 6) << 4);
    group.scale = toHalf(fromHalf(halfAt(block)) * static_cast<float>(scale));
    group.minimum = toHalf(-fromHalf(halfAt(block + 2)) * static_cast<float>(minimum));
}

Group groupQ4_K(const Byte* block, int j)
{
    Group group;
    takeSubScale(block, j, group);
    const Byte* q = block + 16 + 32 * (j / 2);
    for (int i = 0; i < kPackedGroup; ++i)
        group.values[i] = j % 2 ? q[i] >> 4 : q[i] & 15;
    return group;
}

Group groupQ5_K(const Byte* block, int j)
{
    Group group;
    takeSubScale(block, j, group);
    const Byte *high = block + 16, *q = block + 48 + 32 * (j / 2);
    for (int i = 0; i < kPackedGroup; ++i)
        group.values[i] = static_cast<Byte>((j % 2 ? q[i] >> 4 : q[i] & 15) | (((high[i] >> j) & 1) << 4));
    return group;
}

// Numbers in steps of the largest / 127
Group requantized(const float* numbers)
{
    Group group;
    float largest = 0;
    for (int i = 0; i < kPackedGroup; ++i)
        largest = std::max(largest, std::fabs(numbers[i]));
    group.scale = toHalf(largest / 127);
    const float scale = fromHalf(group.scale);
    for (int i = 0; i < kPackedGroup; ++i) {
        const float steps = scale > 0 ? std::nearbyint(numbers[i] / scale) : 0.0f;
        group.values[i] = static_cast<Byte>(128 + static_cast<int>(std::clamp(steps, -127.0f, 127.0f)));
    }
    return group;
}

Group groupQ6_K(const Byte* block, int j)
{
    const int part = j / 4, run = j % 4;   // layout: core/model/dequantize.cpp
    const Byte *low = block + 64 * part + (run % 2) * 32, *pairs = block + 128 + 32 * part, *scales = block + 192 + 8 * part;
    const float d = fromHalf(halfAt(block + 208));
    float numbers[kPackedGroup];
    for (int i = 0; i < kPackedGroup; ++i) {
        const int q = (run < 2 ? low[i] & 15 : low[i] >> 4) | (((pairs[i] >> (2 * run)) & 3) << 4);
        numbers[i] = d * static_cast<float>(static_cast<std::int8_t>(scales[2 * run + i / 16])) * static_cast<float>(q - 32);
    }
    return requantized(numbers);
}

Group storedGroupAt(StoredType type, const Byte* row, std::int32_t index)
{
    switch (type) {
    case StoredType::Q8_0: return groupQ8_0(row + std::size_t{34} * index);
    case StoredType::Q4_0: return groupQ4_0(row + std::size_t{18} * index);
    case StoredType::Q4_1: return groupQ4_1(row + std::size_t{20} * index);
    case StoredType::Q4_K: return groupQ4_K(row + std::size_t{144} * (index / 8), index % 8);
    case StoredType::Q5_K: return groupQ5_K(row + std::size_t{176} * (index / 8), index % 8);
    case StoredType::Q6_K: return groupQ6_K(row + std::size_t{210} * (index / 8), index % 8);
    }
    return {};
}

// Where one output's group lies in a tile
struct Place
{
    std::size_t values;    // of its first four inputs; entries are 64 bytes apart
    std::size_t scale, minimum;
};

Place placeOf(const PackedShape& shape, std::int32_t output, std::int32_t group)
{
    const std::size_t groups = shape.inputs / kPackedGroup, halfBytes = std::size_t{64} * shape.bits, lane = output % kPackedOutputs;
    const std::size_t tile = packedTileBytes(shape) * (output / kPackedOutputs), scales = tile + groups * 2 * halfBytes;
    Place place;
    place.values = tile + (2 * std::size_t(group) + lane / 16) * halfBytes + lane % 16 * 4;
    place.scale = scales + (std::size_t(group) * kPackedOutputs + lane) * 2;
    place.minimum = place.scale + groups * kPackedOutputs * 2;
    return place;
}

void storeGroup(const PackedShape& shape, const Group& group, const Place& place, Byte* packed)
{
    Byte bytes[kPackedGroup];
    const int entries = shape.bits;   // of four bytes, 64 apart
    if (shape.bits == 4)
        for (int i = 0; i < 16; ++i)
            bytes[i] = static_cast<Byte>(group.values[i] | (group.values[i + 16] << 4));
    else
        std::memcpy(bytes, group.values, sizeof bytes);
    for (int entry = 0; entry < entries; ++entry)
        std::memcpy(packed + place.values + std::size_t(entry) * 64, bytes + 4 * entry, 4);
    std::memcpy(packed + place.scale, &group.scale, 2);
    if (shape.minimums)
        std::memcpy(packed + place.minimum, &group.minimum, 2);
}

// Types whose 16 or 32 stored bytes of a group are kept in their order (signs of 8-bit numbers flipped): four bytes at a time.
template <int Bits, bool Minimums>
void packPlainTile(const PackRows& work, std::int32_t first, std::int32_t rows, Byte* tile)
{
    constexpr std::size_t kHeader = Minimums ? 4 : 2, kBlock = kHeader + 4 * Bits;
    constexpr std::uint32_t kFlip = Bits == 8 ? 0x80808080u : 0;
    const std::size_t groups = std::size_t(work.shape.inputs) / kPackedGroup, rowBytes = groups * kBlock;
    const auto* stored = static_cast<const Byte*>(work.stored) + std::size_t(first - work.first) * rowBytes;
    Byte *scales = tile + groups * 128 * Bits, *minimums = scales + groups * kPackedOutputs * 2;
    for (std::size_t g = 0; g < groups; ++g) {
        for (std::int32_t lane = 0; lane < rows; ++lane) {
            const Byte* block = stored + std::size_t(lane) * rowBytes + g * kBlock;
            Byte* to = tile + (2 * g + std::size_t(lane) / 16) * 64 * Bits + std::size_t(lane) % 16 * 4;
            for (int entry = 0; entry < Bits; ++entry) {
                std::uint32_t four;
                std::memcpy(&four, block + kHeader + 4 * entry, 4);
                four ^= kFlip;
                std::memcpy(to + 64 * entry, &four, 4);
            }
            std::memcpy(scales + (g * kPackedOutputs + std::size_t(lane)) * 2, block, 2);
            if (Minimums)
                std::memcpy(minimums + (g * kPackedOutputs + std::size_t(lane)) * 2, block + 2, 2);
        }
    }
}

}  // namespace

std::int32_t storedGroup(StoredType type) { return type < StoredType::Q4_K ? 32 : 256; }

std::size_t storedRowBytes(StoredType type, std::int32_t inputs)
{
    static constexpr std::size_t kBytes[] = {34, 18, 20, 144, 176, 210};
    return kBytes[static_cast<int>(type)] * (inputs / storedGroup(type));
}

PackedShape packedShape(StoredType type, std::int32_t outputs, std::int32_t inputs)
{
    switch (type) {
    case StoredType::Q8_0:
    case StoredType::Q6_K: return {outputs, inputs, 8, 128, false};
    case StoredType::Q4_0: return {outputs, inputs, 4, 8, false};
    case StoredType::Q4_1:
    case StoredType::Q4_K: return {outputs, inputs, 4, 0, true};
    case StoredType::Q5_K: return {outputs, inputs, 8, 0, true};
    }
    return {};
}

std::int32_t packedTiles(const PackedShape& shape) { return (shape.outputs + kPackedOutputs - 1) / kPackedOutputs; }

std::size_t packedTileBytes(const PackedShape& shape)
{
    const std::size_t values = std::size_t{kPackedOutputs} * kPackedGroup * shape.bits / 8;
    return shape.inputs / kPackedGroup * (values + std::size_t{kPackedOutputs} * (shape.minimums ? 4 : 2));
}

std::size_t packedBytes(const PackedShape& shape) { return packedTileBytes(shape) * packedTiles(shape); }

void packRows(const PackRows& work)
{
    const auto* stored = static_cast<const Byte*>(work.stored);
    auto* packed = static_cast<Byte*>(work.packed);
    const std::size_t rowBytes = storedRowBytes(work.type, work.shape.inputs);
    for (std::int32_t row = 0; row < work.rows; ++row) {
        for (std::int32_t group = 0; group < work.shape.inputs / kPackedGroup; ++group)
            storeGroup(work.shape, storedGroupAt(work.type, stored + row * rowBytes, group), placeOf(work.shape, work.first + row, group),
                       packed);
    }
}

void packTiles(const PackRows& work)
{
    const std::size_t tileBytes = packedTileBytes(work.shape), rowBytes = storedRowBytes(work.type, work.shape.inputs);
    for (std::int32_t first = work.first; first < work.first + work.rows; first += kPackedOutputs) {
        auto* tile = static_cast<Byte*>(work.packed) + tileBytes * std::size_t(first / kPackedOutputs);
        const std::int32_t rows = std::min(kPackedOutputs, work.first + work.rows - first);
        const bool plain = work.type < StoredType::Q4_K;
        if (!plain || rows < kPackedOutputs)
            std::memset(tile, 0, tileBytes);
        switch (work.type) {
        case StoredType::Q8_0: packPlainTile<8, false>(work, first, rows, tile); break;
        case StoredType::Q4_0: packPlainTile<4, false>(work, first, rows, tile); break;
        case StoredType::Q4_1: packPlainTile<4, true>(work, first, rows, tile); break;
        default:
            packRows({work.shape, work.type, first, rows,
                      static_cast<const Byte*>(work.stored) + std::size_t(first - work.first) * rowBytes, work.packed});
        }
    }
}

void unpackRow(const PackedShape& shape, const void* packed, std::int32_t output, float* out)
{
    const auto* bytes = static_cast<const Byte*>(packed);
    for (std::int32_t group = 0; group < shape.inputs / kPackedGroup; ++group) {
        const Place place = placeOf(shape, output, group);
        const float scale = fromHalf(halfAt(bytes + place.scale));
        const float minimum = shape.minimums ? fromHalf(halfAt(bytes + place.minimum)) : 0.0f;
        for (int i = 0; i < kPackedGroup; ++i) {
            const bool high = shape.bits == 4 && i >= 16;
            const Byte byte = bytes[place.values + std::size_t(high ? i - 16 : i) / 4 * 64 + i % 4];
            const int u = shape.bits == 8 ? byte : high ? byte >> 4 : byte & 15;
            out[group * kPackedGroup + i] = scale * static_cast<float>(u - shape.zero) + minimum;
        }
    }
}

}  // namespace cairn::kernels
