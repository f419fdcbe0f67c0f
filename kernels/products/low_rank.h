// A low-rank addition to rows, or that of a whole matrix, without the cost of starting products that are too small for LibTorch. Weights
// in 16 bits, as adapters are stored: of a token's step they are read once, from beyond the caches. No torch. Thread-safe.
// A row's bits are the same at every level, whatever rows come with it.
#pragma once

#include "kernels/vectors/cpu_level.h"

#include <cstddef>
#include <cstdint>

namespace cairn::kernels
{

constexpr int kLowRankLanes = 16;   // sums, and outputs, side by side

// Weights of y += up (scale down x), halves; without `down`, of y += up (scale x)
struct LowRank
{
    const std::uint16_t* down = nullptr;   // [rank, inputs]; null: rank == inputs
    const std::uint16_t* up = nullptr;     // [groups of 16 outputs, rank, 16], zeros behind the last output
    int inputs = 0, rank = 0, outputs = 0;
    float scale = 1;                       // of the inner numbers: a power of two, for weights that were laid out larger or smaller

    std::size_t downNumbers() const { return static_cast<std::size_t>(rank) * static_cast<std::size_t>(inputs); }   // if there is one
    std::size_t upNumbers() const
    {
        return static_cast<std::size_t>((outputs + kLowRankLanes - 1) / kLowRankLanes * kLowRankLanes) * static_cast<std::size_t>(rank);
    }
};

// Lays out weights of 32 bits: down [rank, inputs] or null, up [outputs, rank]. `to`: downNumbers() where there is one, then upNumbers().
// False: one of them is no number of 16 bits; what is at `to` is unfinished.
bool layOutLowRank(const float* down, const float* up, const LowRank& shape, std::uint16_t* to);

// out [outputs] += up (scale down x), x [inputs], 32 bits. Each product is added without being rounded. An inner number is the sum of 16
// sums side by side, joined as a tree; an output takes them in their order.
void addLowRank(const LowRank& weights, const float* x, float* out);

// The same for rows rows[first .. end) of x and out.
struct LowRankRows
{
    LowRank weights;
    const float* x = nullptr;
    float* out = nullptr;
    std::int64_t xStride = 0, outStride = 0;   // numbers from a row to the next
    const std::int64_t* rows = nullptr;
    int first = 0, end = 0;
};
void addLowRankRows(const LowRankRows& work, CpuLevel level = cpuLevel());

}  // namespace cairn::kernels
