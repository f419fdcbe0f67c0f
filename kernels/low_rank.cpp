#include "low_rank.h"

#include <cstddef>
#include <vector>

namespace cairn::kernels
{

namespace
{

// In partial sums side by side, for the compiler's vectors.
float dot(const float* a, const float* b, int count)
{
    constexpr int kLanes = 16;
    float sums[kLanes] = {};
    int i = 0;
    for (; i + kLanes <= count; i += kLanes) {
        for (int lane = 0; lane < kLanes; ++lane)
            sums[lane] += a[i + lane] * b[i + lane];
    }
    for (int lane = 0; i < count; ++i, ++lane)
        sums[lane] += a[i] * b[i];
    for (int half = kLanes / 2; half > 0; half /= 2) {
        for (int lane = 0; lane < half; ++lane)
            sums[lane] += sums[lane + half];
    }
    return sums[0];
}

}  // namespace

void addLowRank(const LowRank& weights, const float* x, float* out)
{
    thread_local std::vector<float> inner;
    inner.resize(static_cast<std::size_t>(weights.rank));
    for (int r = 0; r < weights.rank; ++r)
        inner[static_cast<std::size_t>(r)] = dot(weights.down + static_cast<std::ptrdiff_t>(r) * weights.inputs, x, weights.inputs);
    for (int o = 0; o < weights.outputs; ++o)
        out[o] += dot(weights.up + static_cast<std::ptrdiff_t>(o) * weights.rank, inner.data(), weights.rank);
}

}  // namespace cairn::kernels::kernels
