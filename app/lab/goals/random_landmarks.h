// Landmark weights of random numbers, laid over a model that has none: for speed alone.
#pragma once

#include "core/model/adapter.h"

namespace cairn::benchmark
{

// Blocks of 63, found by landmark keys: an embedding and full key weights of landmark rows in each layer (landmark_semantics.md 12.4),
// without low-rank ones. Same seed, same numbers.
LandmarkAdapter randomLandmarks(const ModelConfig& config, std::uint64_t seed);

}  // namespace cairn::benchmark
