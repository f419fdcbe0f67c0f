#pragma once

#include "core/model/model.h"
#include "core/types/ids.h"

#include <cstddef>
#include <vector>

namespace cairn
{

// Tokens spread over the vocabulary, always the same; none that may not stand in a text. Fewer where the vocabulary is very small.
std::vector<TokenId> spreadTokens(const ModelConfig& config, std::size_t count);

}  // namespace cairn
