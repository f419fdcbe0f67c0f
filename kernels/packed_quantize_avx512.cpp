// Rounded activations by vectors of 16: packed_product.h. Whole numbers are summed as bytes, so no vector is summed across but two.
#include "simd_avx512.h"

#include "packed_product_levels.h"

#include <math.h>

namespace
{

using cairn::kernels::kPackedGroup;

inline Vec magnitude(Vec v) { return _mm512_abs_ps(v); }
inline __mmask16 notFinite(Vec v) { return _mm512_fpclass_ps_mask(v, 0x99); }   // NaN of both kinds, infinities of both signs

// The 32 bytes, and the sum of them as signed numbers
inline int32_t storeBytes(__m512i first, __m512i second, int8_t* to)
{
    const __m256i bytes = _mm256_set_m128i(_mm512_cvtepi32_epi8(second), _mm512_cvtepi32_epi8(first));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), bytes);
    const __m256i sums = _mm256_sad_epu8(_mm256_xor_si256(bytes, _mm256_set1_epi8(-128)), _mm256_setzero_si256());
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4E));
    return _mm_cvtsi128_si32(sum) - 128 * kPackedGroup;
}

inline void quantizeGroup(const float* x, int8_t* to, float& scaleOut, float& weightedSum, int32_t& negativeSum)
{
    const Vec first = load(x), second = load(x + 16);
    const float most = largest(vmax(magnitude(first), magnitude(second)));
    const bool bad = (notFinite(first) | notFinite(second)) != 0, none = bad || !(most >= 1e-30f);
    const float scale = none ? 0.0f : most / 127, poison = bad ? NAN : 0.0f;
    const Vec inverse = broadcast(none ? 0.0f : 127 / most);
    const auto whole = [&](Vec v) { return bad ? _mm512_setzero_si512() : _mm512_cvtps_epi32(mul(v, inverse)); };   // to nearest even
    const int32_t total = storeBytes(whole(first), whole(second), to);
    scaleOut = scale + poison;
    weightedSum = scale * static_cast<float>(total) + poison;
    negativeSum = -total;
}

}  // namespace

namespace cairn::kernels::avx512
{

void quantizeRows(const QuantizeRows& work)
{
    const size_t groups = static_cast<size_t>(work.inputs / kPackedGroup);
    for (size_t at = static_cast<size_t>(work.first) * groups; at < static_cast<size_t>(work.end) * groups; ++at) {
        quantizeGroup(work.x + at * kPackedGroup, work.out.values + at * kPackedGroup, work.out.scales[at], work.out.weightedSums[at],
                      work.out.negativeSums[at]);
    }
}

}  // namespace cairn::kernels::avx512
