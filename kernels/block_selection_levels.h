// Inside of block_selection: passes over all blocks that levels implement.
#pragma once

#include "block_selection.h"

namespace cairn::kernels
{

constexpr std::int32_t kMaximumGroup = 64;         // values that share a maximum
constexpr std::int32_t kMostSharedHeads = 64;      // query heads of a kv head that the vector code serves; more: reference

namespace avx2
{
// maxima[i] = largest of values[64 i .. 64 i + 63], NaN passed over; (n + 63) / 64 numbers
void groupMaxima(const float* values, std::int32_t n, float* maxima);
// Indices of values >= threshold, ascending; returns how many. `indices` has room for n.
std::int32_t collectAtLeast(const float* values, std::int32_t n, float threshold, std::int32_t* indices);
void sharedValues(const SharedValues& work);
}

}  // namespace cairn::kernels
