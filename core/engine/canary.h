// What a model computes from a few fixed tokens without memory (reliability.md 6.4). As long as the weights in memory and the processor
// are sound it is the same every time: bit by bit in one process, nearly so on another device, with other threads or another build.
#pragma once

#include "core/engine/engine.h"

#include <vector>

namespace cairn
{

inline constexpr std::size_t kCanaryTokens = 16;

struct CanaryReading
{
    std::vector<float> logits;             // [vocabulary] of the next token, suppressed ids at -inf
    std::vector<float> logProbabilities;   // [kCanaryTokens] of the tokens themselves, the first 0
    bool operator==(const CanaryReading&) const = default;
};

Result<CanaryReading> readCanary(const Engine& engine);

}  // namespace cairn
