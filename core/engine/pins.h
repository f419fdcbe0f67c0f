// Which blocks a step pins and bars: the automatic pins of reading and asking (landmark_semantics.md 12), then the user's.
#pragma once

#include "core/engine/step/stream.h"

#include <cstdint>
#include <span>
#include <vector>

namespace cairn
{

// Blocks [0, first) and [newestFrom, completed), at most `limit` of them, the newest dropped last. Ascending.
std::vector<std::uint32_t> automaticPins(std::uint32_t first, std::uint32_t newestFrom, std::uint32_t completed, std::uint32_t limit);

// `automatic` and the user's pins without what the user bars.
StepControls withUserChoice(const std::vector<std::uint32_t>& automatic, std::span<const BlockId> pinned, std::span<const BlockId> barred);

}  // namespace cairn
