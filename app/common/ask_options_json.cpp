#include "app/common/ask_options_json.h"

#include "core/answering/strategy.h"
#include "core/formats/json.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cairn
{
namespace
{

constexpr double kMostPlaces = 4096, kMostTokens = 65'536;   // of foreign options: more is never meant
constexpr std::size_t kMostHeads = 65'536, kMostParts = 4096;
constexpr std::array<std::pair<std::string_view, SelectionMode>, 4> kModeNames{{{"per_token_and_head", SelectionMode::PerTokenAndHead},
                                                                                {"max_over_tokens", SelectionMode::MaxOverTokens},
                                                                                {"max_over_heads", SelectionMode::MaxOverHeads},
                                                                                {"per_token_and_group", SelectionMode::PerTokenAndGroup}}};
constexpr std::array<std::pair<std::string_view, AttentionWay>, 2> kAttentionNames{{{"grouped", AttentionWay::Grouped},
                                                                                    {"exact", AttentionWay::Exact}}};
constexpr std::array<std::pair<std::string_view, ScanWay>, 2> kScanNames{{{"flat", ScanWay::Flat}, {"two_level", ScanWay::TwoLevel}}};

template <typename Value, std::size_t count>
std::string_view nameOf(const std::array<std::pair<std::string_view, Value>, count>& names, Value value)
{
    return std::find_if(names.begin(), names.end(), [=](const auto& entry) { return entry.second == value; })->first;
}

template <typename Value, std::size_t count>
std::optional<Value> named(const std::array<std::pair<std::string_view, Value>, count>& names, std::string_view name)
{
    const auto found = std::find_if(names.begin(), names.end(), [=](const auto& entry) { return entry.first == name; });
    return found == names.end() ? std::nullopt : std::optional(found->second);
}

std::uint32_t limited(std::uint64_t number) { return static_cast<std::uint32_t>(std::min<std::uint64_t>(number, kNoBlock)); }

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
            blocks.push_back(BlockId{limited(block.unsignedInteger().value_or(kNoBlock))});
    }
    return blocks;
}

void writeHeads(JsonWriter& json, std::string_view key, std::span<const Head> heads)
{
    json.key(key).beginArray();
    for (const Head& head : heads)
        json.beginArray().value(head.layer).value(head.head).endArray();
    json.endArray();
}

void writePlaces(JsonWriter& json, std::string_view key, const std::vector<DocumentPlace>& places)
{
    if (places.empty())
        return;
    json.key(key).beginArray();
    for (const DocumentPlace& place : places)
        json.beginArray().value(place.document).value(place.range.begin).value(place.range.end).endArray();
    json.endArray();
}

// Triples [document, begin, end]; what is none is left out, a document that isn't there is refused by the engine.
std::vector<DocumentPlace> readPlaces(const JsonValue& object, std::string_view key)
{
    std::vector<DocumentPlace> places;
    const JsonValue* list = object.find(key);
    for (std::size_t i = 0; list && i < list->elements().size() && i < kMostParts; ++i) {
        const auto& triple = list->elements()[i].elements();
        if (triple.size() != 3 || !triple[0].unsignedInteger() || !triple[1].unsignedInteger() || !triple[2].unsignedInteger())
            continue;
        const ByteRange range{*triple[1].unsignedInteger(), *triple[2].unsignedInteger()};
        if (range.begin < range.end)
            places.push_back({limited(*triple[0].unsignedInteger()), range});
    }
    return places;
}

// Pairs [layer, head]; what is no pair is left out, what the model doesn't have is refused by the engine.
std::vector<Head> readHeads(const JsonValue& object, std::string_view key)
{
    std::vector<Head> heads;
    const JsonValue* list = object.find(key);
    for (std::size_t i = 0; list && i < list->elements().size() && i < kMostHeads; ++i) {
        const auto& pair = list->elements()[i].elements();
        if (pair.size() == 2 && pair[0].unsignedInteger() && pair[1].unsignedInteger())
            heads.push_back({limited(*pair[0].unsignedInteger()), limited(*pair[1].unsignedInteger())});
    }
    return heads;
}

// As written, within [least, most].
double number(const JsonValue& object, std::string_view key, double otherwise, double least, double most)
{
    const JsonValue* value = object.find(key);
    return std::clamp(value ? value->number().value_or(otherwise) : otherwise, least, most);
}

bool flag(const JsonValue& object, std::string_view key, bool otherwise)
{
    const JsonValue* value = object.find(key);
    return value ? value->boolean().value_or(otherwise) : otherwise;
}

std::string text(const JsonValue& object, std::string_view key)
{
    const JsonValue* value = object.find(key);
    return value && value->isString() ? *value->string() : std::string();
}

}  // namespace

std::optional<SelectionMode> selectionModeNamed(std::string_view name) { return named(kModeNames, name); }
std::optional<AttentionWay> attentionNamed(std::string_view name) { return named(kAttentionNames, name); }
std::optional<ScanWay> scanNamed(std::string_view name) { return named(kScanNames, name); }
std::string_view name(ScanWay scan) { return nameOf(kScanNames, scan); }
std::string_view name(AttentionWay way) { return nameOf(kAttentionNames, way); }

std::string settingsText(const AskOptions& options)
{
    std::string words = options.topK > 0 ? "k " + std::to_string(options.topK) : "k of the model";
    if (options.mode)
        words += ", " + std::string(nameOf(kModeNames, *options.mode));
    if (options.attention)
        words += ", " + std::string(name(*options.attention));
    return options.scan ? words + ", " + std::string(name(*options.scan)) + " scan" : words;
}

std::string toJson(const AskOptions& options)
{
    JsonWriter json;
    json.beginObject().member("strategy", name(options.strategy.value_or(kDefaultStrategy))).member("k", options.topK);
    json.member("max_tokens", options.maxTokens).member("temperature", options.temperature).member("top_p", options.topP);
    if (options.mode)
        json.member("selection", nameOf(kModeNames, *options.mode));
    if (options.attention)
        json.member("attention", nameOf(kAttentionNames, *options.attention));
    if (options.scan)
        json.member("scan", name(*options.scan));
    json.member("seed", options.seed).member("book_only", options.bookOnly).member("answer_adapter", options.useAnswerAdapter);
    json.member("show_unsupported", options.showUnsupported);
    writeBlocks(json, "barred", options.controls.barred);
    writeBlocks(json, "pinned", options.controls.pinned);
    if (!options.controls.switchedOff.empty())
        writeHeads(json, "without_heads", options.controls.switchedOff);
    if (options.deepTrace)
        json.member("deep_trace", true);
    if (options.until)
        json.member("until", options.until->value);
    writePlaces(json, "within", options.within);
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
    options.topK = static_cast<std::uint32_t>(number(*parsed, "k", 0, 0, kMostPlaces));
    options.mode = selectionModeNamed(text(*parsed, "selection"));
    options.attention = attentionNamed(text(*parsed, "attention"));
    options.scan = scanNamed(text(*parsed, "scan"));
    options.maxTokens = static_cast<std::uint32_t>(number(*parsed, "max_tokens", options.maxTokens, 1, kMostTokens));
    options.temperature = static_cast<float>(number(*parsed, "temperature", 0, 0, 5));
    options.topP = static_cast<float>(number(*parsed, "top_p", 1, 0, 1));
    if (const JsonValue* seed = parsed->find("seed"))
        options.seed = seed->unsignedInteger().value_or(0);
    options.bookOnly = flag(*parsed, "book_only", false);
    options.showUnsupported = flag(*parsed, "show_unsupported", false);
    options.useAnswerAdapter = flag(*parsed, "answer_adapter", true);
    options.deepTrace = flag(*parsed, "deep_trace", false);
    options.controls.barred = readBlocks(*parsed, "barred");
    options.controls.pinned = readBlocks(*parsed, "pinned");
    options.controls.switchedOff = readHeads(*parsed, "without_heads");
    if (const JsonValue* until = parsed->find("until"); until && until->unsignedInteger())
        options.until = BlockId{limited(*until->unsignedInteger())};
    options.within = readPlaces(*parsed, "within");
    if (const JsonValue* previous = parsed->find("previous")) {
        for (const JsonValue& turn : previous->elements())
            options.previous.push_back({text(turn, "question"), text(turn, "answer")});
    }
    return options;
}

}  // namespace cairn
