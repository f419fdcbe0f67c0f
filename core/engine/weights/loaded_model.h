// The weights of a model on the device with what follows from them once: rotary table, constant keys. Shared by all streams;
// immutable but for the rotary table, which grows on the work thread.
#pragma once

#include "core/engine/common/stream_layout.h"
#include "core/engine/weights/projection.h"
#include "core/engine/weights/rope_table.h"
#include "core/model/adapter.h"
#include "core/model/model.h"
#include "core/types/memory.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace cairn
{

class CudaModel;

// How a step's products are computed. Other products, other blocks: packed weights round activations to 8 bits, large models are rounded
// to bf16 on a GPU. The differences are small, but what was interrupted would differ from what was not, so one memory has one kind.
// The values are MemoryIdentity::engineFormat, and change when the same settings give other blocks.
enum class Products : std::uint32_t { Float32 = 1, Packed = 2, Bf16 = 3 };

struct LayerWeights
{
    std::vector<float> inputNorm, postNorm;   // [hidden]
    Projection qkv;                   // [(H + 2 Hkv) d, hidden]
    Projection output;                // [hidden, H d]
    Projection gateUp;                // [2 feedForward, hidden]
    Projection down;                  // [hidden, feedForward]
};

struct LoadedModel
{
    ModelConfig config;
    StreamLayout layout;
    TokenId landmarkId = 0;              // in the stream; vocabulary size with an adapter
    bool landmarkPredicts = false;       // include_landmark_in_loss of a landmark model
    std::vector<TokenId> suppressed;

    std::shared_ptr<const Matrix> embedding;   // [vocabulary, hidden], or
    std::shared_ptr<const PackedMatrix> packedEmbedding;   // or
    std::shared_ptr<const HalfMatrix> halfEmbedding;
    std::vector<float> landmarkEmbedding;   // [hidden]; empty: no adapter
    std::vector<float> finalNorm;
    Projection head;                     // [vocabulary, hidden]
    std::vector<LayerWeights> layers;

    std::vector<float> missEmbedding;    // [hidden]; empty: no context miss token
    std::vector<std::vector<float>> missKeys;   // [L] of [Hkv][d], times R(0); empty: no context miss token
    std::vector<float> firstLandmarkKey;        // [Hkv][d] not rotated: every landmark's key in layer 0; empty without landmarks

    Products products = Products::Float32;
    std::shared_ptr<CudaModel> cuda;     // the weights on the GPU, where steps are computed there; null: on the CPU

    mutable RopeTable rope{RopeFrequencies{}};
    std::atomic<std::uint64_t>* progress = nullptr;   // of whoever opened the engine; may be null

    void countProgress() const
    {
        if (progress)
            progress->fetch_add(1, std::memory_order_relaxed);
    }

    void embed(TokenId id, float* out) const;   // [hidden]

    std::uint32_t queryWidth() const { return config.heads * config.headDim; }
    std::uint32_t keyWidth() const { return config.kvHeads * config.headDim; }
};

Products productsOf(const LoadedModel& model);

// Shape of a memory of this model. Landmarks are kept in 32 bits where the rows are, else in 16.
MemoryShape memoryShapeOf(const LoadedModel& model, KvType type);

}  // namespace cairn
