// A LLaMA whose weights follow from a formula, so that another program can build the same one: number i of tensor t is
// scale * (2 u - 1), u the upper 53 bits of scatter(t * 2^32 + i) as a fraction (core/types/random.h).
// 3 layers, 4 heads of 8 sharing 2 kv heads, hidden 32, feed-forward 24, vocabulary 40, tied. Without a tokenizer.
#pragma once

#include "core/model/adapter.h"
#include "core/types/random.h"
#include "tests/support/safetensors_file.h"
#include "tests/support/temporary_folder.h"

#include <map>
#include <string>
#include <vector>

namespace cairn::test
{

inline std::vector<float> noise(std::uint64_t tensor, std::size_t count, double scale, float plus = 0)
{
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double unit = static_cast<double>(scatter((tensor << 32) + i + 0x9E3779B97F4A7C15u) >> 11) * 0x1p-53 * 2 - 1;
        values[i] = static_cast<float>(unit * scale) + plus;
    }
    return values;
}

inline void writeNoiseModel(const std::string& folder, const std::string& moreConfig = {})
{
    constexpr std::uint64_t V = 40, D = 32, I = 24, Q = 32, K = 16;
    std::vector<FloatTensor> tensors;
    const auto add = [&](const std::string& name, std::vector<std::uint64_t> shape, double scale, float plus = 0) {
        const std::size_t count = shape.size() == 1 ? shape[0] : shape[0] * shape[1];
        const std::uint64_t number = tensors.size();
        tensors.push_back({name, std::move(shape), noise(number, count, scale, plus)});
    };
    add("model.embed_tokens.weight", {V, D}, 1.0);
    for (int l = 0; l < 3; ++l) {
        const std::string layer = "model.layers." + std::to_string(l) + ".";
        add(layer + "input_layernorm.weight", {D}, 0.2, 1);
        add(layer + "self_attn.q_proj.weight", {Q, D}, 0.5);
        add(layer + "self_attn.k_proj.weight", {K, D}, 0.5);
        add(layer + "self_attn.v_proj.weight", {K, D}, 0.3);
        add(layer + "self_attn.o_proj.weight", {D, Q}, 0.3);
        add(layer + "post_attention_layernorm.weight", {D}, 0.2, 1);
        add(layer + "mlp.gate_proj.weight", {I, D}, 0.3);
        add(layer + "mlp.up_proj.weight", {I, D}, 0.3);
        add(layer + "mlp.down_proj.weight", {D, I}, 0.3);
    }
    tensors.push_back({"model.norm.weight", {D}, std::vector<float>(D, 1.0f)});
    writeContent(folder + "/config.json",
                 R"({"model_type":"llama","hidden_act":"silu","hidden_size":32,"intermediate_size":24,"num_hidden_layers":3,)"
                 R"("num_attention_heads":4,"num_key_value_heads":2,"head_dim":8,"rms_norm_eps":1e-05,"rope_theta":10000.0,)"
                 R"("max_position_embeddings":4096,"tie_word_embeddings":true,"vocab_size":40)"
                     + moreConfig + "}");
    writeContent(folder + "/model.safetensors", safetensorsFile(tensors));
}

// Adapter weights in name order, tensors 100, 101, ..: deltas of 0.2, low-rank ones of 0.3, the embedding of 1.
inline void fillWithNoise(std::map<std::string, AdapterTensor>& tensors)
{
    std::uint64_t number = 100;
    for (auto& [name, tensor] : tensors) {
        const double scale = name.ends_with("delta") ? 0.2 : name.find("lora") != std::string::npos ? 0.3 : 1.0;
        tensor.values = noise(number++, tensor.values.size(), scale);
    }
}

}  // namespace cairn::test
