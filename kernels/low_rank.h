// A low-rank addition to rows, without the cost of starting products that are too small for LibTorch. No torch. Thread-safe.
// A row's bits are the same at every level, whatever rows come with it.
#pragma once

#include "cpu_level.h"

#include <cstdint>

namespace cairn::kernels
{

// Weights of y += up (down x): down [rank, inputs], up [outputs, rank], 32 bits, dense.
struct LowRank
{
    const float* down = nullptr;
    const float* up = nullptr;
    int inputs = 0, rank = 0, outputs = 0;
    const float* upByRank = nullptr;   // [rank, outputs]: up transposed, for many rows
};

// out [outputs] += up (down x), x [inputs]; sums in 32 bits, in one order: 16 side by side, joined as a tree.
void addLowRank(const LowRank& weights, const float* x, float* out);

// The same for rows rows[first .. end) of x and out. REQUIRES: upByRank.
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
