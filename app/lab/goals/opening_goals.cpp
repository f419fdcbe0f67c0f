// From a saved session to the first token of an answer (C11, C12), and what a memory costs in RAM (C13).
#include "app/lab/goals/process_memory.h"
#include "app/lab/goals/run.h"
#include "app/lab/goals/stored_session.h"

#include <malloc.h>
#include <unistd.h>

namespace cairn::benchmark
{

namespace
{

constexpr std::uint32_t kDepth = 32768;
constexpr std::uint64_t kLowBudget = 64ull << 20;

Result<void> againstRestore(Run& run, Row& row, Contestant& who, const StoredSession& session)
{
    if (!run.driver())
        return Error{ErrorCode::NotFound, run.noDriver()};
    const std::string state = run.plan().folder + "/baseline.state";
    auto settings = run.sweep(kDepth, 1024, {}, [&](BaselineDriver& driver) { return driver.decode(4); });
    if (!settings)
        return settings.error();
    run.useSettings(row, *settings);
    if (auto done = run.driver()->save(state); !done)
        return done.error();
    auto done = measurePairs(row, run.pairs(), [&] { return run.driver()->restore(kQuestionTokens, state); },
                             [&] { return session.firstToken(who); });
    unlink(state.c_str());
    return done;
}

// Reading is flat in the length, so a step at 32K stands for all: seconds per token times 32K.
Result<void> againstReading(Run& run, Row& row, Contestant& who, const StoredSession& session)
{
    auto reading = ReadingOn::open(who, kDepth / 2, who.windowTokens());
    if (!reading)
        return reading.error();
    row.note = "reading: a step of " + std::to_string(who.windowTokens()) + " tokens at 16K, times " + std::to_string(kDepth);
    return measurePairs(row, run.pairs(),
                        [&]() -> Result<Sample> {
                            auto step = (*reading)->sample();
                            if (!step)
                                return step.error();
                            return Sample{step->wall * kDepth, step->processor * kDepth};
                        },
                        [&] { return session.firstToken(who); });
}

// Bytes that the process grows by at most while a memory of `tokens` is opened, asked and answers 16 tokens.
Result<double> peakGrowth(Contestant& who, std::uint64_t tokens)
{
    SampledArchive archive = who.archive();
    archive.stretch(who.blocksOf(tokens));
    malloc_trim(0);   // what was freed earlier must not hide growth
    forgetPeak();
    const double before = residentBytes();
    auto memory = who.memoryOn(archive);
    if (!memory)
        return memory.error();
    auto fork = who.questionOn(*memory);
    if (!fork)
        return fork.error();
    GenerateOptions options;
    options.maxTokens = 16;
    if (auto done = fork->generate(options, {}); !done)
        return done.error();
    return peakBytes() - before;
}

}  // namespace

void measureOpening(Run& run, Contestant& who)
{
    if (!run.wants("C11") && !run.wants("C12"))
        return;
    const auto session = StoredSession::write(who, run.plan().folder + "/session.db", kDepth);
    for (const char* id : {"C11", "C12"}) {
        if (!run.wants(id))
            continue;
        const bool restore = id == std::string_view("C11");
        Row row = rowOf(goalOf(id, 0), std::string("first token of a saved 32K / ") + (restore ? "state restore" : "reading again"));
        row.unit = kSeconds;
        row.threads = run.threads();
        row.processorTells = true;
        run.measured(std::move(row), [&](Row& into) -> Result<void> {
            if (!session)
                return session.error();
            return restore ? againstRestore(run, into, who, **session) : againstReading(run, into, who, **session);
        });
    }
}

void measureMemory(Run& run, Contestant& used)
{
    if (!run.wants("C13"))
        return;
    EngineOptions options = run.engineOptions(run.plan().model, run.plan().adapter);
    options.memoryBudgetBytes = kLowBudget;
    auto who = Contestant::open(options, used.archive().realBlocks());
    const ModelConfig& config = used.engine().info().config;
    for (const int part : {0, 1}) {
        const std::uint64_t tokens = part == 0 ? 1ull << 17 : 1ull << 20;
        Row row = rowOf(goalOf("C13", part), std::string("smollm2 RAM growth at ") + (part == 0 ? "128K" : "1M") + ", 64 MB for rows");
        row.unit = kMegabytes;
        row.threads = run.threads();
        run.measured(std::move(row), [&](Row& into) -> Result<void> {
            if (!who)
                return who.error();
            const double dense = 4.0 * config.layers * config.kvHeads * config.headDim * static_cast<double>(tokens);
            auto grown = peakGrowth(**who, tokens);
            if (!grown)
                return grown.error();
            into.cairn.samples.push_back({*grown, *grown});
            into.baseline.samples.push_back({dense, dense});
            return {};
        });
    }
}

}  // namespace cairn::benchmark
