#include "app/lab/goals/gpu_writing.h"

#include "app/lab/benchmark/pairs.h"

#include <algorithm>

namespace cairn::benchmark
{

namespace
{

constexpr std::uint32_t kBroughtAtOnce = 64;     // blocks of a step that imposes them
constexpr std::uint32_t kAnswerTokens = 16;      // with a question of kQuestionTokens and one more less than a block of 50

// The most blocks that leave a window of one block in the model's positions (stream_layout.h).
std::uint32_t mostPlaces(const EngineInfo& info)
{
    const std::uint32_t context = info.config.landmark ? info.config.landmark->trainContext : info.config.context;
    const std::uint32_t blocks = context / info.blockLength;
    return std::clamp(blocks, 3u, kBroughtAtOnce + 2) - 2;
}

// `trace`: gets a row for each token.
Result<void> writeRandomly(Contestant& who, Fork& fork, std::uint32_t tokens, Trace* trace = nullptr)
{
    GenerateOptions choose;
    choose.maxTokens = 1;
    choose.goesOn = false;
    FeedOptions feed;
    feed.into = trace;
    feed.trace = trace ? TraceRows::Predicting : TraceRows::None;
    for (const TokenId token : who.randomTokens(tokens)) {
        if (auto chosen = fork.generate(choose, {}); !chosen)
            return chosen.error();
        if (auto fed = fork.feed({&token, 1}, feed); !fed)
            return fed.error();
    }
    return {};
}

}  // namespace

GpuWriting::GpuWriting(Contestant& who, const GpuDepth& depth) : m_who(who), m_archive(who.archive())
{
    m_archive.archive().stretch(who.blocksOf(depth.tokens));
    m_archive.archive().lendRows(depth.lentRows);
}

Result<std::unique_ptr<GpuWriting>> GpuWriting::open(Contestant& who, const GpuProbe& gpu, const GpuDepth& depth)
{
    std::unique_ptr<GpuWriting> writing(new GpuWriting(who, depth));
    auto memory = who.memoryOn(writing->m_archive);
    if (!memory)
        return memory.error();
    writing->m_memory = std::move(*memory);
    if (auto done = writing->bringIn(depth.resident); !done)
        return done.error();
    if (!depth.mayGrow)
        writing->m_ballast.emplace(gpu.table());
    AskingSettings settings;
    settings.topK = depth.topK;
    auto fork = who.questionOn(*writing->m_memory, settings);
    if (!fork)
        return fork.error();
    writing->m_fork = std::move(*fork);
    if (auto done = writeRandomly(who, *writing->m_fork, 4); !done)   // warm
        return done.error();
    return writing;
}

// Steps of one token over blocks that are imposed, until each was attended once.
Result<void> GpuWriting::bringIn(double share)
{
    std::vector<BlockId> wanted;
    for (std::uint32_t block = 0; block < m_memory->blocks(); ++block)
        if (block % 100 < share * 100)
            wanted.push_back(BlockId(block));
    if (wanted.empty())
        return {};
    AskingSettings settings;
    settings.topK = mostPlaces(m_who.engine().info());
    auto fork = m_memory->fork(settings);
    if (!fork)
        return fork.error();
    FeedOptions feed;
    const TokenId any[] = {TokenId(0)};
    for (std::size_t first = 0; first < wanted.size(); first += settings.topK) {
        const auto from = wanted.begin() + static_cast<std::ptrdiff_t>(first);
        const std::size_t count = std::min<std::size_t>(settings.topK, wanted.size() - first);
        feed.controls.imposed.emplace(from, from + static_cast<std::ptrdiff_t>(count));
        if (auto fed = fork->feed(any, feed); !fed)
            return fed.error();
    }
    return {};
}

Result<Sample> GpuWriting::sample(std::uint32_t tokens)
{
    if (auto done = writeRandomly(m_who, *m_fork, 1); !done)
        return done.error();
    return timedResult(tokens, [&] { return writeRandomly(m_who, *m_fork, tokens); });
}

Result<Writing::Retrieval> GpuWriting::retrieval()
{
    constexpr std::uint32_t kTokens = 16;
    Trace trace;
    const std::uint64_t before = m_archive.lent();
    if (auto done = writeRandomly(m_who, *m_fork, kTokens, &trace); !done)
        return done.error();
    const OpenedBlocks opened = openedBlocks(trace, 0);
    if (opened.blocks == 0)
        return Writing::Retrieval{};
    const double blocks = static_cast<double>(opened.blocks), missed = static_cast<double>(m_archive.lent() - before);
    return Writing::Retrieval{std::max(0.0, 1 - missed / blocks), blocks / opened.rows};
}

Result<std::unique_ptr<WritingWithoutMemory>> WritingWithoutMemory::open(Contestant& who)
{
    auto memory = who.engine().emptyMemory(who.reading(), who.kvType());
    if (!memory)
        return memory.error();
    std::unique_ptr<WritingWithoutMemory> writing(new WritingWithoutMemory(who, std::move(*memory)));
    if (auto warm = writing->sample(1); !warm)
        return warm.error();
    return writing;
}

Result<Sample> WritingWithoutMemory::sample(std::uint32_t tokens)
{
    Sample sum;
    std::uint32_t done = 0;
    for (; done < tokens; done += kAnswerTokens) {
        auto fork = m_who.questionOn(m_memory, AskingSettings());
        if (!fork)
            return fork.error();
        if (auto first = writeRandomly(m_who, *fork, 1); !first)
            return first.error();
        const auto answer = timedResult(1, [&] { return writeRandomly(m_who, *fork, kAnswerTokens); });
        if (!answer)
            return answer.error();
        sum.wall += answer->wall;
        sum.processor += answer->processor;
    }
    return Sample{sum.wall / done, sum.processor / done};
}

}  // namespace cairn::benchmark
