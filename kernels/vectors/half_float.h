// IEEE 754 half floats as 16-bit patterns, for reference code; round to nearest even, infinities and NaN kept.
// Not for AVX files: they have instructions for it, and their copies of inline functions must not reach others.
#pragma once

#include <bit>
#include <cstdint>

namespace cairn::kernels
{

inline float fromHalf(std::uint16_t half)
{
    const std::uint32_t sign = std::uint32_t{half & 0x8000u} << 16;
    const std::uint32_t exponent = (half >> 10) & 0x1Fu, mantissa = half & 0x3FFu;
    if (exponent == 0x1F)
        return std::bit_cast<float>(sign | 0x7F800000u | (mantissa << 13));
    if (exponent != 0)
        return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (mantissa << 13));
    const float subnormal = static_cast<float>(mantissa) * 0x1p-24f;
    return sign ? -subnormal : subnormal;
}

inline std::uint16_t toHalf(float value)
{
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000u);
    const std::uint32_t magnitude = bits & 0x7FFFFFFFu;
    if (magnitude > 0x7F800000u)
        return static_cast<std::uint16_t>(sign | 0x7E00u);
    if (magnitude >= 0x477FF000u)   // rounds to 65536 or more
        return static_cast<std::uint16_t>(sign | 0x7C00u);
    if (magnitude < 0x38800000u) {  // subnormal: adding 0.5 aligns the bits and rounds to nearest even
        const std::uint32_t aligned = std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude) + 0.5f);
        return static_cast<std::uint16_t>(sign | (aligned - 0x3F000000u));
    }
    const std::uint32_t odd = (magnitude >> 13) & 1u;
    return static_cast<std::uint16_t>(sign | ((magnitude - 0x38000000u + 0xFFFu + odd) >> 13));
}

}  // namespace cairn::kernels
