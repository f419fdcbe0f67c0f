// Local tokens of block attention by AMX tiles, 16 entries at once; elsewhere kTiles is false and nothing here is called.
//   x = high + low, two bfloat16 numbers each; products high high + low high + high low, summed in 32 bits
// What is left out is 2^-16 of a product, so only where the caller allows it: BlockAttention::localParts. Blocks kept as bytes gain
// nothing: their products are a quarter of the work, and beside tiles only one of two units multiplies vectors of 16.
// Local to the including file; vector_products.h comes first.
#pragma once

#include "kernels/rows/vector_products.h"

namespace
{

constexpr int kTileQueries = 16;   // rows of a tile
constexpr int kTileSlots = 3;      // of 16 entries that are computed together
constexpr int kTileDims = 64;      // of a head, a multiple of them
constexpr int kTileTokens = 64;    // columns, at most so many

#if defined(CAIRN_AMX_TILES)

}  // namespace

#include "kernels/vectors/tiles_amx.h"

namespace
{

constexpr bool kTiles = true;
enum : int { kHighTile = 4, kLowTile = 5, kColumnsTile = 6 };   // 0 .. 3: sums

// All eight are whole, for all products here
class AttentionTiles
{
public:
    AttentionTiles() : m_shapes(kShapes) {}

private:
    static constexpr TileShape kWhole{16, 64};
    static constexpr TileShape kShapes[] = {kWhole, kWhole, kWhole, kWhole, kWhole, kWhole, kWhole};
    TileShapes m_shapes;
};

// Two matrices of 16 rows, high and low parts of the same numbers, and where their rows lie: `stride` bytes apart
struct TileRows
{
    const void *high, *low;
    ptrdiff_t stride;
};

inline const char* bytesAt(const void* from, ptrdiff_t offset) { return static_cast<const char*>(from) + offset; }

template <int N, int V = 0>
inline void clearTiles()
{
    if constexpr (V < N) {
        clearTile<V>();
        clearTiles<N, V + 1>();
    }
}

template <int N, int V = 0>
inline void storeTiles(float* out, ptrdiff_t stride)
{
    if constexpr (V < N) {
        storeTile<V>(out + V * 16, stride * 4);
        storeTiles<N, V + 1>(out, stride);
    }
}

template <int N, bool WithLow, int V = 0>
inline void addTiles(const char* columns, ptrdiff_t stride)
{
    if constexpr (V < N) {
        loadTile<kColumnsTile>(columns + V * 64, stride);
        multiplyBfloats<V, kHighTile, kColumnsTile>();
        if (WithLow)
            multiplyBfloats<V, kLowTile, kColumnsTile>();
        addTiles<N, WithLow, V + 1>(columns, stride);
    }
}

// out [16][16 N] = rows times columns, both in two parts; columns [depth / 2][stride / 4][2], depth a multiple of 32
template <int N>
inline void bfloatTiles(const TileRows& rows, const TileRows& columns, int depth, float* out, ptrdiff_t outStride)
{
    clearTiles<N>();
    for (int k = 0; k < depth; k += 32) {
        loadTile<kHighTile>(bytesAt(rows.high, k * 2), rows.stride);
        loadTile<kLowTile>(bytesAt(rows.low, k * 2), rows.stride);
        addTiles<N, true>(bytesAt(columns.high, k / 2 * columns.stride), columns.stride);
        addTiles<N, false>(bytesAt(columns.low, k / 2 * columns.stride), columns.stride);
    }
    storeTiles<N>(out, outStride);
}

// `count` columns: a multiple of 16, at most 64
inline void bfloatProduct(const TileRows& rows, const TileRows& columns, int depth, int count, float* out, ptrdiff_t outStride)
{
    switch (count / 16) {
    case 1: return bfloatTiles<1>(rows, columns, depth, out, outStride);
    case 2: return bfloatTiles<2>(rows, columns, depth, out, outStride);
    case 3: return bfloatTiles<3>(rows, columns, depth, out, outStride);
    default: return bfloatTiles<4>(rows, columns, depth, out, outStride);
    }
}

// 32 numbers in two parts
struct Parts
{
    __m512i high, low;
};

inline Vec floatsOf(__m256i bfloats) { return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(bfloats), 16)); }

inline Parts partsOf(Vec first, Vec second)
{
    const auto rounded = [](Vec a, Vec b) { return reinterpret_cast<__m512i>(_mm512_cvtne2ps_pbh(b, a)); };
    const __m512i high = rounded(first, second);
    return {high, rounded(sub(first, floatsOf(_mm512_castsi512_si256(high))), sub(second, floatsOf(_mm512_extracti64x4_epi64(high, 1))))};
}

// A row as parts, count a multiple of 32
inline void splitRow(const float* from, int count, uint16_t* high, uint16_t* low)
{
    for (int j = 0; j < count; j += 2 * kWidth) {
        const Parts parts = partsOf(load(from + j), load(from + j + kWidth));
        _mm512_storeu_si512(high + j, parts.high);
        _mm512_storeu_si512(low + j, parts.low);
    }
}

// Keys [count][d] -> columns [d / 2][64 keys][2] of high parts, then of low parts; keys behind the last: zeros
inline void splitKeys(const float* keys, int count, int d, uint32_t* to)
{
    uint32_t* const parts[2] = {to, to + d / 2 * kTileTokens};
    for (int t = 0; t < kTileTokens; t += kWidth) {
        for (int j = 0; j < d; j += 2 * kWidth) {
            Vec tile[2][kWidth];
            for (int i = 0; i < kWidth; ++i) {
                const float* key = keys + (t + i) * d + j;
                const Parts both = t + i < count ? partsOf(load(key), load(key + kWidth)) : Parts{};
                tile[0][i] = _mm512_castsi512_ps(both.high);
                tile[1][i] = _mm512_castsi512_ps(both.low);
            }
            for (int part = 0; part < 2; ++part) {
                transpose(tile[part]);
                for (int i = 0; i < kWidth; ++i)
                    _mm512_storeu_ps(parts[part] + (j / 2 + i) * kTileTokens + t, tile[part][i]);
            }
        }
    }
}

// 16 numbers, then 16 more -> one of the former, one of the latter, ...
inline __m512i inPairs(__m512i numbers)
{
    const __m512i first = _mm512_cvtepu16_epi32(_mm512_castsi512_si256(numbers));
    return _mm512_or_si512(first, _mm512_slli_epi32(_mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64(numbers, 1)), 16));
}

// Values [count][d] -> columns [32 pairs of tokens][d][2] of high parts, then of low parts; tokens behind the last: zeros
inline void splitValues(const float* values, int count, int d, uint32_t* to)
{
    uint32_t* const parts[2] = {to, to + d * kTileTokens / 2};
    for (int t = 0; t < kTileTokens; t += 2) {
        for (int j = 0; j < d; j += kWidth) {
            const float* value = values + t * d + j;
            const Parts both = partsOf(t < count ? load(value) : zero(), t + 1 < count ? load(value + d) : zero());
            _mm512_storeu_si512(parts[0] + t / 2 * d + j, inPairs(both.high));
            _mm512_storeu_si512(parts[1] + t / 2 * d + j, inPairs(both.low));
        }
    }
}

// weights [64] = e^(scores - max) of the first `tokens`, else 0, as high parts [16][64], then low parts, of which `high` is a row.
// Their sum, by lanes.
inline Vec splitWeightsOf(const float* scores, int tokens, float max, uint16_t* high)
{
    const Vec top = broadcast(max);
    Vec total = zero();
    for (int c = 0; c < kTileTokens; c += kWidth) {
        Vec weights = zero();
        if (c < tokens) {
            weights = keepFirst(exponential(sub(load(scores + c), top)), tokens - c, zero());
            total = add(total, weights);
        }
        const __m256i upper = reinterpret_cast<__m256i>(_mm512_cvtneps_pbh(weights));
        const __m256i lower = reinterpret_cast<__m256i>(_mm512_cvtneps_pbh(sub(weights, floatsOf(upper))));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(high + c), upper);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(high + kTileQueries * kTileTokens + c), lower);
    }
    return total;
}

#else

constexpr bool kTiles = false;

struct AttentionTiles
{
};

#endif

}  // namespace
