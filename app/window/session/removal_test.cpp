#include "app/window/session/removal_test.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <random>
#include <set>

namespace cairn
{
namespace
{

// Starting values of experience.md 4.
constexpr double kLeastDrop = 0.2;
constexpr double kTimesRandom = 5;
constexpr int kRandomRemovals = 3;

using Tokens = std::pair<std::uint32_t, std::uint32_t>;

double meanDrop(const std::vector<float>& before, const std::vector<float>& after, Tokens tokens)
{
    const std::size_t end = std::min({before.size(), after.size(), std::size_t{tokens.second}});
    double drop = 0;
    for (std::size_t token = tokens.first; token < end; ++token)
        drop += before[token] - after[token];
    return end <= tokens.first ? 0 : drop / double(end - tokens.first);
}

// Tokens whose text meets the range of the answer's text.
Tokens tokensOf(const Answer& answer, ByteRange range)
{
    std::uint32_t begin = 0;
    while (begin < answer.tokens.size() && answer.tokens[begin].text.end <= range.begin)
        ++begin;
    std::uint32_t end = begin;
    while (end < answer.tokens.size() && answer.tokens[end].text.begin < range.end)
        ++end;
    return {begin, end};
}

}  // namespace

std::optional<int> confirmedSentences(const std::vector<CitedSentence>& sentences, const std::vector<float>& baseline,
                                      const RandomRemovals& random)
{
    int held = 0;
    for (const CitedSentence& sentence : sentences) {
        const auto removals = random.find(sentence.blocks.size());
        if (sentence.after.empty() || removals == random.end() || int(removals->second.size()) < kRandomRemovals)
            return {};
        double largest = 0;
        for (const std::vector<float>& after : removals->second)
            largest = std::max(largest, meanDrop(baseline, after, sentence.tokens));
        const double drop = meanDrop(baseline, sentence.after, sentence.tokens);
        held += drop >= kLeastDrop && drop >= kTimesRandom * largest;
    }
    return held;
}

RemovalTest::RemovalTest(ConversationController& conversation, QObject* parent) : QObject(parent), m_conversation(conversation)
{
    connect(&conversation, &ConversationController::shownChanged, this, &RemovalTest::reset);
    connect(&conversation, &ConversationController::rescored, this, [this](RequestId request, const std::vector<float>& values) {
        if (request == m_request)
            take(values);
    });
    connect(&conversation, &ConversationController::rescoreProgress, this,
            [this](RequestId request, std::uint64_t tokens, std::uint64_t totalTokens, double secondsLeft) {
        if (request != m_request)
            return;
        m_deepTokens = tokens;
        Q_EMIT deepProgressed(tokens, totalTokens, secondsLeft);
    });
    connect(&conversation, &ConversationController::liveChanged, this, &RemovalTest::giveWay);
    connect(&conversation, &ConversationController::rescoreFailed, this, [this](RequestId request, const Error& error) {
        if (request != m_request)
            return;
        m_request = 0;
        m_jobs.clear();
        Q_EMIT progressed(m_total, m_total);
        if (error.code == ErrorCode::Cancelled)
            Q_EMIT stopped();
        else
            Q_EMIT failed(error);
    });
}

void RemovalTest::reset()
{
    cancel();
    m_baseline.clear();
    m_results.clear();
    m_deepResults.clear();
    m_togetherResults.clear();
    m_sentences.clear();
    m_random.clear();
}

void RemovalTest::cancel()
{
    m_jobs.clear();
    if (m_request != 0)
        m_conversation.cancelRescore(std::exchange(m_request, 0));
    m_done = m_total = 0;
}

void RemovalTest::addDirect(std::uint32_t block)
{
    const bool waiting =
        std::any_of(m_jobs.begin(), m_jobs.end(), [=](const Job& job) { return job.kind == Kind::Block && job.barred[0] == block; });
    if (!m_results.contains(block) && !waiting)
        m_jobs.push_back({Kind::Block, {block}});
}

void RemovalTest::remove(const std::vector<std::uint32_t>& blocks)
{
    for (const std::uint32_t block : blocks)
        addDirect(block);
    next();
}

void RemovalTest::removeDeeply(const Blocks& blocks)
{
    if (blocks.size() == 1)
        addDirect(blocks.front());
    else if (!m_togetherResults.contains(blocks))
        m_jobs.push_back({Kind::Together, blocks});
    m_jobs.push_back({Kind::Deep, blocks});
    next();
}

// A question waits for the engine, and a deep test may take minutes.
void RemovalTest::giveWay()
{
    const bool deep = std::any_of(m_jobs.begin(), m_jobs.end(), [](const Job& job) { return job.kind == Kind::Deep; });
    if (!deep || !m_conversation.isAnswering())
        return;
    cancel();
    Q_EMIT stopped();
}

void RemovalTest::confirmCitations()
{
    const RunPtr& run = m_conversation.shown();
    if (!run || run->answer.citations.empty())
        return;
    std::set<std::uint32_t> cited;
    std::map<Tokens, std::set<std::uint32_t>> ofSentences;
    const std::uint32_t blocks = run->answer.trace.documentBlocks;   // the open last one behind them can't be barred
    for (const Citation& citation : run->answer.citations) {
        for (const std::uint32_t block : citation.blocks) {
            if (block >= blocks)
                continue;
            cited.insert(block);
            ofSentences[tokensOf(run->answer, citation.answerRange)].insert(block);
        }
    }
    std::vector<std::uint32_t> others;
    const auto totals = blockTotals(run->answer.trace, {});
    for (std::uint32_t block = 0; block < std::min<std::size_t>(totals.size(), blocks); ++block) {
        if (totals[block] > 0 && !cited.contains(block) && std::find(run->sinks.begin(), run->sinks.end(), block) == run->sinks.end())
            others.push_back(block);
    }
    m_sentences.clear();
    m_random.clear();
    std::set<std::size_t> sizes;
    for (const auto& [tokens, own] : ofSentences) {
        m_sentences.push_back({tokens, {own.begin(), own.end()}, {}});
        m_jobs.push_back({Kind::Cited, m_sentences.back().blocks});
        sizes.insert(own.size());
    }
    std::mt19937 generator(1);   // the same blocks each time: the verdict can be repeated
    for (const std::size_t size : sizes) {   // one removal is measured on every sentence with as many blocks
        for (int i = 0; i < kRandomRemovals; ++i) {
            Job job{Kind::Random, {}};
            std::sample(others.begin(), others.end(), std::back_inserter(job.barred), std::ptrdiff_t(size), generator);
            job.count = size;   // fewer may have been opened
            m_jobs.push_back(std::move(job));
        }
    }
    next();
}

void RemovalTest::next()
{
    if (m_request != 0)
        return;
    if (m_jobs.empty()) {
        m_done = m_total = 0;
        return;
    }
    if (m_baseline.empty() && m_jobs.front().kind != Kind::Baseline)
        m_jobs.push_front({Kind::Baseline, {}});
    m_total = m_done + int(m_jobs.size());
    Q_EMIT progressed(m_done, m_total);
    m_clock.start();
    m_deepTokens = 0;
    const Job& job = m_jobs.front();
    m_request = m_conversation.rescore(job.barred, job.kind == Kind::Deep);
    if (m_request == 0) {
        cancel();
        Q_EMIT stopped();
    } else if (job.kind == Kind::Block) {
        Q_EMIT started(job.barred.front());
    } else if (job.kind == Kind::Deep) {
        Q_EMIT deepStarted(job.barred);
    }
}

void RemovalTest::take(const std::vector<float>& logProbabilities)
{
    const Job job = std::move(m_jobs.front());
    m_jobs.pop_front();
    m_request = 0;
    if (job.kind != Kind::Deep)
        m_seconds = double(m_clock.elapsed()) / 1000;
    ++m_done;
    switch (job.kind) {
    case Kind::Baseline: m_baseline = logProbabilities; break;
    case Kind::Block:
        m_results[job.barred.front()] = logProbabilities;
        Q_EMIT measured(job.barred.front());
        break;
    case Kind::Together:
        m_togetherResults[job.barred] = logProbabilities;
        Q_EMIT togetherMeasured(job.barred);
        break;
    case Kind::Deep: takeDeep(job.barred, logProbabilities); break;
    case Kind::Cited:
        for (CitedSentence& sentence : m_sentences) {
            if (sentence.blocks == job.barred)
                sentence.after = logProbabilities;
        }
        break;
    case Kind::Random: m_random[job.count].push_back(logProbabilities); break;
    }
    m_total = m_done + int(m_jobs.size());
    Q_EMIT progressed(m_done, m_total);
    judge();
    next();
}

void RemovalTest::takeDeep(const Blocks& blocks, const std::vector<float>& logProbabilities)
{
    if (m_deepTokens > 0 && m_clock.elapsed() > 0)
        m_deepRate = double(m_deepTokens) * 1000 / double(m_clock.elapsed());
    m_deepResults[blocks] = logProbabilities;
    Q_EMIT deepMeasured(blocks);
}

void RemovalTest::judge()
{
    const auto held = confirmedSentences(m_sentences, m_baseline, m_random);
    if (!held || m_sentences.empty())
        return;
    Q_EMIT confirmed(*held, int(m_sentences.size()));
    m_sentences.clear();
    m_random.clear();
}

std::map<std::uint32_t, double> RemovalTest::effects(const IndexRanges& tokens) const
{
    std::map<std::uint32_t, double> effects;
    for (const auto& [block, after] : m_results) {
        double drop = 0;
        for (std::uint32_t token = 0; token < std::min(after.size(), m_baseline.size()); ++token)
            drop += contains(tokens, token) ? m_baseline[token] - after[token] : 0;
        effects[block] = drop;
    }
    return effects;
}

}  // namespace cairn
