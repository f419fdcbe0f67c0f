#include "rotary.h"

namespace cairn::kernels
{

void rotateReference(const Rotary& work)
{
    const std::int32_t d = work.headDim, half = d / 2;
    const std::ptrdiff_t headStride = work.headStride ? work.headStride : d;
    const std::ptrdiff_t rowStride = work.rowStride ? work.rowStride : std::ptrdiff_t{d} * work.heads;
    const std::ptrdiff_t toHeadStride = work.toHeadStride ? work.toHeadStride : headStride;
    const std::ptrdiff_t toRowStride = work.toRowStride ? work.toRowStride : rowStride;
    for (std::int32_t x = 0; x < work.rows; ++x) {
        const std::ptrdiff_t position = work.positions ? work.positions[x] : work.firstPosition + x;
        const float* cosine = work.cosines + position * half;
        const float* sine = work.sines + position * half;
        for (std::int32_t h = 0; h < work.heads; ++h) {
            const float* from = work.from + x * rowStride + h * headStride;
            float* to = work.to + x * toRowStride + h * toHeadStride;
            for (std::int32_t j = 0; j < half; ++j) {
                const float a = from[j], b = from[j + half];
                to[j] = a * cosine[j] - b * sine[j];
                to[j + half] = b * cosine[j] + a * sine[j];
            }
        }
    }
}

void rotate(const Rotary& work, CpuLevel) { rotateReference(work); }

}  // namespace cairn::kernels
