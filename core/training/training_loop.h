// The loop that every training shares: steps under a learning rate, measurements, durable states to go on from, a history. What is
// trained is a TrainingTask. One thread; a stop request ends after the step under way, with the state saved.
#pragma once

#include "core/result.h"
#include "core/training/schedule.h"
#include "core/training/training_state.h"

#include <cstdint>
#include <functional>
#include <map>
#include <stop_token>
#include <string>

namespace cairn
{

struct StepOutcome
{
    double loss = 0;
    std::uint64_t tokens = 0;              // that the step looked at
};

class TrainingTask
{
public:
    virtual ~TrainingTask() = default;

    // What going on needs to be the same: model, data, options, seed. Fixed over a training.
    virtual std::map<std::string, std::string> facts() const = 0;

    // Step number `step` (from 0), which follows from it and the seed alone. Corruption: the loss is not finite.
    virtual Result<StepOutcome> step(std::uint64_t step, double rate) = 0;

    // On documents that no step sees; the same on every call but for what was learned.
    virtual Result<std::map<std::string, double>> measure() = 0;

    // Weights and optimiser, by name.
    virtual std::map<std::string, AdapterTensor> save() const = 0;
    virtual Result<void> restore(const std::map<std::string, AdapterTensor>& tensors) = 0;
};

struct TrainingPlan
{
    std::uint64_t steps = 300;
    std::uint64_t tokens = 0;              // ends at this many, if sooner; 0: no budget
    double minutes = 0;                    // of this sitting; then it is saved, to go on later. 0: no limit
    LearningRate rate;
    std::uint64_t pointEvery = 10;         // steps between points of the history
    std::uint64_t measureEvery = 50;       // steps; also before the first and after the last. 0: only there
    std::uint64_t saveEvery = 25;          // steps
    std::string statePath;                 // empty: no state is kept
    bool resume = false;                   // go on from statePath; without one the training starts. With the same plan, or, after a
                                           // training that ended, with more steps and another rate
};

struct TrainingResult
{
    std::vector<TrainingPoint> history;
    std::uint64_t steps = 0, tokens = 0;
    double seconds = 0;
    bool finished = false;                 // else stopped or out of time; the state is saved
    std::map<std::string, std::string> facts;   // of the task
};

// Called after every step and measurement with the newest point.
using OnTrainingPoint = std::function<void(const TrainingPoint& point, const TrainingPlan& plan)>;

// Errors of the task, of the state's file (which is written before the first step), or checkSameTraining(); InvalidArgument: without
// `resume`, where the state is of a training that was stopped.
Result<TrainingResult> runTraining(TrainingTask& task, const TrainingPlan& plan, const OnTrainingPoint& onPoint, std::stop_token stop);

}  // namespace cairn
