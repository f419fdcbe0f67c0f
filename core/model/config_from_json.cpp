#include "core/model/model_config.h"
#include "core/types/limits.h"

#include <cmath>
#include <limits>

namespace cairn
{

namespace
{

// Typed look-ups; the first problem stays. A null counts as missing, as Hugging Face writes it.
class Fields
{
public:
    Fields(const JsonValue& json, const std::string& path) : m_json(json), m_path(path) {}

    const JsonValue* find(const char* key) const
    {
        const JsonValue* value = m_json.find(key);
        return value && !value->isNull() ? value : nullptr;
    }
    std::optional<std::uint32_t> count(const char* key)
    {
        const JsonValue* value = find(key);
        if (!value)
            return std::nullopt;
        const auto number = value->unsignedInteger();
        if (!number || *number > std::numeric_limits<std::int32_t>::max()) {
            problem(std::string(key) + " must be a whole number below 2147483648");
            return std::nullopt;
        }
        return static_cast<std::uint32_t>(*number);
    }
    std::uint32_t required(const char* key)
    {
        const auto value = count(key);
        if (!value)
            problem(std::string(key) + " is missing");
        return value.value_or(0);
    }
    std::optional<float> real(const char* key)
    {
        const JsonValue* value = find(key);
        const auto number = value ? value->number() : std::nullopt;
        if (value && !number)
            problem(std::string(key) + " must be a number");
        return number ? std::optional(static_cast<float>(*number)) : std::nullopt;
    }
    std::optional<bool> truth(const char* key)
    {
        const JsonValue* value = find(key);
        const auto flag = value ? value->boolean() : std::nullopt;
        if (value && !flag)
            problem(std::string(key) + " must be true or false");
        return flag;
    }
    std::optional<std::string> text(const char* key)
    {
        const JsonValue* value = find(key);
        if (value && !value->isString())
            problem(std::string(key) + " must be a text");
        return value && value->isString() ? std::optional(*value->string()) : std::nullopt;
    }
    void problem(const std::string& what)
    {
        if (!m_error)
            m_error = Error{ErrorCode::Corruption, m_path + ": " + what + "."};
    }
    void unsupported(const std::string& what)
    {
        if (!m_error)
            m_error = Error{ErrorCode::Unsupported, m_path + ": " + what};
    }
    const std::optional<Error>& error() const { return m_error; }

private:
    const JsonValue& m_json;
    const std::string& m_path;
    std::optional<Error> m_error;
};

void checkArchitecture(Fields& fields, std::vector<std::string>& notes)
{
    const std::string type = fields.text("model_type").value_or("");
    if (type != "llama" && type != "mistral" && type != "smollm")
        fields.unsupported("the model type is \"" + type + "\"; Cairn runs LLaMA-shaped models (llama, mistral).");
    if (const auto window = fields.count("sliding_window"); type == "mistral" && window)
        notes.push_back("The model was trained with a sliding window of " + std::to_string(*window)
                        + " tokens; Cairn attends to its own window instead.");
    for (const char* bias : {"attention_bias", "mlp_bias"})
        if (fields.truth(bias).value_or(false))
            fields.unsupported(std::string(bias) + " is set; models with such biases are not supported.");
    const std::string activation = fields.text("hidden_act").value_or("silu");
    if (activation != "silu" && activation != "swish")
        fields.unsupported("the activation is \"" + activation + "\"; only silu is supported.");
    if (fields.find("quantization_config"))
        fields.unsupported("the weights are quantised in a way Cairn doesn't read; use a GGUF file or the original weights.");
    if (fields.count("num_local_experts").value_or(0) > 1)
        fields.unsupported("a mixture of experts is not supported.");
}

std::optional<RopeScalingKind> scalingKind(const std::string& name)
{
    if (name == "default" || name == "none")
        return RopeScalingKind::None;
    if (name == "linear")
        return RopeScalingKind::Linear;
    if (name == "ntk" || name == "ntk-aware")
        return RopeScalingKind::Ntk;
    if (name == "dynamic")
        return RopeScalingKind::DynamicNtk;
    if (name == "yarn")
        return RopeScalingKind::Yarn;
    if (name == "llama3")
        return RopeScalingKind::Llama3;
    return std::nullopt;
}

// As Hugging Face reads it: the factor itself, or a ratio of two, of which one alone counts for nothing.
void readYarn(Fields& fields, RopeScaling& scaling)
{
    scaling.betaFast = fields.real("beta_fast").value_or(32);
    scaling.betaSlow = fields.real("beta_slow").value_or(1);
    scaling.wholeEnds = fields.truth("truncate").value_or(true);
    const auto factor = fields.real("attention_factor"), all = fields.real("mscale_all_dim"), some = fields.real("mscale");
    const auto grown = [&](float by) { return scaling.factor > 1 ? 0.1f * by * std::log(scaling.factor) + 1 : 1.0f; };
    if (factor)
        scaling.magnitude = *factor;
    else if (some.value_or(0) != 0 && all.value_or(0) != 0)
        scaling.magnitude = grown(*some) / grown(*all);
    if ((factor || scaling.magnitude != 0) && !(std::isfinite(scaling.magnitude) && scaling.magnitude > 0))
        fields.problem("the attention factor of the RoPE scaling is impossible");
    if (std::abs(scaling.magnitude - grown(1)) < 1e-3f)   // the usual one, rounded
        scaling.magnitude = 0;
}

void checkRotatedPart(Fields& fields)
{
    if (const auto partial = fields.real("partial_rotary_factor"); partial && *partial != 1)
        fields.unsupported("partial rotary embeddings are not supported.");
}

RopeScaling ropeScaling(const JsonValue* json, std::uint32_t context, Fields& outer, const std::string& path)
{
    RopeScaling scaling;
    if (!json)
        return scaling;
    if (!json->isObject()) {
        outer.problem("rope_scaling must be an object");
        return scaling;
    }
    Fields fields(*json, path);
    const auto type = fields.text("rope_type");
    const std::string name = type ? *type : fields.text("type").value_or("default");
    const auto kind = scalingKind(name);
    if (!kind)
        fields.unsupported("the RoPE scaling \"" + name + "\" is not supported; linear, ntk, dynamic, yarn and llama3 are.");
    scaling.kind = kind.value_or(RopeScalingKind::None);
    if (scaling.kind != RopeScalingKind::None) {
        scaling.factor = fields.real("factor").value_or(0);   // missing: refused by checkDimensions()
        scaling.originalContext = fields.real("original_max_position_embeddings").value_or(static_cast<float>(context));
        scaling.lowFrequency = fields.real("low_freq_factor").value_or(1);
        scaling.highFrequency = fields.real("high_freq_factor").value_or(4);
    }
    if (scaling.kind == RopeScalingKind::Yarn)
        readYarn(fields, scaling);
    checkRotatedPart(fields);
    if (const auto& error = fields.error())
        error->code == ErrorCode::Unsupported ? outer.unsupported(error->message.substr(path.size() + 2))
                                              : outer.problem(error->message.substr(path.size() + 2));
    return scaling;
}

// Fields of a checkpoint trained with landmark tokens; the released one has none of them (landmark_semantics.md 11).
void readLandmark(Fields& fields, ReadConfig& out)
{
    const auto blockTokens = fields.count("mem_freq");
    if (!blockTokens)
        return;
    LandmarkCheckpoint landmark;
    landmark.blockTokens = *blockTokens;
    const auto assumed = [&](const char* key, const std::string& value) {
        out.notes.push_back(std::string("No ") + key + " in config.json: " + value + ", as in the released checkpoint.");
    };
    if (const auto id = fields.count("mem_id"))
        landmark.id = static_cast<TokenId>(*id);
    else
        landmark.id = -1;   // of the token <landmark>, decided with the tokenizer
    if (const auto context = fields.count("train_context_length"))
        landmark.trainContext = *context;
    else
        assumed("train_context_length", "512");
    if (const auto include = fields.truth("include_landmark_in_loss"))
        landmark.includeLandmarkInLoss = *include;
    else
        assumed("include_landmark_in_loss", "true");
    out.config.landmark = landmark;
}

void readRope(Fields& fields, ModelConfig& config, const std::string& path)
{
    const JsonValue* parameters = fields.find("rope_parameters");   // newer files: base and scaling in one object
    const JsonValue* scaling = fields.find("rope_scaling");
    config.ropeScaling = ropeScaling(scaling ? scaling : parameters, config.context, fields, path);
    auto theta = fields.real("rope_theta");
    if (const JsonValue* inner = parameters ? parameters->find("rope_theta") : nullptr; !theta && inner && inner->number())
        theta = static_cast<float>(*inner->number());
    config.ropeTheta = theta.value_or(10000);
    checkRotatedPart(fields);
}

}  // namespace

Result<ReadConfig> configFromJson(const JsonValue& json, const std::string& path)
{
    if (!json.isObject())
        return Error{ErrorCode::Corruption, path + ": not an object."};
    Fields fields(json, path);
    ReadConfig out;
    checkArchitecture(fields, out.notes);
    ModelConfig& config = out.config;
    config.layers = fields.required("num_hidden_layers");
    config.heads = fields.required("num_attention_heads");
    config.kvHeads = fields.count("num_key_value_heads").value_or(config.heads);
    config.hidden = fields.required("hidden_size");
    config.headDim = fields.count("head_dim").value_or(config.heads ? config.hidden / config.heads : 0);
    config.feedForward = fields.required("intermediate_size");
    config.vocabulary = fields.required("vocab_size");
    config.context = fields.count("max_position_embeddings").value_or(2048);
    config.normEpsilon = fields.real("rms_norm_eps").value_or(1e-6f);
    config.tiedEmbeddings = fields.truth("tie_word_embeddings").value_or(false);
    readRope(fields, config, path);
    readLandmark(fields, out);
    if (const JsonValue* padding = fields.find("pad_token_id"); padding && padding->unsignedInteger())
        out.padding = static_cast<TokenId>(std::min<std::uint64_t>(*padding->unsignedInteger(), limits::kVocabulary));
    if (fields.error())
        return *fields.error();
    return out;
}

}  // namespace cairn
