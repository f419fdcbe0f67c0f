#include "core/model/checkpoint.h"
#include "core/formats/ram_copy.h"
#include "core/types/limits.h"

#include <algorithm>
#include <new>
#include <system_error>

#include <filesystem>

namespace cairn
{

namespace
{

Error unfit(const Checkpoint& c, ErrorCode code, const std::string& what)
{
    return {code, c.path + ": " + what};
}

std::optional<TokenId> specialToken(const Checkpoint& c, const std::string& token)
{
    const auto id = c.tokenizer ? c.tokenizer->special(token) : std::nullopt;
    const auto added = c.addedTokens.find(token);
    return !id && added != c.addedTokens.end() ? std::optional(added->second) : id;
}

// mem_freq in the configuration or a token <landmark> makes a landmark model (landmark_semantics.md 11).
Result<void> decideLandmark(Checkpoint& c)
{
    ModelConfig& config = c.config.config;
    const auto token = specialToken(c, "<landmark>");
    if (!config.landmark && !token)
        return {};
    if (!config.landmark) {
        config.landmark = LandmarkCheckpoint{};
        config.landmark->id = *token;
        c.notes.push_back("A token <landmark> but no landmark settings: blocks of 50, trained for 512, as the released checkpoint.");
    } else if (config.landmark->id < 0) {
        config.landmark->id = token.value_or(LandmarkCheckpoint{}.id);
        c.notes.push_back("No mem_id in config.json: " + std::to_string(config.landmark->id)
                          + (token ? ", the token <landmark>." : ", as in the released checkpoint."));
    }
    if (token && *token != config.landmark->id)
        return unfit(c, ErrorCode::Corruption, "mem_id is " + std::to_string(config.landmark->id) + " but the token <landmark> is "
                                                   + std::to_string(*token) + ".");
    return {};
}

// The padding id is often the end of text as well; that one must stay possible, or no answer would end. Without a tokenizer
// nothing ends a text, and the padding id is left out as it stands.
void decideSuppressed(Checkpoint& c)
{
    ModelConfig& config = c.config.config;
    std::vector<TokenId> ids;
    if (config.landmark)
        ids.push_back(config.landmark->id);
    if (c.config.padding)
        ids.push_back(*c.config.padding);
    if (const auto padding = specialToken(c, "[PAD]"))
        ids.push_back(*padding);
    const std::vector<TokenId> ends = c.tokenizer ? c.tokenizer->endOfText() : std::vector<TokenId>();
    for (const TokenId id : ids) {
        const bool known = id >= 0 && static_cast<std::uint32_t>(id) < config.vocabulary;
        const bool isEnd = std::find(ends.begin(), ends.end(), id) != ends.end();
        const bool listed = std::find(config.suppressed.begin(), config.suppressed.end(), id) != config.suppressed.end();
        if (known && !isEnd && !listed)
            config.suppressed.push_back(id);
    }
}

Result<void> checkTensors(Checkpoint& c)
{
    const ModelConfig& config = c.config.config;
    auto expected = expectedTensors(config);
    if (c.weights.tensors.contains(kContextMissTensor))
        expected[kContextMissTensor] = {1, config.hidden};
    for (const auto& [name, shape] : expected) {
        const auto found = c.weights.tensors.find(name);
        if (found == c.weights.tensors.end())
            return unfit(c, ErrorCode::Corruption, "the tensor " + name + " is missing.");
        if (found->second.shape != shape)
            return unfit(c, ErrorCode::Corruption, "the tensor " + name + " has the shape " + shapeText(found->second.shape)
                                                       + ", the configuration asks for " + shapeText(shape) + ".");
        if (!info(found->second.type).isFloat)
            return unfit(c, ErrorCode::Unsupported, "the tensor " + name + " holds integers; use unquantised weights or a GGUF file.");
    }
    for (auto it = c.weights.tensors.begin(); it != c.weights.tensors.end();) {
        if (expected.contains(it->first))
            ++it;
        else if (isIgnoredTensor(it->first, config))
            it = c.weights.tensors.erase(it);
        else
            return unfit(c, ErrorCode::Unsupported, "the tensor " + it->first + " is no part of a LLaMA-shaped model.");
    }
    return {};
}

void addPrompt(FingerprintBuilder& hash, std::string_view label, const Prompt& prompt)
{
    for (const PromptPiece& piece : prompt)
        hash.add(label, (piece.special ? "special " : "text ") + piece.text);
}

Result<Hash128> fingerprint(const Checkpoint& c, const ChatFormat& chat)
{
    FingerprintBuilder hash;
    hash.add("configuration", canonicalText(c.config.config));
    hash.add("tokenizer", c.tokenizerIdentity);
    hash.add("chat", name(chat.kind));
    hash.add("system", chat.defaultSystem);
    addPrompt(hash, "beforeSystem", chat.beforeSystem);
    addPrompt(hash, "afterSystem", chat.afterSystem);
    addPrompt(hash, "beforeUser", chat.beforeUser);
    if (auto done = hash.addTensors(c.weights); !done)
        return done.error();
    return hash.finish();
}

Result<void> checkVocabulary(const Checkpoint& c)
{
    const auto tokens = c.tokenizer ? c.tokenizer->vocabularySize() : 0;
    if (static_cast<std::uint32_t>(tokens) > c.config.config.vocabulary)
        return unfit(c, ErrorCode::Corruption, "the tokenizer knows " + std::to_string(tokens) + " tokens, the model only "
                                                   + std::to_string(c.config.config.vocabulary) + ".");
    return {};
}

// Files of little are not worth threads of their own.
constexpr std::uint64_t kLeastKept = 1ull << 20;

// Reads what is mostly 16-bit numbers into RAM while the fingerprint is taken. Without the memory it is read again when it is loaded.
void keepInRam(TensorTable& table, int threads)
{
    std::uint64_t halves = 0;
    for (const auto& [name, tensor] : table.tensors)
        halves += tensor.type == TensorType::F16 || tensor.type == TensorType::BF16 ? tensor.bytes : 0;
    if (2 * halves < table.totalBytes())
        return;
    for (auto& source : table.sources)
        if (source->size() >= kLeastKept)
            if (auto copy = RamCopy::of(source, threads))
                source = *copy;
}

Result<Model> openAny(const std::string& path, const OpenPlan& plan)
{
    std::error_code failed;
    const auto status = std::filesystem::status(path, failed);
    if (status.type() == std::filesystem::file_type::not_found)
        return Error{ErrorCode::NotFound, path + ": no such file or folder; choose a .gguf file or a folder with config.json."};
    auto checkpoint = std::filesystem::is_directory(status) ? openFolderCheckpoint(path) : openGgufCheckpoint(path);
    if (!checkpoint)
        return checkpoint.error();
    if (plan.keepHalves)
        keepInRam(checkpoint->weights, plan.threads);
    return finishModel(*std::move(checkpoint));
}

}  // namespace

Result<Model> finishModel(Checkpoint c)
{
    if (auto done = decideLandmark(c); !done)
        return done.error();
    if (auto done = checkDimensions(c.config.config, c.path); !done)
        return done.error();
    if (auto done = checkVocabulary(c); !done)
        return done.error();
    if (auto done = checkTensors(c); !done)
        return done.error();
    decideSuppressed(c);
    Model model;
    if (c.tokenizer)
        model.chat = recogniseChatFormat(c.chatTemplate, *c.tokenizer);
    auto hash = fingerprint(c, model.chat);
    if (!hash)
        return hash.error();
    model.fingerprint = *hash;
    for (const auto& source : c.weights.sources)
        if (auto same = source->verifyUnchanged(); !same)
            return same.error();
    model.path = std::move(c.path);
    model.name = std::move(c.name);
    model.license = std::move(c.license);
    model.languages = std::move(c.languages);
    model.format = std::move(c.format);
    model.config = std::move(c.config.config);
    model.tokenizer = std::move(c.tokenizer);
    model.notes = std::move(c.config.notes);
    model.notes.insert(model.notes.end(), c.notes.begin(), c.notes.end());
    model.weightBytes = c.weights.totalBytes();
    for (const auto& [tensorName, tensor] : c.weights.tensors)
        model.parameters += *elementCount(tensor.shape);
    model.weights = std::make_unique<TensorTableReader>(std::move(c.weights));
    return model;
}

Result<Model> openModel(const std::string& path, const OpenPlan& plan)
{
    try {
        return openAny(path, plan);
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, path + ": not enough memory to open the model."};
    }
}

std::string toHex(const Hash128& hash)
{
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : hash) {
        text.push_back(kDigits[byte >> 4]);
        text.push_back(kDigits[byte & 15]);
    }
    return text;
}

}  // namespace cairn
