// `benchmark --quick`: what needs no other program, in a minute or two: the engine against itself at other lengths, against plain
// dense windows, and against its memory budget. These rows have limits of the project's own and no id of a goal.
#include "app/lab/dense_pass.h"
#include "app/lab/goals/process_memory.h"
#include "app/lab/goals/run.h"
#include "app/lab/goals/stored_session.h"

namespace cairn::benchmark
{

namespace
{

Row rowFor(Run& run, std::string name, const Unit& unit, double limit, bool atMost = false)
{
    Row row;
    row.name = std::move(name);
    row.unit = unit;
    row.threads = run.threads();
    row.goal = limit;
    row.atMost = atMost;
    row.processorTells = true;
    return row;
}

Result<void> againstDense(Run& run, Row& row, Contestant& who)
{
    const std::uint32_t tokens = who.windowTokens();
    auto dense = DensePass::open(run.plan().model, tokens);
    if (!dense)
        return dense.error();
    auto reading = ReadingOn::open(who, 2 * tokens, tokens);
    if (!reading)
        return reading.error();
    return measurePairs(row, run.pairs(),
                        [&] {
                            dense->restart();
                            return timedResult(tokens, [&] { return dense->run(who.randomTokens(tokens), {}, {}); });
                        },
                        [&] { return (*reading)->sample(); });
}

Result<void> readingAtTwo(Run& run, Row& row, Contestant& who)
{
    auto shallow = ReadingOn::open(who, 5000, who.windowTokens()), deep = ReadingOn::open(who, 100000, who.windowTokens());
    if (!shallow || !deep)
        return !shallow ? shallow.error() : deep.error();
    return measurePairs(row, run.pairs(), [&] { return (*shallow)->sample(); }, [&] { return (*deep)->sample(); });
}

Result<void> writingAtTwo(Run& run, Row& row, Contestant& who)
{
    constexpr std::uint32_t kTokens = 16;
    auto shallow = Writing::open(who, 2000), deep = Writing::open(who, 100000);
    if (!shallow || !deep)
        return !shallow ? shallow.error() : deep.error();
    return measurePairs(row, run.pairs(), [&] { return (*shallow)->sample(kTokens); }, [&] { return (*deep)->sample(kTokens); });
}

// What is stored of it lies in the page cache; the model is loaded.
Result<void> firstTokens(Run& run, Row& row, Contestant& who)
{
    const auto session = StoredSession::write(who, run.plan().folder + "/saved.db", 100000);
    if (!session)
        return session.error();
    const auto empty = [&] { return who.engine().emptyMemory(who.reading(), who.kvType()); };
    return measurePairs(row, run.pairs(), [&] { return firstToken(who, empty); },
                        [&] { return (*session)->firstToken(who); });
}

// Model, landmarks, row budget and 300 MB are what a memory of 200,000 tokens may take.
Result<void> residentMemory(Run& run, Row& row, Contestant& who, double withModel)
{
    constexpr std::uint64_t kTokens = 200000;
    SampledArchive archive = who.archive();
    archive.stretch(who.blocksOf(kTokens));
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
    const MemoryShape shape = who.engine().memoryShape(who.kvType());
    const double landmarks = static_cast<double>(shape.landmarkBytes()) * shape.layers * who.blocksOf(kTokens);
    const double allowed = withModel + landmarks + static_cast<double>(run.plan().memoryBudgetBytes) + 300e6;
    const double used = residentBytes() - static_cast<double>(who.archive().bytes() + archive.bytes());
    row.baseline.samples.push_back({allowed, allowed});
    row.cairn.samples.push_back({used, used});
    return {};
}

}  // namespace

void measureItself(Run& run)
{
    auto who = Contestant::open(run.engineOptions(run.plan().model, run.plan().adapter), 32);
    if (!who) {
        Row row = rowFor(run, "default model", kMilliseconds, kUnknown);
        row.notMeasured = who.error().message;
        run.add(std::move(row));
        return;
    }
    const double withModel = residentBytes();
    run.measured(rowFor(run, "resident memory at 200K / allowed", kMegabytes, 1, true),
                 [&](Row& row) { return residentMemory(run, row, **who, withModel); });
    run.measured(rowFor(run, "reading / dense windows", kTokensPerSecond, 0.7), [&](Row& row) { return againstDense(run, row, **who); });
    run.measured(rowFor(run, "reading at 100K / at 5K", kTokensPerSecond, 0.8), [&](Row& row) { return readingAtTwo(run, row, **who); });
    run.measured(rowFor(run, "writing at 100K / at 2K", kTokensPerSecond, 0.7), [&](Row& row) { return writingAtTwo(run, row, **who); });
    run.measured(rowFor(run, "first token, saved 100K / empty", kMilliseconds, 2, true),
                 [&](Row& row) { return firstTokens(run, row, **who); });
}

}  // namespace cairn::benchmark
