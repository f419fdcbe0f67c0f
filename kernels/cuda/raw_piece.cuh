// Eight numbers of a key or value, in registers as they are stored: loads can be on their way long before the numbers are wanted.
#pragma once

#include "launch.cuh"

namespace cairn::cuda
{

constexpr int kPieceWidth = 8;

template <RowForm kForm>
struct RawPiece;

template <>
struct RawPiece<RowForm::F32>
{
    float4 low, high;

    __device__ void load(const void* from, std::int64_t at)
    {
        low = fourOf(static_cast<const float*>(from) + at);
        high = fourOf(static_cast<const float*>(from) + at + 4);
    }
    __device__ void numbers(float (&to)[kPieceWidth]) const
    {
        to[0] = low.x, to[1] = low.y, to[2] = low.z, to[3] = low.w;
        to[4] = high.x, to[5] = high.y, to[6] = high.z, to[7] = high.w;
    }
};

template <>
struct RawPiece<RowForm::F16>
{
    uint4 bits;

    __device__ void load(const void* from, std::int64_t at)
    {
        bits = *reinterpret_cast<const uint4*>(static_cast<const std::uint16_t*>(from) + at);
    }
    __device__ void numbers(float (&to)[kPieceWidth]) const
    {
        const unsigned words[4] = {bits.x, bits.y, bits.z, bits.w};
#pragma unroll
        for (int w = 0; w < 4; ++w) {
            to[2 * w] = fromHalfBits(static_cast<std::uint16_t>(words[w]));
            to[2 * w + 1] = fromHalfBits(static_cast<std::uint16_t>(words[w] >> 16));
        }
    }
};

template <>
struct RawPiece<RowForm::Int8>
{
    uint2 bits;

    __device__ void load(const void* from, std::int64_t at)
    {
        bits = *reinterpret_cast<const uint2*>(static_cast<const signed char*>(from) + at);
    }
    __device__ void numbers(float (&to)[kPieceWidth]) const
    {
        const unsigned words[2] = {bits.x, bits.y};
#pragma unroll
        for (int i = 0; i < kPieceWidth; ++i)
            to[i] = static_cast<float>(static_cast<signed char>(words[i / 4] >> i % 4 * 8));
    }
};

}  // namespace cairn::cuda
