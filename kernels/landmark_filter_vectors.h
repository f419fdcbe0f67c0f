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
constexpr int kFirstPerPlace = 8;   // fewer blocks a place are offered one by one
constexpr int kAhead = 3;           // groups of keys asked for ahead: the processor's own readers stop at a page's end

constexpr int kLimited = cairn::kernels::kLimitedBlocks;

// Blocks of which list entries exist already: those that reach the threshold are offered.
struct Offering
{
    const LandmarkFilterScan& work;

    void take(int query, int block, unsigned valid, Vec upper, Vec lower) const
    {
        FilterList& list = work.lists[query];
        unsigned mask = notBelow(upper, broadcast(list.threshold)) & valid;
        if (!mask)
            return;
        float high[kWidth], low[kWidth];
        store(high, upper);
        store(low, lower);
        for (; mask; mask &= mask - 1) {
            const int lane = __builtin_ctz(mask);
            cairn::kernels::offerToFilterList(list, block + lane, high[lane], low[lane]);
        }
    }
};

// The first blocks: limits of all are kept. What is left out stands at -infinite, what is not a number at what excludes nothing.
struct Keeping
{
    float* limits;
    int firstBlock;

    float* upperOf(int query) const { return limits + int64_t{2} * query * kLimited; }
    float* lowerOf(int query) const { return upperOf(query) + kLimited; }
    void take(int query, int block, unsigned valid, Vec upper, Vec lower) const
    {
        const Vec most = broadcast(__builtin_inff()), least = broadcast(-__builtin_inff());
        store(upperOf(query) + (block - firstBlock), keepLanes(valid, vmin(upper, most), least));
        store(lowerOf(query) + (block - firstBlock), keepLanes(valid, vmax(lower, least), least));
    }
};

// 16 blocks, of which those of `valid` count, against N queries
template <int N, typename Sink>
void filterGroup(const LandmarkFilterScan& work, const Sink& sink, int query, const uint8_t* keys, const uint16_t* facts, int quads,
                 int block, unsigned valid)
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
            const Vec s = mul(toFloats(dots[e][v]), mul(scale, broadcast(q.scale)));
            const Vec E = fma(norm, broadcast(q.perNorm), fma(error, broadcast(q.perError), broadcast(1e-5f)));
            sink.take(query + e, block + v * kWidth, here, add(s, E), sub(s, E));
        }
    }
}

template <typename Sink>
void filterQueries(const LandmarkFilterScan& work, const Sink& sink, const uint8_t* keys, const uint16_t* facts, int quads, int block,
                   unsigned valid)
{
    int query = 0;
    for (; query + kFilterQueries <= work.queries; query += kFilterQueries)
        filterGroup<kFilterQueries>(work, sink, query, keys, facts, quads, block, valid);
    switch (work.queries - query) {
    case 1: return filterGroup<1>(work, sink, query, keys, facts, quads, block, valid);
    case 2: return filterGroup<2>(work, sink, query, keys, facts, quads, block, valid);
    case 3: return filterGroup<3>(work, sink, query, keys, facts, quads, block, valid);
    case 4: return filterGroup<4>(work, sink, query, keys, facts, quads, block, valid);
    case 5: return filterGroup<5>(work, sink, query, keys, facts, quads, block, valid);
    case 6: return filterGroup<6>(work, sink, query, keys, facts, quads, block, valid);
    case 7: return filterGroup<7>(work, sink, query, keys, facts, quads, block, valid);
    default: return;
    }
}

// Blocks [at, end) of the slabs. masked(block, valid): lanes that count of the 16 blocks from memory index `block` on.
template <typename Sink, typename Masked>
void filterBlocks(const LandmarkFilterScan& work, const FilterLayout& layout, int64_t at, int64_t end, const Sink& sink,
                  const Masked& masked)
{
    while (at < end) {
        const void* slab = work.filters[at / kSlabBlocks];
        const int inSlab = static_cast<int>(at % kSlabBlocks), lane = inSlab % kFilterGroup;
        const int count = static_cast<int>(end - at < kFilterGroup - lane ? end - at : kFilterGroup - lane);
        const int block = static_cast<int>(at - lane - work.slabOffset);
        filterQueries(work, sink, layout.values(slab, work.kvHead, inSlab), layout.factsOf(slab, work.kvHead, inSlab), layout.quads, block,
                      masked(block, ((1u << count) - 1u) << lane));
        at += count;
    }
}

inline void filterFirst(const LandmarkFilterScan& work, const FilterLayout& layout, int64_t at, int64_t end, bool isAll)
{
    const int lane = static_cast<int>(at % kFilterGroup), first = static_cast<int>(at - lane - work.slabOffset);
    const FilterList& any = work.lists[0];   // all leave out the same
    int pinned = 0, barred = 0;
    const auto without = [](const int32_t* list, int count, int& next, int block) {
        unsigned lanes = 0;
        for (; next < count && list[next] < block + kFilterGroup; ++next)
            lanes |= list[next] >= block ? 1u << (list[next] - block) : 0u;
        return ~lanes;
    };
    const Keeping keeping{work.limits, first};
    filterBlocks(work, layout, at, end, keeping, [&](int block, unsigned valid) {
        return valid & without(any.pinned, any.pinnedCount, pinned, block) & without(any.barred, any.barredCount, barred, block);
    });
    const int count = (static_cast<int>(end - work.slabOffset) - first + kFilterGroup - 1) / kFilterGroup * kFilterGroup;
    for (int query = 0; query < work.queries; ++query)
        cairn::kernels::startWith(work.lists[query], {first, count, keeping.upperOf(query), keeping.lowerOf(query),
                                                      work.limits + int64_t{2} * work.queries * kLimited, isAll});
}

inline void filterScan(const LandmarkFilterScan& work, const FilterLayout& layout)
{
    int64_t at = work.slabOffset + work.first;
    const int64_t end = work.slabOffset + work.end;
    bool areEmpty = work.limits;
    for (int query = 0; query < work.queries; ++query)
        areEmpty = areEmpty && work.lists[query].count == 0;
    if (areEmpty && end - at >= kFirstPerPlace * work.lists[0].places) {
        const int64_t limited = at - at % kFilterGroup + kLimited, first = limited < end ? limited : end;
        filterFirst(work, layout, at, first, work.isWhole && first == end);
        at = first;
    }
    filterBlocks(work, layout, at, end, Offering{work}, [](int, unsigned valid) { return valid; });
}

}  // namespace
