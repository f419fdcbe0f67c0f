// Which document words the tokens of a fork repeat (strategy reread): attention to them counts as evidence of their blocks.
#pragma once

#include "core/types/ids.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace cairn
{

struct RereadSource
{
    std::uint32_t block = kNoBlock;   // document block, kNoBlock: repeats nothing
    std::int32_t offset = -1;         // which of its F tokens; -1: not known
};

class RereadSources
{
public:
    // Tokens of document blocks, [F]; empty: not known.
    using BlockTokens = std::function<std::vector<TokenId>(std::uint32_t block)>;

    explicit RereadSources(std::uint64_t firstToken = 0) : m_first(firstToken) {}

    // The next tokens of the stream and the blocks they repeat (empty: none of them). Runs of one block are laid over the
    // block's own tokens where most of them agree.
    void append(std::span<const TokenId> tokens, std::span<const std::uint32_t> blocks, const BlockTokens& tokensOf);

    bool any() const { return m_any; }

    RereadSource at(std::uint64_t regularIndex) const    // token `regularIndex` of the stream
    {
        return regularIndex < m_first || regularIndex - m_first >= m_sources.size() ? RereadSource() : m_sources[regularIndex - m_first];
    }

private:
    std::uint64_t m_first;                // regular index of m_sources[0]
    std::vector<RereadSource> m_sources;
    bool m_any = false;
};

}  // namespace cairn
