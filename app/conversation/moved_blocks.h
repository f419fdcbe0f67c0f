// Blocks of a memory that is no more, in the memory of now: documents of the session were removed or put back, so the same words stand in
// other blocks. What was barred, pinned or cut off for a question stays so for the same words. Pure functions; any thread.
#pragma once

#include "core/answering/asking.h"
#include "core/types/stream_map.h"

#include <optional>
#include <span>
#include <vector>

namespace cairn
{

// Blocks of `to` with words of these blocks of `from`, ascending; the open last block may be among them. None: their documents are gone.
std::vector<BlockId> movedBlocks(std::span<const BlockId> blocks, const StreamMap& from, const StreamMap& to);

// Barred, pinned, until, within.
// - A block with both barred words and others goes with the shorter stretch of blocks that were barred, or were not: a barred passage stays
//   out of sight as a whole, and one that alone was left open stays open.
// - Pinned: all blocks with its words that are not barred.
// - Until: nothing behind the place is in reach, at most a block before it isn't either. No limit where all that is left stands before it.
// - Within: places in texts, which stay as they are; those of documents that are gone are left out.
// Nothing: it names blocks, and where they stand is not known (a map is empty), or no place is left that it was limited to.
std::optional<AskOptions> movedOptions(AskOptions options, const StreamMap& from, const StreamMap& to);

}  // namespace cairn
