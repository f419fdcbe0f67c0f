#include "core/types/near_misses.h"

#include "core/types/half.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <tuple>

namespace cairn
{
namespace
{

// Descending scores, equal ones by ascending block; each block once and none that was opened.
bool recordFits(const Trace& trace, std::size_t record)
{
    const std::size_t first = trace.nearOffsets[record], count = trace.nearOffsets[record + 1] - first;
    if (count > kNearMisses)
        return false;
    std::array<std::uint32_t, kNearMisses> blocks{};
    float last = std::numeric_limits<float>::infinity();
    for (std::size_t i = 0; i < count; ++i) {
        const float score = halfToFloat(trace.nearScores[first + i]);
        if (!(score <= last))   // nor is it a number
            return false;
        last = score;
        blocks[i] = trace.nearBlocks[first + i];
    }
    const auto end = blocks.begin() + static_cast<std::ptrdiff_t>(count);
    std::sort(blocks.begin(), end);
    if (count > 0 && (blocks[count - 1] == kNoBlock || std::adjacent_find(blocks.begin(), end) != end))
        return false;
    const std::uint32_t* opened = trace.blocks.data() + record * trace.k;
    return std::none_of(opened, opened + trace.k, [&](std::uint32_t block) { return std::binary_search(blocks.begin(), end, block); });
}

bool isLimit(std::uint16_t half) { return half == kNoLimit || !std::isnan(halfToFloat(half)); }

std::uint32_t openedBlocks(const Trace& trace, std::size_t record)
{
    const std::uint32_t* places = trace.blocks.data() + record * trace.k;
    return static_cast<std::uint32_t>(std::count_if(places, places + trace.k, [](std::uint32_t block) { return block != kNoBlock; }));
}

NearMiss missAt(const Trace& trace, std::uint32_t token, std::uint32_t layerHead, std::size_t i)
{
    const std::size_t record = std::size_t{token} * trace.layers * trace.heads + layerHead;
    const std::uint16_t limit = trace.nearLimits[record];
    NearMiss near{token, layerHead / trace.heads, layerHead % trace.heads, trace.nearBlocks[i]};
    near.opened = openedBlocks(trace, record);
    near.rank = 1 + near.opened + static_cast<std::uint32_t>(i - trace.nearOffsets[record]);
    near.score = halfToFloat(trace.nearScores[i]);
    near.gap = limit == kNoLimit ? std::nullopt : std::optional(halfToFloat(limit) - near.score);
    near.tied = trace.ties.size() > record && trace.ties[record] != 0 && trace.nearScores[i] == limit;
    return near;
}

// visit(near miss) for every one of the record that the filter lets through; false ends it.
template <typename Visit>
void forEachOf(const Trace& trace, const TraceFilter& filter, std::uint32_t token, std::uint32_t layerHead, Visit&& visit)
{
    const std::size_t record = std::size_t{token} * trace.layers * trace.heads + layerHead;
    for (std::size_t i = trace.nearOffsets[record]; i < trace.nearOffsets[record + 1]; ++i) {
        const std::uint32_t block = trace.nearBlocks[i];
        const bool passed = block >= trace.documentBlocks || !contains(filter.blocks, block) ||
                            std::binary_search(filter.hidden.begin(), filter.hidden.end(), block);
        if (!passed && !visit(missAt(trace, token, layerHead, i)))
            return;
    }
}

std::vector<std::uint32_t> chosenHeads(const Trace& trace, const TraceFilter& filter)
{
    const HeadMask mask = resolvedHeads(trace, filter);
    std::vector<std::uint32_t> heads;
    for (std::uint32_t head = 0; head < mask.size(); ++head) {
        if (mask[head])
            heads.push_back(head);
    }
    return heads;
}

bool isBetter(const NearMiss& a, const NearMiss& b)
{
    constexpr float kNone = std::numeric_limits<float>::infinity();
    return std::tuple(a.rank, a.gap.value_or(kNone)) < std::tuple(b.rank, b.gap.value_or(kNone));
}

void keepBest(std::vector<NearMiss>& misses, std::uint32_t count)
{
    std::stable_sort(misses.begin(), misses.end(), isBetter);
    misses.resize(std::min<std::size_t>(misses.size(), count));
}

} // namespace

bool nearMissesFit(const Trace& trace)
{
    if (!trace.isDeep())
        return trace.nearBlocks.empty() && trace.nearScores.empty() && trace.nearLimits.empty();
    const std::size_t records = std::size_t{trace.tokens} * trace.layers * trace.heads;
    const auto& offsets = trace.nearOffsets;
    if (offsets.size() != records + 1 || offsets.front() != 0 || offsets.back() != trace.nearBlocks.size() ||
        trace.nearScores.size() != trace.nearBlocks.size() || trace.nearLimits.size() != records ||
        !std::is_sorted(offsets.begin(), offsets.end()) || !std::all_of(trace.nearLimits.begin(), trace.nearLimits.end(), isLimit))
        return false;
    for (std::size_t record = 0; record < records; ++record) {
        if (!recordFits(trace, record))
            return false;
    }
    return true;
}

std::vector<NearMiss> nearMisses(const Trace& trace, const TraceFilter& filter, std::uint32_t perRecord)
{
    std::vector<NearMiss> misses;
    if (!trace.isDeep() || perRecord == 0)
        return misses;
    const std::vector<std::uint32_t> heads = chosenHeads(trace, filter);
    for (const std::uint32_t token : resolvedTokens(trace, filter)) {
        for (const std::uint32_t head : heads) {
            std::uint32_t given = 0;
            forEachOf(trace, filter, token, head, [&](const NearMiss& near) {
                misses.push_back(near);
                return ++given < perRecord;
            });
        }
    }
    return misses;
}

std::vector<NearMiss> nearlyOpened(const Trace& trace, const TraceFilter& filter, std::uint32_t count)
{
    if (!trace.isDeep())
        return {};
    const std::vector<std::uint32_t> heads = chosenHeads(trace, filter), tokens = resolvedTokens(trace, filter);
    std::vector<std::uint8_t> opened(trace.documentBlocks, 0);
    std::vector<std::optional<NearMiss>> best(trace.documentBlocks);
    for (const std::uint32_t token : tokens) {
        for (const std::uint32_t head : heads) {
            const std::size_t place = (std::size_t{token} * trace.layers * trace.heads + head) * trace.k;
            for (const std::uint32_t block : std::span(trace.blocks).subspan(place, trace.k)) {
                if (block < trace.documentBlocks)
                    opened[block] = 1;
            }
            forEachOf(trace, filter, token, head, [&](const NearMiss& near) {
                if (auto& known = best[near.block]; !near.tied && (!known || isBetter(near, *known)))
                    known = near;
                return true;
            });
        }
    }
    std::vector<NearMiss> misses;
    for (std::uint32_t block = 0; block < trace.documentBlocks; ++block) {
        if (best[block] && !opened[block])
            misses.push_back(*best[block]);
    }
    keepBest(misses, count);
    return misses;
}

std::vector<NearMiss> nearestHeads(const Trace& trace, const TraceFilter& filter, std::uint32_t block, std::uint32_t count,
                                   std::uint32_t* all)
{
    std::vector<NearMiss> misses;
    if (trace.isDeep() && block < trace.documentBlocks) {
        const std::vector<std::uint32_t> tokens = resolvedTokens(trace, filter);
        for (const std::uint32_t head : chosenHeads(trace, filter)) {
            std::optional<NearMiss> best;
            bool opened = false;
            for (std::size_t i = 0; i < tokens.size() && !opened; ++i) {
                const std::size_t record = std::size_t{tokens[i]} * trace.layers * trace.heads + head;
                const auto places = std::span(trace.blocks).subspan(record * trace.k, trace.k);
                opened = std::find(places.begin(), places.end(), block) != places.end();
                const auto end = trace.nearBlocks.begin() + trace.nearOffsets[record + 1];
                const auto found = std::find(trace.nearBlocks.begin() + trace.nearOffsets[record], end, block);
                if (opened || found == end)
                    continue;
                const NearMiss near = missAt(trace, tokens[i], head, static_cast<std::size_t>(found - trace.nearBlocks.begin()));
                if (!near.tied && (!best || isBetter(near, *best)))
                    best = near;
            }
            if (best && !opened)
                misses.push_back(*best);
        }
    }
    if (all)
        *all = static_cast<std::uint32_t>(misses.size());
    keepBest(misses, count);
    return misses;
}

}  // namespace cairn
