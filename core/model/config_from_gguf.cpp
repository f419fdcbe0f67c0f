#include "core/model/model_config.h"

#include "core/model/first_problem.h"
#include "core/types/limits.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace cairn
{

namespace
{

// Typed look-ups under "llama."; the first problem stays.
class Keys : public FirstProblem
{
public:
    explicit Keys(const GgufFile& file) : m_file(file) {}

    std::optional<std::uint32_t> count(const std::string& key)
    {
        const auto value = taken(m_file.unsignedInteger(key));
        if (value && *value > 0x7FFFFFFFu) {
            problem(key + " is too large");
            return std::nullopt;
        }
        return value ? std::optional(static_cast<std::uint32_t>(*value)) : std::nullopt;
    }
    std::uint32_t required(const std::string& key)
    {
        const auto value = count(key);
        if (!value)
            problem(key + " is missing");
        return value.value_or(0);
    }
    std::optional<float> real(const std::string& key)
    {
        const auto value = taken(m_file.number(key));
        return value ? std::optional(static_cast<float>(*value)) : std::nullopt;
    }
    std::optional<std::string> text(const std::string& key) { return taken(m_file.string(key)); }

    void problem(const std::string& what) { keep({ErrorCode::Corruption, m_file.name + ": " + what + "."}); }
    void unsupported(const std::string& what) { keep({ErrorCode::Unsupported, m_file.name + ": " + what}); }

private:
    const GgufFile& m_file;
};

void checkArchitecture(Keys& keys, const GgufFile& file)
{
    const std::string architecture = keys.text("general.architecture").value_or("");
    if (architecture != "llama")
        keys.unsupported("the architecture is \"" + architecture + "\"; Cairn runs LLaMA-shaped models (llama).");
    if (keys.count("llama.expert_count").value_or(0) > 0)
        keys.unsupported("a mixture of experts is not supported.");
    if (file.metadata.contains("split.count") && keys.count("split.count").value_or(2) > 1)
        keys.unsupported("the model is split into several files; join them first (gguf-split --merge).");
    for (const char* key : {"llama.embedding_scale", "llama.residual_scale", "llama.attention.scale", "llama.logit_scale"})
        if (file.metadata.contains(key))
            keys.unsupported(std::string(key) + " is not supported.");
}

RopeScaling ropeScaling(Keys& keys, std::uint32_t context)
{
    RopeScaling scaling;
    const std::string type = keys.text("llama.rope.scaling.type").value_or("none");
    const auto older = keys.real("llama.rope.scale_linear");
    if (type == "none" && !older.has_value())
        return scaling;
    if (type != "linear" && type != "yarn" && type != "none")
        keys.unsupported("the RoPE scaling \"" + type + "\" is not supported; linear and yarn are.");
    scaling.factor = keys.real("llama.rope.scaling.factor").value_or(older.value_or(0));
    scaling.kind = type == "yarn" ? RopeScalingKind::Yarn : RopeScalingKind::Linear;
    if (scaling.factor == 1)
        scaling.kind = RopeScalingKind::None;
    scaling.originalContext =
        static_cast<float>(keys.count("llama.rope.scaling.original_context_length").value_or(context));
    scaling.betaFast = keys.real("llama.rope.scaling.yarn_beta_fast").value_or(32);
    scaling.betaSlow = keys.real("llama.rope.scaling.yarn_beta_slow").value_or(1);
    for (const char* key : {"llama.rope.scaling.attn_factor", "llama.rope.scaling.yarn_attn_factor", "llama.rope.scaling.yarn_ext_factor"})
        if (const auto factor = keys.real(key); factor && *factor != 1)
            keys.unsupported(std::string(key) + " is not supported.");
    return scaling;
}

}  // namespace

Result<ReadConfig> configFromGguf(const GgufFile& file)
{
    Keys keys(file);
    ReadConfig out;
    checkArchitecture(keys, file);
    if (keys.error())
        return *keys.error();
    ModelConfig& config = out.config;
    config.layers = keys.required("llama.block_count");
    config.heads = keys.required("llama.attention.head_count");
    config.kvHeads = keys.count("llama.attention.head_count_kv").value_or(config.heads);
    config.hidden = keys.required("llama.embedding_length");
    const std::uint32_t usual = config.heads ? config.hidden / config.heads : 0;
    config.headDim = keys.count("llama.attention.key_length").value_or(usual);
    config.feedForward = keys.required("llama.feed_forward_length");
    config.context = keys.required("llama.context_length");
    config.normEpsilon = keys.real("llama.attention.layer_norm_rms_epsilon").value_or(0);   // missing: refused by checkDimensions()
    config.ropeTheta = keys.real("llama.rope.freq_base").value_or(10000);
    config.ropeScaling = ropeScaling(keys, config.context);
    config.tiedEmbeddings = !file.tensors.contains("output.weight");
    if (keys.count("llama.attention.value_length").value_or(config.headDim) != config.headDim)
        keys.unsupported("keys and values of different length are not supported.");
    if (keys.count("llama.rope.dimension_count").value_or(config.headDim) != config.headDim)
        keys.unsupported("partial rotary embeddings are not supported.");
    auto tokens = file.array<std::string>("tokenizer.ggml.tokens");
    if (!tokens)
        return tokens.error();
    if (!*tokens)
        keys.problem("tokenizer.ggml.tokens is missing");
    else
        config.vocabulary = static_cast<std::uint32_t>((*tokens)->size());
    if (keys.count("llama.vocab_size").value_or(config.vocabulary) != config.vocabulary)
        keys.problem("llama.vocab_size differs from the number of tokens");
    if (const auto padding = keys.count("tokenizer.ggml.padding_token_id"))
        out.padding = static_cast<TokenId>(*padding);
    if (keys.error())
        return *keys.error();
    return out;
}

Result<void> applyFrequencyFactors(std::span<const float> factors, ModelConfig& config, const std::string& path)
{
    const Error other{ErrorCode::Unsupported, path + ": rope_freqs.weight holds factors that are not those of llama3 scaling."};
    if (factors.size() != config.headDim / 2 || config.ropeScaling.kind != RopeScalingKind::None)
        return other;
    RopeScaling scaling{RopeScalingKind::Llama3, 1, 8192, 1, 4, 32, 1};
    for (const float factor : factors)
        scaling.factor = std::max(scaling.factor, factor);
    for (std::size_t j = 0; j < factors.size(); ++j) {
        const double wavelength = 2 * std::numbers::pi * std::pow(double{config.ropeTheta}, 2.0 * static_cast<double>(j) / config.headDim);
        const double ratio = scaling.originalContext / wavelength;
        const double smooth = std::clamp((ratio - 1) / 3, 0.0, 1.0);   // landmark_semantics.md 10, llama3
        const double expected = 1 / ((1 - smooth) / scaling.factor + smooth);
        if (!(std::abs(factors[j] - expected) <= 1e-3 * expected))
            return other;
    }
    if (scaling.factor > 1)
        config.ropeScaling = scaling;
    return {};
}

}  // namespace cairn
