// longHash() compiled for AVX-512: C headers only, so that no inline function of another file gets these instructions.
#include "storage/long_hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

std::uint64_t cairn::levels::longHashAvx512(const void* bytes, std::size_t count, std::uint64_t seed)
{
    return XXH3_64bits_withSeed(bytes, count, seed);
}
