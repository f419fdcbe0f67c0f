// Several independent token sequences as rows of one matrix, one after another, so that no padding is computed. Torch inside: sources
// of core/training only. Values.
#pragma once

#include "core/types/ids.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>
#include <vector>

namespace cairn
{

// Sequence i is rows [ends[i - 1], ends[i]). A sequence may branch: several continuations of one beginning, each of which sees the
// beginning and itself.
struct PackedTokens
{
    std::vector<TokenId> tokens;
    std::vector<std::int64_t> ends;
    std::vector<float> adapted;   // [tokens] 1: a row with low-rank weights, 0: one that the base model read
    std::vector<std::vector<std::int64_t>> branches;   // [sequences] rows of the sequence where each of its branches begins; none: plain

    // The first `base` tokens are read by the base model.
    void add(std::span<const TokenId> sequence, std::size_t base = 0);

    // One more continuation of the last sequence.
    void addBranch(std::span<const TokenId> continuation);

    std::int64_t beginOf(std::size_t sequence) const { return sequence == 0 ? 0 : ends[sequence - 1]; }
    std::int64_t rowsOf(std::size_t sequence) const { return ends[sequence] - beginOf(sequence); }
    std::int64_t rowsOfBranch(std::size_t sequence, std::size_t branch) const;
};

// Rows that sequences go on from, as the base model read them: keys are turned to their positions. [layers][sequences] of [1, Hkv, T, d].
struct PastRows
{
    std::vector<std::vector<at::Tensor>> keys, values;
    std::vector<std::int64_t> lengths;   // T of each sequence
};

}  // namespace cairn
