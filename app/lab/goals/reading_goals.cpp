// Reading against llama.cpp's prompt processing at the same depth (C7).
#include "app/lab/goals/run.h"

#include <algorithm>

namespace cairn::benchmark
{

namespace
{

struct ReadingCase
{
    const char* model;           // ModelCase::name
    int part;
    std::uint32_t depth;
    std::uint32_t baselineTokens;   // of a sample; fewer where they are slow
    std::uint32_t cairnBlocks;      // of a sample; 0: a whole step as the engine reads by itself
};

constexpr ReadingCase kCases[] = {
    {"1.1B q4_0", 0, 0, 256, 4},
    {"7B x4 q4_0", 1, 8192, 128, 4},
    {"smollm2 q4_1", 2, 0, 512, 0},
    {"smollm2 q4_1", 3, 8192, 256, 0},
    {"smollm2 q4_1", 4, 32768, 128, 0},
};

Result<void> measureOne(Run& run, Row& row, Contestant& who, const ReadingCase& one)
{
    if (!run.driver())
        return Error{ErrorCode::NotFound, run.noDriver()};
    const std::uint32_t tokens = one.cairnBlocks ? one.cairnBlocks * who.engine().info().blockTokens : who.windowTokens();
    auto reading = ReadingOn::open(who, one.depth, tokens);
    if (!reading)
        return reading.error();
    std::vector<std::uint32_t> ubatches;
    for (const std::uint32_t ubatch : {64u, 256u, 512u})
        if (ubatches.empty() || ubatches.back() < one.baselineTokens)
            ubatches.push_back(ubatch);
    waitUntilIdle({});
    auto settings = run.sweep(one.depth, 2048, ubatches, [&](BaselineDriver& driver) { return driver.prompt(one.baselineTokens); });
    if (!settings)
        return settings.error();
    run.useSettings(row, *settings);
    row.note = "steps of " + std::to_string(tokens) + " and " + std::to_string(one.baselineTokens) + " tokens";
    return measurePairs(row, run.pairs(), [&] { return run.driver()->prompt(one.baselineTokens); }, [&] { return (*reading)->sample(); });
}

}  // namespace

void measureReading(Run& run, const ModelCase& model, Contestant& who)
{
    for (const ReadingCase& one : kCases) {
        if (model.name != one.model || !run.wants("C7"))
            continue;
        Row row = rowOf(goalOf("C7", one.part), model.name + " reading at " + std::to_string(one.depth));
        row.unit = kTokensPerSecond;
        row.threads = run.threads();
        row.processorTells = true;
        run.measured(std::move(row), [&](Row& into) { return measureOne(run, into, who, one); });
    }
}

}  // namespace cairn::benchmark
