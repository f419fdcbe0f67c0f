#include "app/lab/golden_case.h"

#include <filesystem>

namespace cairn
{

namespace
{

Error strange(const GoldenCase& golden, const std::string& what)
{
    return {ErrorCode::Corruption, golden.folder + "/case.json: " + what + "."};
}

std::vector<std::uint32_t> numbers(const JsonValue* list)
{
    std::vector<std::uint32_t> out;
    for (const JsonValue& value : list ? list->elements() : std::span<const JsonValue>())
        out.push_back(static_cast<std::uint32_t>(value.integer().value_or(0)));
    return out;
}

std::uint32_t number(const JsonValue& object, std::string_view key, std::uint32_t otherwise)
{
    const JsonValue* value = object.find(key);
    return value && value->integer() ? static_cast<std::uint32_t>(*value->integer()) : otherwise;
}

std::string text(const JsonValue& object, std::string_view key, const std::string& otherwise)
{
    const JsonValue* value = object.find(key);
    return value && value->string() ? *value->string() : otherwise;
}

std::optional<SelectionMode> selectionMode(const std::string& name)
{
    if (name == "per_token_and_head") return SelectionMode::PerTokenAndHead;
    if (name == "max_over_tokens") return SelectionMode::MaxOverTokens;
    if (name == "max_over_heads") return SelectionMode::MaxOverHeads;
    if (name == "per_token_and_group") return SelectionMode::PerTokenAndGroup;
    return std::nullopt;
}

Result<void> readSettings(GoldenCase& golden)
{
    const JsonValue& json = golden.json;
    golden.settings.topK = number(json, "top_k", 0);
    golden.window = number(json, "window", 0);
    const auto mode = selectionMode(text(json, "selection", "per_token_and_head"));
    if (!mode)
        return strange(golden, "unknown selection " + text(json, "selection", ""));
    golden.settings.mode = *mode;
    const std::string attention = text(json, "attention", "grouped"), key = text(json, "selection_key", "landmark");
    if ((attention != "grouped" && attention != "exact") || (key != "landmark" && key != "bounds"))
        return strange(golden, "unknown attention or selection_key");
    golden.settings.attention = attention == "exact" ? AttentionWay::Exact : AttentionWay::Grouped;
    golden.key = key == "bounds" ? SelectionKey::Bounds : SelectionKey::Landmark;
    if (const JsonValue* limit = json.find("max_memory_blocks"); limit && limit->integer())
        golden.settings.memoryLimit = static_cast<std::uint32_t>(*limit->integer());
    if (const JsonValue* cutoff = json.find("cmt_cutoff"); cutoff && cutoff->number())
        golden.settings.missCutoff = static_cast<float>(*cutoff->number());
    if (const JsonValue* tokens = json.find("mem_freq"); tokens && tokens->integer())
        golden.blockTokens = static_cast<std::uint32_t>(*tokens->integer());
    return {};
}

void readLists(GoldenCase& golden)
{
    const auto elements = [&](std::string_view key) {
        const JsonValue* list = golden.json.find(key);
        return list ? list->elements() : std::span<const JsonValue>();
    };
    for (const JsonValue& turn : elements("turns"))
        golden.turns.push_back({text(turn, "prompt", "prompt"), text(turn, "generated", "generated"), number(turn, "generate", 0)});
    for (const JsonValue& control : elements("controls"))
        golden.controls.push_back(
            {number(control, "from_step", 0), numbers(control.find("masked_blocks")), numbers(control.find("pinned_blocks"))});
    for (const JsonValue& id : elements("suppressed_ids"))
        golden.suppressed.push_back(static_cast<TokenId>(id.integer().value_or(0)));
    if (const JsonValue* tolerances = golden.json.find("tight_tolerance")) {
        for (const JsonMember& member : tolerances->members())
            golden.tightTolerance[member.key] = member.value.number().value_or(0);
    }
}

}  // namespace

bool isUnitCase(const std::string& folder)
{
    return !std::filesystem::exists(std::filesystem::path(folder) / "config.json");
}

Result<GoldenCase> readGoldenCase(const std::string& folder)
{
    GoldenCase golden;
    golden.folder = folder;
    golden.name = std::filesystem::path(folder).lexically_normal().filename().string();
    if (golden.name.empty())
        golden.name = std::filesystem::path(folder).lexically_normal().parent_path().filename().string();
    auto json = readJsonFile((std::filesystem::path(folder) / "case.json").string());
    if (!json)
        return json.error();
    golden.json = std::move(*json);
    const auto tensors = std::filesystem::path(folder) / "expected.safetensors";
    if (std::filesystem::exists(tensors)) {
        auto file = openSafetensors(tensors.string());
        if (!file)
            return file.error();
        golden.expected = std::move(*file);
    }
    if (auto done = readSettings(golden); !done)
        return done.error();
    readLists(golden);
    return golden;
}

}  // namespace cairn
