// Words that go in circles: what greedy decoding of small models falls into (Holtzman et al. 2020, "The Curious Case of Neural Text
// Degeneration", section 4.1). Pure; any thread.
#pragma once

#include "core/types/ids.h"

#include <cstddef>
#include <optional>
#include <span>

namespace cairn
{

// How many tokens stand before the repetition that `tokens` end in, its first round counted; none where they end in no repetition.
// That is 2 to 23 tokens said at least three times in a row, 24 to 256 said twice, or one said 41 times.
std::optional<std::size_t> endBeforeRepetition(std::span<const TokenId> tokens);

}  // namespace cairn
