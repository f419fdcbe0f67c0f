// Which blocks one row retrieves: landmark_semantics.md 5, rules 3 (values of the shared modes) to 7, and slots of section 4.
// Memory indices count from 0 = oldest. Thread-safe: no state between calls.
#pragma once

#include "kernels/vectors/cpu_level.h"

#include <cstddef>
#include <cstdint>

namespace cairn::kernels
{

constexpr float kTieTolerance = 1e-5f;   // closer scores are equal, the lower block number wins

struct BlockSelection
{
    // [n] what rule 4 compares. Barred and pinned entries are overwritten while the call runs and restored before it returns;
    // they need not be -inf. NaN counts as -inf.
    float* values = nullptr;
    std::int32_t memoryBlocks = 0;              // n
    std::int32_t places = 0;                    // k = min(K, n)
    const std::int32_t* pinned = nullptr;       // ascending, without repeats, within 0 .. n - 1, none of them barred
    std::int32_t pinnedCount = 0;
    const std::int32_t* barred = nullptr;       // ascending, without repeats, within 0 .. n - 1
    std::int32_t barredCount = 0;

    // Results
    std::int32_t* placesTaken = nullptr;        // [k] memory indices ascending, barred ones included; may be null
    std::int32_t* selected = nullptr;           // [k] the same, -1 where a barred block holds the place
    std::int32_t* distances = nullptr;          // [k] D_j = k + 1 - s_j, s_j = j + [block is recent]
    bool tie = false;                           // rule 4 chose among equals at the last place

    void* scratch = nullptr;                    // blockSelectionScratch(n) bytes, 64-byte aligned
};

std::size_t blockSelectionScratch(std::int32_t memoryBlocks);

// REQUIRES: 0 <= k <= n. n = 0 or k = 0: nothing is written.
void selectBlocksReference(BlockSelection& work);
void selectBlocks(BlockSelection& work, CpuLevel level = cpuLevel());

// The same where only `count` blocks (ascending) are known, values [count] of them: all pinned ones, every block that may be taken or
// tie with one that is, and as many barred ones (the lowest) as could be needed to fill the places. Barred values count as -inf.
// `scratch`: blockSelectionScratch(count) bytes more than 4 * places. placesTaken: where in `blocks` the blocks stand that hold places.
void selectListedBlocks(BlockSelection& work, const std::int32_t* blocks, std::int32_t count, CpuLevel level = cpuLevel());

// Rule 3: values compared by the modes in which several rows or heads share a set. Barred blocks are -inf before any softmax.
// Where everything is barred all values are -inf. The probabilities (or their sums) to be reported are exp(value).
enum class SharedBy : std::int32_t
{
    Tokens,   // max_over_tokens: a unit is a head,          values [H][n]
    Heads,    // max_over_heads: a unit is a row,            values [T][n]
    Group,    // per_token_and_group: a unit is (row, kv head), values [T][Hkv][n]
};

struct SharedValues
{
    SharedBy mode = SharedBy::Group;
    const float* scores = nullptr;              // [T][H][n] raw scores of landmark_scan.h
    std::int32_t rows = 0, heads = 0, kvHeads = 0, memoryBlocks = 0;
    const std::int32_t* barred = nullptr;       // ascending, without repeats, within 0 .. n - 1
    std::int32_t barredCount = 0;
    std::int32_t firstUnit = 0, endUnit = 0;    // this call's share
    float* values = nullptr;
};

void sharedValuesReference(const SharedValues& work);
void sharedValues(const SharedValues& work, CpuLevel level = cpuLevel());

}  // namespace cairn::kernels
