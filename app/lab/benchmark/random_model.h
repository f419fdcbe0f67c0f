// Models of random weights by shape and seed, for speed alone: GGUF files that Cairn and llama.cpp both open. Their tokenizer has
// the 256 bytes and made-up words. Same seed, same bytes.
#pragma once

#include "core/model/tensor_type.h"
#include "core/result.h"

#include <cstdint>
#include <string>

namespace cairn::benchmark
{

struct RandomModelShape
{
    std::string name;
    std::uint32_t layers = 0, heads = 0, kvHeads = 0, headDim = 0, hidden = 0, feedForward = 0, vocabulary = 0, context = 0;
    bool tied = false;
    bool landmarks = false;   // the last token is <landmark>: blocks of 50, chosen by landmark keys instead of bounds
};

RandomModelShape smolLm2Shape();
RandomModelShape tinyLlamaShape();
// LLaMA-7B with 1-32 of its layers; the vocabulary shrinks as the layers do, so that the output keeps its share of the work.
RandomModelShape llama7bShape(std::uint32_t layers);
RandomModelShape llama8bShape(std::uint32_t layers);   // Llama-3-8B with 1-32 of its layers, the vocabulary likewise

// `type`: F16, Q8_0 or Q4_0 of the matrices; norms are F32. Weights are uniform with variance 1 / inputs.
// InvalidArgument: another type, or rows that are no multiple of 32. Io, DiskFull: `path` may hold a part.
Result<void> writeRandomGguf(const std::string& path, const RandomModelShape& shape, TensorType type, std::uint64_t seed);

// The same shape as a folder of config.json and model.safetensors (F16), without tokenizer.
Result<void> writeRandomFolder(const std::string& folder, const RandomModelShape& shape, std::uint64_t seed);

}  // namespace cairn::benchmark
