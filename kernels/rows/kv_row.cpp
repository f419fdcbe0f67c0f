// Plain loops and dispatch. The layout is in the header.
#include "kernels/rows/kv_row.h"

#include "kernels/vectors/half_float.h"
#include "kernels/rows/kv_row_levels.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace cairn::kernels
{
namespace
{

constexpr float kLargestHalf = 65504.0f;

std::uint16_t toFiniteHalf(float value)
{
    return toHalf(std::isnan(value) ? value : std::clamp(value, -kLargestHalf, kLargestHalf));
}

std::int8_t quantized(float value, float scale)
{
    if (scale == 0 || std::isnan(value))
        return 0;
    return static_cast<std::int8_t>(std::clamp(std::nearbyint(value / scale), -127.0f, 127.0f));
}

std::uint16_t scaleOf(float largest) { return toFiniteHalf(largest / 127.0f); }

float larger(float a, float magnitude) { return magnitude > a ? magnitude : a; }   // a NaN is passed over

std::size_t pieceValues(const KvRowShape& shape) { return static_cast<std::size_t>(shape.blockTokens) * shape.headDim; }

}  // namespace

std::size_t kvRowBytes(const KvRowShape& shape)
{
    const std::size_t values = 2 * shape.kvHeads * pieceValues(shape);
    switch (shape.type) {
    case RowType::F32: return values * 4;
    case RowType::F16: return values * 2;
    case RowType::Int8: return values + 2 * static_cast<std::size_t>(shape.kvHeads) * (shape.headDim + shape.blockTokens);
    }
    return 0;
}

KvPiece kvPiece(const KvRowShape& shape, const void* row, std::int32_t kvHead)
{
    const std::size_t width = shape.type == RowType::F32 ? 4 : shape.type == RowType::F16 ? 2 : 1;
    const std::size_t piece = pieceValues(shape) * width;
    const auto* bytes = static_cast<const unsigned char*>(row);
    KvPiece result{bytes + kvHead * piece, bytes + (shape.kvHeads + kvHead) * piece, nullptr, nullptr};
    if (shape.type == RowType::Int8) {
        const auto* scales = reinterpret_cast<const std::uint16_t*>(bytes + 2 * shape.kvHeads * piece);
        result.keyScales = scales + static_cast<std::size_t>(kvHead) * shape.headDim;
        result.valueScales = scales + static_cast<std::size_t>(shape.kvHeads) * shape.headDim
                             + static_cast<std::size_t>(kvHead) * shape.blockTokens;
    }
    return result;
}

namespace reference
{

void encodeHalves(const float* from, std::size_t count, std::uint16_t* to)
{
    for (std::size_t i = 0; i < count; ++i)
        to[i] = toFiniteHalf(from[i]);
}

void decodeHalves(const std::uint16_t* from, std::size_t count, float* to)
{
    for (std::size_t i = 0; i < count; ++i)
        to[i] = fromHalf(from[i]);
}

void quantizeKeys(const KvRowShape& shape, const float* keys, std::int8_t* to, std::uint16_t* scales)
{
    const std::int32_t F = shape.blockTokens, d = shape.headDim;
    for (std::int32_t j = 0; j < d; ++j) {
        float largest = 0;
        for (std::int32_t t = 0; t < F; ++t)
            largest = larger(largest, std::fabs(keys[t * d + j]));
        scales[j] = scaleOf(largest);
        for (std::int32_t t = 0; t < F; ++t)
            to[t * d + j] = quantized(keys[t * d + j], fromHalf(scales[j]));
    }
}

void quantizeValues(const KvRowShape& shape, const float* values, std::int8_t* to, std::uint16_t* scales)
{
    const std::int32_t F = shape.blockTokens, d = shape.headDim;
    for (std::int32_t t = 0; t < F; ++t) {
        float largest = 0;
        for (std::int32_t j = 0; j < d; ++j)
            largest = larger(largest, std::fabs(values[t * d + j]));
        scales[t] = scaleOf(largest);
        for (std::int32_t j = 0; j < d; ++j)
            to[t * d + j] = quantized(values[t * d + j], fromHalf(scales[t]));
    }
}

}  // namespace reference

void encodeHalves(const float* from, std::size_t count, std::uint16_t* to, CpuLevel level)
{
#if defined(__x86_64__)
    if (level >= CpuLevel::Avx2)
        return avx2::encodeHalves(from, count, to);
#endif
    static_cast<void>(level);
    reference::encodeHalves(from, count, to);
}

void decodeHalves(const std::uint16_t* from, std::size_t count, float* to, CpuLevel level)
{
#if defined(__x86_64__)
    if (level >= CpuLevel::Avx2)
        return avx2::decodeHalves(from, count, to);
#endif
    static_cast<void>(level);
    reference::decodeHalves(from, count, to);
}

void encodeKvRow(const KvRowEncode& work, CpuLevel level)
{
    const KvRowShape& shape = work.shape;
    const std::size_t values = pieceValues(shape);
    auto* quantizeKeys = reference::quantizeKeys;
    auto* quantizeValues = reference::quantizeValues;
#if defined(__x86_64__)
    if (level >= CpuLevel::Avx2) {
        quantizeKeys = avx2::quantizeKeys;
        quantizeValues = avx2::quantizeValues;
    }
#endif
    const std::ptrdiff_t stride = work.headStride ? work.headStride : static_cast<std::ptrdiff_t>(values);
    for (std::int32_t head = 0; head < shape.kvHeads; ++head) {
        const KvPiece piece = kvPiece(shape, work.row, head);   // the row is ours to write: work.row is not const
        const float* sources[] = {work.keys + head * stride, work.values + head * stride};
        void* targets[] = {const_cast<void*>(piece.keys), const_cast<void*>(piece.values)};
        if (shape.type == RowType::Int8) {
            quantizeKeys(shape, sources[0], static_cast<std::int8_t*>(targets[0]), const_cast<std::uint16_t*>(piece.keyScales));
            quantizeValues(shape, sources[1], static_cast<std::int8_t*>(targets[1]), const_cast<std::uint16_t*>(piece.valueScales));
            continue;
        }
        for (int part = 0; part < 2; ++part) {
            if (shape.type == RowType::F32)
                std::memcpy(targets[part], sources[part], values * sizeof(float));
            else
                encodeHalves(sources[part], values, static_cast<std::uint16_t*>(targets[part]), level);
        }
    }
}

void decodeKeys(const KvRowShape& shape, const void* row, std::int32_t kvHead, float* keys, CpuLevel level)
{
    const KvPiece piece = kvPiece(shape, row, kvHead);
    const std::size_t count = pieceValues(shape);
    if (shape.type == RowType::F32)
        std::memcpy(keys, piece.keys, count * sizeof(float));
    else if (shape.type == RowType::F16)
        decodeHalves(static_cast<const std::uint16_t*>(piece.keys), count, keys, level);
    else
        for (std::size_t i = 0; i < count; ++i)
            keys[i] = static_cast<float>(static_cast<const std::int8_t*>(piece.keys)[i]) * fromHalf(piece.keyScales[i % shape.headDim]);
}

void decodeValues(const KvRowShape& shape, const void* row, std::int32_t kvHead, float* values, CpuLevel level)
{
    const KvPiece piece = kvPiece(shape, row, kvHead);
    const std::size_t count = pieceValues(shape);
    if (shape.type == RowType::F32)
        std::memcpy(values, piece.values, count * sizeof(float));
    else if (shape.type == RowType::F16)
        decodeHalves(static_cast<const std::uint16_t*>(piece.values), count, values, level);
    else
        for (std::size_t i = 0; i < count; ++i)
            values[i] = static_cast<float>(static_cast<const std::int8_t*>(piece.values)[i])
                        * fromHalf(piece.valueScales[i / shape.headDim]);
}

}  // namespace cairn::kernels
