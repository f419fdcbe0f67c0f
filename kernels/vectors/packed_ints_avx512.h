// Integer vectors of packed_product_vectors.h for files compiled with AVX-512; the dot products are the including file's.
// Local to the including file.
#pragma once

#include "kernels/vectors/simd_avx512.h"

#include <string.h>

namespace
{

using Ints = __m512i;
constexpr int kRowsAtOnce = 6;   // by two vectors: 12 integer and 12 float sums of 32 registers

inline Ints noInts() { return _mm512_setzero_si512(); }
inline Ints allInts(int32_t value) { return _mm512_set1_epi32(value); }
inline Ints loadInts(const uint8_t* p) { return _mm512_load_si512(p); }
inline void storeInts(uint8_t* p, Ints v) { _mm512_store_si512(p, v); }
inline Ints lowHalves(Ints v) { return _mm512_and_si512(v, _mm512_set1_epi8(15)); }
inline Ints highHalves(Ints v) { return _mm512_and_si512(_mm512_srli_epi16(v, 4), _mm512_set1_epi8(15)); }
inline Ints fourOf(const int8_t* p)
{
    int32_t four;
    memcpy(&four, p, sizeof four);
    return _mm512_set1_epi32(four);
}
inline Vec toFloats(Ints v) { return _mm512_cvtepi32_ps(v); }
inline Vec loadFloats(const uint8_t* p) { return _mm512_cvtph_ps(_mm256_load_si256(reinterpret_cast<const __m256i*>(p))); }

}  // namespace
