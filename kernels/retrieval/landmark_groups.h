// Two-level scan (performance.md 4): boxes over 64 consecutive blocks tell which groups of blocks are worth a look.
//
//   box of a group    per kv head and dimension the minimum and maximum of its landmark keys (with bounds: of its blocks' boxes)
//   bound             landmark_scan.h's score of that box, k + 1 blocks away: no block inside scores more
//   opened            for each (row, kv head) the best `opened` groups of every query head of the kv head, together (rule 4 of
//                     landmark_semantics.md 5), groups that hold pinned blocks, and all from the group of the oldest recent block on
//
// Only blocks of opened groups compete, by landmark_choice.h; pinned and recent ones always do. That is no superset: a block outside
// may score more than one that was found. Groups without a block that is free to be chosen (all barred or pinned) don't compete.
// Group g holds the absolute blocks 64 g .. 64 g + 63, whatever is evicted, so that a choice depends on the stream alone.
#pragma once

#include "kernels/retrieval/landmark_choice.h"

namespace cairn::kernels
{

constexpr std::int32_t kGroupBlocks = 64;   // divides kSlabBlocks

constexpr std::size_t groupBoxBytes(std::int32_t kvHeads, std::int32_t headDim, RowType type)
{
    return std::size_t{2} * static_cast<std::size_t>(kvHeads) * static_cast<std::size_t>(headDim) * (type == RowType::F32 ? 4 : 2);
}

// The box of blocks [first, end) of one slab, exact; numbers that are NaN are left out. Allocates nothing.
struct GroupBox
{
    std::int32_t kvHeads = 0, headDim = 0;
    RowType keyType = RowType::F16;             // F16 or F32, of keys and box
    bool bounds = false;
    const void* slab = nullptr;                 // as landmark_scan.h
    std::int32_t first = 0, end = 0;            // within the slab
    void* box = nullptr;                        // [2][Hkv][d] minimum, then maximum
    bool grows = false;                         // it holds other blocks already
};
void fillGroupBox(const GroupBox& work, CpuLevel level = cpuLevel());

struct LandmarkGroups
{
    // Boxes as landmark_scan.h keeps bounds, a group for a block: group u of the memory (0: of memory index 0) is slabOffset + u of the
    // slabs, up to `end`. Filters: of boxes, with which fewer are read whole; the choice is the same.
    LandmarkPart parts[2];
    std::int32_t firstBlock = 0;                // absolute number of memory index 0
    std::int32_t opened = 32;                   // of every query head; fewer than k count as k
};

// Groups that compete: those that end before the first recent block, the oldest one perhaps evicted in part.
std::int32_t competingGroups(const LandmarkChoice& work, std::int32_t firstBlock);

// Whether some group can stay closed. If none can, the choice is that of chooseLandmarks().
bool leavesGroupsClosed(const LandmarkChoice& work, const LandmarkGroups& groups);

// As chooseLandmarks(). `work.scratch`: groupChoiceScratch() bytes. REQUIRES: no key for all (sameKey), no ranges.
std::size_t groupChoiceScratch(const LandmarkChoice& work, const LandmarkGroups& groups);
void chooseInGroupsReference(LandmarkChoice& work, const LandmarkGroups& groups);   // allocates
void chooseInGroups(LandmarkChoice& work, const LandmarkGroups& groups, CpuLevel level = cpuLevel());

}  // namespace cairn::kernels
