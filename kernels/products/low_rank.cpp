#include "kernels/products/low_rank.h"

#include "kernels/vectors/half_float.h"
#include "kernels/rows/kv_row.h"
#include "kernels/products/low_rank_levels.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace cairn::kernels
{

namespace
{

float dot(const std::uint16_t* a, const float* b, int count)
{
    float sums[kLowRankLanes] = {};
    for (int i = 0; i < count; ++i) {
        float& sum = sums[i % kLowRankLanes];
        sum = std::fma(fromHalf(a[i]), b[i], sum);
    }
    for (int half = kLowRankLanes / 2; half > 0; half /= 2) {
        for (int lane = 0; lane < half; ++lane)
            sums[lane] += sums[lane + half];
    }
    return sums[0];
}

// False: some number is none of 16 bits.
bool putHalves(const float* from, std::size_t count, std::uint16_t* to)
{
    constexpr std::size_t kTogether = 256;   // and looked at while they are near
    float back[kTogether];
    bool fits = true;
    for (std::size_t first = 0; first < count; first += kTogether) {
        const std::size_t here = std::min(kTogether, count - first);
        encodeHalves(from + first, here, to + first);
        decodeHalves(to + first, here, back);
        fits = std::equal(back, back + here, from + first) && fits;
    }
    return fits;
}

}  // namespace

bool layOutLowRank(const float* down, const float* up, const LowRank& shape, std::uint16_t* to)
{
    bool fits = !down || putHalves(down, shape.downNumbers(), to);
    to += down ? shape.downNumbers() : 0;
    const auto rank = static_cast<std::size_t>(shape.rank);
    std::vector<std::uint16_t> group(rank * kLowRankLanes);   // [16 outputs][rank]
    for (int first = 0; first < shape.outputs; first += kLowRankLanes) {
        const auto here = static_cast<std::size_t>(std::min(kLowRankLanes, shape.outputs - first));
        fits = putHalves(up, here * rank, group.data()) && fits;
        std::fill(group.begin() + static_cast<std::ptrdiff_t>(here * rank), group.end(), std::uint16_t{0});
        up += here * rank;
        for (std::size_t r = 0; r < rank; ++r) {
            for (std::size_t lane = 0; lane < kLowRankLanes; ++lane)
                *to++ = group[lane * rank + r];
        }
    }
    return fits;
}

void addLowRank(const LowRank& weights, const float* x, float* out)
{
    thread_local std::vector<float> inner;
    inner.resize(static_cast<std::size_t>(weights.rank));
    for (int r = 0; r < weights.rank; ++r) {
        const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(r) * weights.inputs;
        inner[static_cast<std::size_t>(r)] = weights.scale * (weights.down ? dot(weights.down + at, x, weights.inputs) : x[r]);
    }
    for (int o = 0; o < weights.outputs; ++o) {
        const int lane = o % kLowRankLanes;
        const std::uint16_t* up = weights.up + static_cast<std::ptrdiff_t>(o - lane) * weights.rank + lane;
        for (int r = 0; r < weights.rank; ++r)
            out[o] = std::fma(fromHalf(up[r * kLowRankLanes]), inner[static_cast<std::size_t>(r)], out[o]);
    }
}

void addLowRankRows(const LowRankRows& work, CpuLevel level)
{
#if defined(__x86_64__)
    thread_local std::vector<float> inner;
    if (level >= CpuLevel::Avx2)
        inner.resize(static_cast<std::size_t>(work.weights.rank) * kLowRankRows);
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
