// A LLaMA with random quantised weights of several types, as a GGUF file, and adapters for it. 2 layers, 4 heads of 16 sharing 2 kv
// heads, hidden 64, feed-forward 96, vocabulary 70 (no multiple of a tile), tied.
#pragma once

#include "core/model/model.h"
#include "core/types/half.h"
#include "tests/support/gguf_file.h"
#include "tests/support/safetensors_file.h"

#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace cairn::test
{

class QuantisedModel
{
public:
    explicit QuantisedModel(unsigned seed = 1) : m_random(seed)
    {
        m_file.string("general.architecture", "llama").string("general.name", "Quantised");
        m_file.u32("llama.block_count", 2).u32("llama.attention.head_count", 4).u32("llama.attention.head_count_kv", 2);
        m_file.u32("llama.embedding_length", 64).u32("llama.feed_forward_length", 96).u32("llama.context_length", 4096);
        m_file.u32("llama.rope.dimension_count", 16).f32("llama.attention.layer_norm_rms_epsilon", 1e-6f);
        m_file.string("tokenizer.ggml.model", "gpt2").string("tokenizer.ggml.pre", "smollm");
        std::vector<std::string> tokens;
        for (int i = 0; i < 70; ++i)
            tokens.push_back(std::string(1, static_cast<char>('0' + i)));
        m_file.strings("tokenizer.ggml.tokens", tokens).integers("tokenizer.ggml.token_type", std::vector<std::int32_t>(70, 1));
        m_file.strings("tokenizer.ggml.merges", {}).u32("tokenizer.ggml.eos_token_id", 69);
        matrix("token_embd.weight", 70, 64, kQ8_0);
        ones("output_norm.weight");
        for (int i = 0; i < 2; ++i) {
            const std::string layer = "blk." + std::to_string(i) + ".";
            ones(layer + "attn_norm.weight"), ones(layer + "ffn_norm.weight");
            matrix(layer + "attn_q.weight", 64, 64, kQ4_0), matrix(layer + "attn_k.weight", 32, 64, kQ4_1);
            matrix(layer + "attn_v.weight", 32, 64, kQ8_0), matrix(layer + "attn_output.weight", 64, 64, kQ4_1);
            matrix(layer + "ffn_gate.weight", 96, 64, kQ4_1), matrix(layer + "ffn_up.weight", 96, 64, kQ4_1);
            matrix(layer + "ffn_down.weight", 64, 96, kQ8_0);
        }
    }

    std::string file() const { return m_file.build(); }

    // A landmark adapter with blocks of 7 tokens, or one of ordinary rows of this kind, for the model with this fingerprint.
    static std::string adapter(const Hash128& base, bool landmark, unsigned seed = 2, const std::string& ofRows = "answer")
    {
        std::mt19937 random(seed);
        std::vector<FloatTensor> tensors;
        const auto add = [&](const std::string& name, std::vector<std::uint64_t> shape, float scale) {
            std::normal_distribution<float> normal(0, scale);
            std::vector<float> values(shape[0] * (shape.size() > 1 ? shape[1] : 1));
            for (float& value : values)
                value = normal(random);
            tensors.push_back({name, std::move(shape), std::move(values)});
        };
        if (landmark)
            add("landmark_embedding", {64}, 1);
        for (int i = 0; i < 2; ++i) {
            const std::string layer = "layers." + std::to_string(i) + ".";
            struct { const char* name; std::uint64_t out, in; } const kProjections[] = {
                {"self_attn.q_proj", 64, 64}, {"self_attn.k_proj", 32, 64}, {"self_attn.v_proj", 32, 64}, {"self_attn.o_proj", 64, 64},
                {"mlp.gate_proj", 96, 64}, {"mlp.up_proj", 96, 64}, {"mlp.down_proj", 64, 96}};
            for (const auto& p : kProjections) {
                const std::string name = layer + p.name;
                if (landmark && name.ends_with("k_proj")) {
                    add(name + ".delta", {p.out, p.in}, 0.1f);
                } else if (!landmark || !name.ends_with("v_proj")) {
                    add(name + ".lora_A", {4, p.in}, 0.1f);
                    add(name + ".lora_B", {p.out, 4}, 0.3f);
                }
            }
        }
        return safetensorsFile(tensors, std::string(R"({"format":"cairn-)") + (landmark ? "landmark" : ofRows) +
                                            R"(-adapter","version":"1","rank":"4",)" + (landmark ? R"("mem_freq":"7",)" : "") +
                                            R"("base_fingerprint":")" + toHex(base) + "\"}");
    }

private:
    static constexpr std::uint32_t kQ4_0 = 2, kQ4_1 = 3, kQ8_0 = 8;   // of the format

    void ones(const std::string& name) { m_file.tensor(name, {64}, 0, bytesOf(std::vector<float>(64, 1.0f))); }

    void matrix(const std::string& name, std::uint64_t rows, std::uint64_t columns, std::uint32_t type)
    {
        std::normal_distribution<float> normal(0, 2 / std::sqrt(static_cast<float>(columns)));
        std::string data;
        for (std::uint64_t group = 0; group < rows * columns / 32; ++group) {
            float values[32], largest = 0;
            for (float& value : values) {
                value = normal(m_random);
                largest = std::max(largest, std::fabs(value));
            }
            data += encoded(values, largest, type);
        }
        m_file.tensor(name, {columns, rows}, type, data);
    }

    static std::string encoded(const float* values, float largest, std::uint32_t type)
    {
        const float steps = type == kQ8_0 ? 127 : 7;
        const std::uint16_t scale = floatToHalf(largest / steps);
        std::string out = bytesOf(scale);
        if (type == kQ4_1)
            out += bytesOf(floatToHalf(-7 * halfToFloat(scale)));
        const auto number = [&](int i) { return static_cast<int>(std::lround(values[i] / largest * steps)); };
        const int zero = type == kQ4_0 ? 8 : 7;
        for (int i = 0; i < (type == kQ8_0 ? 32 : 16); ++i)
            out.push_back(static_cast<char>(type == kQ8_0 ? number(i) : (number(i) + zero) | (number(i + 16) + zero) << 4));
        return out;
    }

    std::mt19937 m_random;
    GgufBuilder m_file;
};

}  // namespace cairn::test
