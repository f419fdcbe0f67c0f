// How kernels find a memory's blocks on the device: tables instead of copies (performance.md 4). Plain structs that pass from the
// engine to the kernels by value; every pointer is a device pointer. A "column" counts memory blocks from 0 = oldest in memory;
// block = firstBlock + column is the absolute number. Blocks below baseBlocks belong to the memory shared by all streams, the
// others were finished by this stream and are not committed yet. The functions serve host and device, so the CPU tests them.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__CUDACC__)
#define CAIRN_BOTH __host__ __device__ inline
#else
#define CAIRN_BOTH inline
#endif

namespace cairn::cuda
{

constexpr std::int32_t kIndexSlabBlocks = 1024;   // blocks of one landmark slab, as kernels::kSlabBlocks

enum class RowForm : std::int32_t { F32 = 0, F16 = 1, Int8 = 2 };   // values as kernels::RowType

// Landmark keys [Hkv][d] or bounds [2][Hkv][d] of one layer, rotated by F.
struct LandmarkTable
{
    const void* const* slabs = nullptr;   // base: slab s holds blocks [1024 s, 1024 s + 1024), dense
    const void* own = nullptr;            // dense from block baseBlocks on
    std::int64_t firstBlock = 0, baseBlocks = 0;
    std::int32_t kvHeads = 0, headDim = 0;
    std::int32_t vectors = 1;             // 1 landmark key, 2 bounds: minimum, maximum
    std::int32_t isF32 = 0;               // else halves
};

CAIRN_BOTH std::int64_t landmarkBytesOf(const LandmarkTable& table)
{
    return std::int64_t{table.vectors} * table.kvHeads * table.headDim * (table.isF32 ? 4 : 2);
}

// Bytes of the landmark (or bounds) of a column.
CAIRN_BOTH const void* landmarkOf(const LandmarkTable& table, std::int32_t column)
{
    const std::int64_t block = table.firstBlock + column, bytes = landmarkBytesOf(table);
    if (block >= table.baseBlocks)
        return static_cast<const char*>(table.own) + (block - table.baseBlocks) * bytes;
    return static_cast<const char*>(table.slabs[block / kIndexSlabBlocks]) + block % kIndexSlabBlocks * bytes;
}

// Row images of one layer: where each lies in device memory, null where it is not there.
struct RowTable
{
    const void* const* base = nullptr;    // [baseBlocks]
    const void* const* own = nullptr;
    std::int64_t firstBlock = 0, baseBlocks = 0;
};

CAIRN_BOTH const void* rowOf(const RowTable& table, std::int32_t column)
{
    const std::int64_t block = table.firstBlock + column;
    return block < table.baseBlocks ? table.base[block] : table.own[block - table.baseBlocks];
}

// Byte offsets of one kv head's pieces inside a row (kernels/rows/kv_row.h).
struct RowPieces
{
    std::int64_t keys = 0, values = 0, keyScales = 0, valueScales = 0;   // scales: Int8 only, [d] and [F] halves
};

CAIRN_BOTH RowPieces rowPieces(RowForm form, std::int32_t kvHeads, std::int32_t blockTokens, std::int32_t headDim, std::int32_t kvHead)
{
    const std::int64_t width = form == RowForm::F32 ? 4 : form == RowForm::F16 ? 2 : 1;
    const std::int64_t piece = std::int64_t{blockTokens} * headDim * width, scales = 2 * std::int64_t{kvHeads} * piece;
    return {kvHead * piece, (std::int64_t{kvHeads} + kvHead) * piece, scales + std::int64_t{kvHead} * headDim * 2,
            scales + (std::int64_t{kvHeads} * headDim + std::int64_t{kvHead} * blockTokens) * 2};
}

CAIRN_BOTH std::int64_t rowBytesOf(RowForm form, std::int32_t kvHeads, std::int32_t blockTokens, std::int32_t headDim)
{
    const std::int64_t values = 2 * std::int64_t{kvHeads} * blockTokens * headDim;
    if (form == RowForm::F32)
        return values * 4;
    if (form == RowForm::F16)
        return values * 2;
    return values + 2 * std::int64_t{kvHeads} * (headDim + blockTokens);
}

// landmark_semantics.md 4: distance at which a column is scored, and at which the block in place `place` is attended.
CAIRN_BOTH std::int32_t scoringDistance(std::int32_t column, std::int32_t memoryBlocks, std::int32_t places)
{
    return column + places >= memoryBlocks ? memoryBlocks - column : places + 1;
}

CAIRN_BOTH std::int32_t placeDistance(std::int32_t place, std::int32_t column, std::int32_t memoryBlocks, std::int32_t places)
{
    return places + 1 - (place + (column + places >= memoryBlocks ? 1 : 0));
}

// Queries of one kv head in tiles: query q of row x and head g of the group has number x * group + g.
constexpr std::int32_t kTileQueries = 16;

CAIRN_BOTH std::int32_t queryTiles(std::int32_t rows, std::int32_t group)
{
    return static_cast<std::int32_t>((std::int64_t{rows} * group + kTileQueries - 1) / kTileQueries);
}

// Order of floats as unsigned numbers: larger float, larger number; -inf is the smallest but NaNs. The tie rule starts with it.
CAIRN_BOTH std::uint32_t orderedBits(std::uint32_t floatBits)
{
    return floatBits & 0x80000000u ? ~floatBits : floatBits | 0x80000000u;
}

CAIRN_BOTH std::uint32_t floatBitsOf(std::uint32_t ordered)
{
    return ordered & 0x80000000u ? ordered & 0x7FFFFFFFu : ~ordered;
}

}  // namespace cairn::cuda
