// What a block leaned on while it was read: earlier blocks by the gates that its tokens gave them (experience.md 7, U17). Plain values.
#pragma once

#include "core/types/ids.h"

#include <cstdint>
#include <map>
#include <vector>

namespace cairn
{

struct BackLink
{
    BlockId block{};             // an earlier one
    float gates = 0;             // summed over the reading block's tokens, all layers and heads
};

struct BlockLinks
{
    BlockId block{};             // that was read
    std::vector<BackLink> links; // strongest first, at most kMostBackLinks
};

inline constexpr std::size_t kMostBackLinks = 16;

using BackLinkMap = std::map<std::uint32_t, std::vector<BackLink>>;   // of a memory: by the block that was read

}  // namespace cairn
