#include "kernels/rows/elementwise.h"

#include "kernels/rows/elementwise_levels.h"

#include <algorithm>
#include <cmath>

namespace cairn::kernels
{

void rmsNormReference(const RmsNorm& work)
{
    for (std::int32_t row = 0; row < work.rows; ++row) {
        const float* x = work.x + static_cast<std::size_t>(row) * work.width;
        float* out = work.out + static_cast<std::size_t>(row) * work.width;
        float squares = 0;
        for (std::int32_t j = 0; j < work.width; ++j)
            squares += x[j] * x[j];
        const float factor = 1.0f / std::sqrt(squares / static_cast<float>(work.width) + work.epsilon);
        for (std::int32_t j = 0; j < work.width; ++j)
            out[j] = work.weight[j] * (x[j] * factor);
    }
}

void siluMultiplyReference(const float* gate, const float* up, std::size_t count, float* out)
{
    for (std::size_t i = 0; i < count; ++i)
        out[i] = gate[i] / (1.0f + std::exp(-gate[i])) * up[i];
}

void rmsNorm(const RmsNorm& work, CpuLevel level)
{
#if defined(__x86_64__)
    if (level >= CpuLevel::Avx2)
        return avx2::rmsNorm(work);
#endif
    static_cast<void>(level);
    rmsNormReference(work);
}

void siluMultiply(const float* gate, const float* up, std::size_t count, float* out, CpuLevel level)
{
#if defined(__x86_64__)
    if (level >= CpuLevel::Avx512)
        return avx512::siluMultiply(gate, up, count, out);
    if (level >= CpuLevel::Avx2)
        return avx2::siluMultiply(gate, up, count, out);
#endif
    static_cast<void>(level);
    siluMultiplyReference(gate, up, count, out);
}

float largestOf(const float* x, std::size_t count, CpuLevel level)
{
#if defined(__x86_64__)
    if (level >= CpuLevel::Avx2)
        return avx2::largestOf(x, count);
#endif
    static_cast<void>(level);
    return *std::max_element(x, x + count);
}

float sumOfExponentials(const float* x, std::size_t count, float offset, CpuLevel level)
{
#if defined(__x86_64__)
    if (level >= CpuLevel::Avx512)
        return avx512::sumOfExponentials(x, count, offset);
    if (level >= CpuLevel::Avx2)
        return avx2::sumOfExponentials(x, count, offset);
#endif
    static_cast<void>(level);
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i)
        sum += static_cast<double>(std::exp(x[i] - offset));
    return static_cast<float>(sum);
}

void addInto(const float* from, std::size_t count, float* to, CpuLevel level)
{
#if defined(__x86_64__)
    if (level >= CpuLevel::Avx2)
        return avx2::addInto(from, count, to);
#endif
    static_cast<void>(level);
    for (std::size_t i = 0; i < count; ++i)
        to[i] += from[i];
}

}  // namespace cairn::kernels
