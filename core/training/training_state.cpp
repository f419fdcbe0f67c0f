#include "core/training/training_state.h"

#include "core/formats/json.h"
#include "core/model/safetensors.h"

#include <algorithm>
#include <cmath>

namespace cairn
{

namespace
{

constexpr const char* kFormat = "cairn-training-state";
constexpr const char* kFactPrefix = "fact.";

std::vector<TensorToWrite> toWrite(const std::map<std::string, AdapterTensor>& tensors, TensorType type)
{
    std::vector<TensorToWrite> out;
    for (const auto& [name, tensor] : tensors)
        out.push_back({name, tensor.shape, tensor.values, type});
    return out;
}

std::string pointsText(const std::vector<TrainingPoint>& points)
{
    JsonWriter json;
    json.beginArray();
    for (const TrainingPoint& point : points) {
        json.beginObject().member("step", point.step).member("tokens", point.tokens).member("seconds", point.seconds);
        json.member("loss", point.loss).member("rate", point.rate).key("measures").beginObject();
        for (const auto& [name, value] : point.measures)
            json.member(name, value);
        json.endObject().endObject();
    }
    return json.endArray().take();
}

double numberOf(const JsonValue& object, const char* key)
{
    const JsonValue* member = object.find(key);
    return member ? member->number().value_or(0) : 0;
}

std::uint64_t countOf(const JsonValue& object, const char* key)
{
    const JsonValue* member = object.find(key);
    return member ? member->unsignedInteger().value_or(0) : 0;
}

std::vector<TrainingPoint> pointsFrom(const JsonValue& json)
{
    std::vector<TrainingPoint> points;
    for (const JsonValue& row : json.elements()) {
        TrainingPoint point{countOf(row, "step"), countOf(row, "tokens"), numberOf(row, "seconds"),
                            numberOf(row, "loss"), numberOf(row, "rate"), {}};
        if (const JsonValue* measures = row.find("measures")) {
            for (const JsonMember& measure : measures->members())
                point.measures[measure.key] = measure.value.number().value_or(0);
        }
        points.push_back(std::move(point));
    }
    return points;
}

std::string progressText(const TrainingState& state)
{
    JsonWriter json;
    json.beginObject().member("step", state.step).member("tokens", state.tokens).member("seconds", state.seconds);
    return json.member("loss_sum", state.lossSum).member("loss_count", state.lossCount).endObject().take();
}

}  // namespace

Result<void> writeTrainingState(const std::string& path, const TrainingState& state)
{
    std::map<std::string, std::string> metadata = {{"format", kFormat}, {"version", "1"}};
    metadata["progress"] = progressText(state);
    metadata["history"] = pointsText(state.history);
    for (const auto& [name, value] : state.facts)
        metadata[kFactPrefix + name] = value;
    return writeSafetensors(path, toWrite(state.tensors, TensorType::F32), metadata);
}

Result<TrainingState> readTrainingState(const std::string& path)
{
    const auto file = openSafetensors(path);
    if (!file)
        return file.error();
    const auto entry = [&](const char* key) {
        const auto found = file->metadata.find(key);
        return found == file->metadata.end() ? std::string() : found->second;
    };
    const auto progress = parseJson(entry("progress")), history = parseJson(entry("history"), {.bytes = 64ull << 20});
    if (entry("format") != kFormat || entry("version") != "1" || !progress || !history)
        return Error{ErrorCode::Corruption, path + " is no training state that this Cairn can go on from."};
    TrainingState state;
    state.step = countOf(*progress, "step");
    state.tokens = countOf(*progress, "tokens");
    state.seconds = numberOf(*progress, "seconds");
    state.lossSum = numberOf(*progress, "loss_sum");
    state.lossCount = countOf(*progress, "loss_count");
    state.history = pointsFrom(*history);
    const std::string prefix = kFactPrefix;
    for (const auto& [key, value] : file->metadata) {
        if (key.starts_with(prefix))
            state.facts[key.substr(prefix.size())] = value;
    }
    for (const auto& [name, stored] : file->tensors) {
        auto values = file->readFloats(name);
        if (!values)
            return values.error();
        state.tensors[name] = {stored.shape, *std::move(values)};
    }
    return state;
}

Result<void> checkSameTraining(const TrainingState& state, const std::map<std::string, std::string>& facts)
{
    std::string different;
    for (const auto& [name, value] : facts) {
        const auto found = state.facts.find(name);
        const std::string before = found == state.facts.end() ? "not stated" : found->second;
        if (before != value)
            different += (different.empty() ? "" : ", ") + name + " (" + before + " before, " + value + " now)";
    }
    if (different.empty())
        return {};
    return Error{ErrorCode::InvalidArgument, "The saved training can't go on with other settings: " + different
                                                 + ". Use the same, or start anew with another output file."};
}

Result<void> writeAdapter(const std::string& path, const std::map<std::string, AdapterTensor>& tensors,
                          const std::map<std::string, std::string>& metadata)
{
    constexpr float kLargestHalf = 65504;
    for (const auto& [name, tensor] : tensors) {
        if (std::any_of(tensor.values.begin(), tensor.values.end(), [](float value) { return !(std::fabs(value) <= kLargestHalf); }))
            return Error{ErrorCode::Corruption, "The training came to weights (" + name + ") that are not finite in 16 bits, so no adapter "
                                                    "was written; choose a smaller learning rate."};
    }
    return writeSafetensors(path, toWrite(tensors, TensorType::F16), metadata);
}

}  // namespace cairn
