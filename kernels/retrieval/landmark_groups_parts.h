// Inside of landmark_groups: which blocks belong to which group, for the reference and the others.
#pragma once

#include "kernels/retrieval/landmark_groups.h"

namespace cairn::kernels
{

std::int32_t openedGroups(const LandmarkChoice& work, const LandmarkGroups& groups);   // of a query head, if there are so many

// Groups count from that of memory index 0.
BlockRange blocksOfGroup(const LandmarkChoice& work, const LandmarkGroups& groups, std::int32_t group);
std::int32_t groupOf(const LandmarkGroups& groups, std::int32_t block);

// Competing groups without a free block, ascending; `closed`: room for all that compete. Returns their number.
std::int32_t closedGroups(const LandmarkChoice& work, const LandmarkGroups& groups, std::int32_t* closed);

// Old blocks that compete, where groups with marks are opened; marks those with pinned blocks. `ranges`: room for competing groups + 1.
std::int32_t openRanges(const LandmarkChoice& work, const LandmarkGroups& groups, std::uint8_t* marks, BlockRange* ranges);

}  // namespace cairn::kernels
