// Dot products of bytes for files compiled with AVX-512 VNNI: see packed_product_vectors.h. Local to the including file.
#pragma once

#include "kernels/vectors/packed_ints_avx512.h"

namespace
{

inline Ints dotSmall(Ints sum, Ints u, Ints a) { return _mm512_dpbusd_epi32(sum, u, a); }
inline Ints dotBytes(Ints sum, Ints u, Ints a) { return _mm512_dpbusd_epi32(sum, u, a); }
inline Ints offsetBytes(int32_t negativeSum) { return _mm512_slli_epi32(_mm512_set1_epi32(negativeSum), 7); }

}  // namespace
