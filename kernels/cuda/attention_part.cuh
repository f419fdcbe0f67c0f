// Where a tile's keys and values come from: a row of the memory, or the step's own tokens. Numbers as they are computed with.
#pragma once

#include "launch.cuh"

namespace cairn::cuda
{

struct AttendPart
{
    const AttendBlocks& work;
    int d, F, head, local;
    const unsigned char* row = nullptr;    // of a memory block, or null: local tokens from `start` on
    const void* landmark = nullptr;        // the block's, where it is weighed
    RowPieces piece{};
    int start = 0;

    __device__ float keyAt(int token, int j) const   // token F: the landmark
    {
        const std::int64_t at = std::int64_t{token} * d + j;
        if (!row)
            return start + token < local ? work.localKeys[(std::int64_t{head} * local + start) * d + at] : 0.0f;
        if (token == F) {
            const std::int64_t from = std::int64_t{head} * d + j;
            return work.landmarkTable.isF32 ? static_cast<const float*>(landmark)[from]
                                              : fromHalfBits(static_cast<const std::uint16_t*>(landmark)[from]);
        }
        const unsigned char* keys = row + piece.keys;
        if (work.form == RowForm::F32)
            return reinterpret_cast<const float*>(keys)[at];
        if (work.form == RowForm::F16)
            return fromHalfBits(reinterpret_cast<const std::uint16_t*>(keys)[at]);
        return static_cast<float>(reinterpret_cast<const signed char*>(keys)[at])
               * fromHalfBits(reinterpret_cast<const std::uint16_t*>(row + piece.keyScales)[j]);
    }

    __device__ float valueAt(int token, int j) const
    {
        const std::int64_t at = std::int64_t{token} * d + j;
        if (!row)
            return start + token < local ? work.localValues[(std::int64_t{head} * local + start) * d + at] : 0.0f;
        const unsigned char* values = row + piece.values;
        if (work.form == RowForm::F32)
            return reinterpret_cast<const float*>(values)[at];
        if (work.form == RowForm::F16)
            return fromHalfBits(reinterpret_cast<const std::uint16_t*>(values)[at]);
        return static_cast<float>(reinterpret_cast<const signed char*>(values)[at])
               * fromHalfBits(reinterpret_cast<const std::uint16_t*>(row + piece.valueScales)[token]);
    }

    __device__ float4 localFour(const float* numbers, int token, std::int64_t at) const
    {
        if (start + token >= local)
            return {0, 0, 0, 0};
        return fourOf(numbers + (std::int64_t{head} * local + start) * d + at);
    }

    // Four numbers from j on, j a multiple of 4 and heads of 8
    __device__ float4 keysAt(int token, int j) const
    {
        const std::int64_t at = std::int64_t{token} * d + j;
        if (!row)
            return localFour(work.localKeys, token, at);
        if (token == F) {
            const std::int64_t from = std::int64_t{head} * d + j;
            return work.landmarkTable.isF32 ? fourOf(static_cast<const float*>(landmark) + from)
                                              : fourOf(static_cast<const std::uint16_t*>(landmark) + from);
        }
        const unsigned char* keys = row + piece.keys;
        if (work.form == RowForm::F32)
            return fourOf(reinterpret_cast<const float*>(keys) + at);
        if (work.form == RowForm::F16)
            return fourOf(reinterpret_cast<const std::uint16_t*>(keys) + at);
        const float4 whole = fourOf(reinterpret_cast<const signed char*>(keys) + at);
        const float4 scale = fourOf(reinterpret_cast<const std::uint16_t*>(row + piece.keyScales) + j);
        return {whole.x * scale.x, whole.y * scale.y, whole.z * scale.z, whole.w * scale.w};
    }

    __device__ float4 valuesAt(int token, int j) const
    {
        const std::int64_t at = std::int64_t{token} * d + j;
        if (!row)
            return localFour(work.localValues, token, at);
        const unsigned char* values = row + piece.values;
        if (work.form == RowForm::F32)
            return fourOf(reinterpret_cast<const float*>(values) + at);
        if (work.form == RowForm::F16)
            return fourOf(reinterpret_cast<const std::uint16_t*>(values) + at);
        const float4 whole = fourOf(reinterpret_cast<const signed char*>(values) + at);
        const float scale = fromHalfBits(reinterpret_cast<const std::uint16_t*>(row + piece.valueScales)[token]);
        return {whole.x * scale, whole.y * scale, whole.z * scale, whole.w * scale};
    }
};

}  // namespace cairn::cuda
