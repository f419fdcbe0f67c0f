#include "kernels/vectors/simd_avx512.h"

namespace
{

constexpr int kHalfOutputs = 4, kHalfRows = 4;   // 16 sums, 4 weights, a vector of numbers

inline Vec brain(__m256i bits) { return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(bits), 16)); }
inline Vec loadBrain(const uint16_t* from) { return brain(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from))); }
inline Vec loadBrainPart(const uint16_t* from, int count) { return brain(_mm256_maskz_loadu_epi16(firstLanes(count), from)); }

}  // namespace

#include "kernels/products/half_product_vectors.h"

namespace cairn::kernels::avx512
{

void halfProduct(const HalfProduct& work) { halfProductOfType(work); }

}  // namespace cairn::kernels::avx512
