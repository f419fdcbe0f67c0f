#include "app/conversation/neutral_record.h"

#include "core/formats/json.h"

#include <algorithm>

namespace cairn
{

AskOptions neutralOptions()
{
    AskOptions options;
    options.strategy = Strategy::Memory;
    options.maxTokens = kNeutralTokens;
    options.showUnsupported = true;   // its words are no matter, its trace is
    return options;
}

std::string toJson(const NeutralRecord& record)
{
    JsonWriter json;
    json.beginObject().member("blocks", record.memoryBlocks).key("memory").beginArray();
    for (const std::uint8_t byte : record.memoryKey)
        json.value(std::uint32_t{byte});
    json.endArray().key("evidence").beginArray();
    for (const double evidence : record.neutral.evidence)
        json.value(evidence);
    json.endArray().key("steady").beginArray();
    for (const std::uint32_t block : record.neutral.steady)
        json.value(block);
    json.endArray().endObject();
    return json.take();
}

std::optional<NeutralRecord> neutralRecordFromJson(const std::string& json)
{
    const auto parsed = parseJson(json);
    const JsonValue* key = parsed ? parsed->find("memory") : nullptr;
    const JsonValue* blocks = parsed ? parsed->find("blocks") : nullptr;
    const JsonValue* evidence = parsed ? parsed->find("evidence") : nullptr;
    const JsonValue* steady = parsed ? parsed->find("steady") : nullptr;
    NeutralRecord record;
    if (!key || key->elements().size() != record.memoryKey.size() || !blocks || !blocks->unsignedInteger() || !evidence || !steady)
        return {};
    for (std::size_t i = 0; i < record.memoryKey.size(); ++i)
        record.memoryKey[i] = static_cast<std::uint8_t>(key->elements()[i].unsignedInteger().value_or(0));
    record.memoryBlocks = static_cast<std::uint32_t>(std::min<std::uint64_t>(*blocks->unsignedInteger(), kNoBlock));
    for (const JsonValue& value : evidence->elements())
        record.neutral.evidence.push_back(std::max(0.0, value.number().value_or(0)));
    for (const JsonValue& block : steady->elements()) {
        const std::uint64_t number = block.unsignedInteger().value_or(kNoBlock);
        if (number < record.neutral.evidence.size())
            record.neutral.steady.push_back(static_cast<std::uint32_t>(number));
    }
    std::sort(record.neutral.steady.begin(), record.neutral.steady.end());
    return record;
}

}  // namespace cairn
