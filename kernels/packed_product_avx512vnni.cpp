#include "packed_ints_avx512.h"

namespace
{

inline Ints dotSmall(Ints sum, Ints u, Ints a) { return _mm512_dpbusd_epi32(sum, u, a); }
inline Ints dotBytes(Ints sum, Ints u, Ints a) { return _mm512_dpbusd_epi32(sum, u, a); }
inline Ints offsetBytes(int32_t negativeSum) { return _mm512_slli_epi32(_mm512_set1_epi32(negativeSum), 7); }

}  // namespace

#include "packed_product_vectors.h"

namespace cairn::kernels::avx512vnni
{

void packedProduct(const PackedProduct& work) { productOfTiles(work); }

}  // namespace cairn::kernels::avx512vnni
