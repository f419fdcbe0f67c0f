// The models that decoding and reading are measured with, one open at a time.
#include "app/lab/benchmark/random_model.h"
#include "app/lab/goals/run.h"

#include <cstdio>
#include <filesystem>

namespace cairn::benchmark
{

namespace
{

constexpr std::uint64_t kSeed = 1;

bool wantsAny(const Run& run, std::initializer_list<const char*> ids)
{
    for (const char* id : ids)
        if (run.wants(id))
            return true;
    return false;
}

using Group = std::function<void(Run&, const ModelCase&, Contestant&)>;

void withModel(Run& run, const ModelCase& model, const std::vector<Group>& groups)
{
    std::fprintf(stderr, "opening %s..\n", model.name.c_str());
    auto who = Contestant::open(run.engineOptions(model.path, model.adapter), model.realBlocks);
    if (!who) {
        Row row;
        row.name = model.name;
        row.notMeasured = who.error().message;
        run.add(std::move(row));
    } else {
        if (run.driver())
            run.loadBaseline(model.path);
        for (const Group& group : groups)
            group(run, model, **who);
    }
}

void withRandomModel(Run& run, const std::string& name, const RandomModelShape& shape, TensorType type, std::uint32_t realBlocks,
                     const std::vector<Group>& groups)
{
    ModelCase model{name, run.plan().folder + "/model.gguf", "", realBlocks, true};
    if (auto done = writeRandomGguf(model.path, shape, type, kSeed); !done)
        std::fprintf(stderr, "%s\n", done.error().message.c_str());
    else
        withModel(run, model, groups);
    std::error_code code;
    std::filesystem::remove(model.path, code);
}

}  // namespace

void measureModels(Run& run)
{
    if (wantsAny(run, {"C1", "C3", "C4", "C5", "C7", "C8", "C11", "C12", "C13"})) {
        const ModelCase model{"smollm2 q4_1", run.plan().model, run.plan().adapter, 32, false};
        withModel(run, model, {measureDecoding, measureReading, measureLength, measureBusyCores,
                               [](Run& r, const ModelCase&, Contestant& who) { measureOpening(r, who); },
                               [](Run& r, const ModelCase&, Contestant& who) { measureMemory(r, who); }});
    }
    if (run.wants("C1"))
        withRandomModel(run, "smollm2 q8_0", smolLm2Shape(), TensorType::Q8_0, 16, {measureDecoding});
    if (wantsAny(run, {"C1", "C3", "C7"}))
        withRandomModel(run, "1.1B q4_0", tinyLlamaShape(), TensorType::Q4_0, 16, {measureDecoding, measureReading});
    if (wantsAny(run, {"C4", "C5"})) {
        RandomModelShape withLandmarks = tinyLlamaShape();
        withLandmarks.landmarks = true;
        withRandomModel(run, "1.1B q4_0", withLandmarks, TensorType::Q4_0, 16, {measureLength});
        withRandomModel(run, "1.1B q4_0 bounds", tinyLlamaShape(), TensorType::Q4_0, 16, {measureLength});
    }
    if (run.wants("C1"))
        withRandomModel(run, "1.1B q8_0", tinyLlamaShape(), TensorType::Q8_0, 8, {measureDecoding});
    if (wantsAny(run, {"C1", "C2", "C7"}))
        withRandomModel(run, "7B x4 q4_0", llama7bShape(4), TensorType::Q4_0, 16, {measureDecoding, measureReading});
    if (run.wants("C1"))
        withRandomModel(run, "7B x4 q8_0", llama7bShape(4), TensorType::Q8_0, 16, {measureDecoding});
    if (run.wants("C2"))
        withRandomModel(run, "7B x2 q4_0", llama7bShape(2), TensorType::Q4_0, 16, {measureDecoding});
}

}  // namespace cairn::benchmark
