// A model's weights on the GPU, and the room that steps compute in. Small models are kept in 32 bits, so that they give the numbers of
// the CPU (landmark_semantics.md 16); large ones in bf16, sums in 32 bits. Shared by all streams; work thread only.
#pragma once

#include "core/engine/gpu/cuda_device.h"
#include "core/engine/gpu/cuda_memory.h"
#include "core/engine/weights/model_loading.h"
#include "core/engine/weights/rope_table.h"

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace cairn
{

// y[:, first ..] += up (down x) on some rows; without `up`: full x (core/engine/weights/projection.h).
struct CudaAddition
{
    std::optional<RowWeights> ordinary;  // whose rows: those with these weights; nothing: landmarks
    std::int32_t first = 0, inner = 0;   // first output column; rows of `down`
    std::int32_t outputs = 0;            // of `up`, else of `down`
    CudaArray<float> down, up;           // [inner][inputs], [outputs][inner]
};

struct CudaProjection
{
    std::int32_t outputs = 0, inputs = 0;
    CudaArray<std::byte> weight;         // [outputs][inputs]
    std::vector<CudaAddition> additions;

    explicit CudaProjection(const CudaDevice& device) : weight(device) {}
};

struct CudaLayer
{
    CudaArray<float> inputNorm, postNorm;
    CudaProjection qkv, output, gateUp, down;

    explicit CudaLayer(const CudaDevice& device)
        : inputNorm(device), postNorm(device), qkv(device), output(device), gateUp(device), down(device)
    {
    }
};

// Arrays that a step fills; they keep their size from step to step.
struct CudaRoom
{
    CudaArray<std::int32_t> tokens, rowMaps, logitRows, selected, distances, unionCounts, unionBlocks, bad, absent;
    CudaArray<std::int16_t> unionPlaces;
    CudaArray<std::uint8_t> flags, ties;
    CudaArray<double> normalizers;
    CudaArray<float> x, normed, qkv, gateUp, product, inner, attended, keys, offsetKeys, values, tail, packed;
    CudaArray<float> scores, rotated, unitValues, placeScores, missScores, gates, miss, memoryWeights, localWeights;
    CudaArray<float> partMax, partSum, partOut, placeMax, placeSum, logits;
    CudaArray<std::byte> storedRows, storedLandmarks, choice;

    explicit CudaRoom(const CudaDevice& d)
        : tokens(d), rowMaps(d), logitRows(d), selected(d), distances(d), unionCounts(d), unionBlocks(d), bad(d), absent(d),
          unionPlaces(d), flags(d), ties(d), normalizers(d), x(d), normed(d), qkv(d), gateUp(d), product(d), inner(d), attended(d),
          keys(d), offsetKeys(d), values(d), tail(d), packed(d), scores(d), rotated(d), unitValues(d), placeScores(d), missScores(d),
          gates(d), miss(d), memoryWeights(d), localWeights(d), partMax(d), partSum(d), partOut(d), placeMax(d), placeSum(d), logits(d),
          storedRows(d), storedLandmarks(d), choice(d)
    {
    }
};

class CudaModel
{
public:
    // Copies all weights, tensor by tensor. `keys`: what the loaded model knows of its constant keys.
    // Unsupported: a shape that the kernels don't hold. OutOfMemory: says what is needed and what is free. Throws CudaFault.
    static Result<std::shared_ptr<CudaModel>> load(const cuda::GpuTable& table, const Model& source, const LoadPlan& plan,
                                                   std::vector<float> firstLandmarkKey, std::vector<std::vector<float>> missKeys);

    static cuda::WeightForm formOf(const Model& source);   // in which its weights are kept

    explicit CudaModel(const cuda::GpuTable& table)
        : device(table), embedding(device), head(device), landmarkEmbedding(device), finalNorm(device), firstKey(device),
          firstKeyScoredF32(device), firstKeyScoredF16(device), missKeys(device), cosines(device), sines(device), room(device)
    {
    }

    CudaDevice device;
    ModelConfig config;
    StreamLayout layout;
    cuda::WeightForm form = cuda::WeightForm::F32;
    CudaArray<std::byte> embedding;            // [vocabulary][hidden]
    CudaArray<std::byte> head;                 // empty: the embedding
    CudaArray<float> landmarkEmbedding;        // [hidden], adapters only
    CudaArray<float> finalNorm;
    std::vector<CudaLayer> layers;
    bool hasMissToken = false, hasFirstKey = false;
    CudaArray<float> firstKey;                 // [Hkv][d] every landmark's key of layer 0, not rotated
    CudaArray<float> firstKeyScoredF32, firstKeyScoredF16;   // rotated by F and rounded as stored landmarks are
    CudaArray<float> missKeys;                 // [L][Hkv][d]
    RopeTable rope{RopeFrequencies{}};
    CudaArray<float> cosines, sines;           // [rope.positions()][d/2]
    CudaRoom room;
    std::atomic<std::uint64_t>* progress = nullptr;

    void reserveAngles(std::uint32_t positions);
    CudaMemory& memoryOf(const std::shared_ptr<MemoryBlocks>& blocks);   // the device's side of a memory; made when first asked for

    bool dropCachedBlocks();                   // of all memories; false: there were none

    std::uint64_t tailState = 0;               // whose open block room.tail holds (Stream::tailState()); 0: nobody's

private:
    std::map<const MemoryBlocks*, std::unique_ptr<CudaMemory>> m_memories;
};

// The model with its weights on the GPU too, where its steps are computed then. Errors and exceptions: as CudaModel::load.
// REQUIRES: `source` and `plan` are those that `onCpu` was loaded from.
Result<std::shared_ptr<const LoadedModel>> withGpu(const LoadedModel& onCpu, const cuda::GpuTable& table, const Model& source,
                                                   const LoadPlan& plan);

}  // namespace cairn
