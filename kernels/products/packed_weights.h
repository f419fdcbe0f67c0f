// Matrices of quantised weights kept as they are stored, 4 or 8 bits a number, laid out for vector products (performance.md 4, 5).
// A number is  scale (u - zero) + minimum  with a scale (and minimum) for 32 consecutive inputs of an output:
//
//   stored    bits  zero  minimum   kept
//   Q8_0      8     128   no        exactly
//   Q4_0      4     8     no        exactly
//   Q4_1      4     0     yes       exactly
//   Q4_K      4     0     yes       scale and minimum of a sub-block rounded to half floats
//   Q5_K      8     0     yes       as Q4_K; five bits in eight
//   Q6_K      8     128   no        requantised: its scales cover 16 numbers; error at most 1/254 of the largest of 32
//
// Layout: tiles of 32 outputs, one after the other, each:
//   values    [inputs/32][2 halves of 16 outputs][4 or 8][16 outputs][4 bytes]     64 bytes are four inputs of 16 outputs
//             8 bits: entry q holds inputs 4q .. 4q + 3;  4 bits: entry p holds inputs 4p .. in the low, 16 + 4p .. in the high half
//   scales    [inputs/32][32 outputs] half floats
//   minimums  [inputs/32][32 outputs] half floats, where there are any
// One layout serves all levels. Outputs past the last are zeros. Thread-safe; rows can be packed by several threads.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cairn::kernels
{

enum class StoredType : std::uint8_t { Q8_0, Q4_0, Q4_1, Q4_K, Q5_K, Q6_K };   // layouts: core/model/dequantize.cpp

constexpr std::int32_t kPackedOutputs = 32;   // of a tile
constexpr std::int32_t kPackedGroup = 32;     // inputs that share a scale

struct PackedShape
{
    std::int32_t outputs = 0, inputs = 0;
    std::int32_t bits = 0;      // 4 or 8
    std::int32_t zero = 0;
    bool minimums = false;
};

// Inputs that a row of a stored type consists of whole groups of: 32, for K types 256.
std::int32_t storedGroup(StoredType type);
std::size_t storedRowBytes(StoredType type, std::int32_t inputs);

// REQUIRES: inputs is a multiple of storedGroup(type).
PackedShape packedShape(StoredType type, std::int32_t outputs, std::int32_t inputs);
std::int32_t packedTiles(const PackedShape& shape);
std::size_t packedTileBytes(const PackedShape& shape);   // a multiple of 64
std::size_t packedBytes(const PackedShape& shape);

// Packs stored rows [first, first + rows), `stored` begins with row `first`. REQUIRES: `packed` was zeroed before the first call.
struct PackRows
{
    PackedShape shape;
    StoredType type = StoredType::Q8_0;
    std::int32_t first = 0, rows = 0;
    const void* stored = nullptr;
    void* packed = nullptr;
};
void packRows(const PackRows& work);

// The same for whole tiles, quickly and without that requirement: every byte of the tiles is written once. REQUIRES: work.first begins a
// tile, and the last row ends one or is the shape's last.
void packTiles(const PackRows& work);

// The numbers of one output, as 32-bit floats: [inputs].
void unpackRow(const PackedShape& shape, const void* packed, std::int32_t output, float* out);

}  // namespace cairn::kernels
