#include "core/engine/fork_impl.h"

#include "core/engine/pins.h"
#include "core/engine/sampler.h"
#include "core/engine/step/switched_heads.h"
#include "core/engine/trace_recorder.h"

#include <algorithm>
#include <string>

namespace cairn
{

Fork::Fork(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
Fork::~Fork() = default;
Fork::Fork(Fork&&) noexcept = default;
Fork& Fork::operator=(Fork&&) noexcept = default;

Fork Fork::clone() const
{
    return Fork(std::make_unique<Impl>(*m_impl));
}

std::uint32_t Fork::memoryBlocks() const
{
    return m_impl->stream.blocks();
}

std::uint64_t Fork::regularTokens() const
{
    return m_impl->stream.regularTokens();
}

Result<void> Fork::Impl::checkControls(const Controls& controls) const
{
    for (const BlockId block : controls.pinned) {
        if (std::find(controls.barred.begin(), controls.barred.end(), block) != controls.barred.end()) {
            return Error{ErrorCode::InvalidArgument,
                         "Block " + std::to_string(block.value) + " can't be pinned and barred at once; take one of them back."};
        }
    }
    const ModelConfig& config = core->info.config;
    for (const Head& head : controls.switchedOff) {
        if (head.layer >= config.layers || head.head >= config.heads) {
            return Error{ErrorCode::InvalidArgument,
                         "L" + std::to_string(head.layer) + ".H" + std::to_string(head.head) + " is no head of this model: it has " +
                             std::to_string(config.layers) + " layers of " + std::to_string(config.heads) + " heads, counted from 0."};
        }
    }
    return {};
}

Result<void> Fork::Impl::checkTokens(std::span<const TokenId> tokens) const
{
    for (const TokenId id : tokens) {
        if (id < 0 || static_cast<std::uint32_t>(id) >= core->info.config.vocabulary ||
            (stream.layout().landmarks && id == core->landmarkId))
            return Error{ErrorCode::InvalidArgument, "Token " + std::to_string(id) + " can't be part of a text of this model."};
    }
    return {};
}

StepControls Fork::Impl::controlsNow(const Controls& controls) const
{
    std::vector<std::uint32_t> automatic;
    if (core->info.kind != LandmarkKind::LandmarkModel)
        automatic = automaticPins(settings.pinFirst, turnFirstBlock, stream.blocks(), settings.maxPins);
    StepControls out = withUserChoice(automatic, controls.pinned, controls.barred);
    out.switchedOff = ascendingHeads(controls.switchedOff);
    if (controls.imposed) {
        out.imposed.emplace();
        for (const BlockId block : *controls.imposed)
            out.imposed->push_back(block.value);
        std::sort(out.imposed->begin(), out.imposed->end());
        out.imposed->erase(std::unique(out.imposed->begin(), out.imposed->end()), out.imposed->end());
    }
    return out;
}

Result<void> Fork::Impl::beginFeed(std::span<const TokenId> tokens, const FeedOptions& options)
{
    if (tokens.empty())
        return Error{ErrorCode::InvalidArgument, "Nothing was given to feed."};
    if (auto done = checkControls(options.controls); !done)
        return done.error();
    if (auto done = checkTokens(tokens); !done)
        return done.error();
    if (options.blockScores && options.controls.imposed)
        return Error{ErrorCode::InvalidArgument, "Where blocks are imposed no landmark is scored."};
    if (!turnOpen) {
        turnFirstBlock = stream.blocks();
        turnOpen = true;
    }
    return {};
}

Result<FeedResult> Fork::feed(std::span<const TokenId> tokens, const FeedOptions& options, std::stop_token stop)
{
    return guarded([&]() -> Result<FeedResult> {
        if (auto done = m_impl->beginFeed(tokens, options); !done)
            return done.error();
        FeedResult result;
        if (auto done = m_impl->feedAll(tokens, options, result, std::move(stop)); !done)
            return done.error();
        result.nextLogits = m_impl->next;
        return result;
    });
}

Result<Generated> Fork::generate(const GenerateOptions& options, const std::function<void(const GeneratedToken&)>& onToken,
                                 std::stop_token stop)
{
    return guarded([&]() -> Result<Generated> {
        Impl& fork = *m_impl;
        if (fork.next.empty())
            return Error{ErrorCode::InvalidArgument, "A question must be fed before an answer can be generated."};
        if (auto done = fork.checkControls(options.controls); !done)
            return done.error();
        std::vector<TokenId> ends = options.stopTokens;
        if (fork.core->tokenizer) {
            const std::vector<TokenId> usual = fork.core->tokenizer->endOfText();
            ends.insert(ends.end(), usual.begin(), usual.end());
        }
        Sampler sampler(options.temperature, options.topP, options.seed);
        Generated generated;
        FeedOptions feeding;
        feeding.controls = options.controls;
        feeding.into = options.trace;
        while (generated.tokens.size() < options.maxTokens && !generated.stoppedByToken && !stop.stop_requested()) {
            const TokenId id = sampler.choose(fork.next);
            const GeneratedToken token{id, logProbability(fork.next, id)};
            generated.stoppedByToken = std::find(ends.begin(), ends.end(), id) != ends.end();
            if (!generated.stoppedByToken) {
                generated.tokens.push_back(token);
                if (onToken)
                    onToken(token);
            }
            const bool last = generated.stoppedByToken || generated.tokens.size() == options.maxTokens || stop.stop_requested();
            feeding.trace = options.trace && !last ? TraceRows::Predicting : TraceRows::None;
            if (last && !options.goesOn)
                break;
            FeedResult ignored;   // the stop request ends the answer after this token, never inside it
            if (auto done = fork.feedAll({&id, 1}, feeding, ignored, {}); !done)
                return done.error();
        }
        generated.cancelled = !generated.stoppedByToken && generated.tokens.size() < options.maxTokens;
        const bool isAhead = generated.stoppedByToken || (generated.cancelled && feeding.trace == TraceRows::Predicting);
        if (options.trace && options.trace->tokens > 0 && isAhead)
            keepRows(*options.trace, options.trace->tokens - 1);   // it chose the stop token, or one that was not asked for any more
        fork.turnOpen = false;
        return generated;
    });
}

}  // namespace cairn
