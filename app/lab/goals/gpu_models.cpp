// The models that a GPU is measured with, one open at a time, and what all groups of GPU goals share.
#include "app/lab/goals/gpu_goals.h"

#include "app/lab/benchmark/random_model.h"
#include "app/lab/goals/random_landmarks.h"
#include "app/lab/gpu/gpu_rates.h"
#include "core/engine/weights/model_loading.h"

#include <cstdio>
#include <filesystem>

namespace cairn::benchmark
{

namespace
{

constexpr std::uint64_t kSeed = 1;
constexpr std::uint32_t kAskedBlocks = 16;   // K of performance.md 1 for models with a landmark adapter

struct GoalPart
{
    const char* id;
    int part;
};

bool wantsAny(const Run& run, const std::vector<GoalPart>& parts)
{
    return std::any_of(parts.begin(), parts.end(), [&](const GoalPart& one) { return run.wants(one.id); });
}

void whyNone(Run& run, const std::vector<GoalPart>& parts, const std::string& reason)
{
    for (const GoalPart& one : parts)
        if (run.wants(one.id))
            run.addNotMeasured(goalOf(one.id, one.part), reason);
}

bool isBf16(const Contestant& who)
{
    const auto format = who.engine().identity({}, who.reading(), who.kvType()).engineFormat;
    return format == static_cast<std::uint32_t>(Products::Bf16);
}

using Group = std::function<void(const GpuGoals&, const GpuModel&)>;

void withModel(const GpuGoals& goals, std::string name, const std::vector<GoalPart>& parts, Result<std::unique_ptr<Contestant>> who,
               const Group& group)
{
    if (!who)
        return whyNone(goals.run, parts, who.error().message);
    name += isBf16(**who) ? " bf16" : " f32";
    const EngineInfo& info = (*who)->engine().info();
    std::fprintf(stderr, "%s on the %s: %.0f M weights read a token, blocks of %u\n", name.c_str(), info.device.c_str(),
                 weightsPerToken(info.config) / 1e6, info.blockTokens);
    group(goals, {name, **who});
}

// `landmarks`: lay random landmark weights over it.
Result<std::unique_ptr<Contestant>> openRandom(const GpuGoals& goals, const RandomModelShape& shape, bool landmarks)
{
    const std::string path = goals.run.plan().folder + "/model.gguf";
    EngineOptions options = goals.run.engineOptions(path);
    const auto open = [&]() -> Result<std::unique_ptr<Contestant>> {
        if (auto done = writeRandomGguf(path, shape, TensorType::Q8_0, kSeed); !done)
            return done.error();
        ModelFiles files;
        auto model = openModel(path, {.threads = options.threads});
        if (!model)
            return model.error();
        files.model = std::move(*model);
        if (landmarks)
            files.landmark = randomLandmarks(files.model.config, kSeed);
        return Contestant::open(std::move(files), options, goals.sizes.realBlocks);
    };
    auto who = open();
    std::error_code code;
    std::filesystem::remove(path, code);
    return who;
}

void withRandomModel(const GpuGoals& goals, const std::string& name, const RandomModelShape& shape, bool landmarks,
                     const std::vector<GoalPart>& parts, const Group& group)
{
    if (!wantsAny(goals.run, parts))
        return;
    if (goals.run.timeIsOver())
        return whyNone(goals.run, parts, Run::kTimeIsOver);
    std::fprintf(stderr, "writing and opening %s..\n", shape.name.c_str());
    withModel(goals, name, parts, openRandom(goals, shape, landmarks), group);
}

void withSmallModel(const GpuGoals& goals, const std::vector<GoalPart>& parts, const Group& group)
{
    const RunPlan& plan = goals.run.plan();
    if (plan.model.empty())
        return withRandomModel(goals, "smollm2 shape", goals.sizes.small, true, parts, group);
    if (!wantsAny(goals.run, parts))
        return;
    withModel(goals, "smollm2", parts, Contestant::open(goals.run.engineOptions(plan.model, plan.adapter), goals.sizes.realBlocks), group);
}

}  // namespace

double weightsPerToken(const ModelConfig& c)
{
    const double hidden = c.hidden, query = 1.0 * c.heads * c.headDim, key = 1.0 * c.kvHeads * c.headDim;
    return c.layers * hidden * (2 * query + 2 * key + 3.0 * c.feedForward) + hidden * c.vocabulary;
}

double GpuModel::weightWidth() const
{
    return isBf16(who) ? 2 : 4;
}

double GpuModel::weightBytes() const
{
    return weightsPerToken(config()) * weightWidth();
}

std::string lengthName(std::uint64_t tokens)
{
    if (tokens < 1024)
        return std::to_string(tokens);
    return tokens < 1u << 20 ? std::to_string(tokens >> 10) + "K" : std::to_string(tokens >> 20) + "M";
}

Row gpuRow(const Goal& goal, std::string name, const Unit& unit)
{
    Row row = rowOf(goal, std::move(name));
    row.unit = unit;
    return row;
}

Result<DenseTimes> denseBaseline(const GpuGoals& goals, const GpuModel& model, std::uint32_t rows, std::uint64_t keys)
{
    const ModelConfig& c = model.config();
    const DenseShape shape{c.heads, c.kvHeads, c.headDim, rows, keys};
    const int samples = goals.run.pairs().pairs;
    auto dense = denseAttention(shape, samples);
    if (dense || rows > 1)
        return dense;
    DenseTimes computed{{}, "computed, at the copy rate"};
    for (int i = 0; i < samples; ++i)
        computed.seconds.push_back(goals.gpu.copy().wall * shape.bytes());
    return computed;
}

void measureGpuKernels(const GpuGoals& goals)
{
    if ((!goals.run.wants("G8") && !goals.run.wants("G10")) || goals.run.timeIsOver())
        return;
    int miss = 0;
    for (const GpuRate& rate : measureGpuRates(goals.gpu.table(), static_cast<std::uint32_t>(goals.sizes.divisor))) {
        if ((rate.id != "G8" && rate.id != "G10") || !goals.run.wants(rate.id))
            continue;
        Row row = gpuRow(goalOf(rate.id, rate.id == "G10" ? miss++ : 0), rate.what, kGbPerSecond);
        if (!(rate.goal > 0))
            row.goal = row.stretch = row.ceiling = kUnknown;
        goals.run.measured(std::move(row), [&](Row& into) -> Result<void> {
            if (!rate.notMeasured.empty())
                return Error{ErrorCode::Device, rate.notMeasured};
            into.baseline.samples.push_back({1e-9 / rate.baseline, 0});
            into.cairn.samples.push_back({1e-9 / rate.value, 0});
            into.note = "the best of some runs";
            return {};
        });
    }
}

void measureGpu(const GpuGoals& goals)
{
    measureGpuKernels(goals);
    measureGpuAttention(goals);
    withSmallModel(goals, {{"G1", 1}, {"G6", 3}, {"G6", 4}, {"G6", 5}, {"G7", 0}}, [](const GpuGoals& all, const GpuModel& model) {
        measureGpuShortSteps(all, model);
        measureGpuReading(all, model, 3);
    });
    const std::string few = "8B x" + std::to_string(goals.sizes.fewKvHeads.layers);
    withRandomModel(goals, few, goals.sizes.fewKvHeads, true, {{"G2", 2}, {"G2", 3}, {"G3", 0}},
                    [](const GpuGoals& all, const GpuModel& model) {
                        measureGpuDepth(all, model, 2, kAskedBlocks);
                        measureGpuLength(all, model, kAskedBlocks);
                    });
    const std::string many = "7B x" + std::to_string(goals.sizes.manyKvHeads.layers);
    withRandomModel(goals, many, goals.sizes.manyKvHeads, false,
                    {{"G1", 0}, {"G2", 0}, {"G2", 1}, {"G4", 0}, {"G4", 1}, {"G5", 0}, {"G6", 0}, {"G6", 1}, {"G6", 2}, {"G7", 0}},
                    [](const GpuGoals& all, const GpuModel& model) {
                        measureGpuFirst(all, model);
                        measureGpuDepth(all, model, 0, 0);
                        measureGpuRam(all, model);
                        measureGpuReading(all, model, 0);
                    });
}

}  // namespace cairn::benchmark
