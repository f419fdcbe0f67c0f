// `evaluate retrieval`: how much of dense attention's weight the chosen blocks hold, per layer and head, by landmark keys, by the
// bounds or the mean of a block's keys, at random, and at best (landmark_semantics.md 12.3). Work thread.
#pragma once

#include "app/lab/evaluation/lab.h"
#include "app/lab/evaluation/stream_pass.h"
#include "core/evaluation/dense_mass.h"

#include <string>
#include <vector>

namespace cairn
{

struct RetrievalPlan
{
    std::vector<std::string> files;              // plain text
    std::vector<std::pair<std::uint32_t, std::uint32_t>> cases;   // (k, n): k of n blocks
    std::uint32_t samples = 2;                   // stretches of each text, evenly spread
    std::uint32_t queries = 63;                  // rows of the block behind the n, evenly spread
    bool withoutFirst = false;                   // block 0, where attention rests anyway, is left out
};

// What one stretch gives: [layers * heads]. `tokens`: (n + 1) blocks; the last one's rows ask. n + 1 blocks within the trained length are
// one dense pass at true positions; longer ones are read in windows as a memory is, and old blocks stand where the engine scores them
// (slot 0, landmark_semantics.md 4) with K = k.
Result<std::vector<HeadMass>> massFoundIn(const StreamPass& pass, std::span<const TokenId> tokens, std::uint32_t k, std::uint32_t n,
                                           const RetrievalPlan& plan);

Result<void> runRetrieval(Lab& lab, const RetrievalPlan& plan);

}  // namespace cairn
