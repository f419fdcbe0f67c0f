// What one stream does for itself in a step over its new tokens, layer by layer (landmark_semantics.md 2-7, 10): local rows, places,
// attention, finished blocks. The products over rows are those of joint_run.h.
// Changes the stream only in finish(), when every layer has succeeded.
#pragma once

#include "core/engine/weights/layer_math.h"
#include "core/engine/step/local_rows.h"
#include "core/engine/step/place_choice.h"
#include "core/engine/step/stream.h"
#include "core/engine/step/switched_heads.h"
#include "kernels/attention/block_attention.h"

namespace cairn
{

Error stoppedOnRequest();

// Rows of a step between its parts.
struct StepRows
{
    MatrixView x, qkv, attended;   // [T, hidden], [T, (H + 2 Hkv) d], [T, H d]
};

class StepRun
{
public:
    // Tables for the positions of all runs that go together. Before the first of them: their choices point into the tables.
    static void reservePositions(std::span<const StreamStep> steps);

    // `step` and what it names outlive the run; `rows`: room for its tokens. REQUIRES: reservePositions() of its step.
    StepRun(const StreamStep& step, const StepRows& rows, std::stop_token stop);

    const StepWants& wants() const { return m_wants; }
    const StepRows& rows() const { return m_at; }
    void embed();
    // Rows [first, end) with additions, counted from `at` on.
    void addTo(AddedRows& added, std::uint32_t first, std::uint32_t end, std::uint32_t at) const;
    void takeProducts(std::uint32_t layer);               // of rows().qkv
    Result<void> attend(std::uint32_t layer, std::uint32_t firstRow);   // rows().attended from firstRow on
    Result<void> storeBlocks(std::uint32_t layer);
    void finish();

private:
    bool isStopped() const;                               // asked often; counts as a sign of life
    void runAttentionPieces(std::uint32_t firstRow);
    void attentionShare(kernels::BlockAttention& part);
    Result<void> gatherMemory(std::uint32_t layer);
    void gatherLandmarkKeys(std::uint32_t layer);
    void scoreMissToken(std::uint32_t layer);
    void reportLayer(std::uint32_t layer);

    Stream& m_stream;
    const LoadedModel& m_model;
    std::span<const TokenId> m_tokens;
    const StepWants& m_wants;
    std::stop_token m_stop;
    StepShape m_step;
    StepRows m_at;
    LocalRows m_local;
    PlaceChoice m_choice;
    SwitchedHeads m_off;

    std::vector<const void*>& m_rows;                     // [n or more] images held for this layer
    std::vector<std::uint32_t> m_heldBlocks;              // absolute ids of the base's blocks that this layer attends
    std::vector<const std::byte*> m_heldRows;             // the same
    std::vector<const float*>& m_landmarkPointers;        // [n or more], grouped only
    std::vector<float> m_landmarkKeys;                    // [attended][Hkv][d]
    std::vector<float> m_missScores, m_gates, m_miss, m_memoryWeights, m_localWeights;
    std::uint32_t m_weightsFrom;
    std::vector<std::shared_ptr<FinishedBlock>> m_closed;
    TailRows m_newTail;                                   // after a step that closes blocks; else the tail grows in place
};

}  // namespace cairn
