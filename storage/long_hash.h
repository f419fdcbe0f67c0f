// XXH3-64 with a seed, by the widest vectors of this machine that pay: the same number on every machine. Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cairn
{

// Rows of 48 and 258 KB: 2.8 and 14.7 us with 128-bit vectors, 1.5 and 7.8 with 256.
std::uint64_t longHash(const void* bytes, std::size_t count, std::uint64_t seed);

namespace levels
{

std::uint64_t longHashPlain(const void* bytes, std::size_t count, std::uint64_t seed);
std::uint64_t longHashAvx2(const void* bytes, std::size_t count, std::uint64_t seed);   // x86-64 with AVX2 only

}  // namespace levels

}  // namespace cairn
