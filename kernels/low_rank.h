// A low-rank addition to one row, without the cost of starting products that are too small for LibTorch. No torch. Thread-safe.
#pragma once

namespace cairn::kernels
{

// Weights of y += up (down x): down [rank, inputs], up [outputs, rank], rows dense, 32 bits.
struct LowRank
{
    const float* down = nullptr;
    const float* up = nullptr;
    int inputs = 0, rank = 0, outputs = 0;
};

// out [outputs] += up (down x), x [inputs]; sums in 32 bits, in one order.
void addLowRank(const LowRank& weights, const float* x, float* out);

}  // namespace cairn::kernels::kernels
