// Feeding a fork: windows, log-probabilities, traces of the rows fed.
#include "core/engine/fork_impl.h"
#include "core/engine/sampler.h"
#include "core/engine/step/stream_step.h"
#include "core/engine/trace_recorder.h"

#include <algorithm>
#include <cmath>
#include <memory>

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

    std::vector<std::uint32_t> logitRows(const FeedOptions& options) const
    {
        std::vector<std::uint32_t> rows = m_predictors;
        if ((options.predicts || options.logProbabilities) && (rows.empty() || rows.back() != m_predicting))
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

// One fork's part of a step and what is wanted of it. Nothing is given out before take(), so that it can begin anew with less memory.
class FeedingStep
{
public:
    FeedingStep(Fork::Impl& fork, std::span<const TokenId> part, const FeedOptions& options, bool last, FeedResult& result)
        : m_fork(fork), m_part(part), m_options(options), m_result(result), m_step(fork, part, options, result.logProbabilities.size()),
          m_recorder(planOf(fork, options, m_step, last, m_given))
    {
        m_given.logProbabilities.resize(m_step.predicted());
        m_result.logProbabilities.reserve(m_result.logProbabilities.size() + part.size());
    }
    FeedingStep(const FeedingStep&) = delete;
    FeedingStep& operator=(const FeedingStep&) = delete;

    StreamStep step()
    {
        StepWants wants;
        wants.sliceLimit = m_fork.core->ladder->sliceLimit();
        wants.weights = m_fork.settings.rows;
        wants.recorder = m_options.into || m_options.blockScores ? &m_recorder : nullptr;
        wants.logitRows = m_step.logitRows(m_options);
        wants.logitsAtOnce = true;
        wants.onLogits = [this](std::uint32_t row, std::span<const float> values) {
            thread_local std::vector<float> logits;
            logits.assign(values.begin(), values.end());
            suppress(logits, m_fork.core->suppressed);
            m_step.collect(row, logits, m_given.logProbabilities);
            if (row == m_step.predicting())
                m_predicted = logits;
        };
        return {&m_fork.stream, m_part, m_fork.controlsNow(m_options.controls), std::move(wants)};
    }

    void take()
    {
        m_fork.next = std::move(m_predicted);
        m_result.logProbabilities.insert(m_result.logProbabilities.end(), m_given.logProbabilities.begin(),
                                         m_given.logProbabilities.end());
        m_result.blockScores = std::move(m_given.blockScores);
        m_recorder.finish();
    }

private:
    Fork::Impl& m_fork;
    std::span<const TokenId> m_part;
    const FeedOptions& m_options;
    FeedResult& m_result;
    FeedResult m_given;
    std::vector<float> m_predicted;
    FedStep m_step;
    TraceRecorder m_recorder;
};

// The next tokens of a fork's stream, and where their results go.
struct FeedPart
{
    Fork::Impl* fork;
    std::span<const TokenId> tokens;
    const FeedOptions* options;
    FeedResult* result;
    std::uint32_t traced = 0;        // rows of the trace before
    std::uint64_t before = 0;        // regular tokens of the stream before
};

Result<void> runParts(std::span<const FeedPart> parts, bool last, const std::stop_token& stop)
{
    std::vector<std::unique_ptr<FeedingStep>> feeding;
    std::vector<StreamStep> steps;
    for (const FeedPart& part : parts) {
        if (part.options->into && part.options->into->tokens > part.traced)
            keepRows(*part.options->into, part.traced);
        feeding.push_back(std::make_unique<FeedingStep>(*part.fork, part.tokens, *part.options, last, *part.result));
        steps.push_back(feeding.back()->step());
    }
    if (steps.size() == 1) {
        if (auto done = runStep(steps.front(), stop); !done)
            return done.error();
    } else if (auto done = runStepsTogether(steps, stop); !done) {
        return done.error();
    }
    for (const auto& one : feeding)
        one->take();
    return {};
}

// One step of one or several forks; with less memory where that runs out.
Result<void> feedParts(std::vector<FeedPart> parts, bool last, const std::stop_token& stop)
{
    std::size_t rows = 0;
    for (FeedPart& part : parts) {
        part.traced = part.options->into ? part.options->into->tokens : 0;
        part.before = part.fork->stream.regularTokens();
        rows += part.tokens.size();
    }
    const Fork::Impl& any = *parts.front().fork;
    const auto once = [&]() -> Result<void> {   // the trace alone may fail behind the step: there is no going back then
        const bool isBefore = std::all_of(parts.begin(), parts.end(), [](const FeedPart& part) {
            return part.fork->stream.regularTokens() == part.before;
        });
        return isBefore ? runParts(parts, last, stop) : Result<void>(MemoryLadder::exhausted({}));
    };
    return withLadder(*any.core->ladder, once, [&] { return stepSize(any.stream, rows, any.core->ladder->sliceLimit()); });
}

}  // namespace

void Fork::Impl::noteSources(std::span<const TokenId> tokens, const FeedOptions& options)
{
    sources.append(tokens, options.sourceBlocks, [this](std::uint32_t block) { return stream.blockTokens(block); });
}

void Fork::Impl::scoreFirst(TokenId token, const FeedOptions& options, FeedResult& result) const
{
    if (!options.logProbabilities)
        return;
    const bool isScored = result.logProbabilities.size() >= options.scoredFrom && !next.empty();
    result.logProbabilities.push_back(isScored ? logProbability(next, token) : 0.0f);
}

Fork::Impl::Cut Fork::Impl::cutFeed(std::span<const TokenId> tokens) const
{
    Cut cut{toStream(stream.layout(), stream.regularTokens(), tokens, core->landmarkId), {}};
    cut.lengths = cutSteps(stream.layout(), stream.streamTokens(), cut.tokens.size(), window);
    return cut;
}

Result<void> Fork::Impl::feedAll(std::span<const TokenId> tokens, const FeedOptions& options, FeedResult& result, std::stop_token stop)
{
    noteSources(tokens, options);
    return feedSteps(cutFeed(tokens), options, result, stop);
}

Result<void> Fork::Impl::feedSteps(const Cut& cut, const FeedOptions& options, FeedResult& result, const std::stop_token& stop)
{
    std::size_t at = 0;
    for (const std::uint32_t length : cut.lengths) {
        const std::span<const TokenId> part{cut.tokens.data() + at, length};
        scoreFirst(part.front(), options, result);
        if (auto done = feedParts({{this, part, &options, &result}}, at + length == cut.tokens.size(), stop); !done)
            return done.error();
        at += length;
    }
    return {};
}

Result<std::vector<FeedResult>> Fork::feedTogether(std::span<const ForkFeed> feeds, std::stop_token stop)
{
    return guarded([&]() -> Result<std::vector<FeedResult>> {
        std::vector<FeedResult> results(feeds.size());
        std::vector<Impl::Cut> cuts(feeds.size());
        std::vector<FeedPart> together;
        for (std::size_t i = 0; i < feeds.size(); ++i) {
            Impl& fork = *feeds[i].fork->m_impl;
            const FeedOptions& options = feeds[i].options;
            if (auto done = fork.beginFeed(feeds[i].tokens, options); !done)
                return done.error();
            fork.noteSources(feeds[i].tokens, options);
            cuts[i] = fork.cutFeed(feeds[i].tokens);
            const bool joins = runsTogether(fork.stream.model()) && cuts[i].lengths.size() == 1;
            if (joins)
                together.push_back({&fork, cuts[i].tokens, &options, &results[i]});
            else if (auto done = fork.feedSteps(cuts[i], options, results[i], stop); !done)
                return done.error();
        }
        for (const FeedPart& part : together)
            part.fork->scoreFirst(part.tokens.front(), *part.options, *part.result);
        if (!together.empty())
            if (auto done = feedParts(std::move(together), true, stop); !done)
                return done.error();
        for (std::size_t i = 0; i < feeds.size(); ++i)
            results[i].nextLogits = feeds[i].fork->m_impl->next;
        return results;
    });
}

}  // namespace cairn
