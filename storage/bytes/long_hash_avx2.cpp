// longHash() compiled for AVX2: C headers only, so that no inline function of another file gets these instructions.
#include "storage/bytes/long_hash.h"

#define XXH_INLINE_ALL
#include <immintrin.h>
#include <xxhash.h>

std::uint64_t cairn::levels::longHashAvx2(const void* bytes, std::size_t count, std::uint64_t seed)
{
    const XXH64_hash_t hash = XXH3_64bits_withSeed(bytes, count, seed);
    _mm256_zeroupper();   // g++ leaves it out here (the header chooses its options): narrow instructions would wait for wide ones
    return hash;
}
