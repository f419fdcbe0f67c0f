#include "app/common/arguments.h"
#include "app/common/default_paths.h"
#include "app/lab/benchmark.h"
#include "app/lab/commands.h"
#include "core/formats/json.h"

namespace cairn
{

namespace
{

const CommandSpec kBenchmark{
    .name = "benchmark",
    .synopsis = "benchmark [--model FILE] [--adapter FILE] [--kv f16|int8] [--memory-budget MB] [--threads N] [--quick] [--json]",
    .summary = "Measures reading, decoding and opening as ratios inside one run.",
    .options = {{"model", "FILE", "a .gguf file or a model folder; default: the default model", 0},
                {"adapter", "FILE", "landmark adapter; default: the starter adapter for the default model", 0},
                {"kv", "TYPE", "f16 or int8 (default)", 0},
                {"memory-budget", "MB", "RAM for blocks (default 1024)", 0},
                {"threads", "N", "threads of the engine; default: all usable cores", 0},
                {"quick", "", "fewer samples, shorter memories", 0},
                {"json", "", "one JSON object", 0}},
    .minimumOperands = 0,
    .maximumOperands = 0};

void printJson(const BenchmarkReport& report)
{
    JsonWriter writer;
    writer.beginObject().member("device", report.device).member("model", report.model).key("rows").beginArray();
    for (const BenchmarkRow& row : report.rows) {
        writer.beginObject().member("case", row.name).member("cairn", row.cairn).member("baseline", row.baseline).member("unit", row.unit);
        writer.member("ratio_best", row.ratioBest)
            .member("ratio_median", row.ratioMedian)
            .member("ratio_cpu", row.ratioCpu)
            .member("goal", row.goal)
            .member("note", row.note)
            .endObject();
    }
    writer.endArray().endObject();
    std::printf("%s\n", writer.text().c_str());
}

void printText(const BenchmarkReport& report)
{
    std::printf("%s, %s\n%-34s %12s %12s  %-10s %6s %6s %6s %6s  %s\n", report.model.c_str(), report.device.c_str(), "case", "cairn",
                "baseline", "unit", "best", "median", "cpu", "goal", "note");
    for (const BenchmarkRow& row : report.rows) {
        std::printf("%-34s %12.1f %12.1f  %-10s %6.2f %6.2f %6.2f %6.2f  %s\n", row.name.c_str(), row.cairn, row.baseline, row.unit.c_str(),
                    row.ratioBest, row.ratioMedian, row.ratioCpu, row.goal, row.note.c_str());
    }
}

}  // namespace

int benchmarkCommand(std::span<char* const> words)
{
    auto arguments = parseArguments(kBenchmark, words);
    if (!arguments)
        return complain(arguments.error());
    static constexpr std::string_view kTypes[] = {"f16", "int8"};
    auto type = arguments->choice("kv", "int8", kTypes);
    auto budget = arguments->number("memory-budget", 1024, 1, 1 << 24);
    auto threads = arguments->number("threads", 0, 0, 1024);
    if (!type || !budget || !threads)
        return complain(!type ? type.error() : !budget ? budget.error() : threads.error());
    BenchmarkPlan plan;
    plan.quick = arguments->has("quick");
    plan.options.kvType = *type == "f16" ? KvType::F16 : KvType::Int8;
    plan.options.memoryBudgetBytes = *budget << 20;
    plan.options.threads = static_cast<int>(*threads);
    plan.options.landmarkAdapterPath = arguments->value("adapter", "");
    if (auto model = arguments->value("model")) {
        plan.options.modelPath = *model;
    } else {
        const auto found = defaultModel();
        if (!found)
            return complain({ErrorCode::NotFound, "The default model isn't there; run packaging/setup.sh or name one with --model."});
        plan.options.modelPath = found->string();
        if (plan.options.landmarkAdapterPath.empty())
            plan.options.landmarkAdapterPath = (resourcesFolder() / "starter" / "smollm2-135m-landmark.safetensors").string();
    }
    auto report = runBenchmark(plan);
    if (!report)
        return complain(report.error());
    arguments->has("json") ? printJson(*report) : printText(*report);
    return 0;
}

}  // namespace cairn
