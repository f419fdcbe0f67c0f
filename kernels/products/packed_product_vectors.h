// Packed products over the vectors of simd_avx2.h or simd_avx512.h and the integer vectors of a level, which must give:
//   Ints (kWidth 32-bit numbers, each also four bytes), kRowsAtOnce, noInts(), loadInts(p), storeInts(p, v), lowHalves(v),
//   highHalves(v) (nibbles of bytes), fourOf(p) (four bytes everywhere), toFloats(v), loadFloats(p) (halves),
//   dotSmall(sum, u, a) (sum += four products each, u 0 .. 31), dotBytes(sum, u, a) (u 0 .. 255),
//   offsetBytes(negativeSum) (what dotBytes starts from so that u counts as u - 128)
// Local to the including file, C headers only.
#pragma once

#include "kernels/products/packed_product_levels.h"

namespace
{

using cairn::kernels::kPackedGroup;
using cairn::kernels::kPackedOutputs;
using cairn::kernels::PackedProduct;
using cairn::kernels::PackedTileLayout;

constexpr int kVectors = 2;                                        // of outputs at once
constexpr int kPasses = kPackedOutputs / (kVectors * kWidth);      // over a tile

// One row waits for weights: the processor's own readers stop at a page's end. 1.1B q4_0, a token on 1 thread: 67 ms without, 60, 52,
// 48, 48, 50 with 1, 2, 4, 8, 16 KB. Into the second-level cache: requests that fill the first one's few buffers hold up the loads.
// 570 MB of 8-bit weights on another processor, 1 and 2 threads: 12 and 24 GB/s into the first, 23 and 45 GB/s so; 4 bits 22 and 43
// either way.
constexpr int kPrefetchPerLoad = 1024;   // bytes ahead for each of a group's loads: eight groups

// One tile with its values packed or unpacked
struct TileAt
{
    const uint8_t* values;
    size_t groupBytes, halfBytes;
    const uint8_t* scales;     // [groups][32] halves
    const uint8_t* minimums;
};

// Bytes of vector v of pass p from the begin of an entry's group
inline size_t vectorAt(const TileAt& tile, int pass, int v)
{
    const int output = (pass * kVectors + v) * kWidth;
    return static_cast<size_t>(output / 16) * tile.halfBytes + static_cast<size_t>(output % 16) * 4;
}

// How four-input entries of a group reach the dot products
struct Halves   // two in a byte
{
    static constexpr int kLoads = 4;
    template <int R>
    static void add(const uint8_t* const* w, int load, const int8_t* a, ptrdiff_t stride, Ints (&dots)[R][kVectors])
    {
        Ints low[kVectors], high[kVectors];
        for (int v = 0; v < kVectors; ++v) {
            const Ints both = loadInts(w[v] + load * 64);
            low[v] = lowHalves(both);
            high[v] = highHalves(both);
        }
#pragma GCC unroll 8
        for (int r = 0; r < R; ++r) {
            const Ints first = fourOf(a + r * stride + 4 * load), second = fourOf(a + r * stride + 16 + 4 * load);
#pragma GCC unroll 2
            for (int v = 0; v < kVectors; ++v)
                dots[r][v] = dotSmall(dotSmall(dots[r][v], low[v], first), high[v], second);
        }
    }
};

template <bool Small>
struct Bytes
{
    static constexpr int kLoads = 8;
    template <int R>
    static void add(const uint8_t* const* w, int load, const int8_t* a, ptrdiff_t stride, Ints (&dots)[R][kVectors])
    {
        Ints u[kVectors];
        for (int v = 0; v < kVectors; ++v)
            u[v] = loadInts(w[v] + load * 64);
#pragma GCC unroll 8
        for (int r = 0; r < R; ++r) {
            const Ints four = fourOf(a + r * stride + 4 * load);
#pragma GCC unroll 2
            for (int v = 0; v < kVectors; ++v)
                dots[r][v] = Small ? dotSmall(dots[r][v], u[v], four) : dotBytes(dots[r][v], u[v], four);
        }
    }
};

// What the integer sums of a group start from: -zero * sum(a)
template <int Zero>
Ints startOf(int32_t negativeSum)
{
    if constexpr (Zero == 128)
        return offsetBytes(negativeSum);
    else if constexpr (Zero == 0)
        return noInts();
    else
        return allInts(Zero * negativeSum);
}

template <int R, typename Entries, int Zero, bool Minimums>
void productOf(const PackedProduct& work, const TileAt& tile, int groups, int pass, int firstRow, int firstOutput)
{
    const ptrdiff_t inputs = work.shape.inputs;
    const size_t base = static_cast<size_t>(firstRow) * groups;
    Vec sums[R][kVectors];
#pragma GCC unroll 8
    for (int r = 0; r < R; ++r)
        for (int v = 0; v < kVectors; ++v)
            sums[r][v] = zero();
    const size_t vector0 = vectorAt(tile, pass, 0), vector1 = vectorAt(tile, pass, 1), lane = static_cast<size_t>(pass) * kVectors * kWidth;
    for (int g = 0; g < groups; ++g) {
        const uint8_t* values = tile.values + static_cast<size_t>(g) * tile.groupBytes;
        const uint8_t* const w[kVectors] = {values + vector0, values + vector1};
        const int8_t* a = work.in.values + base * kPackedGroup + static_cast<ptrdiff_t>(g) * kPackedGroup;
        Ints dots[R][kVectors];
#pragma GCC unroll 8
        for (int r = 0; r < R; ++r) {
            dots[r][0] = startOf<Zero>(Zero ? work.in.negativeSums[base + static_cast<size_t>(r) * groups + g] : 0);
            dots[r][1] = dots[r][0];
        }
#pragma GCC unroll 8
        for (int load = 0; load < Entries::kLoads; ++load) {
            if (R == 1)
                for (int v = 0; v < kVectors; ++v)
                    _mm_prefetch(reinterpret_cast<const char*>(w[v]) + load * 64 + kPrefetchPerLoad * Entries::kLoads, _MM_HINT_T1);
            Entries::template add<R>(w, load, a, inputs, dots);
        }
        const size_t scaleAt = (static_cast<size_t>(g) * kPackedOutputs + lane) * 2;
        Vec scale[kVectors], minimum[kVectors];
        for (int v = 0; v < kVectors; ++v) {
            scale[v] = loadFloats(tile.scales + scaleAt + v * kWidth * 2);
            minimum[v] = Minimums ? loadFloats(tile.minimums + scaleAt + v * kWidth * 2) : zero();
        }
#pragma GCC unroll 8
        for (int r = 0; r < R; ++r) {
            const size_t at = base + static_cast<size_t>(r) * groups + g;
            const Vec s = broadcast(work.in.scales[at]);
            const Vec weighted = Minimums ? broadcast(work.in.weightedSums[at]) : s;
#pragma GCC unroll 2
            for (int v = 0; v < kVectors; ++v) {
                sums[r][v] = fma(toFloats(dots[r][v]), mul(scale[v], s), sums[r][v]);
                if (Minimums)
                    sums[r][v] = fma(minimum[v], weighted, sums[r][v]);
            }
        }
    }
    const ptrdiff_t stride = work.outStride ? work.outStride : work.shape.outputs;
#pragma GCC unroll 8
    for (int r = 0; r < R; ++r) {
        for (int v = 0; v < kVectors; ++v) {
            const int output = firstOutput + (pass * kVectors + v) * kWidth, left = work.shape.outputs - output;
            float* to = work.out + (firstRow + r) * stride + output;
            if (left >= kWidth)
                store(to, sums[r][v]);
            else if (left > 0)
                storePart(to, sums[r][v], left);
        }
    }
}

template <int R, typename Entries, int Zero, bool Minimums>
void rowsOf(const PackedProduct& work, const TileAt& tile, int groups, int firstRow, int firstOutput)
{
    for (int pass = 0; pass < kPasses; ++pass)
        productOf<R, Entries, Zero, Minimums>(work, tile, groups, pass, firstRow, firstOutput);
}

// The rows that are left, fewer than R
template <int R, typename Entries, int Zero, bool Minimums>
void restOf(const PackedProduct& work, const TileAt& tile, int groups, int firstRow, int firstOutput)
{
    if constexpr (R > 1) {
        if (work.rows - firstRow == R - 1)
            rowsOf<R - 1, Entries, Zero, Minimums>(work, tile, groups, firstRow, firstOutput);
        else
            restOf<R - 1, Entries, Zero, Minimums>(work, tile, groups, firstRow, firstOutput);
    }
}

template <typename Entries, int Zero, bool Minimums>
void allRows(const PackedProduct& work, const TileAt& tile, int groups, int firstOutput)
{
    int row = 0;
    for (; row + kRowsAtOnce <= work.rows; row += kRowsAtOnce)
        rowsOf<kRowsAtOnce, Entries, Zero, Minimums>(work, tile, groups, row, firstOutput);
    restOf<kRowsAtOnce, Entries, Zero, Minimums>(work, tile, groups, row, firstOutput);
}

// 4-bit values of a tile as bytes [groups][2 halves][8][64]
inline void unpackTile(const uint8_t* packed, int groups, uint8_t* to)
{
    for (int half = 0; half < 2 * groups; ++half, packed += 256, to += 512) {
        for (int i = 0; i < 256; i += 4 * kWidth) {
            const Ints both = loadInts(packed + i);
            storeInts(to + i, lowHalves(both));
            storeInts(to + 256 + i, highHalves(both));
        }
    }
}

template <int Zero, bool Minimums>
void fourBitTiles(const PackedProduct& work, const PackedTileLayout& layout)
{
    const auto* weights = static_cast<const uint8_t*>(work.weights);
    for (int32_t i = work.firstTile; i < work.endTile; ++i) {
        const uint8_t* at = weights + i * layout.tileBytes;
        TileAt tile{at, layout.groupBytes, layout.halfBytes, at + layout.scales, at + layout.minimums};
        if (work.rows < cairn::kernels::kUnpackFromRows) {
            allRows<Halves, Zero, Minimums>(work, tile, layout.groups, i * kPackedOutputs);
            continue;
        }
        auto* bytes = static_cast<uint8_t*>(work.scratch);
        unpackTile(at, layout.groups, bytes);
        tile.values = bytes;
        tile.groupBytes = 1024, tile.halfBytes = 512;
        allRows<Bytes<true>, Zero, Minimums>(work, tile, layout.groups, i * kPackedOutputs);
    }
}

template <bool Small, int Zero, bool Minimums>
void eightBitTiles(const PackedProduct& work, const PackedTileLayout& layout)
{
    const auto* weights = static_cast<const uint8_t*>(work.weights);
    for (int32_t i = work.firstTile; i < work.endTile; ++i) {
        const uint8_t* at = weights + i * layout.tileBytes;
        const TileAt tile{at, layout.groupBytes, layout.halfBytes, at + layout.scales, at + layout.minimums};
        allRows<Bytes<Small>, Zero, Minimums>(work, tile, layout.groups, i * kPackedOutputs);
    }
}

inline void productOfTiles(const PackedProduct& work)
{
    const PackedTileLayout layout = cairn::kernels::packedTileLayout(work.shape);
    if (work.shape.bits == 4)
        return work.shape.minimums ? fourBitTiles<0, true>(work, layout) : fourBitTiles<8, false>(work, layout);
    work.shape.minimums ? eightBitTiles<true, 0, true>(work, layout) : eightBitTiles<false, 128, false>(work, layout);
}

}  // namespace
