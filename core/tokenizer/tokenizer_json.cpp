// parseTokenizerJson() of bpe_tokenizer.h: the parts of Hugging Face's format that byte-level BPE models use.
#include "core/tokenizer/bpe_tokenizer.h"

#include "core/formats/json.h"
#include "core/tokenizer/file_limit.h"
#include "core/tokenizer/token_type.h"
#include "core/tokenizer/word_splitter.h"
#include "core/types/limits.h"

namespace cairn
{

namespace
{

constexpr JsonLimits kLimits{.bytes = kTokenizerFileBytes};

Error corrupt(std::string what)
{
    return {ErrorCode::Corruption, "The tokenizer.json is damaged: " + std::move(what) + "; fetch it again."};
}

Error unsupported(std::string what)
{
    return {ErrorCode::Unsupported, "The tokenizer.json " + std::move(what) +
                                        ", which Cairn doesn't read; put the model's tokenizer.model beside it or use a GGUF file."};
}

std::string_view textOf(const JsonValue* object, std::string_view key)
{
    const JsonValue* value = object ? object->find(key) : nullptr;
    return value && value->string() ? std::string_view(*value->string()) : std::string_view();
}

bool flagOf(const JsonValue* object, std::string_view key, bool otherwise)
{
    const JsonValue* value = object ? object->find(key) : nullptr;
    return value ? value->boolean().value_or(otherwise) : otherwise;
}

std::span<const JsonValue> listOf(const JsonValue* object, std::string_view key)
{
    const JsonValue* value = object ? object->find(key) : nullptr;
    return value ? value->elements() : std::span<const JsonValue>();
}

bool hasType(const JsonValue& object, std::string_view type) { return textOf(&object, "type") == type; }

// Text is taken as it stands; NFC, which a few models ask for, changes nothing in almost all texts.
bool isKnownNormaliser(const JsonValue* normaliser)
{
    if (!normaliser || normaliser->isNull() || hasType(*normaliser, "NFC"))
        return true;
    return hasType(*normaliser, "Sequence") && listOf(normaliser, "normalizers").empty();
}

// The names are those of GGUF files.
Result<std::string> byteLevelPattern(const JsonValue& step)
{
    if (flagOf(&step, "add_prefix_space", true))
        return unsupported("puts a space before every text");
    return std::string(flagOf(&step, "use_regex", true) ? "gpt-2" : "");
}

Result<std::string> splitPattern(const JsonValue& step)
{
    const JsonValue* pattern = step.find("pattern");
    const auto known = wordPatternOfRegex(textOf(pattern, "Regex"));
    if (!known || textOf(&step, "behavior") != "Isolated" || flagOf(&step, "invert", false))
        return unsupported("cuts text by a pattern");
    return std::string(*known == WordPattern::Llama3 ? "llama-bpe" : *known == WordPattern::Qwen2 ? "qwen2" : "gpt-2");
}

Result<std::string> sequencePattern(std::span<const JsonValue> steps)
{
    if (steps.size() != 2 || !hasType(steps[1], "ByteLevel"))
        return unsupported("prepares text in an unknown way");
    auto bytes = byteLevelPattern(steps[1]);
    if (!bytes)
        return bytes;
    const bool digits = hasType(steps[0], "Digits") && flagOf(&steps[0], "individual_digits", false);
    if (digits && *bytes == "gpt-2")
        return std::string("smollm");
    if (hasType(steps[0], "Split") && bytes->empty())
        return splitPattern(steps[0]);
    return unsupported("prepares text in an unknown way");
}

Result<std::string> patternName(const JsonValue* step)
{
    if (!step || !step->isObject())
        return unsupported("isn't of the byte-level kind");
    if (hasType(*step, "Sequence"))
        return sequencePattern(listOf(step, "pretokenizers"));
    if (!hasType(*step, "ByteLevel"))
        return unsupported("isn't of the byte-level kind");
    auto name = byteLevelPattern(*step);
    return name && name->empty() ? unsupported("doesn't cut text into words") : name;
}

// Grows the vocabulary so that `id` is in it. A name may be given twice for one id.
Result<void> placeToken(BpeVocabulary& v, std::optional<std::int64_t> id, const std::string& name, TokenType type)
{
    if (!id || *id < 0 || *id >= std::int64_t{limits::kVocabulary} || name.empty())
        return corrupt("a token has no name or no id below 1,000,000");
    const auto at = static_cast<std::size_t>(*id);
    if (at >= v.tokens.size()) {
        v.tokens.resize(at + 1);
        v.types.resize(at + 1, static_cast<std::int32_t>(TokenType::Normal));
    }
    if (!v.tokens[at].empty() && v.tokens[at] != name)
        return corrupt("the id " + std::to_string(at) + " is used twice");
    v.tokens[at] = name;
    v.types[at] = static_cast<std::int32_t>(type);
    return {};
}

Result<void> readTokens(const JsonValue& root, const JsonValue& model, BpeVocabulary& v)
{
    const JsonValue* vocabulary = model.find("vocab");
    if (!vocabulary || !vocabulary->isObject())
        return corrupt("it has no vocabulary");
    for (const JsonMember& member : vocabulary->members())
        if (auto placed = placeToken(v, member.value.integer(), member.key, TokenType::Normal); !placed)
            return placed.error();
    for (const JsonValue& added : listOf(&root, "added_tokens")) {
        const JsonValue* id = added.find("id");
        const TokenType type = flagOf(&added, "special", false) ? TokenType::Control : TokenType::UserDefined;
        const std::string name(textOf(&added, "content"));
        if (auto placed = placeToken(v, id ? id->integer() : std::nullopt, name, type); !placed)
            return placed.error();
    }
    for (std::size_t i = 0; i < v.tokens.size(); ++i)
        if (v.tokens[i].empty())
            return corrupt("no token has the id " + std::to_string(i));
    return {};
}

// Merges are "left right" or, in newer files, ["left", "right"].
Result<void> readMerges(const JsonValue& model, BpeVocabulary& v)
{
    const auto merges = listOf(&model, "merges");
    v.merges.reserve(merges.size());
    for (const JsonValue& merge : merges) {
        const auto sides = merge.elements();
        if (merge.string())
            v.merges.push_back(*merge.string());
        else if (sides.size() == 2 && sides[0].string() && sides[1].string())
            v.merges.push_back(*sides[0].string() + " " + *sides[1].string());
        else
            return corrupt("merge " + std::to_string(v.merges.size()) + " isn't a pair of names");
    }
    return {};
}

// The special token that the post-processor puts before a text.
std::string_view firstSpecial(const JsonValue* processor)
{
    if (!processor)
        return {};
    if (hasType(*processor, "Sequence")) {
        for (const JsonValue& step : listOf(processor, "processors"))
            if (hasType(step, "TemplateProcessing"))
                return firstSpecial(&step);
        return {};
    }
    const auto pieces = listOf(processor, "single");
    return pieces.empty() ? std::string_view() : textOf(pieces[0].find("SpecialToken"), "id");
}

void readSpecials(const JsonValue& root, BpeVocabulary& v)
{
    const std::string_view first = firstSpecial(root.find("post_processor"));
    v.addBos = !first.empty();
    for (std::size_t i = 0; i < v.tokens.size(); ++i) {
        if (v.types[i] != static_cast<std::int32_t>(TokenType::Control))
            continue;
        const std::string& name = v.tokens[i];
        if (first.empty() ? name == "<|begin_of_text|>" || name == "<s>" : name == first)
            v.bos = static_cast<TokenId>(i);
        if (name == "[PAD]" || name == "<pad>" || name == "<|finetune_right_pad_id|>")
            v.pad = static_cast<TokenId>(i);
    }
}

Result<BpeVocabulary> readVocabulary(const JsonValue& root)
{
    const JsonValue* model = root.find("model");
    if (!model || !model->isObject())
        return corrupt("it describes no model");
    const std::string_view type = textOf(model, "type");
    if ((!type.empty() && type != "BPE") || flagOf(model, "byte_fallback", false))
        return unsupported("isn't of the byte-level kind");
    if (!isKnownNormaliser(root.find("normalizer")))
        return unsupported("changes the text before it is cut");
    auto pattern = patternName(root.find("pre_tokenizer"));
    if (!pattern)
        return pattern.error();
    BpeVocabulary v;
    v.preTokenizer = *std::move(pattern);
    v.ignoreMerges = flagOf(model, "ignore_merges", false);
    if (auto read = readTokens(root, *model, v); !read)
        return read.error();
    if (auto read = readMerges(*model, v); !read)
        return read.error();
    readSpecials(root, v);
    return v;
}

}  // namespace

Result<BpeVocabulary> parseTokenizerJson(std::string_view text)
{
    const auto root = parseJson(text, kLimits);
    if (!root)
        return root.error();
    return readVocabulary(*root);
}

Result<BpeVocabulary> readTokenizerJson(const std::string& path)
{
    const auto root = readJsonFile(path, kLimits);
    if (!root)
        return root.error();
    return readVocabulary(*root);
}

}  // namespace cairn
