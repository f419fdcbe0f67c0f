#include "app/session/ask_options_json.h"

#include "core/answering/strategy.h"
#include "core/formats/json.h"

namespace cairn
{
namespace
{

void writeBlocks(JsonWriter& json, std::string_view key, std::span<const BlockId> blocks)
{
    json.key(key).beginArray();
    for (const BlockId block : blocks)
        json.value(block.value);
    json.endArray();
}

std::vector<BlockId> readBlocks(const JsonValue& object, std::string_view key)
{
    std::vector<BlockId> blocks;
    if (const JsonValue* list = object.find(key)) {
        for (const JsonValue& block : list->elements())
            blocks.push_back(BlockId{static_cast<std::uint32_t>(block.unsignedInteger().value_or(kNoBlock))});
    }
    return blocks;
}

double number(const JsonValue& object, std::string_view key, double otherwise)
{
    const JsonValue* value = object.find(key);
    return value ? value->number().value_or(otherwise) : otherwise;
}

std::string text(const JsonValue& object, std::string_view key)
{
    const JsonValue* value = object.find(key);
    return value && value->isString() ? *value->string() : std::string();
}

}  // namespace

std::string toJson(const AskOptions& options)
{
    JsonWriter json;
    json.beginObject().member("strategy", name(options.strategy.value_or(kDefaultStrategy))).member("k", options.topK);
    json.member("max_tokens", options.maxTokens).member("temperature", options.temperature).member("top_p", options.topP);
    json.member("seed", options.seed).member("book_only", options.bookOnly).member("answer_adapter", options.useAnswerAdapter);
    writeBlocks(json, "barred", options.controls.barred);
    writeBlocks(json, "pinned", options.controls.pinned);
    if (options.until)
        json.member("until", options.until->value);
    json.key("previous").beginArray();
    for (const ConversationTurn& turn : options.previous)
        json.beginObject().member("question", turn.question).member("answer", turn.answer).endObject();
    json.endArray().endObject();
    return json.take();
}

Result<AskOptions> askOptionsFromJson(const std::string& json)
{
    const auto parsed = parseJson(json);
    if (!parsed)
        return parsed.error();
    AskOptions options;
    options.strategy = strategyNamed(text(*parsed, "strategy"));
    options.topK = static_cast<std::uint32_t>(number(*parsed, "k", 0));
    options.maxTokens = static_cast<std::uint32_t>(number(*parsed, "max_tokens", options.maxTokens));
    options.temperature = static_cast<float>(number(*parsed, "temperature", 0));
    options.topP = static_cast<float>(number(*parsed, "top_p", 1));
    if (const JsonValue* seed = parsed->find("seed"))
        options.seed = seed->unsignedInteger().value_or(0);
    if (const JsonValue* bookOnly = parsed->find("book_only"))
        options.bookOnly = bookOnly->boolean().value_or(false);
    if (const JsonValue* adapter = parsed->find("answer_adapter"))
        options.useAnswerAdapter = adapter->boolean().value_or(true);
    options.controls.barred = readBlocks(*parsed, "barred");
    options.controls.pinned = readBlocks(*parsed, "pinned");
    if (const JsonValue* until = parsed->find("until"); until && until->unsignedInteger())
        options.until = BlockId{static_cast<std::uint32_t>(*until->unsignedInteger())};
    if (const JsonValue* previous = parsed->find("previous")) {
        for (const JsonValue& turn : previous->elements())
            options.previous.push_back({text(turn, "question"), text(turn, "answer")});
    }
    return options;
}

}  // namespace cairn
