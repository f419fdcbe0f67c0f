// ModelConfig from a file's own description, its limits, and the tensors that it implies (landmark_semantics.md 10, 11;
// reliability.md 4).
#pragma once

#include "core/formats/json.h"
#include "core/model/gguf.h"
#include "core/model/model.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cairn
{

struct ReadConfig
{
    ModelConfig config;
    std::optional<TokenId> padding;       // of the file; decided about with the tokenizer
    std::vector<std::string> notes;
};

// Unsupported: not LLaMA-shaped, with what differs. Corruption: a missing or impossible value.
Result<ReadConfig> configFromJson(const JsonValue& json, const std::string& path);

// `vocabulary`: number of tokens in the file. Frequency factors of llama3 scaling are a tensor in this format: see
// applyFrequencyFactors().
Result<ReadConfig> configFromGguf(const GgufFile& file);

// Recognises the factors that llama3 scaling gives for a context of 8192 (wavelength bounds 1 and 4). Unsupported: others.
Result<void> applyFrequencyFactors(std::span<const float> factors, ModelConfig& config, const std::string& path);

// Dimensions inside limits.h and consistent with each other.
Result<void> checkDimensions(const ModelConfig& config, const std::string& path);

// Every tensor the model needs, with its shape. Without lm_head.weight where embeddings are tied.
std::map<std::string, std::vector<std::uint64_t>> expectedTensors(const ModelConfig& config);

// May stand in a file without being needed: rotary_emb.inv_freq, lm_head.weight of tied models.
bool isIgnoredTensor(const std::string& name, const ModelConfig& config);

inline constexpr const char* kContextMissTensor = "model.cmt_embedding.weight";   // [1, hidden], optional (landmark_semantics.md 7)

// One line per field in a fixed order: what of the configuration changes results. Part of the fingerprint.
std::string canonicalText(const ModelConfig& config);

}  // namespace cairn
