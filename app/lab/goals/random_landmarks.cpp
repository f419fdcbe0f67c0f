#include "app/lab/goals/random_landmarks.h"

#include "core/types/random.h"

#include <cmath>
#include <cstring>

namespace cairn::benchmark
{

namespace
{

// Uniform with this variance
AdapterTensor uniform(std::vector<std::uint64_t> shape, double variance, std::uint64_t& state)
{
    AdapterTensor tensor{std::move(shape), {}};
    std::uint64_t count = 1;
    for (const std::uint64_t size : tensor.shape)
        count *= size;
    const float width = static_cast<float>(std::sqrt(3 * variance)) * 0x1p-23f;
    tensor.values.resize(count);
    for (float& value : tensor.values)
        value = width * static_cast<float>(static_cast<std::int64_t>(scatter(state += 0x9E3779B97F4A7C15ull)) >> 40);
    return tensor;
}

}  // namespace

LandmarkAdapter randomLandmarks(const ModelConfig& config, std::uint64_t seed)
{
    const std::uint64_t keys = std::uint64_t{config.kvHeads} * config.headDim;
    LandmarkAdapter adapter;
    adapter.rank = 1;
    std::uint64_t state = seed;
    adapter.tensors["landmark_embedding"] = uniform({config.hidden}, 1, state);
    for (std::uint32_t layer = 0; layer < config.layers; ++layer)
        adapter.tensors["layers." + std::to_string(layer) + ".self_attn.k_proj.delta"] =
            uniform({keys, config.hidden}, 1.0 / config.hidden, state);
    std::memcpy(&adapter.fingerprint, &seed, sizeof seed);
    return adapter;
}

}  // namespace cairn::benchmark
