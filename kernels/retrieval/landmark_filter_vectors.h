// The filter's scan over the vectors of simd_*.h and the integer vectors of packed_dots_*.h (include them first).
// Local to the including file.
#pragma once

#include "kernels/retrieval/landmark_filter_levels.h"

#include <type_traits>

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
constexpr int kMaximaPerPlace = 6;  // lanes of limits: few candidates remain, and few maxima to look through
constexpr int kUsualQuads = 16;     // of a query's numbers
constexpr int kAhead = 3;           // groups of keys asked for ahead, where that helps

constexpr int kLimited = cairn::kernels::kLimitedBlocks;
constexpr int64_t kQueryLimits = cairn::kernels::kQueryLimits;

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

// The first blocks: of their lower limits only the largest of every 16 << shift blocks in a lane are kept. Limits are those of scores / b,
// without the 1e-5; what is left out stands at -infinite, and what is not a number excludes nothing.
struct KeepingMaxima
{
    float* limits;
    const float* errors;   // [queries][2] perError / b, perNorm / b
    int firstBlock, shift;

    float* upperOf(int query) const { return limits + query * kQueryLimits; }
    float* maximaOf(int query) const { return upperOf(query) + kQueryLimits / 2; }
    void take(int query, int block, unsigned valid, Vec s, Vec error, Vec norm) const   // s: s8 / b
    {
        const Vec E = fma(norm, broadcast(errors[2 * query + 1]), mul(error, broadcast(errors[2 * query])));
        Vec upper = add(s, E), lower = sub(s, E);
        if (valid != (1u << kWidth) - 1u) {
            const Vec least = broadcast(-__builtin_inff());
            upper = keepLanes(valid, upper, least);
            lower = keepLanes(valid, lower, least);
        }
        const int at = block - firstBlock;
        store(upperOf(query) + at, upper);
        float* maxima = maximaOf(query) + (at / kFilterGroup >> shift) * kFilterGroup + at % kFilterGroup;
        store(maxima, vmax(lower, load(maxima)));   // what is there, where the limit is not a number
    }
};

// reachedByVectors() of V vectors, or of `count` numbers
template <int V>
float reachedIn(const float* maxima, int count, int places)
{
    constexpr int kHalvings = 9;
    constexpr float kNone = -__builtin_inff();
    const int vectors = V > 0 ? V : count / kWidth;
    Vec kept[V > 0 ? V : 1], top = broadcast(kNone), bottom = broadcast(-kNone);
    for (int i = 0; i < V; ++i)
        kept[i] = load(maxima + i * kWidth);
    const auto vector = [&](int i) { return V > 0 ? kept[V > 0 ? i : 0] : load(maxima + i * kWidth); };
    for (int i = 0; i < vectors; ++i) {
        const Vec v = vector(i);
        top = vmax(v, top);
        bottom = vmin(keepLanes(atLeast(v, broadcast(-3.0e38f)), v, broadcast(-kNone)), bottom);
    }
    const auto reaching = [&](float value) {
        int reached = 0;
        for (int i = 0; i < vectors; ++i)
            reached += __builtin_popcount(atLeast(vector(i), broadcast(value)));
        return reached;
    };
    float low = -largest(sub(zero(), bottom)), high = largest(top);
    if (!(low < -kNone) || reaching(low) < places)
        return kNone;
    for (int i = 0; i < kHalvings; ++i) {
        const float middle = low + (high - low) / 2;
        (reaching(middle) >= places ? low : high) = middle;
    }
    return low;
}

// A number that at least `places` of maxima [count] reach, not far below the places-th largest; -infinite: there are fewer above that.
inline float reachedByVectors(const float* maxima, int count, int places)
{
    switch (count / kWidth) {   // the usual ones stay in registers
    case 6: return reachedIn<6>(maxima, count, places);
    case 7: return reachedIn<7>(maxima, count, places);
    case 8: return reachedIn<8>(maxima, count, places);
    default: return reachedIn<0>(maxima, count, places);
    }
}

// The blocks that reach a threshold, and those whose limits are not numbers: what the list keeps, with the limits where it is not final.
// limits: [count], whole groups, from memory index `first` on
inline void collect(FilterList& list, float reached, const float* limits, int count, int first)
{
    const Vec threshold = broadcast(reached);
    int found = 0;
#if defined(__AVX512F__)
    __m512i index = _mm512_add_epi32(_mm512_set1_epi32(first), _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    for (int i = 0; i < count; i += kWidth, index = _mm512_add_epi32(index, _mm512_set1_epi32(kWidth))) {
        const Vec limit = load(limits + i);
        const unsigned mask = notBelow(limit, threshold);   // no branch: one vector in two has a candidate
        _mm512_storeu_si512(list.blocks + found, _mm512_maskz_compress_epi32(static_cast<__mmask16>(mask), index));
        if (!list.isFinal)
            store(list.upper + found, _mm512_maskz_compress_ps(static_cast<__mmask16>(mask), limit));
        found += __builtin_popcount(mask);
    }
#else
    for (int i = 0; i < count; i += kWidth) {
        for (unsigned mask = notBelow(load(limits + i), threshold); mask; mask &= mask - 1, ++found) {
            const int at = i + __builtin_ctz(mask);
            list.blocks[found] = first + at;
            if (!list.isFinal)
                list.upper[found] = limits[at];
        }
    }
#endif
    list.count = found;
}

// Values of N queries. Q: their quads, where these are known and the queries lie one behind the other: one address for all
template <int N, int Q>
struct QueryValues
{
    explicit QueryValues(const cairn::kernels::FilterQuery* query) : first(query->values) {}
    const int8_t* operator[](int e) const { return first + e * 4 * Q; }
    const int8_t* first;
};
template <int N>
struct QueryValues<N, 0>
{
    explicit QueryValues(const cairn::kernels::FilterQuery* query)
    {
        for (int e = 0; e < N; ++e)
            values[e] = query[e].values;
    }
    const int8_t* operator[](int e) const { return values[e]; }
    const int8_t* values[N];
};

inline bool areUsual(const LandmarkFilterScan& work, int quads)
{
    bool usual = quads == kUsualQuads;
    for (int e = 1; usual && e < work.queries; ++e)
        usual = work.query[e].values == work.query[0].values + e * 4 * kUsualQuads;
    return usual;
}

// An Intel processor's own readers stop at a page's end; those of others read faster undisturbed: AMD Zen 4 by a quarter
inline bool asksAhead() { return __builtin_cpu_is("intel"); }

// 16 blocks, of which those of `valid` count, against N queries
template <int N, int Q, typename Sink>
void filterGroup(const LandmarkFilterScan& work, const Sink& sink, int query, const uint8_t* keys, const uint16_t* facts, int anyQuads,
                 int block, unsigned valid)
{
    const int quads = Q > 0 ? Q : anyQuads;
    const bool ahead = asksAhead();
    Ints dots[N][kGroupVectors];
    for (int e = 0; e < N; ++e)
        for (int v = 0; v < kGroupVectors; ++v)
            dots[e][v] = offsetBytes(work.query[query + e].negativeSum);
    const QueryValues<N, Q> values(work.query + query);
    for (int c = 0; c < quads; ++c) {
        if (ahead)
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
            [[maybe_unused]] const auto& q = work.query[query + e];
            if constexpr (std::is_same_v<Sink, KeepingMaxima>) {
                sink.take(query + e, block + v * kWidth, here, mul(toFloats(dots[e][v]), scale), error, norm);
            } else {
                const Vec s = mul(toFloats(dots[e][v]), mul(scale, broadcast(q.scale)));
                const Vec E = fma(norm, broadcast(q.perNorm), fma(error, broadcast(q.perError), broadcast(1e-5f)));
                sink.take(query + e, block + v * kWidth, here, add(s, E), sub(s, E));
            }
        }
    }
}

template <int Q, typename Sink>
void filterQueries(const LandmarkFilterScan& work, const Sink& sink, const uint8_t* keys, const uint16_t* facts, int quads, int block,
                   unsigned valid)
{
    int query = 0;
    for (; query + kFilterQueries <= work.queries; query += kFilterQueries)
        filterGroup<kFilterQueries, Q>(work, sink, query, keys, facts, quads, block, valid);
    switch (work.queries - query) {
    case 1: return filterGroup<1, Q>(work, sink, query, keys, facts, quads, block, valid);
    case 2: return filterGroup<2, Q>(work, sink, query, keys, facts, quads, block, valid);
    case 3: return filterGroup<3, Q>(work, sink, query, keys, facts, quads, block, valid);
    case 4: return filterGroup<4, Q>(work, sink, query, keys, facts, quads, block, valid);
    case 5: return filterGroup<5, Q>(work, sink, query, keys, facts, quads, block, valid);
    case 6: return filterGroup<6, Q>(work, sink, query, keys, facts, quads, block, valid);
    case 7: return filterGroup<7, Q>(work, sink, query, keys, facts, quads, block, valid);
    default: return;
    }
}

// Blocks [at, end) of the slabs. masked(block, valid): lanes that count of the 16 blocks from memory index `block` on.
template <typename Sink, typename Masked>
void filterBlocks(const LandmarkFilterScan& work, const FilterLayout& layout, int64_t at, int64_t end, const Sink& sink,
                  const Masked& masked)
{
    const bool usual = areUsual(work, layout.quads);
    while (at < end) {
        const void* slab = work.filters[at / kSlabBlocks];
        const int inSlab = static_cast<int>(at % kSlabBlocks), lane = inSlab % kFilterGroup;
        const int count = static_cast<int>(end - at < kFilterGroup - lane ? end - at : kFilterGroup - lane);
        const int block = static_cast<int>(at - lane - work.slabOffset);
        const uint8_t* keys = layout.values(slab, work.kvHead, inSlab);
        const uint16_t* facts = layout.factsOf(slab, work.kvHead, inSlab);
        const unsigned valid = masked(block, ((1u << count) - 1u) << lane);
        if (usual)
            filterQueries<kUsualQuads>(work, sink, keys, facts, layout.quads, block, valid);
        else
            filterQueries<0>(work, sink, keys, facts, layout.quads, block, valid);
        at += count;
    }
}

// Lanes of the 16 blocks from `block` on that are not in an ascending list, of which entries before `next` are behind
inline unsigned lanesWithout(const int32_t* list, int count, int& next, int block)
{
    unsigned lanes = 0;
    for (; next < count && list[next] < block + kFilterGroup; ++next)
        lanes |= list[next] >= block ? 1u << (list[next] - block) : 0u;
    return ~lanes;
}

template <typename Sink>
void filterFirst(const LandmarkFilterScan& work, const FilterLayout& layout, int64_t at, int64_t end, const Sink& sink)
{
    const FilterList& any = work.lists[0];   // all leave out the same
    int pinned = 0, barred = 0;
    filterBlocks(work, layout, at, end, sink, [&](int block, unsigned valid) {
        return valid & lanesWithout(any.pinned, any.pinnedCount, pinned, block) & lanesWithout(any.barred, any.barredCount, barred, block);
    });
}

// errors [queries][2] of KeepingMaxima. False: some query is not usual
inline bool scaledErrors(const LandmarkFilterScan& work, float* errors)
{
    bool areUsual = true;
    for (int query = 0; query < work.queries; ++query) {
        const auto& q = work.query[query];
        areUsual = areUsual && q.scale > 1e-30f && q.perError < 1e30f && q.perNorm < 1e30f;
        errors[2 * query] = q.perError / q.scale;
        errors[2 * query + 1] = q.perNorm / q.scale;
    }
    return areUsual;
}

// What is offered later raises the threshold: it needs the best limits, and what was collected needs its own.
inline void keepForLater(FilterList& list, float reached, const float* maxima, int count, float scale)
{
    for (int i = 0; i < count; i += kWidth)
        for (unsigned mask = atLeast(load(maxima + i), broadcast(reached)); mask; mask &= mask - 1)
            cairn::kernels::keepAmongBest(list, maxima[i + __builtin_ctz(mask)] * scale - 1e-5f);
    for (int i = 0; i < list.count; ++i) {
        const float upper = list.upper[i] * scale + 1e-5f;
        list.upper[i] = upper + __builtin_fabsf(upper) * 1e-6f;
    }
}

// Blocks [at, end), the first of lists that are empty. Final: they are all there are. False: too few are open to tell them apart.
inline bool filterEmpty(const LandmarkFilterScan& work, const FilterLayout& layout, int64_t at, int64_t end, bool isFinal)
{
    const int lane = static_cast<int>(at % kFilterGroup), first = static_cast<int>(at - lane - work.slabOffset);
    const int count = (static_cast<int>(end - work.slabOffset) - first + kFilterGroup - 1) / kFilterGroup * kFilterGroup;
    const int places = work.lists[0].places, groups = count / kFilterGroup;
    int shift = 0;
    while ((groups >> (shift + 1)) * kFilterGroup >= kMaximaPerPlace * places)
        ++shift;
    const int maxima = ((groups - 1) >> shift) * kFilterGroup + kFilterGroup;
    const KeepingMaxima keeping{work.limits, work.limits + work.queries * kQueryLimits, first, shift};
    if (2 * work.queries > static_cast<int>(kQueryLimits) || !scaledErrors(work, work.limits + work.queries * kQueryLimits))
        return false;
    for (int query = 0; query < work.queries; ++query)
        for (int i = 0; i < maxima; i += kWidth)
            store(keeping.maximaOf(query) + i, broadcast(-__builtin_inff()));
    filterFirst(work, layout, at, end, keeping);
    for (int query = 0; query < work.queries; ++query) {
        FilterList& list = work.lists[query];
        const float reached = reachedByVectors(keeping.maximaOf(query), maxima, places), scale = work.query[query].scale;
        if (reached == -__builtin_inff()) {   // for one as for all: the same blocks are left out
            for (int i = 0; i < query; ++i)
                cairn::kernels::startFilterList(work.lists[i]);
            return false;
        }
        const float threshold = cairn::kernels::filterThreshold(reached * scale - 1e-5f), upper = (threshold - 1e-5f) / scale;
        list.threshold = threshold;
        list.isFinal = isFinal;
        collect(list, upper - __builtin_fabsf(upper) * 1e-6f, keeping.upperOf(query), count, first);
        if (!isFinal)
            keepForLater(list, reached, keeping.maximaOf(query), maxima, scale);
    }
    return true;
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
        if (filterEmpty(work, layout, at, first, work.isWhole && first == end))
            at = first;
    }
    filterBlocks(work, layout, at, end, Offering{work}, [](int, unsigned valid) { return valid; });
}

}  // namespace
