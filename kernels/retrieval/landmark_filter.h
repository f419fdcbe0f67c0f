// int8 copies of landmark keys or bounds that tell which blocks can't be among the best: a first pass of landmark_choice.h that reads
// half the bytes of halves and computes in integers (performance.md 4).
//
//   k = (key - m) / c, q = query c, per channel: m the mean of many keys, c their spread (a frame: what all keys share costs no digits,
//   and adds the same to every score); k ~ a k8, q ~ b q8, values -127 .. 127, s8 = a b < q8, k8 >
//   |s8 - < q, k >| <= E = |q - b q8| |a k8| + |q| |k - a k8| + rounding      norms of vectors: Cauchy-Schwarz, so always true
//
// Bounds are keys of 2 d numbers, (centre, half extent), against queries (q, |q|): the same sum as landmark_scan.h (f numbers: d, or 2 d).
//
// The norms are of what was really rounded, and rounded up. A block whose s8 + E lies below the p-th largest s8 - E has p better ones.
//
// A filter slab holds kSlabBlocks keys of every kv head: first the values, [Hkv][blocks / 16][f4 / 4][16][4] bytes k8 + 128 (16 blocks
// an instruction, no horizontal sums; f4: f rounded up to 4), then the facts, [Hkv][blocks / 16][3][16] halves a, |k - a k8|, |a k8|.
// Thread-safe: no state between calls. Values and facts are bit for bit the same at every level.
#pragma once

#include "kernels/rows/kv_row.h"
#include "kernels/retrieval/landmark_scan.h"

namespace cairn::kernels
{

constexpr std::int32_t kFilterGroup = 16;   // blocks that lie interleaved

constexpr std::int32_t filterNumbers(std::int32_t headDim, bool bounds) { return bounds ? 2 * headDim : headDim; }   // f
std::size_t landmarkFilterBytes(std::int32_t kvHeads, std::int32_t numbers);   // of a slab; numbers: f

// Frame [Hkv][2][f]: m, then c > 0, from at most 1,024 of the first `count` keys. All filters that are scanned together share one.
struct LandmarkFrame
{
    std::int32_t kvHeads = 0, headDim = 0, count = 0;
    RowType keyType = RowType::F16;
    const void* const* slabs = nullptr;
    float* frame = nullptr;
    bool bounds = false;
};
void measureLandmarks(const LandmarkFrame& work);   // allocates nothing, as filling

// Writes keys of blocks [first, end) of one slab; others are left alone.
struct LandmarkFilterFill
{
    std::int32_t kvHeads = 0, headDim = 0;
    RowType keyType = RowType::F16;             // F16 or F32
    const void* slab = nullptr;                 // [block][Hkv][d], or bounds [block][2][Hkv][d], as landmark_scan.h
    std::int32_t first = 0, end = 0;            // within the slab
    void* filter = nullptr;                     // landmarkFilterBytes(), 64-byte aligned
    const float* frame = nullptr;               // null: m = 0, c = 1
    bool bounds = false;
};
void fillLandmarkFilter(const LandmarkFilterFill& work, CpuLevel level = cpuLevel());

// The blocks of one query that may still be among its best. Excluded ones (pinned, barred) are left out and raise no limit.
struct FilterList
{
    std::int32_t count = 0, places = 0;         // places: p >= 1
    float threshold = 0;                        // s8 + E below it: not among the best
    std::int32_t* blocks = nullptr;             // memory indices, ascending; room for all blocks scanned and 16 more
    float* upper = nullptr;                     // their s8 + E, unless the list is final; room for as many
    float* best = nullptr;                      // [p] largest s8 - E so far, descending
    const std::int32_t *pinned = nullptr, *barred = nullptr;   // ascending
    std::int32_t pinnedCount = 0, barredCount = 0;
    bool isFinal = false;                       // nothing is left to drop
};
void startFilterList(FilterList& list);         // sets count, threshold, best
void offerToFilterList(FilterList& list, std::int32_t block, float upper, float lower);
void finishFilterList(FilterList& list);        // drops what turned out not to be among the best

struct FilterQuery                              // see quantizeFilterQuery
{
    const std::int8_t* values = nullptr;        // [f4]
    std::int32_t negativeSum = 0;               // - sum of the values
    float scale = 0;                            // b
    float perNorm = 0, perError = 0;            // E = perNorm |a k8| + perError |k - a k8| + 1e-5
};
// `query` [f] rotated, scaled and times c; `values` gets [f4]; a query with numbers that are not finite makes every block a candidate.
FilterQuery quantizeFilterQuery(const float* query, std::int32_t numbers, std::int8_t* values, CpuLevel level = cpuLevel());

// Adds blocks [first, end) of one kv head to the lists of all queries.
struct LandmarkFilterScan
{
    std::int32_t queries = 0, kvHeads = 0, numbers = 0, kvHead = 0;   // numbers: f
    std::int32_t first = 0, end = 0;            // memory indices
    const void* const* filters = nullptr;       // slabs; memory index c is block slabOffset + c of them
    std::int64_t slabOffset = 0;
    const FilterQuery* query = nullptr;         // [queries]
    FilterList* lists = nullptr;                // [queries], started; all leave out the same blocks
    float* limits = nullptr;                    // filterLimits(queries) numbers of scratch, 64-byte aligned: blocks that come first are
                                                // compared by vectors. Null: one by one, for the same candidates or fewer
    bool isWhole = false;                       // no other scan adds to these lists
};
constexpr std::int32_t kLimitedBlocks = 2048;
constexpr std::size_t kQueryLimits = 2 * (kLimitedBlocks + 16);   // apart: equal places of a cache would push each other out
constexpr std::size_t filterLimits(std::int32_t queries) { return (std::size_t(queries) + 1) * kQueryLimits; }
void scanLandmarkFilterReference(const LandmarkFilterScan& work);
void scanLandmarkFilter(const LandmarkFilterScan& work, CpuLevel level = cpuLevel());

}  // namespace cairn::kernels
