// Inside of low_rank: what levels implement.
#pragma once

#include "kernels/products/low_rank.h"

namespace cairn::kernels
{

constexpr int kLowRankRows = 16;    // computed together

// inner: [kLowRankRows][rank] numbers of scratch
namespace avx2
{
void addLowRankRows(const LowRankRows& work, float* inner);
}
namespace avx512
{
void addLowRankRows(const LowRankRows& work, float* inner);
}

}  // namespace cairn::kernels
