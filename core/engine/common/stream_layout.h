// Index arithmetic of a stream: landmark insertion, windows, slots (landmark_semantics.md 2, 4). Pure functions on integers.
// F regular tokens a block, B block length in stream tokens (F + 1 with landmarks, F without), W window, K places asked for.
#pragma once

#include "core/result.h"
#include "core/types/ids.h"

#include <cstdint>
#include <span>
#include <vector>

namespace cairn
{

struct StreamLayout
{
    std::uint32_t blockTokens = 0;   // F
    bool landmarks = true;           // false: bounds, the stream is the regular tokens alone

    std::uint32_t blockLength() const { return blockTokens + (landmarks ? 1 : 0); }   // B
    std::uint64_t streamTokens(std::uint64_t regular) const { return regular + (landmarks ? regular / blockTokens : 0); }
    std::uint64_t regularTokens(std::uint64_t stream) const
    {
        return stream / blockLength() * blockTokens + stream % blockLength();
    }
};

// The stream tokens that `regular` adds after `regularBefore` regular tokens: a landmark after every F-th of the stream.
std::vector<TokenId> toStream(const StreamLayout& layout, std::uint64_t regularBefore, std::span<const TokenId> regular,
                              TokenId landmark);

// W = C - C mod B - (K + 1) * B. InvalidArgument: K leaves no room for a window.
Result<std::uint32_t> windowByRule(const StreamLayout& layout, std::uint32_t context, std::uint32_t topK);

// Lengths of the steps for `count` new stream tokens after `before`: the open block and its continuation share the first
// window, so every step but the last ends a block. REQUIRES: window is a positive multiple of B.
std::vector<std::uint32_t> cutSteps(const StreamLayout& layout, std::uint64_t before, std::uint64_t count, std::uint32_t window);

// Where memory blocks stand relative to the local tokens, as block distances D = k + 1 - slot (1 .. k + 1).
// `column`: rank of a block in memory, 0 = oldest of n.
struct Slots
{
    std::uint32_t memoryBlocks = 0;   // n
    std::uint32_t places = 0;         // k = min(K, n)

    bool recent(std::uint32_t column) const { return column + places >= memoryBlocks; }
    std::uint32_t scoringSlot(std::uint32_t column) const { return recent(column) ? column + places - memoryBlocks + 1 : 0; }
    std::uint32_t scoringDistance(std::uint32_t column) const { return places + 1 - scoringSlot(column); }
    std::uint32_t slot(std::uint32_t place, std::uint32_t column) const { return place + (recent(column) ? 1 : 0); }
    std::uint32_t distance(std::uint32_t place, std::uint32_t column) const { return places + 1 - slot(place, column); }
};

// First position of slot 0 in the stream, (N - k - 1) * B; -B where every block fits and slot 0 is unused.
inline std::int64_t slotBase(const StreamLayout& layout, std::uint32_t completed, std::uint32_t places)
{
    return (std::int64_t{completed} - places - 1) * layout.blockLength();
}

// Position of the context miss token: max(0, N - k - 1) * B - 1 (landmark_semantics.md 7).
inline std::int64_t missPosition(const StreamLayout& layout, std::uint32_t completed, std::uint32_t places)
{
    const std::int64_t base = slotBase(layout, completed, places);
    return (base > 0 ? base : 0) - 1;
}

}  // namespace cairn
