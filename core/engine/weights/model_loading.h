// From an opened checkpoint to weights that streams can run on.
#pragma once

#include "core/engine/weights/loaded_model.h"
#include "core/model/adapter.h"
#include "core/model/model.h"

#include <atomic>
#include <cstdint>
#include <memory>

namespace cairn
{

struct LoadPlan
{
    StreamLayout layout;                                   // F, and whether the stream has landmarks
    const LandmarkAdapter* landmarkAdapter = nullptr;
    const AnswerAdapter* answerAdapter = nullptr;
    const RankingAdapter* rankingAdapter = nullptr;
    bool packed = false;                                   // keep quantised matrices packed (EngineOptions::weights)
    bool halves = false;                                   // keep 16-bit matrices as they are stored
    std::atomic<std::uint64_t>* progress = nullptr;        // EngineOptions::progress
};

// Reads all weights, tensor by tensor, to compute on the CPU (on a GPU: gpu/cuda_model.h). Missing or misshapen tensors: Corruption, named.
Result<std::shared_ptr<const LoadedModel>> loadModel(const Model& model, const LoadPlan& plan);

}  // namespace cairn
