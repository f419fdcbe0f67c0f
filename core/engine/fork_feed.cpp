// Feeding a fork: windows, log-probabilities, traces of the rows fed.
#include "core/engine/fork_impl.h"
#include "core/engine/sampler.h"
#include "core/engine/trace_recorder.h"

#include <algorithm>
#include <cmath>

namespace cairn
{

namespace
{

// The rows of one step and what is wanted of them.
class FedStep
{
public:
    // `fed`: tokens of the feed before the second one of this step
    FedStep(Fork::Impl& fork, std::span<const TokenId> stream, const FeedOptions& options, std::size_t fed)
        : m_fork(fork), m_stream(stream), m_predicting(fork.stream.predictingRow(stream)), m_openTokens(fork.stream.openTokens())
    {
        for (std::uint32_t row = 0; row < stream.size(); ++row) {
            if (!isLandmark(row))
                m_regular.push_back(row);
        }
        if (options.logProbabilities) {
            m_unscored = std::min(m_regular.size() - 1, options.scoredFrom - std::min(fed, options.scoredFrom));
            for (std::size_t i = m_unscored + 1; i < m_regular.size(); ++i)
                m_predictors.push_back(predictorOf(m_regular[i]));
        }
    }

    std::uint32_t predicting() const { return m_predicting; }
    const std::vector<std::uint32_t>& regular() const { return m_regular; }

    std::vector<std::uint32_t> traceRows(TraceRows rows, bool lastStep) const
    {
        if (rows == TraceRows::All)
            return m_regular;
        if (rows == TraceRows::Predicting && lastStep)
            return {m_predicting};
        return {};
    }

    std::vector<std::uint32_t> logitRows() const
    {
        std::vector<std::uint32_t> rows = m_predictors;
        if (rows.empty() || rows.back() != m_predicting)
            rows.push_back(m_predicting);
        return rows;
    }

    std::size_t predicted() const { return m_unscored + m_predictors.size(); }

    // Log-probability of the regular token that a row predicts inside this step, to its place in `into` [predicted()]; the logits are
    // suppressed already.
    void collect(std::uint32_t row, std::span<const float> logits, std::vector<float>& into) const
    {
        const auto found = std::find(m_predictors.begin(), m_predictors.end(), row);
        if (found == m_predictors.end())
            return;
        const auto place = m_unscored + static_cast<std::size_t>(found - m_predictors.begin());
        into[place] = logProbability(logits, m_stream[m_regular[place + 1]]);
    }

private:
    bool isLandmark(std::uint32_t row) const
    {
        const StreamLayout& layout = m_fork.stream.layout();
        return layout.landmarks && (m_openTokens + row) % layout.blockLength() == layout.blockTokens;
    }

    std::uint32_t predictorOf(std::uint32_t row) const
    {
        const std::uint32_t before = row - 1;   // a landmark never is a step's first row
        return isLandmark(before) && !m_fork.core->landmarkPredicts ? before - 1 : before;
    }

    const Fork::Impl& m_fork;
    std::span<const TokenId> m_stream;
    std::uint32_t m_predicting, m_openTokens;
    std::size_t m_unscored = 0;                            // regular rows behind the first whose log-probabilities are not wanted
    std::vector<std::uint32_t> m_regular, m_predictors;
};

TracePlan planOf(const Fork::Impl& fork, const FeedOptions& options, const FedStep& step, bool lastStep, FeedResult& result)
{
    TracePlan plan;
    plan.into = options.into;
    plan.layers = fork.core->info.config.layers;
    plan.heads = fork.core->info.config.heads;
    plan.k = fork.stream.settings().topK;
    plan.blockTokens = fork.stream.layout().blockTokens;
    plan.documentBlocks = fork.documentBlocks;
    plan.attention = fork.stream.settings().attention;
    plan.mode = fork.stream.settings().mode;
    plan.scan = fork.stream.settings().scan;
    plan.deep = fork.settings.deepTrace;
    plan.sources = &fork.sources;
    plan.localFirst = std::uint64_t{fork.stream.blocks()} * plan.blockTokens;
    if (options.into)
        plan.rows = step.traceRows(options.trace, lastStep);
    if (options.blockScores && lastStep) {
        plan.blockScores = &result.blockScores;
        plan.scoreRow = step.regular().back();
    }
    return plan;
}

}  // namespace

// One step and what is wanted of it; run again with less memory it begins anew, so nothing is given out before it has succeeded.
Result<void> Fork::Impl::feedStep(std::span<const TokenId> part, const FeedOptions& options, bool last, FeedResult& result,
                                  const std::stop_token& stop)
{
    const std::uint32_t traced = options.into ? options.into->tokens : 0;
    const auto run = [&]() -> Result<void> {
        FeedResult given;
        std::vector<float> predicted;
        if (options.into && options.into->tokens > traced)
            keepRows(*options.into, traced);
        const FedStep step(*this, part, options, result.logProbabilities.size());
        TraceRecorder recorder(planOf(*this, options, step, last, given));
        StepWants wants;
        wants.sliceLimit = core->ladder->sliceLimit();
        wants.weights = settings.rows;
        wants.recorder = options.into || options.blockScores ? &recorder : nullptr;
        wants.logitRows = step.logitRows();
        wants.logitsAtOnce = true;
        given.logProbabilities.resize(step.predicted());
        wants.onLogits = [&](std::uint32_t row, std::span<const float> values) {
            thread_local std::vector<float> logits;
            logits.assign(values.begin(), values.end());
            suppress(logits, core->suppressed);
            step.collect(row, logits, given.logProbabilities);
            if (row == step.predicting())
                predicted = logits;
        };
        result.logProbabilities.reserve(result.logProbabilities.size() + part.size());
        auto done = stream.step(part, controlsNow(options.controls), wants, stop);
        if (!done)
            return done.error();
        next = std::move(predicted);
        result.logProbabilities.insert(result.logProbabilities.end(), given.logProbabilities.begin(), given.logProbabilities.end());
        result.blockScores = std::move(given.blockScores);
        recorder.finish();
        return {};
    };
    const std::uint64_t before = stream.regularTokens();
    const auto once = [&]() -> Result<void> {   // the trace alone may fail behind the step: there is no going back then
        return stream.regularTokens() == before ? run() : Result<void>(MemoryLadder::exhausted({}));
    };
    return withLadder(*core->ladder, once, [&] { return stream.stepSize(part.size(), core->ladder->sliceLimit()); });
}

Result<void> Fork::Impl::feedAll(std::span<const TokenId> tokens, const FeedOptions& options, FeedResult& result, std::stop_token stop)
{
    sources.append(tokens, options.sourceBlocks, [this](std::uint32_t block) { return stream.blockTokens(block); });
    const auto scoreFirst = [&](TokenId token) {
        const bool isScored = result.logProbabilities.size() >= options.scoredFrom && !next.empty();
        result.logProbabilities.push_back(isScored ? logProbability(next, token) : 0.0f);
    };
    if (options.logProbabilities && !tokens.empty())
        scoreFirst(tokens.front());
    const std::vector<TokenId> all = toStream(stream.layout(), stream.regularTokens(), tokens, core->landmarkId);
    std::size_t at = 0;
    for (const std::uint32_t length : cutSteps(stream.layout(), stream.streamTokens(), all.size(), window)) {
        const std::span<const TokenId> part{all.data() + at, length};
        if (at > 0 && options.logProbabilities)
            scoreFirst(part.front());
        if (auto done = feedStep(part, options, at + length == all.size(), result, stop); !done)
            return done.error();
        at += length;
    }
    return {};
}

}  // namespace cairn
