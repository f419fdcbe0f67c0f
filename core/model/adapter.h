// Small trained weights laid over a base model (architecture.md 6; landmark_semantics.md 12.2, 12.4). No torch.
#pragma once

#include "core/model/model.h"
#include "core/types/memory.h"

#include <map>
#include <string>
#include <vector>

namespace cairn
{

struct AdapterTensor
{
    std::vector<std::uint64_t> shape;
    std::vector<float> values;
};

// Acts on landmark rows only.
struct LandmarkAdapter
{
    std::uint32_t blockTokens = 63;       // F
    std::uint32_t rank = 0;
    std::optional<AttentionWay> attention;        // for asking; absent: exact
    // "landmark_embedding", "layers.L.self_attn.k_proj.delta", "layers.L.NAME.lora_A" and ".lora_B"
    std::map<std::string, AdapterTensor> tensors;
    Hash128 fingerprint{};                // of the adapter file's weights and metadata
};

// Low-rank weights of ordinary rows while asking and answering: y = W x + lora_B (lora_A x). NAME: all seven projections.
struct AnswerAdapter
{
    std::uint32_t rank = 0;
    std::map<std::string, AdapterTensor> tensors;
    Hash128 fingerprint{};
};

// Refused with the reason: other format, version or base fingerprint; a missing, extra or misshapen tensor. A file without
// base_fingerprint counts only inside the model's own folder (golden cases).
Result<LandmarkAdapter> readLandmarkAdapter(const std::string& path, const Model& base);
Result<AnswerAdapter> readAnswerAdapter(const std::string& path, const Model& base);

}  // namespace cairn
