#include "core/engine/spread_tokens.h"

#include <algorithm>

namespace cairn
{

std::vector<TokenId> spreadTokens(const ModelConfig& config, std::size_t count)
{
    std::vector<TokenId> tokens;
    for (std::uint64_t i = 1; tokens.size() < count && i <= 4 * std::uint64_t{config.vocabulary} + 4 * count; ++i) {
        const auto id = static_cast<TokenId>(i * 2654435761u % config.vocabulary);
        const bool landmark = config.landmark && config.landmark->id == id;
        if (!landmark && std::find(config.suppressed.begin(), config.suppressed.end(), id) == config.suppressed.end())
            tokens.push_back(id);
    }
    return tokens;
}

}  // namespace cairn
