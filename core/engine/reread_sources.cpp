#include "core/engine/reread_sources.h"

#include <algorithm>

namespace cairn
{

namespace
{

// Offset of the block's tokens at which most of the run agrees; -1: fewer than half do.
std::int32_t bestOffset(std::span<const TokenId> run, std::span<const TokenId> block)
{
    std::size_t best = 0;
    std::int32_t offset = -1;
    for (std::size_t first = 0; first + run.size() <= block.size(); ++first) {
        std::size_t same = 0;
        for (std::size_t i = 0; i < run.size(); ++i)
            same += run[i] == block[first + i];
        if (same > best) {
            best = same;
            offset = static_cast<std::int32_t>(first);
        }
    }
    return 2 * best >= run.size() ? offset : -1;
}

}  // namespace

void RereadSources::append(std::span<const TokenId> tokens, std::span<const std::uint32_t> blocks, const BlockTokens& tokensOf)
{
    for (std::size_t first = 0; first < tokens.size();) {
        const std::uint32_t block = first < blocks.size() ? blocks[first] : kNoBlock;
        std::size_t end = first + 1;
        while (end < tokens.size() && (end < blocks.size() ? blocks[end] : kNoBlock) == block)
            ++end;
        std::int32_t offset = -1;
        if (block != kNoBlock) {
            m_any = true;
            offset = bestOffset(tokens.subspan(first, end - first), tokensOf(block));
        }
        for (std::size_t i = first; i < end; ++i)
            m_sources.push_back({block, offset < 0 ? -1 : offset + static_cast<std::int32_t>(i - first)});
        first = end;
    }
}

}  // namespace cairn
