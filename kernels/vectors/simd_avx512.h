// Vectors of 16 floats for files compiled with AVX-512 F, BW, DQ, VL. Everything here is local to the including file.
// simd_avx2.h has the same names with 8 floats, so an op's vector code is written once.
#pragma once

#include <immintrin.h>
#include <stdint.h>

namespace
{

using Vec = __m512;
constexpr int kWidth = 16;
constexpr int kTileEntries = 6, kTileVectors = 4;   // register tile: 24 sums, 4 columns, 1 broadcast of 32 registers

inline __mmask16 firstLanes(int count) { return count >= 16 ? __mmask16(0xFFFF) : __mmask16((1u << count) - 1u); }

inline Vec zero() { return _mm512_setzero_ps(); }
inline Vec broadcast(float value) { return _mm512_set1_ps(value); }
inline Vec load(const float* from) { return _mm512_loadu_ps(from); }
inline Vec loadPart(const float* from, int count) { return _mm512_maskz_loadu_ps(firstLanes(count), from); }   // rest 0
inline void store(float* to, Vec v) { _mm512_storeu_ps(to, v); }
inline void storePart(float* to, Vec v, int count) { _mm512_mask_storeu_ps(to, firstLanes(count), v); }
inline Vec add(Vec a, Vec b) { return _mm512_add_ps(a, b); }
inline Vec sub(Vec a, Vec b) { return _mm512_sub_ps(a, b); }
inline Vec mul(Vec a, Vec b) { return _mm512_mul_ps(a, b); }
inline Vec div(Vec a, Vec b) { return _mm512_div_ps(a, b); }
inline Vec fma(Vec a, Vec b, Vec c) { return _mm512_fmadd_ps(a, b, c); }    // a b + c
inline Vec fnma(Vec a, Vec b, Vec c) { return _mm512_fnmadd_ps(a, b, c); }  // c - a b
inline Vec vmax(Vec a, Vec b) { return _mm512_max_ps(a, b); }
inline Vec vmin(Vec a, Vec b) { return _mm512_min_ps(a, b); }
inline Vec keepFirst(Vec v, int count, Vec rest) { return _mm512_mask_mov_ps(rest, firstLanes(count), v); }
inline Vec keepLanes(unsigned lanes, Vec v, Vec rest) { return _mm512_mask_mov_ps(rest, static_cast<__mmask16>(lanes), v); }
inline float sum(Vec v) { return _mm512_reduce_add_ps(v); }
inline float largest(Vec v) { return _mm512_reduce_max_ps(v); }

// Bit i: a[i] >= b[i]; false for NaN
inline unsigned atLeast(Vec a, Vec b) { return _mm512_cmp_ps_mask(a, b, _CMP_GE_OQ); }
// Bit i: not a[i] < b[i]; true for NaN
inline unsigned notBelow(Vec a, Vec b) { return _mm512_cmp_ps_mask(a, b, _CMP_NLT_UQ); }

inline Vec loadHalf(const uint16_t* from) { return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from))); }
inline Vec loadHalfPart(const uint16_t* from, int count)
{
    return _mm512_cvtph_ps(_mm256_maskz_loadu_epi16(firstLanes(count), from));
}
inline Vec loadInt8(const int8_t* from)
{
    return _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from))));
}
inline Vec loadInt8Part(const int8_t* from, int count)
{
    return _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(_mm_maskz_loadu_epi8(firstLanes(count), from)));
}

inline int smallestInt(const int* values, int count)   // count: a multiple of kWidth, > 0
{
    __m512i least = _mm512_loadu_si512(values);
    for (int i = kWidth; i < count; i += kWidth)
        least = _mm512_min_epi32(least, _mm512_loadu_si512(values + i));
    return _mm512_reduce_min_epi32(least);
}

// Writes where `wanted` stands, ascending, and returns how often. count: a multiple of kWidth; at: room for kWidth more
inline int indicesOf(int wanted, const int* values, int count, int* at)
{
    const __m512i all = _mm512_set1_epi32(wanted);
    __m512i index = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    int found = 0;
    for (int i = 0; i < count; i += kWidth, index = _mm512_add_epi32(index, _mm512_set1_epi32(kWidth))) {
        const __mmask16 here = _mm512_cmpeq_epi32_mask(_mm512_loadu_si512(values + i), all);
        _mm512_storeu_si512(at + found, _mm512_maskz_compress_epi32(here, index));
        found += __builtin_popcount(here);
    }
    return found;
}

// e^x within about 2 units in the last place; below -104: 0. x = n ln 2 + r, |r| <= ln 2 / 2, Taylor sum of e^r to r^6.
inline Vec exponential(Vec x)
{
    x = vmax(vmin(x, broadcast(88.7f)), broadcast(-104.0f));
    const Vec n = _mm512_roundscale_ps(mul(x, broadcast(1.44269504f)), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    Vec r = fnma(n, broadcast(0.693359375f), x);   // ln 2 in two parts, the first with 9 bits: n times it is exact
    r = fnma(n, broadcast(-2.12194440e-4f), r);
    Vec y = fma(r, broadcast(1.0f / 720), broadcast(1.0f / 120));
    y = fma(y, r, broadcast(1.0f / 24));
    y = fma(y, r, broadcast(1.0f / 6));
    y = fma(y, r, broadcast(0.5f));
    y = fma(y, r, broadcast(1.0f));
    y = fma(y, r, broadcast(1.0f));
    return _mm512_scalef_ps(y, n);
}

// Exponent e and mantissa m in [0.75, 1.5) with x = m 2^e; x > 0 and finite
inline Vec splitPower(Vec x, Vec& mantissa)
{
    mantissa = _mm512_getmant_ps(x, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_src);
    return _mm512_getexp_ps(div(x, mantissa));
}

// Lane i of the result: sum of the 16 lanes of rows[i]. The order of additions is the same for every row.
inline Vec sumRows(const Vec* rows)
{
    Vec quarter[4];
    for (int i = 0; i < 4; ++i) {
        const Vec *p = rows + 4 * i, ab = add(_mm512_unpacklo_ps(p[0], p[1]), _mm512_unpackhi_ps(p[0], p[1]));
        const Vec cd = add(_mm512_unpacklo_ps(p[2], p[3]), _mm512_unpackhi_ps(p[2], p[3]));
        const __m512d a = _mm512_castps_pd(ab), c = _mm512_castps_pd(cd);
        quarter[i] = add(_mm512_castpd_ps(_mm512_unpacklo_pd(a, c)), _mm512_castpd_ps(_mm512_unpackhi_pd(a, c)));
    }
    const Vec x = add(_mm512_shuffle_f32x4(quarter[0], quarter[1], 0x88), _mm512_shuffle_f32x4(quarter[0], quarter[1], 0xDD));
    const Vec y = add(_mm512_shuffle_f32x4(quarter[2], quarter[3], 0x88), _mm512_shuffle_f32x4(quarter[2], quarter[3], 0xDD));
    return add(_mm512_shuffle_f32x4(x, y, 0x88), _mm512_shuffle_f32x4(x, y, 0xDD));
}

// rows[i] lane j <-> rows[j] lane i
inline void transpose(Vec* rows)
{
    Vec t[16];
    for (int i = 0; i < 4; ++i) {   // within 128-bit lanes: 4 x 4
        const Vec* p = rows + 4 * i;
        const __m512d a = _mm512_castps_pd(_mm512_unpacklo_ps(p[0], p[1])), b = _mm512_castps_pd(_mm512_unpackhi_ps(p[0], p[1]));
        const __m512d c = _mm512_castps_pd(_mm512_unpacklo_ps(p[2], p[3])), d = _mm512_castps_pd(_mm512_unpackhi_ps(p[2], p[3]));
        t[4 * i] = _mm512_castpd_ps(_mm512_unpacklo_pd(a, c));
        t[4 * i + 1] = _mm512_castpd_ps(_mm512_unpackhi_pd(a, c));
        t[4 * i + 2] = _mm512_castpd_ps(_mm512_unpacklo_pd(b, d));
        t[4 * i + 3] = _mm512_castpd_ps(_mm512_unpackhi_pd(b, d));
    }
    for (int j = 0; j < 4; ++j) {   // 4 x 4 of the lanes
        const Vec a = _mm512_shuffle_f32x4(t[j], t[j + 4], 0x88), b = _mm512_shuffle_f32x4(t[j], t[j + 4], 0xDD);
        const Vec c = _mm512_shuffle_f32x4(t[j + 8], t[j + 12], 0x88), d = _mm512_shuffle_f32x4(t[j + 8], t[j + 12], 0xDD);
        rows[j] = _mm512_shuffle_f32x4(a, c, 0x88);
        rows[j + 4] = _mm512_shuffle_f32x4(b, d, 0x88);
        rows[j + 8] = _mm512_shuffle_f32x4(a, c, 0xDD);
        rows[j + 12] = _mm512_shuffle_f32x4(b, d, 0xDD);
    }
}

}  // namespace
