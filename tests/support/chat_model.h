// A LLaMA with random weights that can be talked to: every byte is a token, ChatML markers follow. Says nothing sensible, but
// always the same. Written as a Hugging Face folder.
#pragma once

#include "core/formats/json.h"
#include "core/tokenizer/byte_alphabet.h"
#include "tests/support/safetensors_file.h"
#include "tests/support/temporary_folder.h"

#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace cairn::test
{

// 2 layers, 4 heads of 8 sharing 2 kv heads, hidden 32, feed-forward 48, vocabulary 259, tied.
class ChatModel
{
public:
    // `layers`: how much they add to a token; with 0 it is said again and again.
    explicit ChatModel(const std::string& folder, unsigned seed = 1, float layers = 1) : m_layers(layers), m_random(seed)
    {
        writeContent(folder + "/config.json",
                     R"({"model_type":"llama","hidden_act":"silu","hidden_size":32,"intermediate_size":48,"num_hidden_layers":2,)"
                     R"("num_attention_heads":4,"num_key_value_heads":2,"head_dim":8,"rms_norm_eps":1e-06,"rope_theta":10000.0,)"
                     R"("max_position_embeddings":4096,"tie_word_embeddings":true,"vocab_size":259})");
        writeContent(folder + "/tokenizer.json", tokenizer());
        writeContent(folder + "/tokenizer_config.json",
                     R"({"chat_template":"{% for m in messages %}<|im_start|>{{m.role}}\n{{m.content}}<|im_end|>\n{% endfor %}"})");
        writeContent(folder + "/model.safetensors", safetensorsFile(tensors()));
    }

private:
    std::string tokenizer() const
    {
        JsonWriter json;
        json.beginObject().key("added_tokens").beginArray();
        const std::vector<std::string> markers = {"<|endoftext|>", "<|im_start|>", "<|im_end|>"};
        for (std::size_t i = 0; i < markers.size(); ++i)
            json.beginObject().member("id", std::int64_t(256 + i)).member("content", markers[i]).member("special", true).endObject();
        json.endArray().key("normalizer").null().key("pre_tokenizer").beginObject().member("type", "ByteLevel");
        json.member("add_prefix_space", false).member("use_regex", true).endObject();
        json.key("model").beginObject().member("type", "BPE").key("vocab").beginObject();
        for (int byte = 0; byte < 256; ++byte)
            json.member(tokenNameOfBytes(std::string(1, static_cast<char>(byte))), std::int64_t(byte));
        for (std::size_t i = 0; i < markers.size(); ++i)
            json.member(markers[i], std::int64_t(256 + i));
        json.endObject().key("merges").beginArray().endArray().endObject().endObject();
        return json.text();
    }

    std::vector<FloatTensor> tensors()
    {
        std::vector<FloatTensor> out;
        out.push_back(random("model.embed_tokens.weight", 259, 32, 1.0f));
        for (int i = 0; i < 2; ++i) {
            const std::string layer = "model.layers." + std::to_string(i) + ".";
            out.push_back(ones(layer + "input_layernorm.weight"));
            out.push_back(random(layer + "self_attn.q_proj.weight", 32, 32, 2.0f));
            out.push_back(random(layer + "self_attn.k_proj.weight", 16, 32, 2.0f));
            out.push_back(random(layer + "self_attn.v_proj.weight", 16, 32, 1.0f));
            out.push_back(random(layer + "self_attn.o_proj.weight", 32, 32, m_layers));
            out.push_back(ones(layer + "post_attention_layernorm.weight"));
            out.push_back(random(layer + "mlp.gate_proj.weight", 48, 32, 1.0f));
            out.push_back(random(layer + "mlp.up_proj.weight", 48, 32, 1.0f));
            out.push_back(random(layer + "mlp.down_proj.weight", 32, 48, m_layers));
        }
        out.push_back(ones("model.norm.weight"));
        return out;
    }

    FloatTensor random(const std::string& name, std::uint64_t rows, std::uint64_t columns, float scale)
    {
        std::normal_distribution<float> normal(0, scale / std::sqrt(static_cast<float>(columns)));
        std::vector<float> values(rows * columns);
        for (float& value : values)
            value = normal(m_random);
        return {name, {rows, columns}, std::move(values)};
    }

    static FloatTensor ones(const std::string& name) { return {name, {32}, std::vector<float>(32, 1.0f)}; }

    float m_layers;
    std::mt19937 m_random;
};

}  // namespace cairn::test
