#include "app/lab/train_run.h"

#include "app/common/shell_word.h"
#include "app/lab/commands.h"
#include "app/session/model_choice.h"
#include "core/engine/common/parallel.h"
#include "storage/files/atomic_file.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <sstream>

#include <unistd.h>

namespace cairn
{

namespace
{

std::atomic<int> s_signal{0};   // that asked for the end
int s_endedBy = 0;              // the signal that a training really stopped at before its end

void interrupt(int number)
{
    s_signal = number;
    std::signal(SIGINT, SIG_DFL);   // a second one ends the program at once
    constexpr std::string_view kSaid = "\nStopping after this step; Ctrl+C again ends at once, without saving.\n";
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kSaid.data(), kSaid.size());
}

Result<TrainingResult> runWithProgress(const Training& train)
{
    std::stop_source stop;
    s_signal = 0;
    const auto before = std::signal(SIGINT, interrupt), beforeTerm = std::signal(SIGTERM, interrupt);
    const bool terminal = isatty(STDERR_FILENO) == 1;
    const auto onPoint = [&](const TrainingPoint& point, const TrainingPlan& plan) {
        const bool lasting = !point.measures.empty() || (!terminal && point.step % plan.pointEvery == 0);
        if (terminal || lasting)
            std::fprintf(stderr, "%s%s%s", terminal ? "\r\x1b[K" : "", progressLine(point, plan).c_str(), lasting ? "\n" : "");
        if (s_signal != 0)
            stop.request_stop();
    };
    auto done = train(onPoint, stop.get_token());
    std::signal(SIGINT, before);
    std::signal(SIGTERM, beforeTerm);
    if (terminal)
        std::fprintf(stderr, "\n");
    return done;
}

Result<void> writeReports(const std::string& output, const TrainingReport& report)
{
    const std::string json = reportJson(report) + "\n", markdown = reportMarkdown(report);
    if (auto done = writeFileAtomically(output + ".json", std::as_bytes(std::span(json))); !done)
        return done;
    return writeFileAtomically(output + ".md", std::as_bytes(std::span(markdown)));
}

}  // namespace

std::vector<OptionSpec> planOptions(std::string_view defaultSteps, std::string_view defaultRate, std::string_view heldOut)
{
    return {{"output", "FILE", "the adapter; FILE.state, FILE.md and FILE.json lie beside it", 'o'},
            {"model", "PATH", "model file or folder (default: the default model)", 0},
            {"start", "FILE", "go on from this adapter instead of from nothing", 0},
            {"steps", "N", defaultSteps, 0},
            {"tokens", "N", "end after so many tokens, if that is sooner", 0},
            {"minutes", "N", "stop after so many and save; --resume goes on", 0},
            {"rate", "X", defaultRate, 0},
            {"warm-up", "N", "steps until the learning rate is reached (default: a sixth of the steps, at most 50)", 0},
            {"measure", "N", "steps between measurements on held-out documents (default 50)", 0},
            {"save", "N", "steps between saved states (default 25)", 0},
            {"held-out", "SHARE", heldOut, 0},
            {"seed", "N", "of everything random (default 0)", 0},
            {"threads", "N", "of the matrix products (default: all usable cores)", 0},
            {"device", "NAME", "where to train: cpu, or cuda, an NVIDIA GPU with LibTorch's part for it (default cpu)", 0},
            {"resume", "", "go on from FILE.state, with the same options; after its last step with more of them, at any rate", 0},
            {"help", "", "this text", 'h'}};
}

Result<TrainingPlan> planFrom(const Arguments& arguments, const std::string& output, const PlanDefaults& defaults)
{
    const auto steps = arguments.number("steps", defaults.steps, 1, 100'000'000), tokens = arguments.number("tokens", 0, 0, 1ull << 50);
    const auto warmUp = arguments.number("warm-up", std::min<std::uint64_t>(50, steps ? *steps / 6 : 0), 0, 1'000'000);
    const auto measure = arguments.number("measure", 50, 1, 100'000'000), save = arguments.number("save", 25, 1, 100'000'000);
    const auto minutes = arguments.real("minutes", 0, 0, 1e6), rate = arguments.real("rate", defaults.rate, 0, 1);
    if (auto good = allGood(steps, tokens, warmUp, measure, save, minutes, rate); !good)
        return good.error();
    TrainingPlan plan;
    plan.steps = *steps;
    plan.tokens = *tokens;
    plan.minutes = *minutes;
    plan.rate = {*rate, *warmUp, 0.05};
    plan.measureEvery = *measure;
    plan.saveEvery = *save;
    plan.statePath = output + ".state";
    plan.resume = arguments.has("resume");
    return plan;
}

Result<OpenedDevice> openedDevice(const Arguments& arguments)
{
    constexpr std::string_view kDevices[] = {"cpu", "cuda"};
    const auto named = arguments.choice("device", "cpu", kDevices);
    if (!named)
        return named.error();
    const TrainingDevice device = *named == "cuda" ? TrainingDevice::Cuda : TrainingDevice::Cpu;
    const auto opened = openTrainingDevice(device);
    return opened ? Result<OpenedDevice>(OpenedDevice{device, *opened}) : Result<OpenedDevice>(opened.error());
}

Result<TrainingBase> openedBase(const Arguments& arguments)
{
    auto device = openedDevice(arguments);
    if (!device)
        return device.error();
    const auto threads = arguments.number("threads", 0, 0, 1024);
    if (!threads)
        return threads.error();
    setWorkerThreads(static_cast<int>(*threads));
    const auto choice = chooseModel({arguments.value("model"), std::string("none"), std::string("none")});
    if (!choice)
        return choice.error();
    auto model = openModel(choice->model);
    if (!model)
        return model.error();
    return TrainingBase{*std::move(device), *std::move(model)};
}

Result<void> trainWithReports(const TrainingJob& job, const Model& model, const Training& train)
{
    auto result = runWithProgress(train);
    if (!result)
        return result.error();
    result->facts.emplace("device", job.device);
    const bool finished = result->finished;
    const std::string steps = std::to_string(result->steps);
    const TrainingReport report{job.title, job.command, model.name + ", " + toHex(model.fingerprint), *std::move(result)};
    if (auto done = writeReports(job.output, report); !done)
        return done;
    s_endedBy = finished ? 0 : s_signal.load();
    if (finished)
        std::fprintf(stderr, "wrote %s\n", job.output.c_str());
    else
        std::fprintf(stderr, "Stopped after step %s and saved; the same command with --resume goes on. %s holds what was learned so far.\n",
                     steps.c_str(), job.output.c_str());
    return {};
}

OnTrainingPart partsOnStandardError()
{
    using Clock = std::chrono::steady_clock;
    const bool terminal = isatty(STDERR_FILENO) == 1;
    const auto interval = std::chrono::seconds(terminal ? 2 : 60);
    return [=, said = Clock::now()](const TrainingPart& part) mutable {
        const auto now = Clock::now();
        if (part.row == 1 && part.layer == 1)
            said = now;   // another step
        if (now - said < interval)
            return;
        said = now;
        std::fprintf(stderr, "%s%s%s", terminal ? "\r\x1b[K" : "", partLine(part).c_str(), terminal ? "" : "\n");
    };
}

std::vector<std::string> namesIn(const std::string& list)
{
    std::vector<std::string> names;
    std::istringstream in(list);
    for (std::string one; std::getline(in, one, ',');)
        names.push_back(one);
    return names;
}

int trainCommandOf(const CommandSpec& spec, std::span<char* const> words,
                   const std::function<Result<void>(const Arguments& arguments, const std::string& command)>& train)
{
    const auto arguments = parseArguments(spec, words);
    if (!arguments)
        return complain(arguments.error());
    if (arguments->has("help")) {
        std::fputs(helpText("cairn-lab", spec).c_str(), stdout);
        return 0;
    }
    const auto done = train(*arguments, typedCommand("cairn-lab " + std::string(spec.name), words));
    return !done ? complain(done.error()) : s_endedBy != 0 ? 128 + s_endedBy : 0;
}

}  // namespace cairn
