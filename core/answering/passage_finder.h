// Passages for some words, by what they say and what they mean: landmark vote and BM25 choose, the likelihood of the words after each
// block ranks (candidates.h). Landmarks alone don't tell topics apart with the default model: of six searches in two documents they
// brought a right block first in none, however heads were pooled and usual scores taken off; together in five. Work thread.
#pragma once

#include "core/answering/asking.h"
#include "core/result.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace cairn
{

struct BlockScore
{
    BlockId block{};
    double score = 0;                // likelihood of the words, per token, relative to the best: 0..1
};

// The best `count` blocks of what is read, strongest first; stream.blocks() stands for the open block. InvalidArgument: no words, or
// nothing is read. Cancelled: nothing changed.
Result<std::vector<BlockScore>> findPassages(const AskingContext& context, const std::string& words, std::uint32_t count,
                                             std::stop_token stop);

}  // namespace cairn
