#include "app/session/text_in_memory.h"

#include <algorithm>

namespace cairn
{

std::optional<std::string> textInMemory(const StreamMap& map, std::uint32_t document, BlockStore& blocks, const Tokenizer& tokenizer)
{
    if (document >= map.documents())   // added since
        return std::nullopt;
    const auto [begin, end] = map.data().documentTokens[document];
    const std::uint64_t size = map.blockTokens(), cursor = blocks.cursor().value;
    const std::uint64_t first = std::min(begin / size, cursor), behind = std::min((end + size - 1) / size, cursor);
    std::vector<TokenId> tokens;   // from block `first` on
    if (first < behind) {
        auto stored = blocks.readTokens(BlockId(static_cast<std::uint32_t>(first)), static_cast<std::uint32_t>(behind - first));
        if (!stored)
            return std::nullopt;
        tokens = std::move(*stored);
    }
    if (end > cursor * size) {
        const auto tail = blocks.loadTail();
        if (!tail || !*tail)
            return std::nullopt;
        tokens.insert(tokens.end(), (*tail)->tokens.begin(), (*tail)->tokens.end());
    }
    if (tokens.size() < end - first * size)
        return std::nullopt;
    std::string text;
    for (std::uint64_t token = begin; token < end; ++token)
        text += tokenizer.decode(tokens[token - first * size], token == begin);
    return text;
}

}  // namespace cairn
