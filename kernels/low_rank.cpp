#include "low_rank.h"

#include "low_rank_levels.h"

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

void addLowRankRows(const LowRankRows& work, CpuLevel level)
{
#if defined(__x86_64__)
    thread_local std::vector<float> inner;
    if (level >= CpuLevel::Avx2)
        inner.resize(static_cast<std::size_t>(work.weights.rank + kLowRankLanes) * kLowRankRows);
    if (level >= CpuLevel::Avx512)
        return avx512::addLowRankRows(work, inner.data());
    if (level >= CpuLevel::Avx2)
        return avx2::addLowRankRows(work, inner.data());
#endif
    static_cast<void>(level);
    for (int i = work.first; i < work.end; ++i)
        addLowRank(work.weights, work.x + work.rows[i] * work.xStride, work.out + work.rows[i] * work.outStride);
}

}  // namespace cairn::kernels
