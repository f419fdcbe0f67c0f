// What a question was kept from, as a person said it: whole documents, and blocks of others. No state, any thread.
#pragma once

#include "core/types/stream_map.h"

#include <cstdint>
#include <vector>

namespace cairn
{

struct BarredParts
{
    std::vector<std::uint32_t> documents;   // ascending; every block that holds words of these alone is barred
    std::vector<BlockId> blocks;            // others, ascending: with no word of these (one that they share with another is theirs)
};

// Of an empty map: no documents, and all blocks as they are.
BarredParts barredParts(const StreamMap& map, std::vector<BlockId> barred);

}  // namespace cairn
