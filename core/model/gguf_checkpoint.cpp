// GGUF files as checkpoints: names and row order of Hugging Face, the tokenizer from metadata.
#include "core/model/checkpoint.h"
#include "core/model/first_problem.h"
#include "core/model/gguf.h"
#include "core/model/model_name.h"
#include "core/tokenizer/bpe_tokenizer.h"
#include "core/tokenizer/sentencepiece_tokenizer.h"
#include "core/types/limits.h"

#include <algorithm>
#include <filesystem>

namespace cairn
{

namespace
{

std::optional<std::string> layerTensor(const std::string& part)
{
    static const std::map<std::string, std::string> kParts{
        {"attn_norm", "input_layernorm"}, {"ffn_norm", "post_attention_layernorm"},
        {"attn_q", "self_attn.q_proj"}, {"attn_k", "self_attn.k_proj"}, {"attn_v", "self_attn.v_proj"},
        {"attn_output", "self_attn.o_proj"}, {"ffn_gate", "mlp.gate_proj"}, {"ffn_up", "mlp.up_proj"}, {"ffn_down", "mlp.down_proj"},
    };
    const auto found = kParts.find(part);
    return found == kParts.end() ? std::nullopt : std::optional(found->second);
}

// "blk.7.attn_q.weight" -> "model.layers.7.self_attn.q_proj.weight"; unknown names stay, and are refused later.
std::string huggingFaceName(const std::string& name)
{
    if (name == "token_embd.weight")
        return "model.embed_tokens.weight";
    if (name == "output_norm.weight")
        return "model.norm.weight";
    if (name == "output.weight")
        return "lm_head.weight";
    const std::size_t dot = name.find('.', 4);
    if (!name.starts_with("blk.") || !name.ends_with(".weight") || dot == std::string::npos || name.size() < dot + 8)
        return name;
    const auto part = layerTensor(name.substr(dot + 1, name.size() - dot - 8));
    return part ? "model.layers." + name.substr(4, dot - 4) + "." + *part + ".weight" : name;
}

Result<void> takeFrequencyFactors(GgufFile& file, const std::shared_ptr<const ByteSource>& source, ModelConfig& config)
{
    const auto found = file.tensors.find("rope_freqs.weight");
    if (found == file.tensors.end())
        return {};
    if (found->second.shape.size() != 1 || found->second.shape[0] > limits::kHeadDim)
        return Error{ErrorCode::Corruption, file.name + ": rope_freqs.weight has the wrong shape."};
    std::vector<float> factors(found->second.shape[0]);
    TensorTableReader reader({{source}, {{found->first, found->second}}});
    if (auto done = reader.read("rope_freqs.weight", factors); !done)
        return done.error();
    file.tensors.erase(found);
    return applyFrequencyFactors(factors, config, file.name);
}

void takeTensors(GgufFile& file, const ModelConfig& config, TensorTable& table)
{
    for (auto& [name, tensor] : file.tensors) {
        const std::string common = huggingFaceName(name);
        const std::uint32_t heads = common.ends_with("q_proj.weight")   ? config.heads
                                    : common.ends_with("k_proj.weight") ? config.kvHeads
                                                                        : 0;
        if (heads != 0 && tensor.shape.size() == 2 && tensor.shape[0] % (std::uint64_t{heads} * 2) == 0)
            tensor.permutedHeads = heads;
        table.tensors.emplace(common, std::move(tensor));
    }
}

// Everything of the file that the tokenizer is made of.
std::string identity(const GgufFile& file)
{
    FingerprintBuilder hash;
    for (const auto& [key, value] : file.metadata) {
        if (!key.starts_with("tokenizer.ggml."))
            continue;
        const auto add = [&hash, &key = key]<typename T>(const T& v) {   // clang 14 captures no structured binding
            if constexpr (std::is_arithmetic_v<T>)
                hash.add(key, std::as_bytes(std::span(&v, 1)));
            else if constexpr (std::is_same_v<T, std::string>)
                hash.add(key, v);
            else if constexpr (std::is_same_v<T, std::vector<std::string>>)
                for (const std::string& element : v)
                    hash.add(key, element);
            else if constexpr (!std::is_same_v<T, std::monostate>)
                hash.add(key, std::as_bytes(std::span(v)));
        };
        std::visit(add, value.value);
    }
    return toHex(hash.finish());
}

// What both kinds of tokenizer take from the metadata; the first problem stays.
class TokenizerKeys : public FirstProblem
{
public:
    explicit TokenizerKeys(const GgufFile& file) : m_file(file) {}

    template <typename T, typename Kept = T>
    std::vector<Kept> array(const std::string& key)
    {
        auto values = m_file.array<T>("tokenizer.ggml." + key);
        if (!values) {
            keep(values.error());
            return {};
        }
        if (!*values)
            return {};
        if constexpr (std::is_same_v<T, Kept>) {
            return **values;
        } else {
            std::vector<Kept> result;
            for (const T value : **values)
                result.push_back(static_cast<Kept>(value));
            return result;
        }
    }
    std::optional<bool> truth(const std::string& key) { return taken(m_file.boolean("tokenizer.ggml." + key)); }
    std::optional<std::string> text(const std::string& key) { return taken(m_file.string("tokenizer.ggml." + key)); }
    std::optional<TokenId> id(const std::string& key)
    {
        const auto value = taken(m_file.unsignedInteger("tokenizer.ggml." + key));
        if (value && *value > limits::kVocabulary)   // that it is a token is checked with the vocabulary
            keep({ErrorCode::Corruption, m_file.name + ": tokenizer.ggml." + key + " is no token."});
        return value ? std::optional(static_cast<TokenId>(std::min<std::uint64_t>(*value, limits::kVocabulary))) : std::nullopt;
    }

private:
    const GgufFile& m_file;
};

template <typename Vocabulary>
void takeCommon(TokenizerKeys& keys, Vocabulary& vocabulary)
{
    vocabulary.tokens = keys.array<std::string>("tokens");
    vocabulary.types = keys.array<std::int64_t, std::int32_t>("token_type");
    vocabulary.bos = keys.id("bos_token_id");
    vocabulary.eos = keys.id("eos_token_id");
    vocabulary.pad = keys.id("padding_token_id");
    vocabulary.unknown = keys.id("unknown_token_id");
    vocabulary.addBos = keys.truth("add_bos_token");
}

Result<std::shared_ptr<const Tokenizer>> bytePairs(const GgufFile& file)
{
    TokenizerKeys keys(file);
    BpeVocabulary vocabulary;
    takeCommon(keys, vocabulary);
    vocabulary.merges = keys.array<std::string>("merges");
    vocabulary.preTokenizer = keys.text("pre").value_or("");
    if (keys.error())
        return *keys.error();
    return makeBpeTokenizer(std::move(vocabulary));
}

Result<std::shared_ptr<const Tokenizer>> sentencePieces(const GgufFile& file)
{
    TokenizerKeys keys(file);
    SentencePieceVocabulary vocabulary;
    takeCommon(keys, vocabulary);
    vocabulary.scores = keys.array<double, float>("scores");
    vocabulary.addSpacePrefix = keys.truth("add_space_prefix");
    vocabulary.removeExtraSpaces = keys.truth("remove_extra_whitespaces").value_or(false);
    if (keys.error())
        return *keys.error();
    return makeSentencePieceTokenizer(std::move(vocabulary));
}

Result<std::shared_ptr<const Tokenizer>> tokenizer(const GgufFile& file)
{
    auto model = file.string("tokenizer.ggml.model");
    if (!model)
        return model.error();
    const std::string kind = model->value_or("");
    if (kind == "gpt2")
        return bytePairs(file);
    if (kind == "llama")
        return sentencePieces(file);
    return Error{ErrorCode::Unsupported, file.name + ": the tokenizer \"" + kind + "\" is not supported; gpt2 and llama are."};
}

}  // namespace

Result<Checkpoint> openGgufCheckpoint(const std::string& path)
{
    auto source = InputFile::open(path);
    if (!source)
        return source.error();
    auto file = readGguf(**source);
    if (!file)
        return file.error();
    auto config = configFromGguf(*file);
    if (!config)
        return config.error();
    if (auto done = takeFrequencyFactors(*file, *source, config->config); !done)
        return done.error();
    Checkpoint c;
    c.path = path;
    c.config = *std::move(config);
    c.weights.sources.push_back(*source);
    takeTensors(*file, c.config.config, c.weights);
    auto made = tokenizer(*file);
    if (!made) {
        Error error = made.error();
        if (!error.message.starts_with(path))
            error.message = path + ": " + error.message;
        return error;
    }
    c.tokenizer = *made;
    c.tokenizerIdentity = identity(*file);
    auto name = file->string("general.name");
    auto license = file->string("general.license");
    auto chat = file->string("tokenizer.chat_template");
    c.name = modelNameOf(path, name ? name->value_or("") : "");
    if (name && *name && **name != c.name)
        c.notes.push_back("The file states the name \"" + **name + "\".");
    c.license = license ? license->value_or("") : "";
    if (const auto languages = file->array<std::string>("general.languages"); languages && *languages)
        c.languages = **languages;
    c.chatTemplate = chat ? chat->value_or("") : "";
    c.format = "GGUF v" + std::to_string(file->version) + " " + c.weights.dominantType();
    return c;
}

}  // namespace cairn
