// Packed products of many rows by AMX tiles: a tile product is one group of 32 inputs, 16 rows by 16 outputs. Whole numbers of eight groups
// are left in the L1 cache, then vectors scale and add them in the order that packed_product.h promises. Not by turns: beside tile
// instructions only one of the two units multiplies vectors of 16 floats.
#include "kernels/vectors/packed_dots_avx512vnni.h"

#include "kernels/products/packed_product_vectors.h"
#include "kernels/vectors/tiles_amx.h"

namespace
{

constexpr int kTileRows = 16;
constexpr int kPassRows = 8;      // by two vectors: 16 float sums of 32 registers
constexpr int kChunkGroups = 8;   // 16 KB of whole numbers: with a tile of weights and its rows they fit the L1 cache
constexpr int kHalfBytes = 16 * kPackedGroup;

enum : int { kRowsTile = 4, kFirstHalf = 5, kSecondHalf = 6 };   // 0 .. 3: sums of two halves, of groups in turn

// Of one tile of rows and 32 outputs
struct alignas(64) Room
{
    int32_t dots[kChunkGroups][kVectors][kTileRows][kWidth];
    float sums[kTileRows][kVectors][kWidth];
};

struct Place   // of a tile of rows
{
    int firstRow, firstOutput;
};

// The values of a tile as signed bytes [groups][2 halves][8][64]
inline void signedTile(const PackedProduct& work, const uint8_t* packed, int groups, uint8_t* to)
{
    if (work.shape.bits == 4) {
        unpackTile(packed, groups, to);
        if (work.shape.zero == 0)
            return;
        packed = to;
    }
    const Ints zero = _mm512_set1_epi8(static_cast<char>(work.shape.zero));
    for (int i = 0; i < groups * 2 * kHalfBytes; i += 64)
        storeInts(to + i, _mm512_sub_epi8(loadInts(packed + i), zero));
}

template <int Sums>
inline void multiplyGroup(const int8_t* rows, ptrdiff_t stride, const uint8_t* values)
{
    loadTile<kRowsTile>(rows, stride);
    loadTile<kFirstHalf>(values, 64);
    clearTile<Sums>();
    multiplyBytes<Sums, kRowsTile, kFirstHalf>();
    loadTile<kSecondHalf>(values + kHalfBytes, 64);
    clearTile<Sums + 1>();
    multiplyBytes<Sums + 1, kRowsTile, kSecondHalf>();
}

template <int Sums>
inline void storeGroup(int32_t (&dots)[kVectors][kTileRows][kWidth])
{
    storeTile<Sums>(dots[0], 64);
    storeTile<Sums + 1>(dots[1], 64);
}

// A group's sums are stored while the next one's are computed
inline void multiplyChunk(const int8_t* rows, ptrdiff_t stride, const uint8_t* values, int groups, Room& room)
{
    for (int g = 0; g < groups; g += 2) {
        multiplyGroup<0>(rows + g * kPackedGroup, stride, values + g * 2 * kHalfBytes);
        if (g > 0)
            storeGroup<2>(room.dots[g - 1]);
        if (g + 1 < groups)
            multiplyGroup<2>(rows + (g + 1) * kPackedGroup, stride, values + (g + 1) * 2 * kHalfBytes);
        storeGroup<0>(room.dots[g]);
    }
    if (groups % 2 == 0)
        storeGroup<2>(room.dots[groups - 1]);
}

// Groups [first, first + count) of a chunk
struct Chunk
{
    int first, count;
    bool isFirst, isLast;   // starts the sums; ends them
};

inline void storeOutputs(const PackedProduct& work, int row, int firstOutput, const Vec (&sums)[kVectors])
{
    const ptrdiff_t stride = work.outStride ? work.outStride : work.shape.outputs;
    float* to = work.out + row * stride + firstOutput;
    for (int v = 0; v < kVectors; ++v) {
        const int left = work.shape.outputs - firstOutput - v * kWidth;
        if (left >= kWidth)
            store(to + v * kWidth, sums[v]);
        else if (left > 0)
            storePart(to + v * kWidth, sums[v], left);
    }
}

// Adds a chunk to the sums of rows [row, row + 8) of the tile
template <bool Minimums>
void addPass(const PackedProduct& work, const TileAt& tile, int groups, const Chunk& chunk, const Place& place, int row, Room& room)
{
    Vec sums[kPassRows][kVectors];
#pragma GCC unroll 8
    for (int r = 0; r < kPassRows; ++r)
        for (int v = 0; v < kVectors; ++v)
            sums[r][v] = chunk.isFirst ? zero() : load(room.sums[row + r][v]);
    const size_t at = static_cast<size_t>(place.firstRow + row) * groups + chunk.first;
    const size_t scaleAt = static_cast<size_t>(chunk.first) * kPackedOutputs * 2;
    const float *scales = work.in.scales + at, *weightedSums = work.in.weightedSums + at;
    for (int g = 0; g < chunk.count; ++g) {
        Vec scale[kVectors], minimum[kVectors];
        for (int v = 0; v < kVectors; ++v) {
            const size_t from = scaleAt + static_cast<size_t>(g * kVectors + v) * kWidth * 2;
            scale[v] = loadFloats(tile.scales + from);
            minimum[v] = Minimums ? loadFloats(tile.minimums + from) : zero();
        }
#pragma GCC unroll 8
        for (int r = 0; r < kPassRows; ++r) {
            const Vec s = broadcast(scales[r * groups + g]);
            const Vec weighted = Minimums ? broadcast(weightedSums[r * groups + g]) : s;
#pragma GCC unroll 2
            for (int v = 0; v < kVectors; ++v) {
                sums[r][v] = fma(toFloats(_mm512_load_si512(room.dots[g][v][row + r])), mul(scale[v], s), sums[r][v]);
                if (Minimums)
                    sums[r][v] = fma(minimum[v], weighted, sums[r][v]);
            }
        }
    }
#pragma GCC unroll 8
    for (int r = 0; r < kPassRows; ++r) {
        if (chunk.isLast)
            storeOutputs(work, place.firstRow + row + r, place.firstOutput, sums[r]);
        for (int v = 0; !chunk.isLast && v < kVectors; ++v)
            store(room.sums[row + r][v], sums[r][v]);
    }
}

template <bool Minimums>
void tileRows(const PackedProduct& work, const TileAt& tile, int groups, const Place& place, Room& room)
{
    const ptrdiff_t inputs = work.shape.inputs;
    const int chunks = (groups + kChunkGroups - 1) / kChunkGroups, each = (groups + chunks - 1) / chunks;
    for (int g = 0; g < groups; g += each) {
        const int count = g + each < groups ? each : groups - g;
        const uint8_t* values = tile.values + static_cast<size_t>(g) * 2 * kHalfBytes;
        multiplyChunk(work.in.values + place.firstRow * inputs + g * kPackedGroup, inputs, values, count, room);
        for (int row = 0; row < kTileRows; row += kPassRows)
            addPass<Minimums>(work, tile, groups, {g, count, g == 0, g + count == groups}, place, row, room);
    }
}

// The last rows are computed with some before them once more: the same bits
template <bool Minimums>
void tilesOf(const PackedProduct& work, const PackedTileLayout& layout)
{
    const auto* weights = static_cast<const uint8_t*>(work.weights);
    auto* bytes = static_cast<uint8_t*>(work.scratch);
    Room room;
    for (int32_t i = work.firstTile; i < work.endTile; ++i) {
        const uint8_t* at = weights + i * layout.tileBytes;
        signedTile(work, at, layout.groups, bytes);
        const TileAt tile{bytes, 2 * kHalfBytes, kHalfBytes, at + layout.scales, at + layout.minimums};
        for (int row = 0; row < work.rows; row += kTileRows) {
            const Place place{row + kTileRows <= work.rows ? row : work.rows - kTileRows, i * kPackedOutputs};
            tileRows<Minimums>(work, tile, layout.groups, place, room);
        }
    }
}

}  // namespace

namespace cairn::kernels::amx
{

void packedProduct(const PackedProduct& work)
{
    if (work.rows < kTilesFromRows)
        return avx512vnni::packedProduct(work);
    constexpr TileShape kSums{kTileRows, 64}, kRows{kTileRows, kPackedGroup}, kWeights{8, 64};
    const TileShape shapes[] = {kSums, kSums, kSums, kSums, kRows, kWeights, kWeights};
    const TileShapes tiles(shapes);
    const PackedTileLayout layout = packedTileLayout(work.shape);
    work.shape.minimums ? tilesOf<true>(work, layout) : tilesOf<false>(work, layout);
}

}  // namespace cairn::kernels::amx
