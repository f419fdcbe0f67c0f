// One forward pass over the new tokens of one or several streams of a model: their rows go through the products together, so the weights
// are read once for all; what concerns a single stream is step_run.h (landmark_semantics.md 2-7, 10). Of packed weights every row gives
// the same bits in any company.
// Changes the streams only when every layer of all has succeeded.
#pragma once

#include "core/engine/blocks/memory_ladder.h"
#include "core/engine/step/step_run.h"

#include <memory>

namespace cairn
{

class JointRun
{
public:
    // What a step takes beside model and memory, about.
    static LadderWork sizeOf(const LoadedModel& model, const MemoryShape& memory, std::uint32_t rows, std::uint32_t sliceLimit);

    // REQUIRES: at least one step; different streams of one model; the same StepWants::weights.
    JointRun(std::span<const StreamStep> steps, std::stop_token stop);

    Result<std::vector<StepOutput>> run();

private:
    struct LogitRow
    {
        const StepRun* part;
        std::uint32_t row;
    };

    bool isStopped() const;                               // asked often; counts as a sign of life
    AddedRows addedRows(std::uint32_t first, std::uint32_t end) const;
    std::uint32_t firstWanted(std::uint32_t layer) const; // rows before it give nothing that is wanted behind the layer's keys and values
    Result<void> runLayer(std::uint32_t layer);
    Result<void> runStreams(std::uint32_t layer, std::uint32_t wanted);
    Result<void> runProducts(std::uint32_t layer, std::uint32_t wanted);
    std::vector<StepOutput> hidden();
    void giveLogits();
    void giveLogits(std::span<const LogitRow> some);

    const LoadedModel& m_model;
    std::stop_token m_stop;
    std::uint32_t m_rows;                                 // of all streams
    std::uint32_t m_sliceRows;                            // rows that pass through the products at once
    LayerRoom m_room;
    Matrix m_qkv, m_x, m_attended;                        // [rows, (H + 2 Hkv) d], [rows, hidden], [rows, H d]
    std::vector<std::unique_ptr<StepRun>> m_parts;
    std::vector<std::uint32_t> m_firstRows;               // [parts + 1]
};

}  // namespace cairn
