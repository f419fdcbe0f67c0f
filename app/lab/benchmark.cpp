#include "app/lab/benchmark.h"

#include "app/lab/dense_pass.h"
#include "app/lab/sampled_archive.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <random>
#include <string>

namespace cairn
{

namespace
{

using Clock = std::chrono::steady_clock;

double processorSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

class Stopwatch
{
public:
    double wall() const { return std::chrono::duration<double>(Clock::now() - m_start).count(); }
    double processor() const { return processorSeconds() - m_processor; }

private:
    Clock::time_point m_start = Clock::now();
    double m_processor = processorSeconds();
};

// Times of one side of a comparison.
struct Samples
{
    std::vector<double> wall, processor;

    void add(const Stopwatch& watch, double parts = 1)
    {
        wall.push_back(watch.wall() / parts);
        processor.push_back(watch.processor() / parts);
    }
};

double best(const std::vector<double>& samples)
{
    return *std::min_element(samples.begin(), samples.end());
}

double median(std::vector<double> samples)
{
    std::sort(samples.begin(), samples.end());
    return samples[samples.size() / 2];
}

double residentMegabytes()
{
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        double kilobytes = 0;
        if (word == "VmRSS:" && status >> kilobytes)
            return kilobytes / 1024;
    }
    return 0;
}

class Benchmark
{
public:
    Benchmark(const BenchmarkPlan& plan, std::unique_ptr<Engine> engine)
        : m_plan(plan), m_engine(std::move(engine)), m_reading(m_engine->defaultReading()),
          m_archive(m_engine->memoryShape(plan.options.kvType)), m_random(1)
    {
        const std::uint32_t block = m_engine->info().blockLength;
        m_windowTokens = m_reading.window / block * m_engine->info().blockTokens;
    }

    Result<BenchmarkReport> run()
    {
        m_report.model = m_engine->info().modelName;
        m_report.device = m_engine->info().device;
        const double modelMegabytes = residentMegabytes();
        using Part = Result<void> (Benchmark::*)();
        for (const Part part : {&Benchmark::readingAgainstDense, &Benchmark::readingLong, &Benchmark::decoding, &Benchmark::firstToken}) {
            if (auto done = (this->*part)(); !done)
                return done.error();
        }
        if (auto done = residentMemory(modelMegabytes); !done)
            return done.error();
        return m_report;
    }

private:
    std::vector<TokenId> randomTokens(std::size_t count)
    {
        std::vector<TokenId> tokens(count);
        const auto& suppressed = m_engine->info().config.suppressed;
        for (TokenId& id : tokens) {
            do
                id = static_cast<TokenId>(m_random() % m_engine->info().config.vocabulary);
            while (std::find(suppressed.begin(), suppressed.end(), id) != suppressed.end());
        }
        return tokens;
    }

    void higherIsBetter(const std::string& name, const Samples& cairn, const Samples& baseline, double work, double goal,
                        const std::string& note)
    {
        m_report.rows.push_back({name, work / best(cairn.wall), work / best(baseline.wall), "tokens/s",
                                 best(baseline.wall) / best(cairn.wall), median(baseline.wall) / median(cairn.wall),
                                 best(baseline.processor) / best(cairn.processor), goal, note});
    }

    std::uint32_t blocksOf(std::uint64_t tokens) const { return static_cast<std::uint32_t>(tokens / m_engine->info().blockTokens); }

    // Windows of the same number of regular tokens: a dense pass each, and one more window of the memory.
    Result<void> readingAgainstDense()
    {
        std::fprintf(stderr, "reading against plain dense windows..\n");
        auto dense = DensePass::open(m_plan.options.modelPath, m_windowTokens);
        if (!dense)
            return dense.error();
        auto memory = m_engine->openMemory(m_archive, m_reading, m_plan.options.kvType);
        if (!memory)
            return memory.error();
        const int pairs = m_plan.quick ? 3 : 7;
        Samples denseTimes, readTimes;
        for (int i = 0; i < pairs + 2; ++i) {   // the first two windows fill the sliding window, and warm up
            const std::vector<TokenId> part = randomTokens(m_windowTokens);
            m_text.insert(m_text.end(), part.begin(), part.end());
            const bool counts = i >= 2;
            const Stopwatch reading;
            if (auto done = memory->read(m_text, {}); !done)
                return done.error();
            if (counts)
                readTimes.add(reading);
            dense->restart();
            const Stopwatch plain;
            if (auto done = dense->run(part, {}, {}); !done)
                return done.error();
            if (counts)
                denseTimes.add(plain);
        }
        higherIsBetter("reading / dense windows", readTimes, denseTimes, m_windowTokens, 0.7,
                       "window " + std::to_string(m_windowTokens) + " tokens");
        return {};
    }

    // Time for one more window at 5K and at 100K tokens, alternately.
    Result<void> readingLong()
    {
        std::fprintf(stderr, "reading at 5K and 100K tokens..\n");
        Samples shortTimes, longTimes;
        for (int i = 0; i < (m_plan.quick ? 3 : 5); ++i) {
            for (const std::uint64_t tokens : {std::uint64_t{5000}, std::uint64_t{100000}}) {
                SampledArchive archive = m_archive;
                const std::uint32_t windowBlocks = m_reading.window / m_engine->info().blockLength;
                const std::uint32_t blocks = blocksOf(tokens) / windowBlocks * windowBlocks;
                archive.stretch(blocks);
                auto memory = m_engine->openMemory(archive, m_reading, m_plan.options.kvType);
                if (!memory)
                    return memory.error();
                std::vector<TokenId> text = archive.readTokens(BlockId(0), blocks).value();
                auto once = randomTokens(m_windowTokens);
                text.insert(text.end(), once.begin(), once.end());
                if (auto done = memory->read(text, {}); !done)   // brings the pinned blocks into RAM
                    return done.error();
                once = randomTokens(m_windowTokens);
                text.insert(text.end(), once.begin(), once.end());
                const Stopwatch watch;
                if (auto done = memory->read(text, {}); !done)
                    return done.error();
                (tokens == 5000 ? shortTimes : longTimes).add(watch);
            }
        }
        higherIsBetter("reading at 100K / at 5K", longTimes, shortTimes, m_windowTokens, 0.8, "synthetic memory");
        return {};
    }

    Result<Fork> questionOn(const Memory& memory, std::size_t questionTokens)
    {
        auto fork = memory.fork({});
        if (!fork)
            return fork.error();
        auto fed = fork->feed(randomTokens(questionTokens), {});
        if (!fed)
            return fed.error();
        return fork;
    }

    Result<Memory> stretched(SampledArchive& archive, std::uint64_t tokens)
    {
        archive.stretch(blocksOf(tokens));
        return m_engine->openMemory(archive, m_reading, m_plan.options.kvType);
    }

    Result<void> decoding()
    {
        std::fprintf(stderr, "decoding at 2K and 100K tokens..\n");
        SampledArchive shortArchive = m_archive, longArchive = m_archive;
        auto shortMemory = stretched(shortArchive, 2000), longMemory = stretched(longArchive, 100000);
        if (!shortMemory || !longMemory)
            return !shortMemory ? shortMemory.error() : longMemory.error();
        auto shortFork = questionOn(*shortMemory, 24), longFork = questionOn(*longMemory, 24);
        if (!shortFork || !longFork)
            return !shortFork ? shortFork.error() : longFork.error();
        constexpr std::uint32_t kTokens = 16;
        GenerateOptions options;
        options.maxTokens = kTokens;
        Samples shortTimes, longTimes;
        for (int i = 0; i < (m_plan.quick ? 4 : 8); ++i) {
            for (auto* fork : {&*shortFork, &*longFork}) {
                const Stopwatch watch;
                auto done = fork->generate(options, {});
                if (!done)
                    return done.error();
                if (i > 0)
                    (fork == &*shortFork ? shortTimes : longTimes)
                        .add(watch, static_cast<double>(done->tokens.size() + done->stoppedByToken));
            }
        }
        higherIsBetter("decode at 100K / at 2K", longTimes, shortTimes, 1, 0.7, "K = 16, synthetic memory");
        return {};
    }

    // Opening a memory of 100K tokens to the first answer token, against the same question on an empty memory.
    Result<void> firstToken()
    {
        std::fprintf(stderr, "first token of a saved memory..\n");
        SampledArchive archive = m_archive;
        archive.stretch(blocksOf(100000));
        Samples savedTimes, emptyTimes;
        GenerateOptions one;
        one.maxTokens = 1;
        for (int i = 0; i < (m_plan.quick ? 3 : 5); ++i) {
            for (const bool saved : {true, false}) {
                const Stopwatch watch;
                auto memory = saved ? m_engine->openMemory(archive, m_reading, m_plan.options.kvType)
                                    : m_engine->emptyMemory(m_reading, m_plan.options.kvType);
                if (!memory)
                    return memory.error();
                auto fork = questionOn(*memory, 24);
                if (!fork)
                    return fork.error();
                if (auto done = fork->generate(one, {}); !done)
                    return done.error();
                (saved ? savedTimes : emptyTimes).add(watch);
            }
        }
        m_report.rows.push_back({"first token, saved 100K / empty", best(savedTimes.wall) * 1e3, best(emptyTimes.wall) * 1e3, "ms",
                                 best(savedTimes.wall) / best(emptyTimes.wall), median(savedTimes.wall) / median(emptyTimes.wall),
                                 best(savedTimes.processor) / best(emptyTimes.processor), 2.0, "at most; rows cold, archive in RAM"});
        return {};
    }

    Result<void> residentMemory(double modelMegabytes)
    {
        std::fprintf(stderr, "resident memory at 200K tokens..\n");
        SampledArchive archive = m_archive;
        auto memory = stretched(archive, 200000);
        if (!memory)
            return memory.error();
        auto fork = questionOn(*memory, 24);
        if (!fork)
            return fork.error();
        GenerateOptions options;
        options.maxTokens = m_plan.quick ? 16 : 48;
        if (auto done = fork->generate(options, {}); !done)
            return done.error();
        const MemoryShape shape = m_engine->memoryShape(m_plan.options.kvType);
        const double landmarks = static_cast<double>(shape.landmarkBytes()) * shape.layers * blocksOf(200000) / 1048576;
        const double budget = static_cast<double>(m_plan.options.memoryBudgetBytes) / 1048576;
        const double own = static_cast<double>(m_archive.bytes() + archive.bytes()) / 1048576;   // of the measurement itself
        const double allowed = modelMegabytes + landmarks + budget + 300, used = residentMegabytes() - own;
        m_report.rows.push_back({"resident memory at 200K", used, allowed, "MB", used / allowed, used / allowed, used / allowed, 1.0,
                                 "at most model + landmarks + budget + 300 MB"});
        return {};
    }

    BenchmarkPlan m_plan;
    std::unique_ptr<Engine> m_engine;
    ReadingSettings m_reading;
    SampledArchive m_archive;
    std::mt19937_64 m_random;
    std::uint32_t m_windowTokens = 0;
    std::vector<TokenId> m_text;
    BenchmarkReport m_report;
};

}  // namespace

Result<BenchmarkReport> runBenchmark(const BenchmarkPlan& plan)
{
    auto engine = Engine::open(plan.options);
    if (!engine)
        return engine.error();
    return Benchmark(plan, std::move(*engine)).run();
}

}  // namespace cairn
