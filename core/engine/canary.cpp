#include "core/engine/canary.h"

#include "core/engine/spread_tokens.h"

namespace cairn
{

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
