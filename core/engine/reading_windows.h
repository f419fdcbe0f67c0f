// Where the windows of a reading begin (landmark_semantics.md 2, 8). A reading that ended, and goes on when the text has grown, cuts its
// windows anew from there: `ends`, in regular tokens from the stream's start, ascending (BlockArchive::readingEnds()). Pure functions.
#pragma once

#include "core/engine/common/stream_layout.h"

#include <cstdint>
#include <span>
#include <vector>

namespace cairn
{

struct ReadingCut
{
    StreamLayout layout;
    std::uint32_t window = 0;              // W, a positive multiple of B
    std::span<const std::uint64_t> ends;
};

// The last block at or before `block` that a window begins with: from there blocks can be computed again as they were. A window that
// begins inside a block can't be that: what it began with is gone once the block is complete.
std::uint32_t windowStart(const ReadingCut& cut, std::uint32_t block);

// Lengths in stream tokens of the steps from regular token `from` to `to`. REQUIRES: a window or a reading begins at `from`.
std::vector<std::uint32_t> readingSteps(const ReadingCut& cut, std::uint64_t from, std::uint64_t to);

}  // namespace cairn
