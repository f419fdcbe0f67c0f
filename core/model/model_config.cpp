#include "core/model/model_config.h"
#include "core/types/limits.h"

#include <cmath>
#include <sstream>

namespace cairn
{

namespace
{

Error impossible(const std::string& path, const std::string& what)
{
    return {ErrorCode::Corruption, path + ": " + what + "."};
}

bool inside(std::uint32_t value, std::uint32_t limit)
{
    return value >= 1 && value <= limit;
}

bool positive(float value)
{
    return std::isfinite(value) && value > 0;
}

std::string scalingName(RopeScalingKind kind)
{
    static constexpr const char* kNames[] = {"none", "linear", "ntk", "dynamic", "yarn", "llama3"};
    return kNames[static_cast<int>(kind)];
}

std::optional<std::string> scalingProblem(const RopeScaling& scaling)
{
    if (scaling.kind == RopeScalingKind::None)
        return std::nullopt;
    if (!positive(scaling.factor) || scaling.factor < 1)
        return "the RoPE scaling factor must be at least 1";
    const bool needsContext = scaling.kind != RopeScalingKind::Linear && scaling.kind != RopeScalingKind::Ntk;
    if (needsContext && !(positive(scaling.originalContext) && scaling.originalContext <= float{limits::kContext}))
        return "the original context of the RoPE scaling is missing or impossible";
    if (scaling.kind == RopeScalingKind::Llama3
        && !(positive(scaling.lowFrequency) && positive(scaling.highFrequency) && scaling.highFrequency > scaling.lowFrequency))
        return "the frequency bounds of the RoPE scaling are impossible";
    if (scaling.kind == RopeScalingKind::Yarn
        && !(positive(scaling.betaFast) && positive(scaling.betaSlow) && scaling.betaFast > scaling.betaSlow))
        return "the betas of the RoPE scaling are impossible";
    return std::nullopt;
}

std::optional<std::string> landmarkProblem(const ModelConfig& config)
{
    if (!config.landmark)
        return std::nullopt;
    const LandmarkCheckpoint& landmark = *config.landmark;
    if (landmark.id < 0 || static_cast<std::uint32_t>(landmark.id) >= config.vocabulary)
        return "mem_id " + std::to_string(landmark.id) + " is not a token of the vocabulary";
    if (!inside(landmark.blockTokens, limits::kBlockTokens))
        return "mem_freq must be 1 to 1024";
    if (!inside(landmark.trainContext, limits::kContext))
        return "train_context_length is impossible";
    return std::nullopt;
}

std::optional<std::string> dimensionProblem(const ModelConfig& c)
{
    using namespace limits;
    if (!inside(c.layers, kLayers) || !inside(c.heads, kHeads) || !inside(c.kvHeads, kHeads))
        return "layers, heads and key-value heads must be 1 to 256";
    if (c.heads % c.kvHeads != 0)
        return std::to_string(c.heads) + " heads can't be shared evenly by " + std::to_string(c.kvHeads) + " key-value heads";
    if (!inside(c.headDim, kHeadDim) || c.headDim % 2 != 0)
        return "the head dimension must be even and at most 512";
    if (!inside(c.hidden, kHidden) || !inside(c.feedForward, kFeedForward))
        return "the hidden size must be 1 to 65536 and the feed-forward size 1 to 262144";
    if (!inside(c.vocabulary, kVocabulary) || !inside(c.context, kContext))
        return "the vocabulary must have 1 to 1 million tokens and the context 1 to 16 million";
    if (!positive(c.normEpsilon) || !positive(c.ropeTheta))
        return "the norm's epsilon and the RoPE base must be positive";
    return std::nullopt;
}

}  // namespace

Result<void> checkDimensions(const ModelConfig& config, const std::string& path)
{
    for (const auto& problem : {dimensionProblem(config), scalingProblem(config.ropeScaling), landmarkProblem(config)})
        if (problem)
            return impossible(path, *problem);
    return {};
}

std::map<std::string, std::vector<std::uint64_t>> expectedTensors(const ModelConfig& c)
{
    const std::uint64_t hidden = c.hidden, queries = std::uint64_t{c.heads} * c.headDim, keys = std::uint64_t{c.kvHeads} * c.headDim;
    const std::uint64_t wide = c.feedForward;
    std::map<std::string, std::vector<std::uint64_t>> shapes{
        {"model.embed_tokens.weight", {c.vocabulary, hidden}},
        {"model.norm.weight", {hidden}},
    };
    if (!c.tiedEmbeddings)
        shapes["lm_head.weight"] = {c.vocabulary, hidden};
    for (std::uint32_t i = 0; i < c.layers; ++i) {
        const std::string layer = "model.layers." + std::to_string(i) + ".";
        shapes[layer + "input_layernorm.weight"] = {hidden};
        shapes[layer + "post_attention_layernorm.weight"] = {hidden};
        shapes[layer + "self_attn.q_proj.weight"] = {queries, hidden};
        shapes[layer + "self_attn.k_proj.weight"] = {keys, hidden};
        shapes[layer + "self_attn.v_proj.weight"] = {keys, hidden};
        shapes[layer + "self_attn.o_proj.weight"] = {hidden, queries};
        shapes[layer + "mlp.gate_proj.weight"] = {wide, hidden};
        shapes[layer + "mlp.up_proj.weight"] = {wide, hidden};
        shapes[layer + "mlp.down_proj.weight"] = {hidden, wide};
    }
    return shapes;
}

bool isIgnoredTensor(const std::string& name, const ModelConfig& config)
{
    return name.ends_with("rotary_emb.inv_freq") || (config.tiedEmbeddings && name == "lm_head.weight");
}

std::string canonicalText(const ModelConfig& c)
{
    std::ostringstream out;
    out.precision(9);
    out << "layers " << c.layers << "\nheads " << c.heads << "\nkvHeads " << c.kvHeads << "\nheadDim " << c.headDim << "\nhidden "
        << c.hidden << "\nfeedForward " << c.feedForward << "\nvocabulary " << c.vocabulary << "\ncontext " << c.context
        << "\nnormEpsilon " << c.normEpsilon << "\nropeTheta " << c.ropeTheta << "\ntied " << c.tiedEmbeddings << '\n';
    const RopeScaling& s = c.ropeScaling;
    out << "scaling " << scalingName(s.kind) << ' ' << s.factor << ' ' << s.originalContext << ' ' << s.lowFrequency << ' '
        << s.highFrequency << ' ' << s.betaFast << ' ' << s.betaSlow;
    if (s.magnitude != 0 || !s.wholeEnds)
        out << ' ' << s.magnitude << ' ' << s.wholeEnds;
    out << '\n';
    if (c.landmark)
        out << "landmark " << c.landmark->id << ' ' << c.landmark->blockTokens << ' ' << c.landmark->trainContext << ' '
            << c.landmark->includeLandmarkInLoss << '\n';
    return out.str();
}

}  // namespace cairn
