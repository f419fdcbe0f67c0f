// Writing against llama.cpp at several depths (C1-C3), against itself (C4, C5), and on busy cores (C8).
#include "app/lab/goals/run.h"

#include "kernels/thread_pool.h"

#include <atomic>
#include <cstdio>
#include <fstream>
#include <thread>

namespace cairn::benchmark
{

namespace
{

constexpr std::uint32_t kLeastTokens = 16;   // of a sample, performance.md 9
constexpr std::uint32_t kRoom = 1024;        // of the other side behind its depth
constexpr std::uint64_t kVeryLong = 1ull << 24;
constexpr std::uint32_t kLentRows = 128;     // about what 4,096 tokens and an answer open: 1.1B 94 MB, the default model 96 MB

struct DecodeCase
{
    const char* model;      // ModelCase::name
    const char* id;
    int part;
    std::uint32_t depth;
};

constexpr DecodeCase kCases[] = {
    {"smollm2 q4_1", "C1", 0, 512}, {"smollm2 q8_0", "C1", 0, 512}, {"1.1B q4_0", "C1", 0, 512}, {"1.1B q8_0", "C1", 0, 512},
    {"7B x4 q4_0", "C1", 0, 512},   {"7B x4 q8_0", "C1", 0, 512},
    {"7B x4 q4_0", "C2", 0, 8192},  {"7B x4 q4_0", "C2", 1, 32768}, {"7B x2 q4_0", "C2", 2, 131072},
    {"1.1B q4_0", "C3", 0, 4096},   {"1.1B q4_0", "C3", 1, 32768},
    {"smollm2 q4_1", "C3", 2, 4096}, {"smollm2 q4_1", "C3", 3, 8192}, {"smollm2 q4_1", "C3", 4, 32768},
};

// The other side keeps all keys and values in RAM, 16 bits each, and a copy of them in the page cache while it is filled.
Result<void> checkRoom(const Contestant& who, std::uint64_t tokens)
{
    const ModelConfig& config = who.engine().info().config;
    const std::uint64_t needed = 4ull * config.layers * config.kvHeads * config.headDim * tokens;
    std::ifstream info("/proc/meminfo");
    for (std::string word; info >> word;) {
        std::uint64_t kilobytes = 0;
        if (word == "MemAvailable:" && info >> kilobytes && kilobytes * 1024 < needed + needed / 2 + (1ull << 30))
            return Error{ErrorCode::OutOfMemory, "dense keys and values need " + std::to_string(needed >> 20)
                                                     + " MB, and not enough memory is free for them"};
    }
    return {};
}

void noteRetrieval(Row& row, const Result<Writing::Retrieval>& retrieval)
{
    if (!retrieval)
        return;
    row.hitRate = retrieval->hitRate;
    char text[80];
    std::snprintf(text, sizeof text, "%.1f blocks a layer, %.0f %% in RAM", retrieval->distinctBlocks, 100 * retrieval->hitRate);
    if (retrieval->distinctBlocks > 0)
        row.note = text;
}

Result<void> againstBaseline(Run& run, Row& row, Contestant& who, std::uint32_t depth)
{
    if (!run.driver())
        return Error{ErrorCode::NotFound, run.noDriver()};
    if (auto done = checkRoom(who, depth); !done)
        return done.error();
    auto writing = Writing::open(who, depth);
    if (!writing)
        return writing.error();
    waitUntilIdle({});
    auto settings = run.sweep(depth, kRoom, {}, [](BaselineDriver& driver) { return driver.decode(6); });
    if (!settings)
        return settings.error();
    run.useSettings(row, *settings);
    const auto baselinePace = run.driver()->decode(4);
    const auto cairnPace = (*writing)->sample(4);
    if (!baselinePace || !cairnPace)
        return !baselinePace ? baselinePace.error() : cairnPace.error();
    const std::uint32_t baselineTokens = unitsFor(baselinePace->wall, kLeastTokens, 128);
    const std::uint32_t cairnTokens = unitsFor(cairnPace->wall, kLeastTokens, 128);
    auto done = measurePairs(row, run.pairs(), [&] { return run.driver()->decode(baselineTokens); },
                             [&] { return (*writing)->sample(cairnTokens); });
    noteRetrieval(row, (*writing)->retrieval());
    return done;
}

// Both depths in turn; the first of the two is the baseline.
Result<void> atTwoDepths(Run& run, Row& row, Contestant& who, const Writing::Depth& depth)
{
    Writing::Depth near = depth;
    near.tokens = 4096;
    auto shallow = Writing::open(who, near), deep = Writing::open(who, depth);
    if (!shallow || !deep)
        return !shallow ? shallow.error() : deep.error();
    const auto shallowPace = (*shallow)->sample(4), deepPace = (*deep)->sample(4);
    if (!shallowPace || !deepPace)
        return !shallowPace ? shallowPace.error() : deepPace.error();
    const std::uint32_t shallowTokens = unitsFor(shallowPace->wall, kLeastTokens, 128);
    const std::uint32_t deepTokens = unitsFor(deepPace->wall, kLeastTokens, 128);
    auto done = measurePairs(row, run.pairs(), [&] { return (*shallow)->sample(shallowTokens); },
                             [&] { return (*deep)->sample(deepTokens); });
    row.note = "blocks share " + std::to_string(depth.lentRows) + " physical rows a layer, in RAM";
    return done;
}

// Threads that compute without end, as many as there are cores, while it lives.
class BusyCores
{
public:
    BusyCores()
    {
        for (int i = 0; i < kernels::usefulThreads(); ++i)
            m_threads.emplace_back([this] {
                while (!m_stop.load(std::memory_order_relaxed)) {}
            });
    }
    ~BusyCores()
    {
        m_stop = true;
        for (std::thread& thread : m_threads)
            thread.join();
    }
    BusyCores(const BusyCores&) = delete;
    BusyCores& operator=(const BusyCores&) = delete;

private:
    std::atomic<bool> m_stop = false;
    std::vector<std::thread> m_threads;
};

}  // namespace

void measureDecoding(Run& run, const ModelCase& model, Contestant& who)
{
    for (const DecodeCase& one : kCases) {
        if (model.name != one.model || !run.wants(one.id))
            continue;
        Row row = rowOf(goalOf(one.id, one.part), model.name + " " + std::to_string(one.depth));
        row.unit = kMsPerToken;
        row.threads = run.threads();
        row.processorTells = true;
        run.measured(std::move(row), [&](Row& into) { return againstBaseline(run, into, who, one.depth); });
    }
}

void measureLength(Run& run, const ModelCase& model, Contestant& who)
{
    const bool small = model.name.starts_with("smollm2");
    const auto measure = [&](const char* id, int part, const Writing::Depth& depth, const char* name) {
        Row row = rowOf(goalOf(id, part), model.name + name);
        if (who.engine().memoryShape(who.kvType()).key == SelectionKey::Bounds)   // twice the bytes that the goals were set for
            row.goal = row.ceiling = row.stretch = kUnknown;
        row.unit = kTokensPerSecond;
        row.threads = run.threads();
        row.processorTells = true;
        run.measured(std::move(row), [&](Row& into) { return atTwoDepths(run, into, who, depth); });
    };
    if (run.wants("C4"))
        measure("C4", small ? 1 : 0, {1ull << 20, ScanWay::Flat, kLentRows}, " 1M / 4K");
    if (!run.wants("C5"))
        return;
    if (!small)
        measure("C5", 0, {kVeryLong, ScanWay::Flat, kLentRows}, " 16M / 4K flat");
    measure("C5", small ? 2 : 1, {kVeryLong, ScanWay::TwoLevel, kLentRows}, " 16M / 4K two-level");
}

void measureBusyCores(Run& run, const ModelCase& model, Contestant& who)
{
    if (!run.wants("C8"))
        return;
    Row row = rowOf(goalOf("C8", 0), model.name + " 4096, cores busy / idle");
    row.unit = kTokensPerSecond;
    row.threads = run.threads();
    run.measured(std::move(row), [&](Row& into) -> Result<void> {
        auto writing = Writing::open(who, 4096);
        if (!writing)
            return writing.error();
        return measurePairs(into, run.pairs(), [&] { return (*writing)->sample(32); },
                            [&] {
                                const BusyCores busy;
                                return (*writing)->sample(32);
                            });
    });
}

}  // namespace cairn::benchmark
