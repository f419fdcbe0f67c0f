// Lets allocations of this process fail on request: operator new, posix_memalign (torch) and aligned_alloc (the engine's rows).
// Whoever links failing_allocations.cpp has all of them counted, those of libraries too. Any thread; off until asked for.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cairn::failing
{

enum class Times { Once, ForEver };

// From now on allocations of at least `leastBytes` are counted from 0; number `first` fails, or all from it on.
void failAt(std::uint64_t first, Times times, std::size_t leastBytes);

// Allocations succeed again. Returns how many were counted.
std::uint64_t stop();

}  // namespace cairn::failing
