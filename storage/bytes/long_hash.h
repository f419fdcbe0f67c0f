// XXH3-64 with a seed, by the widest vectors of this machine that pay: the same number on every machine. Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cairn
{

// Rows of 48 and 258 KB: 2.8 and 14.7 us with 128-bit vectors, 1.4 and 7.6 with 256, 1.1 and 6.3 with 512.
std::uint64_t longHash(const void* bytes, std::size_t count, std::uint64_t seed);

namespace levels
{

std::uint64_t longHashPlain(const void* bytes, std::size_t count, std::uint64_t seed);
std::uint64_t longHashAvx2(const void* bytes, std::size_t count, std::uint64_t seed);     // x86-64 with AVX2 only
std::uint64_t longHashAvx512(const void* bytes, std::size_t count, std::uint64_t seed);   // with AVX-512F only

}  // namespace levels

}  // namespace cairn
