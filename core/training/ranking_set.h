// What ranking weights are trained and measured on: passages as a memory's blocks give them, and questions whose likelihood after each
// of some passages is asked (core/answering/likelihood.h). Plain values.
#pragma once

#include "core/types/ids.h"

#include <cstdint>
#include <vector>

namespace cairn
{

struct RankedQuestion
{
    std::vector<TokenId> tokens;                // of its words alone
    std::vector<std::uint32_t> candidates;      // passages that it is asked after, each once
    std::vector<float> words;                   // [candidates] z-score of BM25
    std::vector<std::uint8_t> gold;             // [candidates] 1: its block holds the answer
};

struct RankingGroup
{
    std::vector<std::vector<TokenId>> passages; // read by the base model
    std::vector<TokenId> frame;                 // between passage and question
    std::vector<RankedQuestion> questions;
};

}  // namespace cairn
