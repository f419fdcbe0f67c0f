// A training that can be taken up again: everything that the next step depends on, as one safetensors file. Weights and optimiser
// are tensors; step, facts and history are metadata. What a step sees follows from seed and step (random.h). Values; no torch.
#pragma once

#include "core/model/adapter.h"
#include "core/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cairn
{

// One line of the history: of a step, or of a measurement (then `measures` is not empty).
struct TrainingPoint
{
    std::uint64_t step = 0;                    // steps done
    std::uint64_t tokens = 0;                  // tokens seen until then
    double seconds = 0;                        // spent in steps until then, over all sittings
    double loss = 0;                           // mean since the last point
    double rate = 0;                           // of learning
    std::map<std::string, double> measures;    // on held-out documents
};

struct TrainingState
{
    std::uint64_t step = 0, tokens = 0;        // done
    double seconds = 0;
    double lossSum = 0;                        // since the last point
    std::uint64_t lossCount = 0;
    std::map<std::string, std::string> facts;  // what must be the same for going on: model, data, seed, options
    std::vector<TrainingPoint> history;
    std::map<std::string, AdapterTensor> tensors;
};

// Durable and complete under its name, or an earlier file stays as it was. Io, DiskFull.
Result<void> writeTrainingState(const std::string& path, const TrainingState& state);

// NotFound; Corruption: no training state.
Result<TrainingState> readTrainingState(const std::string& path);

// InvalidArgument: names the facts that differ.
Result<void> checkSameTraining(const TrainingState& state, const std::map<std::string, std::string>& facts);

// A finished adapter as adapter.h reads it: fp16, metadata as given. Io, DiskFull; Corruption: a value that is not finite in fp16, which
// adapter.h would refuse: nothing is written.
Result<void> writeAdapter(const std::string& path, const std::map<std::string, AdapterTensor>& tensors,
                          const std::map<std::string, std::string>& metadata);

}  // namespace cairn
