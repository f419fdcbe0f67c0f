// Inside of low_rank: what levels implement.
#pragma once

#include "low_rank.h"

namespace cairn::kernels
{

constexpr int kLowRankLanes = 16;   // sums side by side
constexpr int kLowRankRows = 16;    // computed together

// inner: [kLowRankRows][rank rounded up to kLowRankLanes] numbers of scratch
namespace avx2
{
void addLowRankRows(const LowRankRows& work, float* inner);
}
namespace avx512
{
void addLowRankRows(const LowRankRows& work, float* inner);
}

}  // namespace cairn::kernels
