// A step of the fingerprint compiled for AVX2: C headers only, so that no inline function of another file gets these instructions.
#include "core/model/fingerprint_levels.h"

#define XXH_INLINE_ALL
#include <immintrin.h>
#include <xxhash.h>

void cairn::levels::updateFingerprintAvx2(void* state, const void* data, std::size_t size)
{
    XXH3_128bits_update(static_cast<XXH3_state_t*>(state), data, size);
    _mm256_zeroupper();   // g++ leaves it out here (the header chooses its options): narrow instructions would wait for wide ones
}
