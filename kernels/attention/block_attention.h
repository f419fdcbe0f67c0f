// Landmark attention of one layer and one step: queries against retrieved blocks, read in place, and the local tokens.
// Formulas: landmark_semantics.md 4 (relative form), 6.1 grouped, 6.2 exact, 7 context miss token. Raw pointers, no torch;
// the caller allocates. All levels compute the same function; the reference is the truth. Thread-safe: no state between calls;
// the caller runs shares of the work itself: call with [firstRow, endRow) and [firstKvHead, endKvHead) per thread, each with
// scratch of its own; a share writes the results of its rows and heads only. A step of one row has more threads than kv heads to
// feed: there the heads of a group are shares too ([firstGroupHead, endGroupHead)).
//
// Names: T new rows, H query heads, Hkv kv heads (query head h uses kv head h div (H/Hkv)), d head dimension, F regular tokens
// a block, B block length in stream positions (F + 1 with landmarks, F with bounds), k places, r tokens in the open block.
#pragma once

#include "kernels/rows/kv_row.h"

namespace cairn::kernels
{

struct BlockAttention
{
    // Sizes
    std::int32_t rows = 0;              // T
    std::int32_t heads = 0, kvHeads = 0, headDim = 0;
    std::int32_t blockTokens = 0;       // F
    std::int32_t blockLength = 0;       // B
    std::int32_t places = 0;            // k
    std::int32_t openTokens = 0;        // r: row x stands at local index r + x
    std::int32_t firstRow = 0, endRow = 0;         // this call's share
    std::int32_t firstKvHead = 0, endKvHead = 0;
    std::int32_t firstGroupHead = 0, endGroupHead = 0;   // query heads within each kv head's group; 0, 0: all of them
    bool grouped = false;               // false: exact
    bool landmarks = true;              // false: bounds, no landmark rows in the stream

    const float* queries = nullptr;     // [T][H][d], not rotated
    const float* cosines = nullptr;     // [positions][d/2], angle of relative position p; positions >= (k + 1) * B + r + T
    const float* sines = nullptr;
    float scale = 1;                    // 1 / sqrt(d)

    // Local stream tokens, landmarks included: index i = 0 .. r + T - 1; section = i div B
    const float* localKeys = nullptr;   // [Hkv][r + T][d], rotated to their local index
    const float* localValues = nullptr; // [Hkv][r + T][d]; a landmark's value is never used
    std::int32_t localRows = 0;         // > 0: rows from one kv head's to the next one's, instead of r + T
    bool localParts = false;            // they may be multiplied as two bfloat16 numbers each, to 2^-16: many rows by AMX tiles

    // Memory: block images of kv_row.h, keys rotated by their in-block offset
    RowType rowType = RowType::F32;
    const void* const* blocks = nullptr;        // [n] by memory index; only the blocks that `selected` names must be non-null
    const float* const* landmarkKeys = nullptr; // [n] -> [Hkv][d] 32-bit, rotated by F; grouped only
    const std::int32_t* selected = nullptr;     // [T][H][k] memory index, ascending; -1: the place is not attended.
                                                // All rows must be there, those outside the share too
    const std::int32_t* distances = nullptr;    // [T][H][k] D = k + 1 - slot, 1 .. k + 1

    // Context miss token (grouped only): logit per row and head, null without one
    const float* missScores = nullptr;          // [T][H]
    float missCutoff = -1;                      // < 0: none

    // Results
    float* output = nullptr;            // [T][H][d]
    float* gates = nullptr;             // [T][H][k], 0 for places not attended; may be null
    float* miss = nullptr;              // [T][H] probability before the cutoff; may be null
    float* memoryWeights = nullptr;     // [T][H][k][F] weight of every retrieved token (gate x inner); may be null
    float* localWeights = nullptr;      // [T][H][r + T] weight of every local token; may be null

    void* scratch = nullptr;            // blockAttentionScratch() bytes per call, 64-byte aligned
};

std::size_t blockAttentionScratch(const BlockAttention& work);

// Rows are computed in tiles that begin at multiples of this (it depends on heads and kvHeads only); shares cut there cost least.
// However rows and heads are cut into shares, the bits are the same: every query adds its blocks in ascending order, then its
// local sections, and how a block is read depends on the whole tile.
std::int32_t blockAttentionRowTile(const BlockAttention& work);

void blockAttentionReference(const BlockAttention& work);   // plain loops, written to be read
void blockAttention(const BlockAttention& work, CpuLevel level = cpuLevel());

}  // namespace cairn::kernels
