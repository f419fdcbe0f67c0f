// Dot products of bytes for files compiled with AVX-512 without VNNI: see packed_product_vectors.h. Local to the including file.
#pragma once

#include "kernels/vectors/packed_ints_avx512.h"

namespace
{

// Pairs fit 16 bits: 2 * 31 * 127
inline Ints dotSmall(Ints sum, Ints u, Ints a)
{
    return _mm512_add_epi32(sum, _mm512_madd_epi16(_mm512_maddubs_epi16(u, a), _mm512_set1_epi16(1)));
}

// maddubs saturates at 255 * 127 * 2, so the magnitude of u - 128 is the unsigned side and its sign goes to a: 128 * 127 * 2 fits.
inline Ints dotBytes(Ints sum, Ints u, Ints a)
{
    const Ints w = _mm512_xor_si512(u, _mm512_set1_epi8(-128));
    return dotSmall(sum, _mm512_abs_epi8(w), _mm512_mask_sub_epi8(a, _mm512_movepi8_mask(w), _mm512_setzero_si512(), a));
}
inline Ints offsetBytes(int32_t) { return noInts(); }

}  // namespace
