#include "app/conversation/moved_blocks.h"

#include <algorithm>
#include <utility>

namespace cairn
{
namespace
{

// The same words in the other map; nothing: their document isn't in it.
bool isHeld(const DocumentPlace& place, const StreamMap& map) { return place.document < map.documents() && map.holds(place.document); }

// For every block of `from`: is it listed, and how long is the stretch of neighbours that are as it is?
struct Stretches
{
    std::vector<bool> listed;
    std::vector<std::size_t> length;
};

Stretches stretchesOf(std::span<const BlockId> blocks, const StreamMap& map)
{
    Stretches all;
    all.listed.assign(map.pieces(), false);
    all.length.assign(map.pieces(), 0);
    for (const BlockId block : blocks) {
        if (block.value < map.pieces())
            all.listed[block.value] = true;
    }
    for (std::size_t begin = 0; begin < all.listed.size();) {
        std::size_t end = begin;
        while (end < all.listed.size() && all.listed[end] == all.listed[begin])
            ++end;
        std::fill(all.length.begin() + std::ptrdiff_t(begin), all.length.begin() + std::ptrdiff_t(end), end - begin);
        begin = end;
    }
    return all;
}

// The shortest stretches whose words a block of `to` holds; 0: none.
struct Claims
{
    std::size_t barred = 0, open = 0;
};

std::vector<BlockId> movedBars(std::span<const BlockId> barred, const StreamMap& from, const StreamMap& to)
{
    if (barred.empty())
        return {};
    const Stretches stretches = stretchesOf(barred, from);
    std::vector<Claims> claims(to.pieces());
    for (std::uint32_t block = 0; block < from.pieces(); ++block) {
        const std::size_t length = stretches.length[block];
        for (const BlockId moved : movedBlocks(std::vector<BlockId>{BlockId(block)}, from, to)) {
            std::size_t& claim = stretches.listed[block] ? claims[moved.value].barred : claims[moved.value].open;
            claim = claim == 0 ? length : std::min(claim, length);
        }
    }
    std::vector<BlockId> moved;
    for (std::uint32_t block = 0; block < claims.size(); ++block) {
        const Claims& claim = claims[block];
        if (claim.barred > 0 && (claim.open == 0 || claim.barred <= claim.open))
            moved.emplace_back(block);
    }
    return moved;
}

std::optional<BlockId> movedUntil(BlockId until, const StreamMap& from, const StreamMap& to)
{
    const auto behind = from.placesOfTokens(std::uint64_t{until.value} * from.blockTokens(), from.tokens());
    const auto first = std::find_if(behind.begin(), behind.end(), [&](const DocumentPlace& place) { return isHeld(place, to); });
    if (first == behind.end())
        return std::nullopt;
    return BlockId(std::uint32_t(to.tokensOf(*first).first / to.blockTokens()));
}

}  // namespace

std::vector<BlockId> movedBlocks(std::span<const BlockId> blocks, const StreamMap& from, const StreamMap& to)
{
    std::vector<BlockId> moved;
    for (const BlockId block : blocks) {
        for (const DocumentPlace& place : from.placesOf(block)) {
            if (!isHeld(place, to))
                continue;
            const auto there = to.blocksOf(place);
            moved.insert(moved.end(), there.begin(), there.end());
        }
    }
    std::sort(moved.begin(), moved.end());
    moved.erase(std::unique(moved.begin(), moved.end()), moved.end());
    return moved;
}

std::optional<AskOptions> movedOptions(AskOptions options, const StreamMap& from, const StreamMap& to)
{
    auto &barred = options.controls.barred, &pinned = options.controls.pinned;
    if (barred.empty() && pinned.empty() && !options.until && options.within.empty())
        return options;
    if (from.isEmpty() || to.isEmpty())
        return std::nullopt;
    const bool isLimited = !options.within.empty();
    std::erase_if(options.within, [&](const DocumentPlace& place) { return !isHeld(place, to); });
    if (isLimited && options.within.empty())
        return std::nullopt;
    barred = movedBars(barred, from, to);
    pinned = movedBlocks(pinned, from, to);
    std::erase_if(pinned, [&](BlockId block) {   // the open last block can't be
        return block.value >= to.blocks() || std::binary_search(barred.begin(), barred.end(), block);
    });
    if (options.until)
        options.until = movedUntil(*options.until, from, to);
    if (options.until)
        std::erase_if(pinned, [&](BlockId block) { return block.value >= options.until->value; });
    return options;
}

}  // namespace cairn
