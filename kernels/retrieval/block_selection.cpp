// Rules 4 to 7 without sorting all blocks: a lower bound of the last place's value leaves few candidates.
#include "kernels/retrieval/block_selection.h"

#include "kernels/retrieval/block_selection_levels.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

namespace cairn::kernels
{
namespace
{

constexpr std::int32_t kMaximaPerPlace = 6;   // groups per place: few candidates remain, and few maxima to look through
constexpr float kNone = -std::numeric_limits<float>::infinity();

struct Scratch
{
    std::int32_t* candidates;   // [n] blocks
    float* sorted;              // [n] their values, reordered
    float* saved;               // [n] values of pinned and barred blocks
    float* maxima;              // [n + 16]
    std::int32_t* taken;        // [n]
};

Scratch divide(const BlockSelection& work)
{
    auto* numbers = static_cast<float*>(work.scratch);
    const std::size_t n = static_cast<std::size_t>(work.memoryBlocks);
    return {reinterpret_cast<std::int32_t*>(numbers), numbers + n, numbers + 2 * n, numbers + 3 * n,
            reinterpret_cast<std::int32_t*>(numbers + 4 * n + 16)};
}

struct Taken
{
    std::int32_t count = 0;
    bool tie = false;
};

// Rule 4 among few candidates whose values stand apart, by vectors; false: not that simple. values: [count], count: places or more
bool takeClearBest(const std::int32_t* candidates, const float* values, std::int32_t count, std::int32_t places, std::int32_t* taken)
{
#if defined(__x86_64__)
    constexpr std::int32_t kMost = 512;
    if (count > kMost || cpuLevel() < CpuLevel::Avx2)
        return false;
    float padded[kMost + 8];
    std::int32_t at[kMost + 8];
    std::copy_n(values, count, padded);
    std::fill_n(padded + count, 8, kNone);
    const float v = avx2::placesthLargest(padded, (count + 7) / 8 * 8, places);
    if (!(v == v) || avx2::collectAtLeast(padded, count, v - kTieTolerance, at) != places)
        return false;
    for (std::int32_t i = 0; i < places; ++i)
        taken[i] = candidates[at[i]];
    return true;
#else
    return static_cast<void>(candidates), static_cast<void>(values), static_cast<void>(taken), count < 0 && places < 0;
#endif
}

// Rule 4 among `count` candidates, ascending. value(i) of candidate i must never be NaN.
template <typename Value>
Taken takeBest(const std::int32_t* candidates, std::int32_t count, std::int32_t places, const Value& value, float* sorted,
               std::int32_t* taken)
{
    Taken result;
    if (places <= 0)
        return result;
    for (std::int32_t i = 0; i < count; ++i)
        sorted[i] = value(i);
    if (takeClearBest(candidates, sorted, count, places, taken)) {
        result.count = places;
        return result;
    }
    std::nth_element(sorted, sorted + (places - 1), sorted + count, std::greater<>());
    const float v = sorted[places - 1], above = v + kTieTolerance, level = v - kTieTolerance;
    std::int32_t left = places, equals = 0;
    for (std::int32_t i = 0; i < count; ++i) {
        if (value(i) > above)
            --left;
        else if (value(i) >= level)
            ++equals;
    }
    result.tie = equals > left && v != kNone;
    for (std::int32_t i = 0; i < count; ++i) {
        const float x = value(i);
        if (x > above || (x >= level && left-- > 0))
            taken[result.count++] = candidates[i];
    }
    return result;
}

// Blocks whose value may reach the `places`-th largest, tolerance included. Pinned and barred ones stand at -inf.
std::int32_t collectCandidates(const BlockSelection& work, std::int32_t places, const Scratch& scratch, CpuLevel level)
{
    const std::int32_t n = work.memoryBlocks;
    float bound = kNone;
#if defined(__x86_64__)
    if (level >= CpuLevel::Avx2 && n > kMaximaPerPlace * places) {
        // `places` groups hold a value that reaches the bound
        const std::int32_t groups = avx2::groupMaxima(work.values, n, n / (kMaximaPerPlace * places), scratch.maxima);
        bound = avx2::reachedBy(scratch.maxima, groups, places);
    }
    if (bound > kNone)
        return avx2::collectAtLeast(work.values, n, bound - 2 * kTieTolerance - std::abs(bound) * 1e-6f, scratch.candidates);
#endif
    static_cast<void>(level);
    std::int32_t count = 0;
    for (std::int32_t block = 0; block < n; ++block)
        if (!std::binary_search(work.pinned, work.pinned + work.pinnedCount, block))
            scratch.candidates[count++] = block;
    return count;
}

// taken: [k] blocks, or where they stand in the list `blocks`
void place(BlockSelection& work, std::int32_t* taken, const std::int32_t* blocks)
{
    const std::int32_t n = work.memoryBlocks, k = work.places;
    if (!std::is_sorted(taken, taken + k))
        std::sort(taken, taken + k);
    for (std::int32_t j = 0; j < k; ++j) {
        const std::int32_t block = blocks ? blocks[taken[j]] : taken[j], slot = j + (block >= n - k ? 1 : 0);
        if (work.placesTaken)
            work.placesTaken[j] = taken[j];
        work.selected[j] = std::binary_search(work.barred, work.barred + work.barredCount, block) ? -1 : block;
        work.distances[j] = k + 1 - slot;
    }
}

float withoutNan(float value) { return value == value ? value : kNone; }

// The usual list, put to rules 4 to 6 by vectors: no more blocks are pinned than find a place, few are listed, and values stand apart.
// False: nothing is done yet. taken: [k] where they stand in the list, ascending
bool takeListed([[maybe_unused]] const BlockSelection& work, [[maybe_unused]] const std::int32_t* blocks,
                [[maybe_unused]] std::int32_t count, [[maybe_unused]] std::int32_t* taken, [[maybe_unused]] CpuLevel level)
{
#if defined(__x86_64__)
    if (level < CpuLevel::Avx512 || count > kMostListed || work.pinnedCount >= work.places)
        return false;
    float values[kMostListed];
    std::uint64_t best[2], pinned[2] = {0, 0};
    std::copy_n(work.values, count, values);
    std::fill(values + count, values + kMostListed, kNone);
    std::int32_t free = work.places;
    const auto leaveOut = [&](const std::int32_t* of, std::int32_t some, bool isPinned) {
        for (const std::int32_t *block = of, *at = blocks; block != of + some; ++block) {
            at = std::lower_bound(at, blocks + count, *block);
            if (at == blocks + count || *at != *block)
                continue;
            const std::ptrdiff_t i = at - blocks;
            values[i] = kNone;
            pinned[i / 64] |= std::uint64_t{isPinned ? 1u : 0u} << (i % 64);
            free -= isPinned ? 1 : 0;
        }
    };
    leaveOut(work.pinned, work.pinnedCount, true);
    leaveOut(work.barred, work.barredCount, false);
    if (!avx512::clearBest(values, count, free, best))
        return false;
    for (std::int32_t word = 0; word < 2; ++word)
        for (std::uint64_t bits = best[word] | pinned[word]; bits; bits &= bits - 1)
            *taken++ = 64 * word + std::countr_zero(bits);
    return true;
#else
    return false;
#endif
}

}  // namespace

std::size_t blockSelectionScratch(std::int32_t memoryBlocks) { return static_cast<std::size_t>(memoryBlocks) * 20 + 128; }

void selectBlocks(BlockSelection& work, CpuLevel level)
{
    work.tie = false;
    if (work.places <= 0)
        return;
    const Scratch scratch = divide(work);
    float* values = work.values;
    float *savedPinned = scratch.saved, *savedBarred = scratch.saved + work.pinnedCount;
    for (std::int32_t i = 0; i < work.pinnedCount; ++i)
        savedPinned[i] = std::exchange(values[work.pinned[i]], kNone);
    for (std::int32_t i = 0; i < work.barredCount; ++i)
        savedBarred[i] = std::exchange(values[work.barred[i]], kNone);

    const std::int32_t first = std::min(work.places, work.pinnedCount);
    const Taken pinned = takeBest(work.pinned, work.pinnedCount, first, [&](std::int32_t i) { return withoutNan(savedPinned[i]); },
                                  scratch.sorted, scratch.taken);
    Taken free;
    if (work.places > first) {
        const std::int32_t count = collectCandidates(work, work.places - first, scratch, level);
        free = takeBest(scratch.candidates, count, work.places - first,
                        [&](std::int32_t i) { return withoutNan(values[scratch.candidates[i]]); }, scratch.sorted,
                        scratch.taken + pinned.count);
    }
    work.tie = work.places > first ? free.tie : pinned.tie;
    for (std::int32_t i = 0; i < work.barredCount; ++i)
        values[work.barred[i]] = savedBarred[i];
    for (std::int32_t i = 0; i < work.pinnedCount; ++i)
        values[work.pinned[i]] = savedPinned[i];
    place(work, scratch.taken, nullptr);
}

void selectListedBlocks(BlockSelection& work, const std::int32_t* blocks, std::int32_t count, CpuLevel level)
{
    work.tie = false;
    if (work.places <= 0)
        return;
    auto* numbers = static_cast<std::int32_t*>(work.scratch);
    std::int32_t *pinnedAt = numbers, *freeAt = numbers + count, *taken = numbers + 3 * std::size_t(count);
    auto* sorted = reinterpret_cast<float*>(numbers + 2 * std::size_t(count));
    if (takeListed(work, blocks, count, taken, level))
        return place(work, taken, blocks);
    std::int32_t pinnedCount = 0, freeCount = 0;
    const std::int32_t *nextPinned = work.pinned, *endPinned = work.pinned + work.pinnedCount;
    for (std::int32_t i = 0; i < count; ++i) {   // both ascend
        while (nextPinned != endPinned && *nextPinned < blocks[i])
            ++nextPinned;
        const bool pinned = nextPinned != endPinned && *nextPinned == blocks[i];
        (pinned ? pinnedAt[pinnedCount++] : freeAt[freeCount++]) = i;
    }
    const auto valueAt = [&](std::int32_t at) {
        const bool barred = work.barredCount > 0 && std::binary_search(work.barred, work.barred + work.barredCount, blocks[at]);
        return barred ? kNone : withoutNan(work.values[at]);
    };
    const std::int32_t first = std::min(work.places, pinnedCount);
    const Taken pinned = takeBest(pinnedAt, pinnedCount, first, [&](std::int32_t i) { return valueAt(pinnedAt[i]); }, sorted, taken);
    const Taken free = takeBest(freeAt, freeCount, work.places - first, [&](std::int32_t i) { return valueAt(freeAt[i]); }, sorted,
                                taken + pinned.count);
    work.tie = work.places > first ? free.tie : pinned.tie;
    place(work, taken, blocks);
}

void sharedValues(const SharedValues& work, CpuLevel level)
{
#if defined(__x86_64__)
    if (level >= CpuLevel::Avx2 && work.heads / work.kvHeads <= kMostSharedHeads)
        return avx2::sharedValues(work);
#endif
    static_cast<void>(level);
    sharedValuesReference(work);
}

}  // namespace cairn::kernels
