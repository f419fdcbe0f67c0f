// The filter's scan over the vectors of simd_*.h and the integer vectors of packed_dots_*.h (include them first).
// Local to the including file.
#pragma once

#include "landmark_filter_levels.h"

namespace
{

using cairn::kernels::FilterLayout;
using cairn::kernels::FilterList;
using cairn::kernels::kFilterGroup;
using cairn::kernels::kSlabBlocks;
using cairn::kernels::LandmarkFilterScan;

constexpr int kGroupVectors = kFilterGroup / kWidth;
constexpr int kFilterQueries = kWidth == 16 ? 8 : 6;   // at once: sums fit the registers
constexpr int kAhead = 3;           // groups of keys asked for ahead: the processor's own readers stop at a page's end

inline void offer(FilterList& list, int block, unsigned mask, Vec upper, Vec lower)
{
    float high[kWidth], low[kWidth];
    store(high, upper);
    store(low, lower);
    for (; mask; mask &= mask - 1) {
        const int lane = __builtin_ctz(mask);
        cairn::kernels::offerToFilterList(list, block + lane, high[lane], low[lane]);
    }
}

// 16 blocks, of which those of `valid` count, against N queries
template <int N>
void filterGroup(const LandmarkFilterScan& work, int query, const uint8_t* keys, const uint16_t* facts, int quads, int block,
                 unsigned valid)
{
    Ints dots[N][kGroupVectors];
    for (int e = 0; e < N; ++e)
        for (int v = 0; v < kGroupVectors; ++v)
            dots[e][v] = offsetBytes(work.query[query + e].negativeSum);
    const int8_t* values[N];
    for (int e = 0; e < N; ++e)
        values[e] = work.query[query + e].values;
    for (int c = 0; c < quads; ++c) {
        _mm_prefetch(reinterpret_cast<const char*>(keys) + (c + kAhead * quads) * 64, _MM_HINT_T0);
        Ints key[kGroupVectors];
        for (int v = 0; v < kGroupVectors; ++v)
            key[v] = loadInts(keys + c * 64 + v * kWidth * 4);
#pragma GCC unroll 8
        for (int e = 0; e < N; ++e) {
            const Ints four = fourOf(values[e] + 4 * c);
            for (int v = 0; v < kGroupVectors; ++v)
                dots[e][v] = dotBytes(dots[e][v], key[v], four);
        }
    }
    for (int v = 0; v < kGroupVectors; ++v) {
        const unsigned here = valid >> (v * kWidth) & ((1u << kWidth) - 1u);
        const Vec scale = loadHalf(facts + v * kWidth), error = loadHalf(facts + kFilterGroup + v * kWidth);
        const Vec norm = loadHalf(facts + 2 * kFilterGroup + v * kWidth);
        for (int e = 0; e < N; ++e) {
            const auto& q = work.query[query + e];
            FilterList& list = work.lists[query + e];
            const Vec s = mul(toFloats(dots[e][v]), mul(scale, broadcast(q.scale)));
            const Vec E = fma(norm, broadcast(q.perNorm), fma(error, broadcast(q.perError), broadcast(1e-5f)));
            const Vec upper = add(s, E);
            if (const unsigned mask = notBelow(upper, broadcast(list.threshold)) & here)
                offer(list, block + v * kWidth, mask, upper, sub(s, E));
        }
    }
}

inline void filterQueries(const LandmarkFilterScan& work, const uint8_t* keys, const uint16_t* facts, int quads, int block, unsigned valid)
{
    int query = 0;
    for (; query + kFilterQueries <= work.queries; query += kFilterQueries)
        filterGroup<kFilterQueries>(work, query, keys, facts, quads, block, valid);
    switch (work.queries - query) {
    case 1: return filterGroup<1>(work, query, keys, facts, quads, block, valid);
    case 2: return filterGroup<2>(work, query, keys, facts, quads, block, valid);
    case 3: return filterGroup<3>(work, query, keys, facts, quads, block, valid);
    case 4: return filterGroup<4>(work, query, keys, facts, quads, block, valid);
    case 5: return filterGroup<5>(work, query, keys, facts, quads, block, valid);
    case 6: return filterGroup<6>(work, query, keys, facts, quads, block, valid);
    case 7: return filterGroup<7>(work, query, keys, facts, quads, block, valid);
    default: return;
    }
}

inline void filterScan(const LandmarkFilterScan& work, const FilterLayout& layout)
{
    for (int64_t at = work.slabOffset + work.first, end = work.slabOffset + work.end; at < end;) {
        const void* slab = work.filters[at / kSlabBlocks];
        const int inSlab = static_cast<int>(at % kSlabBlocks), lane = inSlab % kFilterGroup;
        const int count = static_cast<int>(end - at < kFilterGroup - lane ? end - at : kFilterGroup - lane);
        const unsigned valid = ((1u << count) - 1u) << lane;
        filterQueries(work, layout.values(slab, work.kvHead, inSlab), layout.factsOf(slab, work.kvHead, inSlab), layout.quads,
                      static_cast<int>(at - lane - work.slabOffset), valid);
        at += count;
    }
}

}  // namespace
