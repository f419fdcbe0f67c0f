// These steps wait for memory, not for arithmetic: eight floats at a time are enough.
#include "kernels/vectors/simd_avx2.h"

#include "kernels/rows/elementwise_levels.h"
#include "kernels/vectors/exponential_sums.h"

namespace
{

// Calls full(i) for whole vectors of [0, count), part(i, rest) for the end
template <typename Full, typename Part>
void forVectors(std::size_t count, const Full& full, const Part& part)
{
    std::size_t i = 0;
    for (; i + kWidth <= count; i += kWidth)
        full(i);
    if (i < count)
        part(i, static_cast<int>(count - i));
}

Vec silu(Vec gate, Vec up)   // g / (1 + e^-g) * up
{
    return mul(div(gate, add(broadcast(1), exponential(sub(zero(), gate)))), up);
}

}  // namespace

namespace cairn::kernels::avx2
{

void rmsNorm(const RmsNorm& work)
{
    for (std::int32_t row = 0; row < work.rows; ++row) {
        const float* x = work.x + static_cast<std::size_t>(row) * work.width;
        float* out = work.out + static_cast<std::size_t>(row) * work.width;
        Vec squares = zero();
        forVectors(work.width, [&](std::size_t j) { squares = fma(load(x + j), load(x + j), squares); },
                   [&](std::size_t j, int rest) { squares = fma(loadPart(x + j, rest), loadPart(x + j, rest), squares); });
        const Vec factor = broadcast(1.0f / __builtin_sqrtf(sum(squares) / static_cast<float>(work.width) + work.epsilon));
        forVectors(work.width, [&](std::size_t j) { store(out + j, mul(load(work.weight + j), mul(load(x + j), factor))); },
                   [&](std::size_t j, int rest) {
                       storePart(out + j, mul(loadPart(work.weight + j, rest), mul(loadPart(x + j, rest), factor)), rest);
                   });
    }
}

void siluMultiply(const float* gate, const float* up, std::size_t count, float* out)
{
    forVectors(count, [&](std::size_t i) { store(out + i, silu(load(gate + i), load(up + i))); },
               [&](std::size_t i, int rest) { storePart(out + i, silu(loadPart(gate + i, rest), loadPart(up + i, rest)), rest); });
}

void addInto(const float* from, std::size_t count, float* to)
{
    forVectors(count, [&](std::size_t i) { store(to + i, add(load(to + i), load(from + i))); },
               [&](std::size_t i, int rest) { storePart(to + i, add(loadPart(to + i, rest), loadPart(from + i, rest)), rest); });
}

float largestOf(const float* x, std::size_t count)
{
    float most = x[0];
    Vec tops = broadcast(most);
    forVectors(count, [&](std::size_t i) { tops = vmax(tops, load(x + i)); },
               [&](std::size_t i, int rest) {
                   for (int j = 0; j < rest; ++j)
                       most = x[i + j] > most ? x[i + j] : most;
               });
    const float top = largest(tops);
    return top > most ? top : most;
}

float sumOfExponentials(const float* x, std::size_t count, float offset) { return exponentialsSum(x, count, offset); }

void rotateHead(const float* from, const float* cosines, const float* sines, std::int32_t headDim, float* to)
{
    const std::int32_t half = headDim / 2;
    const auto pair = [&](Vec a, Vec b, Vec c, Vec s, Vec& x, Vec& y) {
        x = fnma(b, s, mul(a, c));
        y = fma(a, s, mul(b, c));
    };
    Vec x, y;
    forVectors(half,
               [&](std::size_t j) {
                   pair(load(from + j), load(from + half + j), load(cosines + j), load(sines + j), x, y);
                   store(to + j, x);
                   store(to + half + j, y);
               },
               [&](std::size_t j, int rest) {
                   pair(loadPart(from + j, rest), loadPart(from + half + j, rest), loadPart(cosines + j, rest),
                        loadPart(sines + j, rest), x, y);
                   storePart(to + j, x, rest);
                   storePart(to + half + j, y, rest);
               });
}

}  // namespace cairn::kernels::avx2
