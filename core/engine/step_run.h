// One forward pass of a stream over the new tokens of a step, layer by layer (landmark_semantics.md 2-7, 10).
// Changes the stream only in finish(), when every layer has succeeded.
#pragma once

#include "core/engine/layer_math.h"
#include "core/engine/local_rows.h"
#include "core/engine/place_choice.h"
#include "core/engine/stream.h"
#include "core/engine/switched_heads.h"
#include "kernels/block_attention.h"

namespace cairn
{

class StepRun
{
public:
    // What a step takes beside model and memory, about.
    static LadderWork sizeOf(const LoadedModel& model, const MemoryShape& memory, std::uint32_t rows, std::uint32_t sliceLimit);

    StepRun(Stream& stream, std::span<const TokenId> tokens, const StepControls& controls, const StepWants& wants, std::stop_token stop);

    Result<StepOutput> run();

private:
    AddedRows addedRows(std::uint32_t first, std::uint32_t end) const;
    void embed();
    bool isStopped() const;                               // asked often; counts as a sign of life
    Result<void> runLayer(std::uint32_t layer);
    std::uint32_t firstWanted(std::uint32_t layer) const; // rows before it give nothing that is wanted behind the layer's keys and values
    Result<void> attend(std::uint32_t layer);
    void runAttentionPieces(std::uint32_t firstRow);
    void attentionShare(kernels::BlockAttention& part);
    Result<void> gatherMemory(std::uint32_t layer);
    void gatherLandmarkKeys(std::uint32_t layer);
    void scoreMissToken(std::uint32_t layer);
    Result<void> storeBlocks(std::uint32_t layer);
    void reportLayer(std::uint32_t layer);
    void giveLogits(StepOutput& output);
    void finish();

    Stream& m_stream;
    const LoadedModel& m_model;
    std::span<const TokenId> m_tokens;
    const StepWants& m_wants;
    std::stop_token m_stop;
    StepShape m_step;
    std::uint32_t m_sliceRows;                            // rows that pass through the products at once
    LayerRoom m_room;
    Matrix m_qkv, m_x, m_attended;                        // [T, (H + 2 Hkv) d], [T, hidden], [T, H d]
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
