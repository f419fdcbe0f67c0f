// Hugging Face folders: config.json, weights in one or several files, tokenizer.model or tokenizer.json.
#include "core/model/checkpoint.h"
#include "core/model/safetensors.h"
#include "core/tokenizer/bpe_tokenizer.h"
#include "core/tokenizer/sentencepiece_tokenizer.h"
#include "core/types/limits.h"

#include <filesystem>
#include <sstream>

namespace cairn
{

namespace
{

constexpr std::uint64_t kTokenizerBytes = 64ull << 20;
constexpr std::uint64_t kTemplateBytes = 1ull << 20;

bool exists(const std::string& path)
{
    std::error_code failed;
    return std::filesystem::exists(path, failed);
}

// tokenizer_config.json may hold one template or a list of named ones; chat_template.jinja wins where it exists.
Result<std::string> chatTemplate(const std::string& folder)
{
    if (exists(folder + "/chat_template.jinja"))
        return readWholeFile(folder + "/chat_template.jinja", kTemplateBytes);
    if (!exists(folder + "/tokenizer_config.json"))
        return std::string();
    auto json = readJsonFile(folder + "/tokenizer_config.json", {.bytes = kTokenizerBytes});
    if (!json)
        return json.error();
    const JsonValue* found = json->find("chat_template");
    if (found && found->isString())
        return *found->string();
    if (found)
        for (const JsonValue& named : found->elements()) {
            const JsonValue* name = named.find("name");
            const JsonValue* text = named.find("template");
            if (name && name->isString() && *name->string() == "default" && text && text->isString())
                return *text->string();
        }
    return std::string();
}

Result<std::shared_ptr<const Tokenizer>> bpeFrom(std::string_view text)
{
    auto vocabulary = parseTokenizerJson(text);
    if (!vocabulary)
        return vocabulary.error();
    return makeBpeTokenizer(*std::move(vocabulary));
}

// Older folders list what was added to tokenizer.model in a file of its own: {"<landmark>": 32001, ..}.
Result<void> takeAddedTokens(const std::string& folder, Checkpoint& c)
{
    const std::string path = folder + "/added_tokens.json";
    if (!exists(path))
        return {};
    auto json = readJsonFile(path);
    if (!json)
        return json.error();
    for (const JsonMember& member : json->members()) {
        const auto id = member.value.unsignedInteger();
        if (!id || *id >= limits::kVocabulary)
            return Error{ErrorCode::Corruption, path + ": " + member.key + " has no token id."};
        c.addedTokens.emplace(member.key, static_cast<TokenId>(*id));
    }
    return {};
}

Result<void> takeTokenizer(const std::string& folder, Checkpoint& c)
{
    const bool pieces = exists(folder + "/tokenizer.model");   // before tokenizer.json: it is the original of LLaMA's
    if (!pieces && !exists(folder + "/tokenizer.json")) {
        c.notes.push_back("The folder holds no tokenizer; only lists of token ids can be fed.");
        return {};
    }
    const std::string path = folder + (pieces ? "/tokenizer.model" : "/tokenizer.json");
    auto bytes = readWholeFile(path, kTokenizerBytes);
    if (!bytes)
        return bytes.error();
    if (auto done = takeAddedTokens(folder, c); !done)
        return done.error();
    auto made = pieces ? parseSentencePieceModel(*bytes, c.addedTokens) : bpeFrom(*bytes);
    if (!made) {
        Error error = made.error();
        error.message = path + ": " + error.message;
        return error;
    }
    c.tokenizer = *made;
    c.tokenizerIdentity = *std::move(bytes);
    auto chat = chatTemplate(folder);
    if (!chat)
        return chat.error();
    c.chatTemplate = *std::move(chat);
    return {};
}

// Between the lines "---" that the folder's README.md opens with; empty without.
std::string frontMatter(const std::string& folder)
{
    auto text = readWholeFile(folder + "/README.md", kTemplateBytes);
    if (!text || !text->starts_with("---\n"))
        return {};
    return text->substr(3, text->find("\n---", 4) - 3);
}

std::string trimmed(std::string_view text)
{
    constexpr const char* kAround = " \t\r\"'";
    const std::size_t begin = text.find_first_not_of(kAround);
    return begin == std::string_view::npos ? std::string() : std::string(text.substr(begin, text.find_last_not_of(kAround) + 1 - begin));
}

// "license: apache-2.0" gives one value, "language: [en, de]" and "language:" with lines "- en" below several.
std::vector<std::string> valuesOf(const std::string& front, const std::string& key)
{
    std::vector<std::string> values;
    const std::string opening = "\n" + key + ":";
    const std::size_t at = front.find(opening);
    if (at == std::string::npos)
        return values;
    const auto add = [&](std::string_view value) {
        if (std::string plain = trimmed(value); !plain.empty())
            values.push_back(std::move(plain));
    };
    std::istringstream lines(front.substr(at + opening.size()));
    std::string line;
    std::getline(lines, line);
    std::string inLine = trimmed(line);
    if (inLine.starts_with('[') && inLine.ends_with(']'))
        inLine = inLine.substr(1, inLine.size() - 2);
    std::istringstream items(inLine);
    for (std::string item; std::getline(items, item, ',');)
        add(item);
    while (inLine.empty() && std::getline(lines, line) && trimmed(line).starts_with("- "))
        add(trimmed(line).substr(2));
    return values;
}

std::string folderName(const std::string& path)
{
    auto name = std::filesystem::path(path).lexically_normal();
    if (!name.has_filename())
        name = name.parent_path();
    return name.filename().string();
}

}  // namespace

Result<Checkpoint> openFolderCheckpoint(const std::string& path)
{
    const std::string configPath = path + "/config.json";
    auto json = readJsonFile(configPath);
    if (!json && json.error().code == ErrorCode::NotFound)
        return Error{ErrorCode::NotFound, path + ": the folder holds no config.json; choose a model's folder or a .gguf file."};
    if (!json)
        return json.error();
    auto config = configFromJson(*json, configPath);
    if (!config)
        return config.error();
    auto weights = openFolderWeights(path);
    if (!weights)
        return weights.error();
    Checkpoint c;
    c.path = path;
    c.name = folderName(path);
    const std::string front = frontMatter(path);
    const std::vector<std::string> licenses = valuesOf(front, "license");
    c.license = licenses.empty() ? "" : licenses.front();
    c.languages = valuesOf(front, "language");
    c.format = weights->format;
    c.config = *std::move(config);
    c.weights = std::move(weights->table);
    if (auto done = takeTokenizer(path, c); !done)
        return done.error();
    return c;
}

}  // namespace cairn
