// Integer vectors and dot products of bytes for files compiled with AVX2: the same names as packed_dots_avx512.h.
// Local to the including file.
#pragma once

#include "kernels/vectors/simd_avx2.h"

namespace
{

using Ints = __m256i;
constexpr int kRowsAtOnce = 2;

inline Ints noInts() { return _mm256_setzero_si256(); }
inline Ints allInts(int32_t value) { return _mm256_set1_epi32(value); }
inline Ints loadInts(const uint8_t* p) { return _mm256_load_si256(reinterpret_cast<const __m256i*>(p)); }
inline void storeInts(uint8_t* p, Ints v) { _mm256_store_si256(reinterpret_cast<__m256i*>(p), v); }
inline Ints lowHalves(Ints v) { return _mm256_and_si256(v, _mm256_set1_epi8(15)); }
inline Ints highHalves(Ints v) { return _mm256_and_si256(_mm256_srli_epi16(v, 4), _mm256_set1_epi8(15)); }
inline Ints fourOf(const int8_t* p)
{
    int32_t four;
    memcpy(&four, p, sizeof four);
    return _mm256_set1_epi32(four);
}
inline Vec toFloats(Ints v) { return _mm256_cvtepi32_ps(v); }
inline Vec loadFloats(const uint8_t* p) { return _mm256_cvtph_ps(_mm_load_si128(reinterpret_cast<const __m128i*>(p))); }

// Pairs fit 16 bits: 2 * 31 * 127
inline Ints dotSmall(Ints sum, Ints u, Ints a)
{
    return _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_maddubs_epi16(u, a), _mm256_set1_epi16(1)));
}

// maddubs saturates at 255 * 127 * 2, so the magnitude of u - 128 is the unsigned side and its sign goes to a: 128 * 127 * 2 fits.
inline Ints dotBytes(Ints sum, Ints u, Ints a)
{
    const Ints w = _mm256_xor_si256(u, _mm256_set1_epi8(-128));
    return dotSmall(sum, _mm256_abs_epi8(w), _mm256_sign_epi8(a, w));
}
inline Ints offsetBytes(int32_t) { return noInts(); }

}  // namespace
