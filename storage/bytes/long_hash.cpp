#include "storage/bytes/long_hash.h"

#define XXH_INLINE_ALL   // the block hash runs on every read: no call through the shared library
#include <xxhash.h>

namespace cairn
{

std::uint64_t levels::longHashPlain(const void* bytes, std::size_t count, std::uint64_t seed)
{
    return XXH3_64bits_withSeed(bytes, count, seed);
}

std::uint64_t longHash(const void* bytes, std::size_t count, std::uint64_t seed)
{
#if defined(__x86_64__)
    static const auto widest = __builtin_cpu_supports("avx512f") ? levels::longHashAvx512
                               : __builtin_cpu_supports("avx2")  ? levels::longHashAvx2
                                                                 : levels::longHashPlain;
    return widest(bytes, count, seed);
#else
    return levels::longHashPlain(bytes, count, seed);
#endif
}

}  // namespace cairn
