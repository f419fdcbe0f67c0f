// Products on tensor cores with the accuracy of 32 bits: every number is the sum of two of TF32's precision (10 + 1 bits each); products of
// the high parts, and of a high and a low part, are added in 32 bits. What is left out is below 2^-21 of a product.
#pragma once

#include "launch.cuh"

namespace cairn::cuda
{

struct TwoParts
{
    unsigned high, low;
};

__device__ inline unsigned toTf32(float value) { return (__float_as_uint(value) + 0x1000u) & 0xFFFFE000u; }   // finite numbers, to nearest

__device__ inline TwoParts inTwoParts(float value)
{
    const unsigned high = toTf32(value);
    return {high, toTf32(value - __uint_as_float(high))};
}

// c += a b for 16 x 8 by 8 x 8: lane l has a of rows l / 4, l / 4 + 8 and columns l % 4, l % 4 + 4 (a0: row, column; a1: row + 8;
// a2: column + 4; a3: both), b of these rows and column l / 4, c of rows l / 4, l / 4 + 8 and columns 2 (l % 4), + 1.
__device__ inline void multiplyAdd(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2])
{
#if defined(__CUDACC__)
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#else
    emulation::multiplyAdd(c, a, b);
#endif
}

// c += a b for 16 x 16 by 16 x 8 halves, sums in 32 bits: a register has two neighbouring columns of a (rows of b): lane l has a of rows
// l / 4, l / 4 + 8 and columns 2 (l % 4), + 8; b of column l / 4 and these rows; c as above.
__device__ inline void multiplyAddHalf(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2])
{
#if defined(__CUDACC__)
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#else
    emulation::multiplyAddHalf(c, a, b);
#endif
}

// Two numbers as halves, and what is left of them as halves: 22 bits of each
struct TwoHalves
{
    unsigned high, low;

    __device__ TwoHalves(float first, float second)
    {
        const std::uint16_t a = __half_as_ushort(__float2half_rn(first)), b = __half_as_ushort(__float2half_rn(second));
        high = a | static_cast<unsigned>(b) << 16;
        const std::uint16_t c = __half_as_ushort(__float2half_rn(first - fromHalfBits(a)));
        const std::uint16_t d = __half_as_ushort(__float2half_rn(second - fromHalfBits(b)));
        low = c | static_cast<unsigned>(d) << 16;
    }
};

// The first for numbers of 32 bits
__device__ inline void multiplyAddWide(float (&c)[4], const float (&a)[4], const float (&b)[2])
{
    unsigned highA[4], lowA[4], highB[2], lowB[2];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const TwoParts parts = inTwoParts(a[i]);
        highA[i] = parts.high;
        lowA[i] = parts.low;
    }
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        const TwoParts parts = inTwoParts(b[i]);
        highB[i] = parts.high;
        lowB[i] = parts.low;
    }
    multiplyAdd(c, lowA, highB);
    multiplyAdd(c, highA, lowB);
    multiplyAdd(c, highA, highB);
}

}  // namespace cairn::cuda
