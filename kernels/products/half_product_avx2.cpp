#include "kernels/vectors/simd_avx2.h"

namespace
{

constexpr int kHalfOutputs = 4, kHalfRows = 2;   // 8 sums, 4 weights, a vector of numbers of 16 registers

inline Vec brain(__m128i bits) { return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(bits), 16)); }
inline Vec loadBrain(const uint16_t* from) { return brain(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from))); }
inline Vec loadBrainPart(const uint16_t* from, int count)
{
    uint16_t bits[8] = {};
    for (int i = 0; i < count; ++i)
        bits[i] = from[i];
    return loadBrain(bits);
}

}  // namespace

#include "kernels/products/half_product_vectors.h"

namespace cairn::kernels::avx2
{

void halfProduct(const HalfProduct& work) { halfProductOfType(work); }

}  // namespace cairn::kernels::avx2
