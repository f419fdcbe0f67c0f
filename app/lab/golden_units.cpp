#include "app/lab/golden_units.h"

#include "app/lab/golden_softmax.h"
#include "core/engine/weights/rope_table.h"
#include "core/engine/common/stream_layout.h"
#include "kernels/retrieval/block_selection.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace cairn
{

namespace
{

constexpr double kRotaryTolerance = 2e-4;

std::vector<std::int64_t> integers(const JsonValue& object, std::string_view key)
{
    std::vector<std::int64_t> out;
    if (const JsonValue* list = object.find(key)) {
        for (const JsonValue& value : list->elements())
            out.push_back(value.integer().value_or(0));
    }
    return out;
}

std::uint32_t number(const JsonValue& object, std::string_view key)
{
    const JsonValue* value = object.find(key);
    return value && value->integer() ? static_cast<std::uint32_t>(*value->integer()) : 0;
}

std::span<const JsonValue> list(const JsonValue& object, std::string_view key)
{
    const JsonValue* value = object.find(key);
    return value ? value->elements() : std::span<const JsonValue>();
}

void same(GoldenResult& result, const std::string& what, std::int64_t got, std::int64_t wanted)
{
    ++result.compared;
    if (got == wanted)
        return;
    ++result.wrongIntegers;
    if (result.firstDifference.empty())
        result.firstDifference = what;
}

void sameList(GoldenResult& result, const std::string& what, const std::vector<std::int64_t>& got, const std::vector<std::int64_t>& wanted)
{
    ++result.compared;
    if (got == wanted)
        return;
    ++result.wrongIntegers;
    if (result.firstDifference.empty())
        result.firstDifference = what;
}

void rotary(const GoldenCase& golden, const std::string& tensor, float theta, const RopeScaling& scaling, GoldenResult& result)
{
    if (!golden.has(tensor))
        return;
    const auto positions = golden.expected.readIntegers("positions").value();
    const auto x = golden.expected.readFloats("x").value();
    const auto wanted = golden.expected.readFloats(tensor).value();
    const auto d = static_cast<std::uint32_t>(golden.shape("x").back());
    RopeTable table(ropeFrequencies(d, theta, scaling, 2048));
    table.reserve(static_cast<std::uint32_t>(*std::max_element(positions.begin(), positions.end())) + 1);
    std::vector<float> y(d);
    for (std::size_t row = 0; row < positions.size(); ++row) {
        table.rotate(x.data() + row * d, static_cast<std::uint32_t>(positions[row]), y.data());
        for (std::uint32_t j = 0; j < d; ++j)
            result.difference(tensor, tensor, y[j], wanted[row * d + j], kRotaryTolerance);
    }
    ++result.compared;
}

void replayRotary(const GoldenCase& golden, GoldenResult& result)
{
    const JsonValue* value = golden.json.find("theta");
    const auto theta = static_cast<float>(value ? value->number().value_or(10000) : 10000);
    rotary(golden, "y", theta, {}, result);
    rotary(golden, "y_theta_500000", 500000, {}, result);
    RopeScaling linear;
    linear.kind = RopeScalingKind::Linear;
    linear.factor = 4;
    rotary(golden, "y_linear_4", theta, linear, result);
}

void replaySlots(const GoldenCase& golden, GoldenResult& result)
{
    for (const JsonValue& row : list(golden.json, "table")) {
        const StreamLayout layout{number(row, "mem_freq"), true};
        const auto memory = integers(row, "memory_blocks");
        const std::int64_t B = layout.blockLength(), completed = number(row, "completed_blocks"), local = completed * B;
        const auto n = static_cast<std::uint32_t>(memory.size());
        const Slots slots{n, std::min(number(row, "top_k"), n)};
        const std::int64_t base = slotBase(layout, static_cast<std::uint32_t>(completed), slots.places);
        same(result, "local_start", local, number(row, "local_start"));
        same(result, "slot0_start", base, row.find("slot0_start")->integer().value_or(0));
        same(result, "miss_token_position", missPosition(layout, static_cast<std::uint32_t>(completed), slots.places),
             row.find("miss_token_position")->integer().value_or(0));
        std::vector<std::int64_t> scoring;
        for (std::uint32_t column = 0; column < n; ++column)
            scoring.push_back(local - slots.scoringDistance(column) * B + layout.blockTokens);
        sameList(result, "landmark_score_positions", scoring, integers(row, "landmark_score_positions"));
        for (const JsonValue& selection : list(row, "selections")) {
            std::vector<std::int64_t> placed, starts;
            for (const std::int64_t block : integers(selection, "selected")) {
                const auto column = static_cast<std::uint32_t>(block - memory.front());
                const auto place = static_cast<std::uint32_t>(placed.size());
                placed.push_back(slots.slot(place, column));
                starts.push_back(local - slots.distance(place, column) * B);
            }
            sameList(result, "slots", placed, integers(selection, "slots"));
            sameList(result, "key_start_positions", starts, integers(selection, "key_start_positions"));
        }
    }
}

void replayTurn(const StreamLayout& layout, std::uint32_t window, const JsonValue& turn, std::uint64_t& regular, GoldenResult& result)
{
    constexpr TokenId kWord = 1, kLandmark = 2;
    const std::vector<TokenId> words(number(turn, "regular_tokens"), kWord);
    const std::uint64_t before = layout.streamTokens(regular);
    same(result, "open_before", static_cast<std::int64_t>(before % layout.blockLength()), number(turn, "open_before"));
    const auto stream = toStream(layout, regular, words, kLandmark);
    same(result, "stream_tokens", static_cast<std::int64_t>(stream.size()), number(turn, "stream_tokens"));
    std::vector<std::int64_t> landmarks;
    for (std::size_t i = 0; i < stream.size(); ++i) {
        if (stream[i] == kLandmark)
            landmarks.push_back(static_cast<std::int64_t>(before + i));
    }
    sameList(result, "landmark_positions", landmarks, integers(turn, "landmark_positions"));
    const auto steps = cutSteps(layout, before, stream.size(), window);
    sameList(result, "steps", {steps.begin(), steps.end()}, integers(turn, "steps"));
    regular += words.size();
}

void replayStream(const GoldenCase& golden, GoldenResult& result)
{
    for (const JsonValue& row : list(golden.json, "table")) {
        const StreamLayout layout{number(row, "mem_freq"), true};
        const auto window = windowByRule(layout, number(row, "train_context_length"), number(row, "top_k"));
        same(result, "window", window ? *window : 0, number(row, "window"));
        std::uint64_t regular = 0;
        for (const JsonValue& turn : list(row, "turns"))
            replayTurn(layout, number(row, "window"), turn, regular, result);
    }
    for (const JsonValue& row : list(golden.json, "no_window_possible")) {
        const StreamLayout layout{number(row, "mem_freq"), true};
        same(result, "no_window_possible", windowByRule(layout, number(row, "train_context_length"), number(row, "top_k")).has_value(),
             false);
    }
}

void replaySelection(const GoldenCase& golden, GoldenResult& result)
{
    for (const JsonValue& row : list(golden.json, "table")) {
        const bool logarithms = row.find("probabilities") != nullptr;
        std::vector<float> values;
        for (const JsonValue& value : list(row, logarithms ? "probabilities" : "scores"))
            values.push_back(static_cast<float>(logarithms ? std::log(value.number().value_or(0)) : value.number().value_or(0)));
        const auto toColumns = [](const std::vector<std::int64_t>& ids) { return std::vector<std::int32_t>(ids.begin(), ids.end()); };
        std::vector<std::int32_t> pinned = toColumns(integers(row, "pinned")), barred = toColumns(integers(row, "masked"));
        std::sort(pinned.begin(), pinned.end());
        std::sort(barred.begin(), barred.end());
        const auto n = static_cast<std::int32_t>(values.size());
        const std::int32_t k = std::min(n, static_cast<std::int32_t>(number(row, "top_k")));
        std::vector<std::int32_t> taken(static_cast<std::size_t>(k)), selected(taken), distances(taken);
        std::vector<std::byte> scratch(kernels::blockSelectionScratch(n) + 64);
        void* aligned = scratch.data() + (64 - reinterpret_cast<std::uintptr_t>(scratch.data()) % 64) % 64;
        kernels::BlockSelection work;
        work.values = values.data();
        work.memoryBlocks = n;
        work.places = k;
        work.pinned = pinned.data();
        work.pinnedCount = static_cast<std::int32_t>(pinned.size());
        work.barred = barred.data();
        work.barredCount = static_cast<std::int32_t>(barred.size());
        work.placesTaken = taken.data();
        work.selected = selected.data();
        work.distances = distances.data();
        work.scratch = aligned;
        kernels::selectBlocks(work);
        const std::uint64_t before = result.wrongIntegers;
        sameList(result, "places", {taken.begin(), taken.end()}, integers(row, "places"));
        sameList(result, "selected", {selected.begin(), selected.end()}, integers(row, "selected"));
        result.wrongSelections += result.wrongIntegers - before;
    }
}

}  // namespace

void replayUnitCase(const GoldenCase& golden, GoldenResult& result)
{
    if (golden.name == "unit_rope")
        replayRotary(golden, result);
    else if (golden.name == "unit_slots")
        replaySlots(golden, result);
    else if (golden.name == "unit_stream")
        replayStream(golden, result);
    else if (golden.name == "unit_selection")
        replaySelection(golden, result);
    else if (golden.name == "unit_grouped_softmax" || golden.name == "unit_grouped_softmax_cmt")
        replaySoftmax(golden, result);
    else
        result.error = golden.folder + ": a table of this name is not known.";
    result.passed = result.error.empty() && result.compared > 0 && result.wrongIntegers == 0 && result.firstDifference.empty();
}

}  // namespace cairn
