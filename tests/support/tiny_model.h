// A LLaMA of a few hundred numbers, as a folder or as a GGUF file.
#pragma once

#include "tests/support/safetensors_file.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cairn::test
{

// 2 layers, 2 heads of 4 sharing 1 kv head, hidden 8, feed-forward 12, vocabulary 6, untied.
struct TinyModel
{
    std::uint64_t layers = 2, heads = 2, kvHeads = 1, headDim = 4, hidden = 8, feedForward = 12, vocabulary = 6;

    std::string config(const std::string& more = {}) const
    {
        return R"({"model_type":"llama","hidden_act":"silu","hidden_size":8,"intermediate_size":12,"num_hidden_layers":2,)"
               R"("num_attention_heads":2,"num_key_value_heads":1,"head_dim":4,"rms_norm_eps":1e-06,"rope_theta":10000.0,)"
               R"("max_position_embeddings":64,"tie_word_embeddings":false,"vocab_size":)"
               + std::to_string(vocabulary) + more + "}";
    }

    // Values are different everywhere: tensor number and place.
    std::vector<FloatTensor> tensors() const
    {
        std::vector<FloatTensor> out;
        const auto add = [&](const std::string& name, std::vector<std::uint64_t> shape) {
            std::size_t count = 1;
            for (const std::uint64_t dimension : shape)
                count *= dimension;
            std::vector<float> values(count);
            for (std::size_t i = 0; i < count; ++i)
                values[i] = static_cast<float>(out.size()) + static_cast<float>(i) / 256;
            out.push_back({name, std::move(shape), std::move(values)});
        };
        add("model.embed_tokens.weight", {vocabulary, hidden});
        for (std::uint64_t i = 0; i < layers; ++i) {
            const std::string layer = "model.layers." + std::to_string(i) + ".";
            add(layer + "input_layernorm.weight", {hidden});
            add(layer + "self_attn.q_proj.weight", {heads * headDim, hidden});
            add(layer + "self_attn.k_proj.weight", {kvHeads * headDim, hidden});
            add(layer + "self_attn.v_proj.weight", {kvHeads * headDim, hidden});
            add(layer + "self_attn.o_proj.weight", {hidden, heads * headDim});
            add(layer + "post_attention_layernorm.weight", {hidden});
            add(layer + "mlp.gate_proj.weight", {feedForward, hidden});
            add(layer + "mlp.up_proj.weight", {feedForward, hidden});
            add(layer + "mlp.down_proj.weight", {hidden, feedForward});
        }
        add("model.norm.weight", {hidden});
        add("lm_head.weight", {vocabulary, hidden});
        return out;
    }
};

}  // namespace cairn::test
