// The step that waits for arithmetic, not for memory; the others are elementwise_avx2.cpp's.
#include "kernels/vectors/simd_avx512.h"

#include "kernels/rows/elementwise_levels.h"
#include "kernels/vectors/exponential_sums.h"

namespace
{

Vec silu(Vec gate, Vec up)   // g / (1 + e^-g) * up
{
    return mul(div(gate, add(broadcast(1), exponential(sub(zero(), gate)))), up);
}

}  // namespace

namespace cairn::kernels::avx512
{

void siluMultiply(const float* gate, const float* up, std::size_t count, float* out)
{
    std::size_t i = 0;
    for (; i + kWidth <= count; i += kWidth)
        store(out + i, silu(load(gate + i), load(up + i)));
    if (const int rest = static_cast<int>(count - i); rest > 0)
        storePart(out + i, silu(loadPart(gate + i, rest), loadPart(up + i, rest)), rest);
}

float sumOfExponentials(const float* x, std::size_t count, float offset) { return exponentialsSum(x, count, offset); }

}  // namespace cairn::kernels::avx512
