// Halves with F16C, eight at a time.
#include "kv_row_levels.h"

#include <immintrin.h>
#include <string.h>

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

}  // namespace cairn::kernels::avx2
