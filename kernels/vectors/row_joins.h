// Sums and maxima of up to kWidth rows at once: lane i of the result is sum(rows[i]) or largest(rows[i]), bit for bit. Local to the
// including file; simd_*.h comes first.
#pragma once

namespace
{

#if defined(__AVX512F__)

constexpr int kFewRows = 4;   // so many one by one

// Of 16 rows, all of them
template <typename Join>
inline Vec joinRows(const Vec* rows, const Join& join)
{
    Vec halves[8], quarters[4], pairs[2];
    for (int i = 0; i < 8; ++i)   // rows i and i + 8: eight lanes each
        halves[i] = join(_mm512_shuffle_f32x4(rows[i], rows[i + 8], 0x44), _mm512_shuffle_f32x4(rows[i], rows[i + 8], 0xEE));
    for (int i = 0; i < 4; ++i)   // rows i, i + 8, i + 4, i + 12: four lanes each
        quarters[i] = join(_mm512_shuffle_f32x4(halves[i], halves[i + 4], 0x88), _mm512_shuffle_f32x4(halves[i], halves[i + 4], 0xDD));
    for (int i = 0; i < 2; ++i) {
        const __m512d a = _mm512_castps_pd(quarters[i]), b = _mm512_castps_pd(quarters[i + 2]);
        pairs[i] = join(_mm512_castpd_ps(_mm512_unpacklo_pd(a, b)), _mm512_castpd_ps(_mm512_unpackhi_pd(a, b)));
    }
    const Vec all = join(_mm512_shuffle_ps(pairs[0], pairs[1], 0x88), _mm512_shuffle_ps(pairs[0], pairs[1], 0xDD));
    const __m512i order = _mm512_setr_epi32(0, 2, 1, 3, 8, 10, 9, 11, 4, 6, 5, 7, 12, 14, 13, 15);
    return _mm512_permutexvar_ps(order, all);
}
inline Vec largestOfEach(const Vec* rows) { return joinRows(rows, vmax); }

#endif

template <typename One>
inline Vec fewRows(const Vec* rows, int count, const One& one)
{
    alignas(64) float lanes[kWidth] = {};
    for (int i = 0; i < count; ++i)
        lanes[i] = one(rows[i]);
    return load(lanes);
}

// Of rows [kWidth], of which the first `count` are there; the others may be anything, and so may their lanes
inline Vec sumOfRows(Vec* rows, int count)
{
#if defined(__AVX512F__)
    if (count > kFewRows) {
        for (int i = count; i < kWidth; ++i)
            rows[i] = broadcast(1);
        return joinRows(rows, add);
    }
#endif
    return fewRows(rows, count, sum);
}

#if defined(__AVX512F__)

inline Vec largestOfRows(Vec* rows, int count)
{
    if (count <= kFewRows)
        return fewRows(rows, count, largest);
    for (int i = count; i < kWidth; ++i)
        rows[i] = zero();
    return joinRows(rows, vmax);
}

#endif

}  // namespace
