// Vectors of 8 floats for files compiled with AVX2, FMA, F16C. Everything here is local to the including file.
// simd_avx512.h has the same names with 16 floats, so an op's vector code is written once.
#pragma once

#include <immintrin.h>
#include <stdint.h>
#include <string.h>

namespace
{

using Vec = __m256;
constexpr int kWidth = 8;
constexpr int kTileEntries = 6, kTileVectors = 2;   // register tile: 12 sums, 2 columns, 1 broadcast of 16 registers

inline __m256i firstLanes(int count)
{
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

inline Vec zero() { return _mm256_setzero_ps(); }
inline Vec broadcast(float value) { return _mm256_set1_ps(value); }
inline Vec load(const float* from) { return _mm256_loadu_ps(from); }
inline Vec loadPart(const float* from, int count) { return _mm256_maskload_ps(from, firstLanes(count)); }   // rest 0
inline void store(float* to, Vec v) { _mm256_storeu_ps(to, v); }
inline void storePart(float* to, Vec v, int count) { _mm256_maskstore_ps(to, firstLanes(count), v); }
inline Vec add(Vec a, Vec b) { return _mm256_add_ps(a, b); }
inline Vec sub(Vec a, Vec b) { return _mm256_sub_ps(a, b); }
inline Vec mul(Vec a, Vec b) { return _mm256_mul_ps(a, b); }
inline Vec div(Vec a, Vec b) { return _mm256_div_ps(a, b); }
inline Vec fma(Vec a, Vec b, Vec c) { return _mm256_fmadd_ps(a, b, c); }    // a b + c
inline Vec fnma(Vec a, Vec b, Vec c) { return _mm256_fnmadd_ps(a, b, c); }  // c - a b
inline Vec vmax(Vec a, Vec b) { return _mm256_max_ps(a, b); }
inline Vec vmin(Vec a, Vec b) { return _mm256_min_ps(a, b); }
inline Vec keepFirst(Vec v, int count, Vec rest) { return _mm256_blendv_ps(rest, v, _mm256_castsi256_ps(firstLanes(count))); }
inline Vec keepLanes(unsigned lanes, Vec v, Vec rest)
{
    const __m256i bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    const __m256i kept = _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(static_cast<int>(lanes)), bits), bits);
    return _mm256_blendv_ps(rest, v, _mm256_castsi256_ps(kept));
}

inline float sum(Vec v)
{
    __m128 s = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
    s = _mm_add_ps(s, _mm_movehl_ps(s, s));
    return _mm_cvtss_f32(_mm_add_ss(s, _mm_movehdup_ps(s)));
}
inline float largest(Vec v)
{
    __m128 s = _mm_max_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
    s = _mm_max_ps(s, _mm_movehl_ps(s, s));
    return _mm_cvtss_f32(_mm_max_ss(s, _mm_movehdup_ps(s)));
}

// Bit i: a[i] >= b[i]; false for NaN
inline unsigned atLeast(Vec a, Vec b) { return static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_GE_OQ))); }
// Bit i: not a[i] < b[i]; true for NaN
inline unsigned notBelow(Vec a, Vec b) { return static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_NLT_UQ))); }

inline Vec loadHalf(const uint16_t* from) { return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from))); }
inline Vec loadHalfPart(const uint16_t* from, int count)
{
    uint16_t block[8] = {};
    memcpy(block, from, static_cast<size_t>(count) * sizeof block[0]);
    return loadHalf(block);
}
inline Vec loadInt8(const int8_t* from)
{
    return _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(from))));
}
inline Vec loadInt8Part(const int8_t* from, int count)
{
    int8_t block[8] = {};
    memcpy(block, from, static_cast<size_t>(count));
    return loadInt8(block);
}

inline Vec powerOfTwo(Vec n)   // 2^n for whole n, -126 .. 127
{
    const __m256i exponent = _mm256_add_epi32(_mm256_cvtps_epi32(n), _mm256_set1_epi32(127));
    return _mm256_castsi256_ps(_mm256_slli_epi32(exponent, 23));
}

inline int smallestInt(const int* values, int count)   // count: a multiple of kWidth, > 0
{
    int least = values[0];
    for (int i = 1; i < count; ++i)
        least = values[i] < least ? values[i] : least;
    return least;
}

// Writes where `wanted` stands, ascending, and returns how often. count: a multiple of kWidth; at: room for kWidth more
inline int indicesOf(int wanted, const int* values, int count, int* at)
{
    const __m256i all = _mm256_set1_epi32(wanted);
    int found = 0;
    for (int i = 0; i < count; i += kWidth) {
        const __m256i equal = _mm256_cmpeq_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(values + i)), all);
        unsigned here = static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(equal)));
        for (; here; here &= here - 1)
            at[found++] = i + __builtin_ctz(here);
    }
    return found;
}

// e^x within about 2 units in the last place; below -87: 0. x = n ln 2 + r, |r| <= ln 2 / 2, Taylor sum of e^r to r^6.
inline Vec exponential(Vec x)
{
    const Vec tooSmall = _mm256_cmp_ps(x, broadcast(-87.0f), _CMP_LT_OQ);
    x = vmax(vmin(x, broadcast(88.0f)), broadcast(-87.0f));
    const Vec n = _mm256_round_ps(mul(x, broadcast(1.44269504f)), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    Vec r = fnma(n, broadcast(0.693359375f), x);   // ln 2 in two parts, the first with 9 bits: n times it is exact
    r = fnma(n, broadcast(-2.12194440e-4f), r);
    Vec y = fma(r, broadcast(1.0f / 720), broadcast(1.0f / 120));
    y = fma(y, r, broadcast(1.0f / 24));
    y = fma(y, r, broadcast(1.0f / 6));
    y = fma(y, r, broadcast(0.5f));
    y = fma(y, r, broadcast(1.0f));
    y = fma(y, r, broadcast(1.0f));
    return _mm256_andnot_ps(tooSmall, mul(y, powerOfTwo(n)));
}

// Exponent e and mantissa m in [0.75, 1.5) with x = m 2^e; x > 0, finite and normal
inline Vec splitPower(Vec x, Vec& mantissa)
{
    const __m256i bits = _mm256_castps_si256(x);
    // Adding a quarter of the mantissa's range moves [1.5, 2) into the next exponent
    const __m256i exponent = _mm256_sub_epi32(_mm256_srli_epi32(_mm256_add_epi32(bits, _mm256_set1_epi32(0x00400000)), 23),
                                              _mm256_set1_epi32(127));
    mantissa = _mm256_castsi256_ps(_mm256_sub_epi32(bits, _mm256_slli_epi32(exponent, 23)));
    return _mm256_cvtepi32_ps(exponent);
}

// Lane i of the result: sum of the 8 lanes of rows[i]. The order of additions is the same for every row.
inline Vec sumRows(const Vec* rows)
{
    Vec half[2];
    for (int i = 0; i < 2; ++i) {
        const Vec *p = rows + 4 * i, ab = add(_mm256_unpacklo_ps(p[0], p[1]), _mm256_unpackhi_ps(p[0], p[1]));
        const Vec cd = add(_mm256_unpacklo_ps(p[2], p[3]), _mm256_unpackhi_ps(p[2], p[3]));
        const __m256d a = _mm256_castps_pd(ab), c = _mm256_castps_pd(cd);
        half[i] = add(_mm256_castpd_ps(_mm256_unpacklo_pd(a, c)), _mm256_castpd_ps(_mm256_unpackhi_pd(a, c)));
    }
    return add(_mm256_permute2f128_ps(half[0], half[1], 0x20), _mm256_permute2f128_ps(half[0], half[1], 0x31));
}

// rows[i] lane j <-> rows[j] lane i
inline void transpose(Vec* rows)
{
    Vec t[8];
    for (int i = 0; i < 2; ++i) {   // within 128-bit lanes: 4 x 4
        const Vec* p = rows + 4 * i;
        const __m256d a = _mm256_castps_pd(_mm256_unpacklo_ps(p[0], p[1])), b = _mm256_castps_pd(_mm256_unpackhi_ps(p[0], p[1]));
        const __m256d c = _mm256_castps_pd(_mm256_unpacklo_ps(p[2], p[3])), d = _mm256_castps_pd(_mm256_unpackhi_ps(p[2], p[3]));
        t[4 * i] = _mm256_castpd_ps(_mm256_unpacklo_pd(a, c));
        t[4 * i + 1] = _mm256_castpd_ps(_mm256_unpackhi_pd(a, c));
        t[4 * i + 2] = _mm256_castpd_ps(_mm256_unpacklo_pd(b, d));
        t[4 * i + 3] = _mm256_castpd_ps(_mm256_unpackhi_pd(b, d));
    }
    for (int j = 0; j < 4; ++j) {
        rows[j] = _mm256_permute2f128_ps(t[j], t[j + 4], 0x20);
        rows[j + 4] = _mm256_permute2f128_ps(t[j], t[j + 4], 0x31);
    }
}

}  // namespace
