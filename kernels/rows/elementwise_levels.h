// Inside of elementwise and rotary: what levels implement.
#pragma once

#include "kernels/rows/elementwise.h"
#include "kernels/rows/rotary.h"

namespace cairn::kernels::avx2
{

void rmsNorm(const RmsNorm& work);
void siluMultiply(const float* gate, const float* up, std::size_t count, float* out);
void addInto(const float* from, std::size_t count, float* to);
float largestOf(const float* x, std::size_t count);
float sumOfExponentials(const float* x, std::size_t count, float offset);

// One head: to may be from
void rotateHead(const float* from, const float* cosines, const float* sines, std::int32_t headDim, float* to);

}  // namespace cairn::kernels::avx2

namespace cairn::kernels::avx512
{

void siluMultiply(const float* gate, const float* up, std::size_t count, float* out);
float sumOfExponentials(const float* x, std::size_t count, float offset);

}  // namespace cairn::kernels::avx512
