// What a memory of X tokens costs, by formula (performance.md 1). Sums over all layers; a multiplication and an addition count as two.
#pragma once

#include "core/model/model.h"
#include "core/types/memory.h"

#include <cstdint>

namespace cairn
{

struct CostPoint
{
    double denseBytes = 0;               // keys and values of all tokens, in the type given
    double memoryBytes = 0;              // the same, as blocks on disk or in RAM
    double landmarkBytes = 0;            // what has to be in RAM
    double retrievedBytes = 0;           // blocks that one token reads at most: one set per query head
    double weightFlops = 0;              // of one token, without the output matrix
    double denseFlops = 0;               // attention of the token behind X tokens
    double landmarkFlops = 0;            // scan of the landmarks, K blocks, half an open block
};

// `places`: K. `shape`: of the model's memory.
CostPoint costAt(const ModelConfig& model, const MemoryShape& shape, std::uint32_t places, std::uint64_t tokens);

}  // namespace cairn
