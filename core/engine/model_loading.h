// From an opened checkpoint to weights that streams can run on. No torch in this header.
#pragma once

#include "core/engine/stream_layout.h"
#include "core/model/adapter.h"
#include "core/model/model.h"

#include <atomic>
#include <cstdint>
#include <memory>

namespace cairn
{

namespace cuda
{
struct GpuTable;
}

struct LoadedModel;

struct LoadPlan
{
    StreamLayout layout;                                   // F, and whether the stream has landmarks
    const LandmarkAdapter* landmarkAdapter = nullptr;
    const AnswerAdapter* answerAdapter = nullptr;
    bool packed = false;                                   // keep quantised matrices packed (EngineOptions::weights)
    std::atomic<std::uint64_t>* progress = nullptr;        // EngineOptions::progress
    const cuda::GpuTable* gpu = nullptr;                   // compute there; null: on the CPU
};

// Reads all weights, tensor by tensor. Missing or misshapen tensors: Corruption, named.
Result<std::shared_ptr<const LoadedModel>> loadModel(const Model& model, const LoadPlan& plan);

// Whether some matrix is packed: results differ from 32-bit weights by the rounding of activations.
bool isPacked(const LoadedModel& model);

// Shape of a memory of this model. Landmarks are kept in 32 bits where the rows are, else in 16.
MemoryShape memoryShapeOf(const LoadedModel& model, KvType type);

}  // namespace cairn
