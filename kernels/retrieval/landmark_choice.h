// Scan and top-k in one: which blocks every (row, head) retrieves by the scores of landmark keys or bounds, mode per token and head
// (landmark_semantics.md 4, 5). The int8 filter (landmark_filter.h) leaves a superset, which is scored in 32 bits and put to rule 4;
// recent and pinned blocks and those without a filter are always scored. The choice is that of landmarkScan() and selectBlocks().
//
// Thread-safe. Shares: any cut by rows and kv heads; the bits of scores don't depend on the cut. A step of few rows has more threads than
// kv heads to feed: there the filter's blocks are shares too (filterLandmarks()).
#pragma once

#include "kernels/retrieval/landmark_filter.h"

namespace cairn::kernels
{

// Consecutive blocks whose keys lie in the same slabs, up to memory index `end`.
struct LandmarkPart
{
    std::int32_t end = 0;
    const void* const* slabs = nullptr;      // memory index c is block slabOffset + c
    const void* const* filters = nullptr;    // of the same blocks; null: all are scored
    std::int64_t slabOffset = 0;
    const float* frame = nullptr;            // that the filters were filled with
};

struct BlockRange
{
    std::int32_t first = 0, end = 0;   // memory indices
};

struct LandmarkChoice
{
    LandmarkScan scan;             // rows, queries, positions, key type, bounds, sameKey and the share
    LandmarkPart parts[2];         // base blocks, then the stream's own; the last one with blocks ends at memoryBlocks
    const std::int32_t* pinned = nullptr;       // as block_selection.h
    std::int32_t pinnedCount = 0;
    const std::int32_t* barred = nullptr;
    std::int32_t barredCount = 0;
    const BlockRange* ranges = nullptr;         // ascending, disjoint: of old blocks only these and pinned ones compete; null: all do
    std::int32_t rangeCount = 0;                // REQUIRES: enough blocks to fill all places; no sameKey
    std::int32_t oldPlaces = 0;                 // > 0: as many places instead of k, and no block is recent; all stand k + 1 blocks away

    // Results of the share; rows count from the step's first row. With oldPlaces: so many for k, and distances mean nothing.
    std::int32_t* selected = nullptr;           // [T][H][k] -1: a barred block holds the place
    std::int32_t* distances = nullptr;          // [T][H][k]
    float* placeScores = nullptr;               // [T][H][k] raw scores of the blocks that hold the places
    std::uint8_t* ties = nullptr;               // [T][H]
    std::int64_t scored = 0;                    // how many scores in 32 bits the share needed

    // > 0: the filter has been read in so many parts (filterLandmarks()), and the choice begins with what they left.
    std::int32_t cuts = 0;
    void* filtered = nullptr;                   // filteredBytes() bytes of the step, 64-byte aligned

    void* scratch = nullptr;                    // landmarkChoiceScratch() bytes, 64-byte aligned
};

std::size_t landmarkChoiceScratch(const LandmarkChoice& work);

// In how many parts the filter is best read by so many threads; 0: the choice reads it, since rows and kv heads feed them all, or there
// are too few blocks. REQUIRES: no ranges.
std::int32_t landmarkCuts(const LandmarkChoice& work, std::int32_t threads);
std::size_t filteredBytes(const LandmarkChoice& work);   // for work.cuts
// Reads part `cut` of the filter for a share, into work.filtered. A share's parts, in any cut by rows and kv heads, before its choice.
void filterLandmarks(const LandmarkChoice& work, std::int32_t cut, CpuLevel level = cpuLevel());

void chooseLandmarksReference(LandmarkChoice& work);   // every block scored; allocates
void chooseLandmarks(LandmarkChoice& work, CpuLevel level = cpuLevel());

}  // namespace cairn::kernels
