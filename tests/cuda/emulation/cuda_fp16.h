// Halves on the emulation; conversions are those of the plain reference.
#pragma once

#include "kernels/vectors/half_float.h"

struct __half
{
    std::uint16_t bits;
};
struct __half_raw
{
    std::uint16_t x;
};

inline float __half2float(__half value) { return cairn::kernels::fromHalf(value.bits); }
inline __half __float2half_rn(float value) { return {cairn::kernels::toHalf(value)}; }
inline std::uint16_t __half_as_ushort(__half value) { return value.bits; }
inline __half __ushort_as_half(std::uint16_t bits) { return {bits}; }
