// What the training commands share: options of the plan, a stop by Ctrl+C, the progress line, the reports beside the result.
#pragma once

#include "app/common/arguments.h"
#include "core/model/model.h"
#include "core/training/adapter_training.h"
#include "core/training/training_device.h"
#include "core/training/training_loop.h"
#include "core/training/training_report.h"

#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace cairn
{

// --output, --model, --steps, --tokens, --minutes, --rate, --warm-up, --measure, --save, --held-out, --seed, --threads, --device,
// --resume. `heldOut`: the share that is held out by default.
std::vector<OptionSpec> planOptions(std::string_view defaultSteps, std::string_view defaultRate, std::string_view heldOut);

struct PlanDefaults
{
    std::uint64_t steps = 300;
    double rate = 1e-3;
};

// `output`: FILE; the state is FILE.state. InvalidArgument: a value out of range.
Result<TrainingPlan> planFrom(const Arguments& arguments, const std::string& output, const PlanDefaults& defaults);

struct OpenedDevice
{
    TrainingDevice device = TrainingDevice::Cpu;
    std::string name;
};

// Opens --device, the CPU if it isn't named. REQUIRES: before anything else that uses LibTorch (openTrainingDevice()).
Result<OpenedDevice> openedDevice(const Arguments& arguments);

struct TrainingBase
{
    OpenedDevice device;
    Model model;
};

// What training begins with: openedDevice(), then --model, or the default model, with --threads. REQUIRES: as openedDevice().
Result<TrainingBase> openedBase(const Arguments& arguments);

struct TrainingJob
{
    std::string output, title;             // the adapter; the report's
    std::string command;                   // as typed
    std::string device;                    // its name
};

using Training = std::function<Result<TrainingResult>(const OnTrainingPoint& onPoint, std::stop_token stop)>;

// Runs `train` with the progress on standard error: one line that is replaced on a terminal, measurements as lines of their own. The first
// Ctrl+C (or SIGTERM) asks for an end after the step under way, with the state saved. Then writes the reports, OUTPUT.md and OUTPUT.json,
// and says where the adapter is, or, of a training that was stopped, how it goes on.
Result<void> trainWithReports(const TrainingJob& job, const Model& model, const Training& train);

// Says on standard error how far a step is that takes longer than a few seconds, on the terminal's progress line; in a file those of
// minutes alone, one line a minute.
OnTrainingPart partsOnStandardError();

// A command's exit code: parses the words, prints the help, or does `train` with the command as typed. 128 and the signal's number where
// one stopped the training before its end.
int trainCommandOf(const CommandSpec& spec, std::span<char* const> words,
                   const std::function<Result<void>(const Arguments& arguments, const std::string& command)>& train);

// "a,b": each of them.
std::vector<std::string> namesIn(const std::string& list);

// Checks several numbers at once: the first error, if any.
template <typename... Numbers>
Result<void> allGood(const Numbers&... numbers)
{
    Result<void> result;
    const auto check = [&](const auto& number) {
        if (result && !number)
            result = number.error();
    };
    (check(numbers), ...);
    return result;
}

}  // namespace cairn
