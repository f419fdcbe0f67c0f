#include "app/lab/goals/contestant.h"

#include "app/lab/benchmark/pairs.h"
#include "core/engine/common/stream_layout.h"

#include <algorithm>
#include <set>

namespace cairn::benchmark
{

Contestant::Contestant(const EngineOptions& options, std::unique_ptr<Engine> engine)
    : m_options(options), m_engine(std::move(engine)), m_reading(m_engine->defaultReading()),
      m_archive(m_engine->memoryShape(options.kvType))
{
}

Result<std::unique_ptr<Contestant>> Contestant::open(const EngineOptions& options, std::uint32_t realBlocks)
{
    return with(Engine::open(options), options, realBlocks);
}

Result<std::unique_ptr<Contestant>> Contestant::open(ModelFiles files, const EngineOptions& options, std::uint32_t realBlocks)
{
    return with(Engine::open(std::move(files), options), options, realBlocks);
}

Result<std::unique_ptr<Contestant>> Contestant::with(Result<std::unique_ptr<Engine>> engine, const EngineOptions& options,
                                                     std::uint32_t realBlocks)
{
    if (!engine)
        return engine.error();
    std::unique_ptr<Contestant> who(new Contestant(options, std::move(*engine)));
    auto memory = who->memoryOn(who->m_archive);
    if (!memory)
        return memory.error();
    const std::vector<TokenId> text = who->randomTokens(std::size_t{realBlocks} * who->engine().info().blockTokens);
    if (auto done = memory->read(text, {}); !done)
        return done.error();
    return who;
}

std::uint32_t Contestant::blocksOf(std::uint64_t tokens) const
{
    return static_cast<std::uint32_t>(tokens / m_engine->info().blockTokens);
}

std::uint32_t Contestant::windowTokens() const
{
    const EngineInfo& info = m_engine->info();
    std::uint32_t window = m_reading.window;
    if (window == 0) {   // the model's own, as a memory chooses it
        const StreamLayout layout{info.blockTokens, info.kind != LandmarkKind::Bounds};
        const std::uint32_t context = info.config.landmark ? info.config.landmark->trainContext : info.config.context;
        const auto byRule = windowByRule(layout, context, m_reading.topK);
        window = byRule ? *byRule : info.blockLength;
    }
    return window / info.blockLength * info.blockTokens;
}

std::vector<TokenId> Contestant::randomTokens(std::size_t count)
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

Result<Fork> Contestant::questionOn(const Memory& memory, ScanWay scan)
{
    AskingSettings settings;
    settings.scan = scan;
    return questionOn(memory, settings);
}

Result<Fork> Contestant::questionOn(const Memory& memory, const AskingSettings& settings)
{
    auto fork = memory.fork(settings);
    if (!fork)
        return fork.error();
    auto fed = fork->feed(randomTokens(kQuestionTokens), {});
    if (!fed)
        return fed.error();
    return fork;
}

Writing::Writing(Contestant& who, const Depth& depth) : m_archive(who.archive())
{
    m_archive.stretch(who.blocksOf(depth.tokens));
    if (depth.lentRows > 0)
        m_archive.lendRows(depth.lentRows);
}

Result<std::unique_ptr<Writing>> Writing::open(Contestant& who, const Depth& depth)
{
    std::unique_ptr<Writing> writing(new Writing(who, depth));
    auto memory = who.memoryOn(writing->m_archive);
    if (!memory)
        return memory.error();
    writing->m_memory = std::move(*memory);
    auto fork = who.questionOn(*writing->m_memory, depth.scan);
    if (!fork)
        return fork.error();
    writing->m_fork = std::move(*fork);
    if (auto done = writeOn(*writing->m_fork, 4); !done)   // warm
        return done.error();
    return writing;
}

Result<void> writeOn(Fork& fork, std::uint32_t tokens, Trace* trace)
{
    GenerateOptions options;
    options.trace = trace;
    for (std::uint32_t done = 0; done < tokens;) {
        options.maxTokens = tokens - done;
        auto part = fork.generate(options, {});
        if (!part)
            return part.error();
        done += static_cast<std::uint32_t>(part->tokens.size()) + (part->stoppedByToken ? 1 : 0);
    }
    return {};
}

OpenedBlocks openedBlocks(const Trace& trace, std::uint32_t first)
{
    OpenedBlocks opened;
    for (std::uint32_t t = first; t < trace.tokens; ++t) {
        for (std::uint32_t l = 0; l < trace.layers; ++l) {
            const auto from = trace.blocks.begin() + static_cast<std::ptrdiff_t>(trace.place(t, l, 0));
            std::set<std::uint32_t> distinct(from, from + static_cast<std::ptrdiff_t>(trace.heads) * trace.k);
            distinct.erase(kNoBlock);
            opened.blocks += distinct.size();
            ++opened.rows;
        }
    }
    return opened;
}

Result<Sample> Writing::sample(std::uint32_t tokens)
{
    if (auto done = writeOn(*m_fork, 1); !done)
        return done.error();
    return timedResult(tokens, [&] { return writeOn(*m_fork, tokens); });
}

Result<Writing::Retrieval> Writing::retrieval()
{
    constexpr std::uint32_t kTokens = 16;
    FeedOptions feed;   // sizes the trace: its first row comes from a feed
    Trace trace;
    feed.trace = TraceRows::Predicting;
    feed.into = &trace;
    const TokenId any[] = {TokenId(0)};
    if (auto fed = m_fork->feed(any, feed); !fed)
        return fed.error();
    const std::uint64_t before = m_archive.rowsRead();
    if (auto done = writeOn(*m_fork, kTokens, &trace); !done)
        return done.error();
    const OpenedBlocks opened = openedBlocks(trace, 1);
    if (opened.blocks == 0)
        return Retrieval{};
    const double missed = static_cast<double>(m_archive.rowsRead() - before), blocks = static_cast<double>(opened.blocks);
    return Retrieval{std::max(0.0, 1 - missed / blocks), blocks / opened.rows};
}

ReadingOn::ReadingOn(Contestant& who, const Depth& depth, std::uint32_t tokens)
    : m_who(who), m_depth(depth.tokens), m_tokens(tokens), m_reading(depth.reading.value_or(who.reading())), m_archive(who.archive())
{
    const std::uint32_t window = std::max(1u, who.windowTokens() / who.engine().info().blockTokens);
    if (m_depth > 0)
        m_archive.stretch(std::max(1u, who.blocksOf(m_depth) / window) * window);
    if (depth.lentRows > 0)
        m_archive.lendRows(depth.lentRows);
}

Result<std::unique_ptr<ReadingOn>> ReadingOn::open(Contestant& who, const Depth& depth, std::uint32_t tokens)
{
    std::unique_ptr<ReadingOn> reading(new ReadingOn(who, depth, tokens));
    if (auto done = reading->start(); !done)
        return done.error();
    if (auto warm = reading->sample(); !warm)   // brings the pinned blocks into RAM
        return warm.error();
    return reading;
}

Result<void> ReadingOn::start()
{
    auto memory = m_depth == 0 ? m_who.engine().emptyMemory(m_reading, m_who.kvType()) : m_who.memoryOn(m_archive, m_reading);
    if (!memory)
        return memory.error();
    m_memory = std::move(*memory);
    m_text.clear();
    if (m_depth == 0)
        return {};
    auto text = m_archive.readTokens(BlockId(0), m_memory->blocks());
    if (!text)
        return text.error();
    m_text = std::move(*text);
    return {};
}

Result<Sample> ReadingOn::sample()
{
    if (m_depth == 0)
        if (auto done = start(); !done)
            return done.error();
    const std::vector<TokenId> more = m_who.randomTokens(m_tokens);
    m_text.insert(m_text.end(), more.begin(), more.end());
    return timedResult(m_tokens, [&] { return m_memory->read(m_text, {}); });
}

}  // namespace cairn::benchmark
