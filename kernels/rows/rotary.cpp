#include "kernels/rows/rotary.h"

#include "kernels/rows/elementwise_levels.h"

namespace cairn::kernels
{
namespace
{

void rotateHead(const float* from, const float* cosines, const float* sines, std::int32_t headDim, float* to)
{
    const std::int32_t half = headDim / 2;
    for (std::int32_t j = 0; j < half; ++j) {
        const float a = from[j], b = from[j + half];
        to[j] = a * cosines[j] - b * sines[j];
        to[j + half] = b * cosines[j] + a * sines[j];
    }
}

using HeadRotation = void (*)(const float* from, const float* cosines, const float* sines, std::int32_t headDim, float* to);

void rotateAll(const Rotary& work, HeadRotation rotation)
{
    const std::ptrdiff_t headStride = work.headStride ? work.headStride : work.headDim;
    const std::ptrdiff_t rowStride = work.rowStride ? work.rowStride : std::ptrdiff_t{work.headDim} * work.heads;
    const std::ptrdiff_t toHeadStride = work.toHeadStride ? work.toHeadStride : headStride;
    const std::ptrdiff_t toRowStride = work.toRowStride ? work.toRowStride : rowStride;
    for (std::int32_t x = 0; x < work.rows; ++x) {
        const std::ptrdiff_t position = work.positions ? work.positions[x] : work.firstPosition + x;
        const std::ptrdiff_t angles = position * (work.headDim / 2);
        for (std::int32_t h = 0; h < work.heads; ++h)
            rotation(work.from + x * rowStride + h * headStride, work.cosines + angles, work.sines + angles, work.headDim,
                     work.to + x * toRowStride + h * toHeadStride);
    }
}

}  // namespace

void rotateReference(const Rotary& work) { rotateAll(work, rotateHead); }

void rotate(const Rotary& work, CpuLevel level)
{
#if defined(__x86_64__)
    if (level >= CpuLevel::Avx2)
        return rotateAll(work, avx2::rotateHead);
#endif
    static_cast<void>(level);
    rotateReference(work);
}

}  // namespace cairn::kernels
