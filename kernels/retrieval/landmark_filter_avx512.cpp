#include "kernels/vectors/packed_dots_avx512.h"

#include "kernels/retrieval/landmark_filter_vectors.h"

#include "kernels/retrieval/landmark_filter_fill.h"

namespace cairn::kernels::avx512
{

FilterQuery quantizeFilterQuery(const float* query, std::int32_t numbers, float most, std::int8_t* values)
{
    const float scale = most / 127;
    const Vec inverse = broadcast(most > 1e-30f ? 127 / most : 0), s = broadcast(scale);
    Vec all = zero(), error = zero();
    __m512i total = _mm512_setzero_si512();
    for (int j = 0; j < numbers; j += kWidth) {
        const Vec x = load(query + j);
        const Ints rounded = nearestInts(mul(x, inverse));
        const Vec off = sub(x, mul(toFloats(rounded), s));
        all = add(all, mul(x, x));
        error = add(error, mul(off, off));
        total = _mm512_add_epi32(total, rounded);
        _mm_storeu_si128(reinterpret_cast<__m128i*>(values + j), _mm512_cvtepi32_epi8(rounded));
    }
    const float allNorm = __builtin_sqrtf(sum(all)) * kFilterRoundUp, errorNorm = __builtin_sqrtf(sum(error)) * kFilterRoundUp;
    FilterQuery out;
    out.values = values;
    out.negativeSum = -_mm512_reduce_add_epi32(total);
    out.scale = scale;
    out.perNorm = errorNorm + filterRounding(numbers) * allNorm;
    out.perError = allNorm * (1 + filterRounding(numbers));
    return out;
}

void fillLandmarkFilter(const LandmarkFilterFill& work, const FilterLayout& layout) { FilterFill(work, layout).run(); }
void scanLandmarkFilter(const LandmarkFilterScan& work, const FilterLayout& layout) { filterScan(work, layout); }

}  // namespace cairn::kernels::avx512
