#include "packed_dots_avx2.h"

#include "landmark_filter_vectors.h"

namespace
{

using cairn::kernels::FilterKey;

inline float rootOfSum(Vec v)
{
    float lanes[kWidth], all = 0;
    store(lanes, v);
    for (const float lane : lanes)
        all += lane;
    return __builtin_sqrtf(all) * cairn::kernels::kFilterRoundUp;
}

inline float largestMagnitude(const float* x, int count)   // of bits: infinite or NaN where a number is
{
    __m256i most = _mm256_setzero_si256();
    for (int j = 0; j < count; j += kWidth)
        most = _mm256_max_epu32(most, _mm256_and_si256(_mm256_castps_si256(load(x + j)), _mm256_set1_epi32(0x7FFFFFFF)));
    uint32_t lanes[kWidth], top = 0;
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(lanes), most);
    for (const uint32_t lane : lanes)
        top = lane > top ? lane : top;
    float out;
    memcpy(&out, &top, sizeof out);
    return out;
}

// k8 + 128 of eight numbers, four inputs a place
inline void writeEight(__m256i values, uint8_t* bytes)
{
    const __m128i sixteen = _mm_packs_epi32(_mm256_castsi256_si128(values), _mm256_extracti128_si256(values, 1));
    const __m128i eight = _mm_xor_si128(_mm_packs_epi16(sixteen, sixteen), _mm_set1_epi8(-128));
    const int first = _mm_extract_epi32(eight, 0), second = _mm_extract_epi32(eight, 1);
    memcpy(bytes, &first, 4);
    memcpy(bytes + 4 * kFilterGroup, &second, 4);
}

}  // namespace

namespace cairn::kernels::avx2
{

FilterKey filterKey(const float* key, int32_t headDim, uint8_t* bytes)
{
    const uint16_t half = filterHalf(largestMagnitude(key, headDim) / 127);
    if (half >= 0x7C00)
        return kernels::filterKey(key, headDim, bytes);   // not finite
    const float scale = _cvtsh_ss(half);
    const Vec s = broadcast(scale), inverse = broadcast(scale > 0 ? 1 / scale : 0);
    Vec norm = zero(), error = zero();
    for (int j = 0; j < headDim; j += kWidth, bytes += 8 * kFilterGroup) {
        const Vec x = load(key + j);
        const __m256i values = _mm256_cvtps_epi32(mul(x, inverse));   // to nearest even
        const Vec back = mul(toFloats(values), s), off = sub(x, back);
        norm = add(norm, mul(back, back));
        error = add(error, mul(off, off));
        writeEight(values, bytes);
    }
    return {scale, rootOfSum(error), rootOfSum(norm)};
}

void scanLandmarkFilter(const LandmarkFilterScan& work, const FilterLayout& layout) { filterScan(work, layout); }

}  // namespace cairn::kernels::avx2
