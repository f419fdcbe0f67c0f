// Inside of block_selection: passes over all blocks that levels implement.
#pragma once

#include "kernels/retrieval/block_selection.h"

namespace cairn::kernels
{

constexpr std::int32_t kMaximumLanes = 8;          // groups that a pass fills side by side
constexpr std::int32_t kMostSharedHeads = 64;      // query heads of a kv head that the vector code serves; more: reference

constexpr std::int32_t kMostListed = 128;          // values of a list that registers hold

namespace avx2
{
// The largest of every `size` values, NaN passed over: maxima[8 g + i] of values[8 (size g + 0 .. size - 1) + i].
// Returns how many: n / size rounded up to the next 8, those without a value are -inf.
std::int32_t groupMaxima(const float* values, std::int32_t n, std::int32_t size, float* maxima);
// A number that at least `places` of maxima [count] reach, not far below the places-th largest; -inf: there are fewer above -inf.
// `count` is a multiple of 8, none is NaN.
float reachedBy(const float* maxima, std::int32_t count, std::int32_t places);
// The places-th largest of `count` values, a multiple of 8, none NaN, at least `places` of them above -inf; NaN: not found in a few
// halvings (many are nearly alike).
float placesthLargest(const float* values, std::int32_t count, std::int32_t places);
// Indices of values >= threshold, ascending; returns how many. `indices` has room for n.
std::int32_t collectAtLeast(const float* values, std::int32_t n, float threshold, std::int32_t* indices);
void sharedValues(const SharedValues& work);
}
namespace avx512
{
// Rule 4 where values stand apart: bit i of best [2]: value i is among the `places` largest, and no other one comes near them. False: not
// that simple. `values` has room for kMostListed, of which those from `count` on are -inf; NaN stands at -inf; count <= kMostListed.
bool clearBest(const float* values, std::int32_t count, std::int32_t places, std::uint64_t* best);
}

}  // namespace cairn::kernels
