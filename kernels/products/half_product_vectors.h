// Products of 16-bit weights over the vectors of simd_avx2.h or simd_avx512.h; the including file gives loadBrain(p), loadBrainPart(p, n)
// (bfloat16 to floats) and kHalfOutputs, kHalfRows (register tile). Local to the including file, C headers only.
#pragma once

#include "kernels/products/half_product_levels.h"

namespace
{

using cairn::kernels::HalfProduct;
using cairn::kernels::HalfType;

// One row waits for weights, and the processor's own readers stop at a page's end (as in packed_product_vectors.h). 537 MB on 1 and 2
// threads: 19 and 29 GB/s into the first-level cache, 21 and 32 GB/s into the second.
constexpr int kHalfPrefetchBytes = 4096;

struct HalfFloats
{
    static Vec whole(const uint16_t* from) { return loadHalf(from); }
    static Vec part(const uint16_t* from, int count) { return loadHalfPart(from, count); }
};

struct BrainFloats
{
    static Vec whole(const uint16_t* from) { return loadBrain(from); }
    static Vec part(const uint16_t* from, int count) { return loadBrainPart(from, count); }
};

// Tile of R rows and O outputs: sums of the lanes of each in order of inputs
template <typename Weights, int R, int O>
void tileOf(const HalfProduct& work, int row, int output)
{
    const uint16_t* weights = work.weights + static_cast<ptrdiff_t>(output) * work.inputs;
    const float* x = work.in + static_cast<ptrdiff_t>(row) * work.inputs;
    const ptrdiff_t inputs = work.inputs;
    Vec sums[R][O];
    for (int r = 0; r < R; ++r)
        for (int o = 0; o < O; ++o)
            sums[r][o] = zero();
    const auto step = [&](ptrdiff_t i, const auto& weightsAt, const auto& numbersAt) {
        Vec w[O];
        for (int o = 0; o < O; ++o)
            w[o] = weightsAt(weights + o * inputs + i);
#pragma GCC unroll 8
        for (int r = 0; r < R; ++r) {
            const Vec numbers = numbersAt(x + r * inputs + i);
#pragma GCC unroll 8
            for (int o = 0; o < O; ++o)
                sums[r][o] = fma(w[o], numbers, sums[r][o]);
        }
    };
    ptrdiff_t i = 0;
    for (; i + kWidth <= inputs; i += kWidth) {
        if (R == 1)
            for (int o = 0; o < O; ++o)
                _mm_prefetch(reinterpret_cast<const char*>(weights + o * inputs + i) + kHalfPrefetchBytes, _MM_HINT_T1);
        step(i, [](const uint16_t* p) { return Weights::whole(p); }, [](const float* p) { return load(p); });
    }
    if (const int rest = static_cast<int>(inputs - i); rest > 0)
        step(i, [&](const uint16_t* p) { return Weights::part(p, rest); }, [&](const float* p) { return loadPart(p, rest); });
    for (int r = 0; r < R; ++r)
        for (int o = 0; o < O; ++o)
            work.out[(row + r) * work.outStride + output + o] = sum(sums[r][o]);
}

template <typename Weights, int O>
void rowsOf(const HalfProduct& work, int output)
{
    int row = 0;
    for (; row + kHalfRows <= work.rows; row += kHalfRows)
        tileOf<Weights, kHalfRows, O>(work, row, output);
    for (; row < work.rows; ++row)
        tileOf<Weights, 1, O>(work, row, output);
}

template <typename Weights>
void halfProductOf(const HalfProduct& work)
{
    int output = work.firstOutput;
    for (; output + kHalfOutputs <= work.endOutput; output += kHalfOutputs)
        rowsOf<Weights, kHalfOutputs>(work, output);
    for (; output < work.endOutput; ++output)
        rowsOf<Weights, 1>(work, output);
}

inline void halfProductOfType(const HalfProduct& work)
{
    work.type == HalfType::F16 ? halfProductOf<HalfFloats>(work) : halfProductOf<BrainFloats>(work);
}

}  // namespace
