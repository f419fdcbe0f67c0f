// From an opened checkpoint to weights that streams can run on.
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
    const RankingAdapter* rankingAdapter = nullptr;
    bool packed = false;                                   // keep quantised matrices packed (EngineOptions::weights)
    bool halves = false;                                   // keep 16-bit matrices as they are stored
    std::atomic<std::uint64_t>* progress = nullptr;        // EngineOptions::progress
    const cuda::GpuTable* gpu = nullptr;                   // compute there; null: on the CPU
};

// Reads all weights, tensor by tensor. Missing or misshapen tensors: Corruption, named. With a GPU, as withGpu().
Result<std::shared_ptr<const LoadedModel>> loadModel(const Model& model, const LoadPlan& plan);

// The same model with its weights on plan.gpu too, where its steps are computed then. Unsupported, OutOfMemory: as CudaModel::load.
// Throws what cuda_device.h says.
Result<std::shared_ptr<const LoadedModel>> withGpu(const LoadedModel& onCpu, const Model& model, const LoadPlan& plan);

// How a step's products are computed. Other products, other blocks: packed weights round activations to 8 bits, large models are rounded
// to bf16 on a GPU. The differences are small, but what was interrupted would differ from what was not, so one memory has one kind.
// The values are MemoryIdentity::engineFormat, and change when the same settings give other blocks.
enum class Products : std::uint32_t { Float32 = 1, Packed = 2, Bf16 = 3 };
Products productsOf(const LoadedModel& model);

// Shape of a memory of this model. Landmarks are kept in 32 bits where the rows are, else in 16.
MemoryShape memoryShapeOf(const LoadedModel& model, KvType type);

}  // namespace cairn
