// Rounded activations by vectors of 16: packed_product.h. Sixteen groups at once, so that no vector is reduced for itself; those that are
// left, one by one: their whole numbers are summed as bytes.
#include "kernels/vectors/packed_ints_avx512.h"
#include "kernels/products/packed_product_levels.h"

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

constexpr int kTogether = 16;   // groups, of which each gets a lane where there is one number of a group

// Four vectors to the lanes of one, each folded to four numbers.
template <typename Fold>
inline Ints foldFour(Ints a, Ints b, Ints c, Ints d, Fold fold)
{
    const Ints ab = fold(_mm512_shuffle_i32x4(a, b, 0x44), _mm512_shuffle_i32x4(a, b, 0xEE));
    const Ints cd = fold(_mm512_shuffle_i32x4(c, d, 0x44), _mm512_shuffle_i32x4(c, d, 0xEE));
    return fold(_mm512_shuffle_i32x4(ab, cd, 0x88), _mm512_shuffle_i32x4(ab, cd, 0xDD));
}

template <int Order>
inline Ints shuffled(Ints a, Ints b)
{
    return _mm512_castps_si512(_mm512_shuffle_ps(_mm512_castsi512_ps(a), _mm512_castsi512_ps(b), Order));
}

// What foldFour() gave of vectors j, j + 4, j + 8, j + 12, for j of 0 to 3: one number of each of the 16, in their order.
template <typename Fold>
inline Ints foldAll(const Ints (&four)[4], Fold fold)
{
    const Ints low = fold(shuffled<0x44>(four[0], four[1]), shuffled<0xEE>(four[0], four[1]));
    const Ints high = fold(shuffled<0x44>(four[2], four[3]), shuffled<0xEE>(four[2], four[3]));
    return fold(shuffled<0x88>(low, high), shuffled<0xDD>(low, high));
}

// Magnitudes of finite numbers are in order as whole numbers, too, and all others above them.
inline Ints magnitudesOf(const float* x)
{
    return _mm512_max_epi32(_mm512_castps_si512(magnitude(load(x))), _mm512_castps_si512(magnitude(load(x + 16))));
}

// 16 groups, as quantizeGroup() gives them. False, and nothing is done: a number is not finite.
inline bool quantizeTogether(const float* x, int8_t* to, float* scales, float* weightedSums, int32_t* negativeSums)
{
    const auto larger = [](Ints a, Ints b) { return _mm512_max_epi32(a, b); };
    const auto sum = [](Ints a, Ints b) { return _mm512_add_epi32(a, b); };
    Ints four[4];
    const auto at = [](int j, int quarter) { return (j + 4 * quarter) * kPackedGroup; };
    for (int j = 0; j < 4; ++j) {
        const float* const from[] = {x + at(j, 0), x + at(j, 1), x + at(j, 2), x + at(j, 3)};
        four[j] = foldFour(magnitudesOf(from[0]), magnitudesOf(from[1]), magnitudesOf(from[2]), magnitudesOf(from[3]), larger);
    }
    const Ints largestBits = foldAll(four, larger);
    if (_mm512_cmpge_epi32_mask(largestBits, _mm512_set1_epi32(0x7F800000)) != 0)
        return false;
    const Vec most = _mm512_castsi512_ps(largestBits), steps = broadcast(127);
    const __mmask16 some = _mm512_cmp_ps_mask(most, broadcast(1e-30f), _CMP_GE_OQ);
    const Vec scale = _mm512_maskz_div_ps(some, most, steps);
    alignas(64) float inverses[kTogether];
    store(inverses, _mm512_maskz_div_ps(some, steps, most));
    // A group's numbers are packed lane by lane: then they are put in order.
    const Ints order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    for (int j = 0; j < 4; ++j) {
        Ints sums[4];
        for (int quarter = 0; quarter < 4; ++quarter) {
            const float* from = x + at(j, quarter);
            const Vec inverse = broadcast(inverses[j + 4 * quarter]);
            const Ints first = _mm512_cvtps_epi32(mul(load(from), inverse)), second = _mm512_cvtps_epi32(mul(load(from + 16), inverse));
            const Ints halves = _mm512_packs_epi32(first, second);
            const Ints bytes = _mm512_permutexvar_epi32(order, _mm512_packs_epi16(halves, halves));
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + at(j, quarter)), _mm512_castsi512_si256(bytes));
            sums[quarter] = sum(first, second);
        }
        four[j] = foldFour(sums[0], sums[1], sums[2], sums[3], sum);
    }
    const Ints totals = foldAll(four, sum);
    store(scales, scale);
    store(weightedSums, mul(scale, _mm512_cvtepi32_ps(totals)));
    _mm512_storeu_si512(negativeSums, _mm512_sub_epi32(noInts(), totals));
    return true;
}

}  // namespace

namespace cairn::kernels::avx512
{

void quantizeRows(const QuantizeRows& work)
{
    const size_t groups = static_cast<size_t>(work.inputs / kPackedGroup);
    const size_t end = static_cast<size_t>(work.end) * groups;
    for (size_t at = static_cast<size_t>(work.first) * groups; at < end;) {
        const QuantizedRows& out = work.out;
        const float* x = work.x + at * kPackedGroup;
        int8_t* values = out.values + at * kPackedGroup;
        if (at + kTogether <= end && quantizeTogether(x, values, out.scales + at, out.weightedSums + at, out.negativeSums + at)) {
            at += kTogether;
            continue;
        }
        const size_t last = at + kTogether < end ? at + kTogether : end;
        for (; at < last; ++at, x += kPackedGroup, values += kPackedGroup)
            quantizeGroup(x, values, out.scales[at], out.weightedSums[at], out.negativeSums[at]);
    }
}

}  // namespace cairn::kernels::avx512
