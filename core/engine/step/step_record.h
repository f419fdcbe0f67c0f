// What one layer did in one step, offered to a recorder (trace, golden replay) while the values are in reach. Plain pointers,
// valid during the call only. Shapes: T rows, H query heads, n memory blocks, k places, r open tokens, F tokens a block.
#pragma once

#include "core/types/memory.h"

#include <cstdint>
#include <span>

namespace cairn
{

struct LayerRecord
{
    std::uint32_t layer = 0;
    std::uint32_t rows = 0, heads = 0, kvHeads = 0, places = 0, memoryBlocks = 0;
    std::uint32_t firstBlock = 0;                // absolute id of memory index 0
    std::uint32_t openTokens = 0, blockTokens = 0, blockLength = 0;
    SelectionMode mode = SelectionMode::PerTokenAndHead;

    const float* queries = nullptr;              // [T][H][d] before rotation

    const std::int32_t* selected = nullptr;      // [T][H][k] memory index; -1: not attended
    const std::int32_t* distances = nullptr;     // [T][H][k] D = k + 1 - slot
    const float* placeScores = nullptr; // [T][H][k] of the blocks holding the places; shared modes: probability; null: nothing was scored
    const std::uint8_t* ties = nullptr;          // [T][H]; null: nothing was scored

    std::uint32_t scoredFrom = 0;                // rows below have no entry in the next two
    const float* rawScores = nullptr;            // [T - scoredFrom][H][n]; null unless wanted
    const float* unitValues = nullptr; // values compared: per token and head null; tokens [H][n], heads [rows][n], groups [rows][Hkv][n]

    const float* gates = nullptr;                // [T][H][k]
    const float* miss = nullptr;                 // [T][H]; null without context miss token
    std::uint32_t weightsFrom = 0;               // rows below have no entry in the next two
    const float* memoryWeights = nullptr;        // [T - weightsFrom][H][k][F]
    const float* localWeights = nullptr;         // [T - weightsFrom][H][r + T]

    std::span<const std::int32_t> pinned, barred;   // memory indices, ascending
    std::span<const std::uint32_t> off;          // heads that are switched off, ascending: what stands above for them had no effect
};

class StepRecorder
{
public:
    virtual ~StepRecorder() = default;
    virtual void record(const LayerRecord& layer) = 0;

    // What the recorder needs of a step of `rows` rows; a value of `rows` means nothing.
    virtual std::uint32_t scoresFrom(std::uint32_t rows) const { return rows; }    // all scores of rows from here on
    virtual std::uint32_t weightsFrom(std::uint32_t rows) const { return rows; }   // weights of single tokens
    virtual bool placeScores() const { return false; }                             // scores even where pins decide everything
    virtual bool queries() const { return true; }                                  // false: LayerRecord::queries may be null
};

// Places decided elsewhere, for replaying recorded choices: fills [T][H][k] for a layer. False: choose as usual.
class PlaceSource
{
public:
    virtual ~PlaceSource() = default;
    virtual bool places(std::uint32_t layer, std::int32_t* selected, std::int32_t* distances) = 0;
};

}  // namespace cairn
