#include "app/common/arguments.h"
#include "app/lab/commands.h"
#include "app/lab/goals/run_start.h"
#include "app/lab/golden_replay.h"
#include "app/lab/golden_result.h"
#include "app/lab/gpu/gpu_checks.h"
#include "app/lab/gpu/gpu_rates.h"
#include "core/formats/json.h"
#include "kernels/cuda/gpu_plugin.h"

#include <array>
#include <filesystem>

namespace cairn
{

namespace
{

constexpr std::array<std::string_view, 2> kDevices{"cuda", "cpu"};
constexpr std::array<std::string_view, 4> kParts{"all", "kernels", "golden", "rates"};
constexpr const char* kStepGoals[] = {"G1", "G2", "G3", "G4", "G5", "G6", "G7", "G9"};
constexpr double kStepSeconds = 240;   // of the rates of whole steps: no row begins behind them

const CommandSpec kSelftest{
    .name = "selftest",
    .synopsis = "selftest [DIR..] [--device cuda|cpu] [--only PART] [--model FILE] [--json]",
    .summary = "Checks a device: every kernel against its reference, recorded cases (DIR..) through the engine, rates: of kernels, and of "
               "whole steps as \"benchmark --device cuda\" measures them. One report.",
    .options = {{"device", "NAME", "cuda (default) or cpu: recorded cases alone; the kernels of the CPU are checked by the tests", 0},
                {"only", "PART", "kernels, golden or rates", 0},
                {"model", "FILE", "of the rates of whole steps; default: the default model", 0},
                {"json", "", "one JSON object", 0}},
    .minimumOperands = 0,
    .maximumOperands = 100000};

struct Report
{
    std::string device, reason;
    std::uint64_t checks = 0;
    std::vector<KernelCheck> failedChecks;
    std::vector<GoldenResult> golden;
    std::vector<GpuRate> rates;
    std::vector<benchmark::Row> steps;   // rates of whole steps
    std::string noSteps;                 // why there are none

    bool passed() const
    {
        bool good = failedChecks.empty();
        for (const GoldenResult& one : golden)
            good = good && one.passed;
        return good;
    }
};

void writeKernels(JsonWriter& writer, const Report& report)
{
    writer.key("kernels").beginObject().member("checks", report.checks).key("failed").beginArray();
    for (const KernelCheck& check : report.failedChecks)
        writer.beginObject().member("name", check.name).member("largest", check.largest).member("allowed", check.tolerance).endObject();
    writer.endArray().endObject();
}

void writeGolden(JsonWriter& writer, const Report& report)
{
    writer.key("golden").beginArray();
    for (const GoldenResult& one : report.golden) {
        writer.beginObject().member("case", one.name).member("passed", one.passed).member("wrong_selections", one.wrongSelections);
        writer.key("largest").beginObject();
        for (const auto& [kind, value] : one.largest)
            writer.member(kind, value);
        writer.endObject();
        if (!one.error.empty())
            writer.member("error", one.error);
        writer.endObject();
    }
    writer.endArray();
}

void writeStep(JsonWriter& writer, const benchmark::Row& row)
{
    const benchmark::Judged judged = benchmark::judge(row);
    writer.beginObject().member("id", row.id).member("what", row.name).key("gb_per_s").null();
    if (judged.verdict != benchmark::Verdict::NotMeasured) {
        const auto shown = [&](const benchmark::Side& side) { return row.unit.show(side.best(&benchmark::Sample::wall)); };
        writer.member("unit", row.unit.name).member("value", shown(row.cairn)).member("baseline", shown(row.baseline));
        writer.member("ratio", judged.ratioMin).member("goal", row.goal).member("at_most", row.atMost);
    }
    writer.member("verdict", benchmark::verdictName(judged.verdict)).member("reason", judged.reason).endObject();
}

void writeRates(JsonWriter& writer, const Report& report)
{
    writer.key("rates").beginArray();
    for (const GpuRate& rate : report.rates) {
        writer.beginObject().member("id", rate.id).member("what", rate.what);
        if (!rate.notMeasured.empty()) {
            writer.key("gb_per_s").null().member("reason", rate.notMeasured).endObject();
            continue;
        }
        writer.member("gb_per_s", rate.value);
        if (rate.baseline > 0)
            writer.member("baseline_gb_per_s", rate.baseline).member("ratio", rate.value / rate.baseline);
        if (rate.goal > 0)
            writer.member("goal", rate.goal);
        writer.endObject();
    }
    for (const benchmark::Row& row : report.steps)
        writeStep(writer, row);
    for (const char* id : kStepGoals)
        if (!report.noSteps.empty())
            writer.beginObject().member("id", id).member("what", "whole steps").key("gb_per_s").null().member("reason", report.noSteps)
                .endObject();
    writer.endArray();
}

void printJson(const Report& report)
{
    JsonWriter writer;
    writer.beginObject()
        .member("format", "cairn-selftest")
        .member("version", 1)
        .member("device", report.device)
        .member("passed", report.passed());
    writeKernels(writer, report);
    writeGolden(writer, report);
    writeRates(writer, report);
    std::printf("%s\n", writer.endObject().text().c_str());
}

void printText(const Report& report)
{
    std::printf("%s\n", report.device.c_str());
    std::printf("kernels: %llu checks, %zu failed\n", static_cast<unsigned long long>(report.checks), report.failedChecks.size());
    for (const KernelCheck& check : report.failedChecks)
        std::printf("  FAIL %s: %g, allowed %g\n", check.name.c_str(), check.largest, check.tolerance);
    for (const GoldenResult& one : report.golden)
        std::printf("%s %s %s%s\n", one.passed ? "ok  " : "FAIL", one.name.c_str(), one.error.c_str(), one.firstDifference.c_str());
    for (const GpuRate& rate : report.rates) {
        if (!rate.notMeasured.empty())
            std::printf("%-6s %s: %s\n", rate.id.c_str(), rate.what.c_str(), rate.notMeasured.c_str());
        else if (rate.goal > 0)
            std::printf("%-6s %s: %.1f GB/s, %.2f of %.1f (goal %.2f)\n", rate.id.c_str(), rate.what.c_str(), rate.value,
                        rate.value / rate.baseline, rate.baseline, rate.goal);
        else if (rate.baseline > 0)
            std::printf("%-6s %s: %.1f GB/s, %.2f of %.1f\n", rate.id.c_str(), rate.what.c_str(), rate.value, rate.value / rate.baseline,
                        rate.baseline);
        else
            std::printf("%-6s %s: %.1f GB/s\n", rate.id.c_str(), rate.what.c_str(), rate.value);
    }
    for (const benchmark::Row& row : report.steps)
        std::printf("%s\n", benchmark::lineOf(row).c_str());
    if (!report.noSteps.empty())
        std::printf("G1-G9  whole steps: %s\n", report.noSteps.c_str());
}

void measureSteps(Report& report, const std::optional<std::string>& model)
{
    benchmark::RunPlan plan;
    plan.onGpu = true;
    plan.only = {std::begin(kStepGoals), std::end(kStepGoals)};
    plan.pairs = 5;
    plan.secondsAtMost = kStepSeconds;
    const benchmark::TemporaryFolder folder;
    plan.folder = folder.path();
    if (auto chosen = benchmark::chooseModel(plan, model, ""); !chosen) {
        report.noSteps = "needs a model: " + chosen.error().message;
        return;
    }
    auto measured = benchmark::Run(plan).run();
    if (measured)
        report.steps = std::move(measured->rows);
    else
        report.noSteps = measured.error().message;
}

}  // namespace

int selftestCommand(std::span<char* const> words)
{
    if (printedHelp(kSelftest, words))
        return 0;
    auto arguments = parseArguments(kSelftest, words);
    if (!arguments)
        return complain(arguments.error());
    auto device = arguments->choice("device", "cuda", kDevices);
    auto part = arguments->choice("only", "all", kParts);
    if (!device)
        return complain(device.error());
    if (!part)
        return complain(part.error());
    const bool all = *part == "all";
    cuda::OpenedGpu gpu;
    Report report;
    report.device = "CPU";
    if (*device == "cuda") {
        gpu = cuda::openGpu();
        if (!gpu.table)
            return complain({ErrorCode::Device, gpu.reason + " Nothing was checked."});
        report.device = gpu.facts.name;
        if (all || *part == "kernels")
            checkKernels(*gpu.table, [&report](const KernelCheck& check) {
                ++report.checks;
                if (!check.passed)
                    report.failedChecks.push_back(check);
            });
    }
    for (const std::string& folder : arguments->operands())
        if ((all || *part == "golden") && std::filesystem::is_directory(folder))
            report.golden.push_back(replayGoldenCase(folder, false, gpu.table));
    if (gpu.table && (all || *part == "rates")) {
        report.rates = measureGpuRates(*gpu.table);
        measureSteps(report, arguments->value("model"));
    }
    arguments->has("json") ? printJson(report) : printText(report);
    if (report.checks == 0 && report.golden.empty() && report.rates.empty())
        return complain({ErrorCode::InvalidArgument, "Nothing was checked: name folders of recorded cases, such as tests/golden/*/."});
    return report.passed() ? 0 : 1;
}

}  // namespace cairn
