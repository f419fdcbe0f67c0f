// Tiny models on disk, in every format that Cairn opens.
#pragma once

#include "tests/support/temporary_folder.h"
#include "tests/support/tiny_model.h"

#include <string>
#include <vector>

namespace cairn::test
{

enum class FolderFormat { Safetensors, SafetensorsShards, Torch, TorchShards };

inline std::string weightFile(FolderFormat format, const std::vector<FloatTensor>& tensors)
{
    const bool torch = format == FolderFormat::Torch || format == FolderFormat::TorchShards;
    return torch ? torchFile(tensors) : safetensorsFile(tensors);
}

// Two shards: every second tensor in the second one.
inline void writeShards(const std::string& folder, FolderFormat format, const std::vector<FloatTensor>& tensors)
{
    const std::string stem = format == FolderFormat::TorchShards ? "pytorch_model" : "model";
    const std::string suffix = format == FolderFormat::TorchShards ? ".bin" : ".safetensors";
    std::vector<FloatTensor> parts[2];
    std::string map;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        parts[i % 2].push_back(tensors[i]);
        map += (i ? "," : "") + ("\"" + tensors[i].name + "\":\"part-" + std::to_string(i % 2) + suffix + "\"");
    }
    for (int i = 0; i < 2; ++i)
        writeContent(folder + "/part-" + std::to_string(i) + suffix, weightFile(format, parts[i]));
    writeContent(folder + "/" + stem + suffix + ".index.json", "{\"metadata\":{},\"weight_map\":{" + map + "}}");
}

inline void writeModelFolder(const std::string& folder, FolderFormat format, const std::vector<FloatTensor>& tensors,
                             const std::string& config)
{
    std::filesystem::create_directories(folder);
    writeContent(folder + "/config.json", config);
    switch (format) {
    case FolderFormat::Safetensors: writeContent(folder + "/model.safetensors", safetensorsFile(tensors)); return;
    case FolderFormat::Torch: writeContent(folder + "/pytorch_model.bin", torchFile(tensors)); return;
    default: writeShards(folder, format, tensors);
    }
}

// Rows of q and k as GGUF stores them: dimension j of half h of a head at row 2j + h.
inline std::vector<float> interleaved(const FloatTensor& t, std::size_t headDim)
{
    const std::size_t columns = t.shape[1];
    std::vector<float> out(t.values.size());
    for (std::size_t row = 0; row < t.shape[0]; ++row) {
        const std::size_t inHead = row % headDim, half = inHead / (headDim / 2), j = inHead % (headDim / 2);
        const std::size_t target = row - inHead + 2 * j + half;
        for (std::size_t c = 0; c < columns; ++c)
            out[target * columns + c] = t.values[row * columns + c];
    }
    return out;
}

inline std::string ggufName(const std::string& name)
{
    static const std::pair<const char*, const char*> kNames[] = {
        {"model.embed_tokens", "token_embd"}, {"model.norm", "output_norm"}, {"lm_head", "output"}, {"model.layers.", "blk."},
        {"input_layernorm", "attn_norm"}, {"post_attention_layernorm", "ffn_norm"}, {"self_attn.q_proj", "attn_q"},
        {"self_attn.k_proj", "attn_k"}, {"self_attn.v_proj", "attn_v"}, {"self_attn.o_proj", "attn_output"}, {"mlp.gate_proj", "ffn_gate"},
        {"mlp.up_proj", "ffn_up"}, {"mlp.down_proj", "ffn_down"}};
    std::string out = name;
    for (const auto& [ours, theirs] : kNames)
        if (const std::size_t at = out.find(ours); at != std::string::npos)
            out.replace(at, std::string_view(ours).size(), theirs);
    return out;
}

// With a byte-level vocabulary of the letters a to f.
inline GgufBuilder ggufModel(const TinyModel& model)
{
    GgufBuilder file;
    file.string("general.architecture", "llama").string("general.name", "Tiny").string("general.license", "apache-2.0");
    file.u32("llama.block_count", 2).u32("llama.attention.head_count", 2).u32("llama.attention.head_count_kv", 1);
    file.u32("llama.embedding_length", 8).u32("llama.feed_forward_length", 12).u32("llama.context_length", 64);
    file.u32("llama.rope.dimension_count", 4).f32("llama.attention.layer_norm_rms_epsilon", 1e-6f);
    file.string("tokenizer.ggml.model", "gpt2").string("tokenizer.ggml.pre", "smollm");
    file.strings("tokenizer.ggml.tokens", {"a", "b", "c", "d", "[PAD]", "<|end|>"})
        .integers("tokenizer.ggml.token_type", {1, 1, 1, 1, 3, 3});
    file.strings("tokenizer.ggml.merges", {}).u32("tokenizer.ggml.eos_token_id", 5).u32("tokenizer.ggml.padding_token_id", 4);
    for (const FloatTensor& t : model.tensors()) {
        const bool pairs = t.name.ends_with("q_proj.weight") || t.name.ends_with("k_proj.weight");
        file.tensor(ggufName(t.name), {t.shape.rbegin(), t.shape.rend()}, 0, bytesOf(pairs ? interleaved(t, model.headDim) : t.values));
    }
    return file;
}

}  // namespace cairn::test
