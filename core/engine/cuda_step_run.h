// One step on the GPU (cuda_step.h). Parts: cuda_step.cpp the layers, cuda_step_attention.cpp places and attention.
#pragma once

#include "core/engine/cuda_step.h"
#include "core/engine/place_choice.h"
#include "core/engine/step_shape.h"
#include "core/engine/switched_heads.h"

namespace cairn
{

class CudaStep
{
public:
    CudaStep(Stream& stream, CudaModel& model, std::span<const TokenId> tokens, const StepControls& controls, const StepWants& wants,
             std::stop_token stop);

    Result<StepOutput> run();

private:
    // Rows of a slice that get additions, as device lists of rows counted from the slice's first.
    struct Slice
    {
        std::uint32_t first = 0, count = 0;
        std::size_t landmarksAt = 0, ordinaryAt = 0;   // in room.rowMaps
        std::int32_t landmarks = 0, ordinary = 0;
    };

    void prepare();
    void prepareSlices();
    void putTail();
    bool isStopped() const;
    Result<void> runLayer(std::uint32_t layer);
    void apply(const CudaProjection& projection, const Slice& slice, const float* in, float* out, std::int64_t outStride, bool add);
    void add(const CudaAddition& addition, const Slice& slice, const float* in, std::int32_t inputs, float* out, std::int64_t outStride);
    void feedForward(const CudaLayer& layer, const Slice& slice);
    void fillLocal(std::uint32_t layer);
    void storeBlocks(std::uint32_t layer);
    Result<void> collect();                     // what the step leaves behind, on the host
    void giveLogits(StepOutput& output);

    void choose(std::uint32_t layer);
    void scoreTile(std::uint32_t layer, std::uint32_t first, std::uint32_t end, ChosenPlaces& chosen);
    void chooseShared(std::uint32_t first, std::uint32_t end, ChosenPlaces& chosen);
    cuda::ChoosePlaces choiceOf(const float* values, std::uint32_t first, std::uint32_t rows) const;
    Result<void> attend(std::uint32_t layer);
    cuda::AttendBlocks attentionOf(std::uint32_t layer);
    void scoreMissToken(std::uint32_t layer);
    void reportLayer(std::uint32_t layer);

    std::size_t rows() const { return m_step.rows; }
    std::size_t width() const { return std::size_t{m_model.config.headDim} * (m_model.config.heads + 2 * m_model.config.kvHeads); }
    std::size_t queries() const { return rows() * m_model.config.heads; }
    std::size_t keptRows() const { return m_step.localTokens() - firstKept(); }   // rows of the tail that are new
    std::size_t firstKept() const { return m_closed.empty() ? m_step.openTokens : m_step.closedBlocks() * m_step.blockLength; }
    float scale() const;

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
    std::vector<std::shared_ptr<FinishedBlock>> m_closed;
    std::size_t m_rowStride = 0;           // of stored rows, as in a FinishedBlock
    TailRows m_newTail;                    // after a step that closes blocks
};

}  // namespace cairn
