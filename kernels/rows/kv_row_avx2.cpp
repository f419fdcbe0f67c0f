// Halves and int8, eight values at a time; the same bits as the reference.
#include "kernels/vectors/simd_avx2.h"

#include "kernels/rows/kv_row_levels.h"

#include <string.h>

namespace
{

inline Vec magnitude(Vec v) { return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), v); }

// scale = largest / 127 as a half; returns it as the 32-bit number that decoding will use
inline __m128i scaleHalves(Vec largestMagnitude)
{
    const Vec scale = vmin(div(largestMagnitude, broadcast(127.0f)), broadcast(65504.0f));
    return _mm256_cvtps_ph(scale, _MM_FROUND_TO_NEAREST_INT);
}

// Rounded to nearest even and limited to +-127; 0 where scale is 0 and for NaN
inline Vec quantized(Vec v, Vec scale)
{
    const Vec quotient = _mm256_round_ps(div(v, scale), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    const Vec limited = vmax(vmin(quotient, broadcast(127.0f)), broadcast(-127.0f));
    const Vec usable = _mm256_and_ps(_mm256_cmp_ps(scale, zero(), _CMP_NEQ_OQ), _mm256_cmp_ps(quotient, quotient, _CMP_ORD_Q));
    return _mm256_and_ps(limited, usable);
}

inline void storeInt8(Vec q, int8_t* to, int count)
{
    const __m256i numbers = _mm256_cvtps_epi32(q);
    const __m128i words = _mm_packs_epi32(_mm256_castsi256_si128(numbers), _mm256_extracti128_si256(numbers, 1));
    const __m128i bytes = _mm_packs_epi16(words, words);
    memcpy(to, &bytes, static_cast<size_t>(count));
}

inline Vec loadUpTo(const float* from, int count) { return count >= kWidth ? load(from) : loadPart(from, count); }

}  // namespace

namespace cairn::kernels::avx2
{

void encodeHalves(const float* from, std::size_t count, std::uint16_t* to)
{
    const __m256 largest = _mm256_set1_ps(65504.0f), smallest = _mm256_set1_ps(-65504.0f);
    for (std::size_t i = 0; i < count; i += 8) {
        float block[8] = {};
        const std::size_t part = count - i < 8 ? count - i : 8;
        memcpy(block, from + i, part * sizeof(float));
        // min and max give their second operand for NaN: it is kept
        const __m256 inRange = _mm256_max_ps(smallest, _mm256_min_ps(largest, _mm256_loadu_ps(block)));
        const __m128i halves = _mm256_cvtps_ph(inRange, _MM_FROUND_TO_NEAREST_INT);
        memcpy(to + i, &halves, part * sizeof(std::uint16_t));
    }
}

void decodeHalves(const std::uint16_t* from, std::size_t count, float* to)
{
    std::size_t i = 0;
    for (; i + 8 <= count; i += 8)
        _mm256_storeu_ps(to + i, _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i))));
    std::uint16_t block[8] = {};
    float values[8];
    memcpy(block, from + i, (count - i) * sizeof(std::uint16_t));
    _mm256_storeu_ps(values, _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(block))));
    memcpy(to + i, values, (count - i) * sizeof(float));
}

void quantizeKeys(const KvRowShape& shape, const float* keys, std::int8_t* to, std::uint16_t* scales)
{
    const int F = shape.blockTokens, d = shape.headDim;
    for (int j = 0; j < d; j += kWidth) {
        const int count = d - j < kWidth ? d - j : kWidth;
        Vec most = zero();
        for (int t = 0; t < F; ++t)
            most = vmax(magnitude(loadUpTo(keys + t * d + j, count)), most);
        const __m128i halves = scaleHalves(most);
        memcpy(scales + j, &halves, static_cast<size_t>(count) * sizeof scales[0]);
        const Vec scale = _mm256_cvtph_ps(halves);
        for (int t = 0; t < F; ++t)
            storeInt8(quantized(loadUpTo(keys + t * d + j, count), scale), to + t * d + j, count);
    }
}

void quantizeValues(const KvRowShape& shape, const float* values, std::int8_t* to, std::uint16_t* scales)
{
    const int F = shape.blockTokens, d = shape.headDim;
    for (int t = 0; t < F; ++t) {
        Vec most = zero();
        for (int j = 0; j < d; j += kWidth)
            most = vmax(magnitude(loadUpTo(values + t * d + j, d - j)), most);
        const __m128i halves = scaleHalves(broadcast(largest(most)));
        memcpy(scales + t, &halves, sizeof scales[0]);
        const Vec scale = _mm256_cvtph_ps(halves);
        for (int j = 0; j < d; j += kWidth)
            storeInt8(quantized(loadUpTo(values + t * d + j, d - j), scale), to + t * d + j, d - j < kWidth ? d - j : kWidth);
    }
}

}  // namespace cairn::kernels::avx2
