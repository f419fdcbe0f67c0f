#include "kernels/vectors/simd_avx2.h"

#include "kernels/products/low_rank_vectors.h"

namespace cairn::kernels::avx2
{

void addLowRankRows(const LowRankRows& work, float* inner) { lowRankRows(work, inner); }

}  // namespace cairn::kernels::avx2
