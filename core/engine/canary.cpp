#include "core/engine/canary.h"

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

Result<CanaryReading> readCanary(const Engine& engine)
{
    auto memory = engine.emptyMemory(engine.defaultReading(), KvType::F32);
    if (!memory)
        return memory.error();
    auto fork = memory->fork({});
    if (!fork)
        return fork.error();
    FeedOptions options;
    options.logProbabilities = true;
    auto fed = fork->feed(spreadTokens(engine.info().config, kCanaryTokens), options);
    if (!fed)
        return fed.error();
    return CanaryReading{std::move(fed->nextLogits), std::move(fed->logProbabilities)};
}

}  // namespace cairn
