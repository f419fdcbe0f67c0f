#include "kernels/vectors/packed_dots_avx2.h"

#include "kernels/products/packed_product_levels.h"

namespace
{

inline float largestOf(Vec v) { return largest(v); }
inline Vec magnitude(Vec v) { return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), v); }

inline int32_t sumOf(Ints v)
{
    __m128i s = _mm_add_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    s = _mm_add_epi32(s, _mm_shuffle_epi32(s, 0x4E));
    return _mm_cvtsi128_si32(_mm_add_epi32(s, _mm_shuffle_epi32(s, 0xB1)));
}

// 32 numbers: as packed_product.h
inline void quantizeGroup(const float* x, int8_t* to, float& scaleOut, float& weightedSum, int32_t& negativeSum)
{
    const Vec v[4] = {load(x), load(x + 8), load(x + 16), load(x + 24)};
    const float most = largestOf(vmax(vmax(magnitude(v[0]), magnitude(v[1])), vmax(magnitude(v[2]), magnitude(v[3]))));
    const Vec nothing = zero();
    const Vec poisons = fma(v[0], nothing, fma(v[1], nothing, fma(v[2], nothing, mul(v[3], nothing))));
    const float poison = sum(poisons);   // 0, or NaN where a value is not finite
    const bool none = !(most >= 1e-30f) || poison != poison;
    const float scale = none ? 0.0f : most / 127, inverse = none ? 0.0f : 127 / most;
    Ints q[4];
    for (int i = 0; i < 4; ++i)
        q[i] = _mm256_cvtps_epi32(mul(v[i], broadcast(inverse)));   // to nearest even
    const int32_t total = sumOf(_mm256_add_epi32(_mm256_add_epi32(q[0], q[1]), _mm256_add_epi32(q[2], q[3])));
    const Ints bytes = _mm256_packs_epi16(_mm256_packs_epi32(q[0], q[1]), _mm256_packs_epi32(q[2], q[3]));
    const Ints ordered = _mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), ordered);
    scaleOut = scale + poison;
    weightedSum = scale * static_cast<float>(total) + poison;
    negativeSum = none ? 0 : -total;
}

}  // namespace

#include "kernels/products/packed_product_vectors.h"

namespace cairn::kernels::avx2
{

void quantizeRows(const QuantizeRows& work)
{
    const size_t groups = static_cast<size_t>(work.inputs / kPackedGroup);
    for (size_t at = static_cast<size_t>(work.first) * groups; at < static_cast<size_t>(work.end) * groups; ++at) {
        quantizeGroup(work.x + at * kPackedGroup, work.out.values + at * kPackedGroup, work.out.scales[at], work.out.weightedSums[at],
                      work.out.negativeSums[at]);
    }
}

void packedProduct(const PackedProduct& work) { productOfTiles(work); }

}  // namespace cairn::kernels::avx2
