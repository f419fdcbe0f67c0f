#include "core/engine/common/stream_layout.h"

#include <algorithm>
#include <cassert>
#include <string>

namespace cairn
{

std::vector<TokenId> toStream(const StreamLayout& layout, std::uint64_t regularBefore, std::span<const TokenId> regular,
                              TokenId landmark)
{
    std::vector<TokenId> stream;
    stream.reserve(layout.streamTokens(regular.size()) + 1);
    for (std::size_t i = 0; i < regular.size(); ++i) {
        stream.push_back(regular[i]);
        if (layout.landmarks && (regularBefore + i + 1) % layout.blockTokens == 0)
            stream.push_back(landmark);
    }
    return stream;
}

Result<std::uint32_t> windowByRule(const StreamLayout& layout, std::uint32_t context, std::uint32_t topK)
{
    const std::int64_t block = layout.blockLength();
    const std::int64_t window = std::int64_t{context} - context % block - (std::int64_t{topK} + 1) * block;
    if (window <= 0) {
        return Error{ErrorCode::InvalidArgument, "Retrieving " + std::to_string(topK) + " blocks of " + std::to_string(block)
                         + " tokens leaves no room for a window in the model's " + std::to_string(context)
                         + " positions; choose a smaller number of blocks."};
    }
    return static_cast<std::uint32_t>(window);
}

std::vector<std::uint32_t> cutSteps(const StreamLayout& layout, std::uint64_t before, std::uint64_t count, std::uint32_t window)
{
    assert(window > 0);
    std::vector<std::uint32_t> steps;
    std::uint64_t room = window - std::min<std::uint64_t>(before % layout.blockLength(), window - 1);
    while (count > 0) {
        steps.push_back(static_cast<std::uint32_t>(std::min(room, count)));
        count -= steps.back();
        room = window;
    }
    return steps;
}

}  // namespace cairn
