#include "app/common/arguments.h"
#include "app/lab/benchmark/baseline_driver.h"
#include "app/lab/commands.h"
#include "app/lab/goals/run.h"
#include "app/lab/goals/run_start.h"

#include <array>
#include <fstream>

namespace cairn
{

namespace
{

using namespace benchmark;

constexpr std::array<std::string_view, 2> kDevices{"cpu", "cuda"};
constexpr double kGpuSeconds = 270;   // of a run on a GPU: no row begins behind them

const CommandSpec kBenchmark{
    .name = "benchmark",
    .synopsis = "benchmark [--device cpu|cuda] [--only C1,C3] [--model FILE] [--baseline llama=FOLDER] [--pairs N] [--json FILE] "
                "[--gate] [--quick]",
    .summary = "Measures Cairn against its goals in one run, beside probes of the machine. Exit: 0 measured, 1 a goal failed (--gate), "
               "2 could not run or measure anything.",
    .options = {{"device", "NAME", "cpu (default): the goals C1 to C15; cuda: G1 to G11, on a GPU, in five minutes", 0},
                {"only", "IDS", "these goals, as C1,C3 or G1,G3", 0},
                {"model", "FILE", "the model that stands for SmolLM2; default: the default model, or random weights on a GPU", 0},
                {"adapter", "FILE", "its landmark adapter; default: the starter adapter for the default model", 0},
                {"baseline", "llama=FOLDER", "the other side, as packaging/baseline.sh built it", 0},
                {"pairs", "N", "samples of each side (5 to 99, default 7)", 0},
                {"json", "FILE", "also write the report as JSON; -: to standard output, without the table", 0},
                {"memory-budget", "MB", "RAM for blocks (default 1024)", 0},
                {"gate", "", "exit 1 where a goal failed; refused on a machine that others use", 0},
                {"quick", "", "only the engine against itself: no probes, no baseline, a minute or two", 0}},
    .minimumOperands = 0,
    .maximumOperands = 0};

Error usageError(const std::string& message)
{
    return {ErrorCode::InvalidArgument, message};
}

Result<std::set<std::string>> idsOf(const std::string& list)
{
    std::set<std::string> ids;
    for (std::size_t at = 0; at < list.size();) {
        const std::size_t end = std::min(list.find(',', at), list.size());
        const std::string id = list.substr(at, end - at);
        bool known = false;
        for (const Goal& goal : goals())
            known = known || goal.id == id;
        if (!known)
            return usageError("There is no goal \"" + id + "\"; the goals are C1 to C15 and G1 to G11.");
        ids.insert(id);
        at = end + 1;
    }
    return ids;
}

// A GPU's plan may be without a model.
Result<void> opensModel(const RunPlan& plan)
{
    EngineOptions options;
    options.modelPath = plan.model;
    options.landmarkAdapterPath = plan.adapter;
    options.device = DeviceChoice::Cpu;
    const auto engine = plan.model.empty() ? Result<std::unique_ptr<Engine>>(nullptr) : Engine::open(options);
    return engine ? Result<void>() : Result<void>(engine.error());
}

Result<RunPlan> planOf(const Arguments& arguments)
{
    RunPlan plan;
    auto only = idsOf(arguments.value("only", ""));
    auto pairs = arguments.number("pairs", 7, 5, 99);
    auto budget = arguments.number("memory-budget", 1024, 1, 1 << 24);
    auto device = arguments.choice("device", "cpu", kDevices);
    if (!only || !pairs || !budget)
        return !only ? only.error() : !pairs ? pairs.error() : budget.error();
    if (!device)
        return device.error();
    plan.only = std::move(*only);
    plan.pairs = static_cast<int>(*pairs);
    plan.memoryBudgetBytes = *budget << 20;
    plan.itself = arguments.has("quick");
    plan.onGpu = *device == "cuda";
    if (plan.onGpu && (plan.itself || arguments.has("baseline")))
        return usageError("The goals of a GPU bring their own baselines; leave out --quick and --baseline.");
    plan.secondsAtMost = plan.onGpu ? kGpuSeconds : 0;
    if (plan.itself && (!plan.only.empty() || arguments.has("baseline")))
        return usageError("--quick measures the engine against itself only; leave out --only and --baseline.");
    if (const auto baseline = arguments.value("baseline")) {
        if (!baseline->starts_with("llama=") || baseline->size() == 6)
            return usageError("The baseline is named as --baseline llama=FOLDER; packaging/baseline.sh prints the folder.");
        plan.baselineFolder = baseline->substr(6);
        if (auto driver = BaselineDriver::check(plan.baselineFolder); !driver)   // before a minute of probes
            return driver.error();
    }
    auto chosen = chooseModel(plan, arguments.value("model"), arguments.value("adapter", ""));
    if (!chosen && !plan.onGpu)
        return chosen.error();
    if (auto opened = opensModel(plan); !opened)   // before a minute of probes, too
        return opened.error();
    return plan;
}

Result<void> print(const Report& report, const std::optional<std::string>& jsonFile)
{
    if (jsonFile == "-") {
        std::printf("%s\n", jsonOf(report).c_str());
        return {};
    }
    std::fputs(tableOf(report).c_str(), stdout);
    if (!jsonFile)
        return {};
    std::ofstream out(*jsonFile);
    if (!(out << jsonOf(report) << "\n").flush())
        return Error{ErrorCode::Io, "The JSON report can't be written; check its folder. The table above is complete."};
    return {};
}

}  // namespace

int benchmarkCommand(std::span<char* const> words)
{
    if (printedHelp(kBenchmark, words))
        return 0;
    auto arguments = parseArguments(kBenchmark, words);
    if (!arguments)
        return complain(arguments.error());
    auto plan = planOf(*arguments);
    if (!plan)
        return complain(plan.error());
    const TemporaryFolder folder;
    if (folder.path().empty())
        return complain({ErrorCode::Io, "No folder for temporary files can be made; set TMPDIR to one with 10 GB free."});
    plan->folder = folder.path();
    auto report = Run(*plan).run();
    if (!report)
        return complain(report.error());
    if (auto done = print(*report, arguments->value("json")); !done)
        return complain(done.error());
    const bool gate = arguments->has("gate");
    if (gate && report->shared())
        return complain({ErrorCode::Busy, "Others used the cores meanwhile, so nothing is judged; run it again on an idle machine."});
    const std::size_t measured = measuredRows(*report);
    if (measured == 0)
        return complain({ErrorCode::Unsupported, "Nothing could be measured; each row says why."});
    if (gate && measured < report->rows.size())
        std::fprintf(stderr, "%zu of %zu rows could not be measured; nothing is judged by them.\n", report->rows.size() - measured,
                     report->rows.size());
    return exitCodeOf(*report, gate);
}

}  // namespace cairn
