// One step on the GPU (cuda_step.h). Parts: cuda_step.cpp the layers, cuda_step_products.cpp their products, cuda_step_attention.cpp
// places and attention.
#pragma once

#include "core/engine/step/cuda_step.h"
#include "core/engine/step/place_choice.h"
#include "core/engine/step/step_shape.h"
#include "core/engine/step/switched_heads.h"

#include <optional>

namespace cairn
{

// Waits: the device's choice of blocks comes to the host in every layer, which fetches what is missing. Trusts: a step of few rows goes
// through all layers without waiting, since the rows of the step before were all there; what it chose and recorded comes at its end.
enum class CudaStepWay { Waits, Trusts };

class CudaStep
{
public:
    CudaStep(Stream& stream, CudaModel& model, std::span<const TokenId> tokens, const StepControls& controls, const StepWants& wants,
             std::stop_token stop, CudaStepWay way);

    // Nothing: it trusted and a row was missing; the stream is unchanged and the step has to be run again, waiting.
    Result<std::optional<StepOutput>> run();

private:
    // What a recorder gets of one layer or of all, on the host.
    struct Records
    {
        std::vector<float> qkv, gates, miss, memoryWeights, localWeights;
    };

    // Rows of a slice that get additions, as device lists of rows counted from the slice's first.
    struct Slice
    {
        std::uint32_t first = 0, count = 0;
        std::size_t landmarksAt = 0, ordinaryAt = 0;   // in room.rowMaps
        std::int32_t landmarks = 0, ordinary = 0;

        bool isFew() const { return count <= static_cast<std::uint32_t>(cuda::kFewRows); }
    };

    // What a projection reads: dense rows; `norm`: through RMSNorm with these weights.
    struct Input
    {
        const float* rows;
        const float* norm;
    };

    void prepare();
    void prepareSlices();
    void putTail();
    bool isStopped() const;
    Result<void> runLayer(std::uint32_t layer);
    Input normed(const Slice& slice, const float* weight);
    cuda::MatrixProduct productOf(const Input& in, std::int32_t inputs, std::int32_t rows) const;
    cuda::MatrixProduct productOf(const CudaProjection& projection, const Slice& slice, const Input& in) const;
    std::int32_t rowsWith(const CudaAddition& addition, const Slice& slice) const;   // of the slice, how many get it
    bool hasAdditions(const CudaProjection& projection, const Slice& slice) const;
    const CudaAddition* additionOfAll(const CudaProjection& projection, const Slice& slice) const;
    cuda::MatrixProduct multiplyWithInner(cuda::MatrixProduct work, const CudaAddition& addition);
    void apply(const CudaProjection& projection, const Slice& slice, const Input& in, float* out, std::int64_t outStride, bool add);
    void add(const CudaAddition& addition, const Slice& slice, const Input& in, std::int32_t inputs, float* out, std::int64_t outStride);
    void feedForward(const CudaLayer& layer, const Slice& slice);
    void fillLocal(std::uint32_t layer);
    void storeBlocks(std::uint32_t layer);
    Result<void> collect();                     // what the step leaves behind, on the host
    void giveLogits(StepOutput& output);

    void choose(std::uint32_t layer);
    void scoreTile(std::uint32_t layer, std::uint32_t first, std::uint32_t end, ChosenPlaces& chosen);
    void chooseShared(std::uint32_t layer, std::uint32_t first, std::uint32_t end, ChosenPlaces& chosen);
    bool wantsScores() const { return m_wants.recorder && m_wants.recorder->placeScores(); }
    bool canTrust(const StepControls& controls) const;
    Result<void> holdAttended(std::uint32_t layer);
    Result<bool> collectChoices();              // after a step that trusted; false: a row was missing
    Records recordsOf(std::size_t layers) const;
    cuda::ChoosePlaces choiceOf(std::uint32_t layer, const float* values, std::uint32_t first, std::uint32_t rows);
    Result<void> attend(std::uint32_t layer);
    cuda::AttendBlocks attentionOf(std::uint32_t layer);
    void scoreMissToken(std::uint32_t layer);
    void reportLayer(std::uint32_t layer, const Records& records, std::size_t at);

    std::size_t rows() const { return m_step.rows; }
    std::size_t width() const { return std::size_t{m_model.config.headDim} * (m_model.config.heads + 2 * m_model.config.kvHeads); }
    std::size_t queries() const { return rows() * m_model.config.heads; }
    std::size_t keptRows() const { return m_step.localTokens() - firstKept(); }   // rows of the tail that are new
    std::size_t firstKept() const { return m_closed.empty() ? m_step.openTokens : m_step.closedBlocks() * m_step.blockLength; }
    float scale() const;
    float* packed(std::uint32_t layer) const;

    // Arrays that a step which trusts keeps of all layers; else one layer's are there.
    std::size_t keptLayers() const { return m_trusts ? m_model.config.layers : 1; }
    std::size_t keptAt(std::uint32_t layer) const { return m_trusts ? layer : 0; }
    float* qkv(std::uint32_t layer) const { return m_room.qkv.data() + keptAt(layer) * rows() * width(); }
    std::size_t entries() const { return queries() * m_choice.places(); }
    std::size_t entriesAt(std::uint32_t layer) const { return m_choice.isDecided() ? 0 : keptAt(layer) * entries(); }
    std::size_t weightQueries() const { return (rows() - m_weightsFrom) * m_model.config.heads; }

    Stream& m_stream;
    CudaModel& m_model;
    const CudaDevice& m_device;
    CudaRoom& m_room;
    CudaMemory& m_memory;
    MemoryShape m_shape;
    std::span<const TokenId> m_tokens;
    const StepWants& m_wants;
    std::stop_token m_stop;
    bool m_placesAreImposed;               // a PlaceSource changes what was chosen
    StepShape m_step;
    PlaceChoice m_choice;
    SwitchedHeads m_off;
    std::vector<Slice> m_slices;
    std::uint32_t m_weightsFrom;
    bool m_trusts = false;
    std::vector<std::shared_ptr<FinishedBlock>> m_closed;
    std::size_t m_rowStride = 0;           // of stored rows, as in a FinishedBlock
    TailRows m_newTail;                    // after a step that closes blocks
};

}  // namespace cairn
