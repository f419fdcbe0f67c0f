// Cairn's side of a measurement: an engine with a model, a few blocks really read, and memories of any length made of them
// (SampledArchive). Work thread only.
#pragma once

#include "app/lab/benchmark/samples.h"
#include "app/lab/sampled_archive.h"
#include "core/engine/engine.h"

#include <memory>
#include <random>
#include <vector>

namespace cairn::benchmark
{

inline constexpr std::uint32_t kQuestionTokens = 24;   // of the questions that are asked

class Contestant
{
public:
    // Opens the model and reads `realBlocks` blocks of random tokens. Device: the options ask for a GPU that can't be used.
    static Result<std::unique_ptr<Contestant>> open(const EngineOptions& options, std::uint32_t realBlocks);
    static Result<std::unique_ptr<Contestant>> open(ModelFiles files, const EngineOptions& options, std::uint32_t realBlocks);

    const Engine& engine() const { return *m_engine; }
    const ReadingSettings& reading() const { return m_reading; }
    KvType kvType() const { return m_options.kvType; }
    const SampledArchive& archive() const { return m_archive; }
    std::uint32_t blocksOf(std::uint64_t tokens) const;
    std::uint32_t windowTokens() const;                       // regular tokens of one reading step
    std::vector<TokenId> randomTokens(std::size_t count);     // none that is suppressed

    Result<Memory> memoryOn(BlockArchive& archive) const { return memoryOn(archive, m_reading); }
    Result<Memory> memoryOn(BlockArchive& archive, const ReadingSettings& reading) const
    {
        return m_engine->openMemory(archive, reading, m_options.kvType);
    }
    Result<Fork> questionOn(const Memory& memory, ScanWay scan = ScanWay::Flat);   // random tokens are fed: ready to write
    Result<Fork> questionOn(const Memory& memory, const AskingSettings& settings);

private:
    Contestant(const EngineOptions& options, std::unique_ptr<Engine> engine);
    static Result<std::unique_ptr<Contestant>> with(Result<std::unique_ptr<Engine>> engine, const EngineOptions& options,
                                                    std::uint32_t realBlocks);
    EngineOptions m_options;
    std::unique_ptr<Engine> m_engine;
    ReadingSettings m_reading;
    SampledArchive m_archive;
    std::mt19937_64 m_random{1};
};

// Writes exactly so many tokens: random weights may end a text at any of them, so it goes on behind an end.
Result<void> writeOn(Fork& fork, std::uint32_t tokens, Trace* trace = nullptr);

// Blocks opened in a trace from its row `first` on, each counted once for a token and layer.
struct OpenedBlocks
{
    std::uint64_t blocks = 0;
    double rows = 0;   // tokens times layers
};
OpenedBlocks openedBlocks(const Trace& trace, std::uint32_t first);

// Writing at a depth: one fork that goes on and on.
class Writing
{
public:
    // `lentRows`: blocks share so many physical rows a layer, used in place (SampledArchive::lendRows()); 0: rows come and go.
    struct Depth
    {
        std::uint64_t tokens = 0;
        ScanWay scan = ScanWay::Flat;
        std::uint32_t lentRows = 0;
    };
    static Result<std::unique_ptr<Writing>> open(Contestant& who, const Depth& depth);
    static Result<std::unique_ptr<Writing>> open(Contestant& who, std::uint64_t depth) { return open(who, Depth{depth}); }

    // Seconds per token of `tokens` tokens; one before them is written untimed.
    Result<Sample> sample(std::uint32_t tokens);

    // Of a traced stretch of 16 tokens after the samples: share of rows that were in RAM, blocks opened per (token, layer).
    struct Retrieval
    {
        double hitRate = kUnknown, distinctBlocks = kUnknown;
    };
    Result<Retrieval> retrieval();

private:
    Writing(Contestant& who, const Depth& depth);
    SampledArchive m_archive;
    std::optional<Memory> m_memory;
    std::optional<Fork> m_fork;
};

// Reading at a depth: one memory that goes on by steps of `tokens` random tokens, so that the n-th sample is n steps deeper.
class ReadingOn
{
public:
    // `lentRows` as Writing::Depth::lentRows; `reading`: other settings than the contestant's.
    struct Depth
    {
        std::uint64_t tokens = 0;
        std::uint32_t lentRows = 0;
        std::optional<ReadingSettings> reading = {};
    };
    static Result<std::unique_ptr<ReadingOn>> open(Contestant& who, const Depth& depth, std::uint32_t tokens);
    static Result<std::unique_ptr<ReadingOn>> open(Contestant& who, std::uint64_t depth, std::uint32_t tokens)
    {
        return open(who, Depth{depth}, tokens);
    }

    Result<Sample> sample();   // seconds per token; depth 0: a new memory each time

private:
    ReadingOn(Contestant& who, const Depth& depth, std::uint32_t tokens);
    Result<void> start();
    Contestant& m_who;
    std::uint64_t m_depth;
    std::uint32_t m_tokens;
    ReadingSettings m_reading;
    SampledArchive m_archive;
    std::optional<Memory> m_memory;
    std::vector<TokenId> m_text;
};

}  // namespace cairn::benchmark
