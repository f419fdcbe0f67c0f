#include "app/conversation/answer_context.h"

#include "core/formats/json.h"

#include <limits>

namespace cairn
{
namespace
{

std::string textOf(const JsonValue& object, const char* key)
{
    const JsonValue* value = object.find(key);
    return value && value->isString() ? *value->string() : std::string();
}

double numberOf(const JsonValue& object, const char* key)
{
    const JsonValue* value = object.find(key);
    return value ? value->number().value_or(0) : 0;
}

// A count that a file may state as anything: what is no whole number of that size is none.
template <typename Count>
Count countOf(const JsonValue& object, const char* key)
{
    const JsonValue* value = object.find(key);
    const auto count = value ? value->unsignedInteger().value_or(0) : 0;
    return count <= std::numeric_limits<Count>::max() ? static_cast<Count>(count) : 0;
}

}  // namespace

std::string programVersion() { return CAIRN_VERSION; }

std::string toJson(const AnswerContext& context)
{
    JsonWriter json;
    json.beginObject()
        .member("memory_tokens", context.memoryTokens)
        .member("memory_blocks", context.memoryBlocks)
        .member("f", context.blockTokens);
    json.member("model", context.modelName).member("kind", context.modelKind).member("adapter", context.adapter);
    json.member("attention", context.attention).member("device", context.device).member("open_ms", context.openMs);
    if (!context.tokenizer.empty())
        json.member("tokenizer", context.tokenizer);
    if (!context.version.empty())
        json.member("version", context.version);
    if (!context.withoutHeads.empty())
        json.member("without_heads", context.withoutHeads);
    json.endObject();
    return json.take();
}

AnswerContext answerContextFromJson(const std::string& json)
{
    const auto parsed = parseJson(json);
    if (!parsed)
        return {};
    AnswerContext context;
    context.memoryTokens = countOf<std::uint64_t>(*parsed, "memory_tokens");
    context.memoryBlocks = countOf<std::uint32_t>(*parsed, "memory_blocks");
    context.blockTokens = countOf<std::uint32_t>(*parsed, "f");
    context.modelName = textOf(*parsed, "model");
    context.modelKind = textOf(*parsed, "kind");
    context.adapter = textOf(*parsed, "adapter");
    context.attention = textOf(*parsed, "attention");
    context.device = textOf(*parsed, "device");
    context.tokenizer = textOf(*parsed, "tokenizer");
    context.version = textOf(*parsed, "version");
    context.withoutHeads = textOf(*parsed, "without_heads");
    context.openMs = numberOf(*parsed, "open_ms");
    return context;
}

}  // namespace cairn
