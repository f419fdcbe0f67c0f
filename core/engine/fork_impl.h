// The state of a fork: a stream that shares the memory's blocks, the turn's pins, what the tokens fed repeat, the last logits.
#pragma once

#include "core/engine/engine_core.h"
#include "core/engine/reread_sources.h"
#include "core/engine/step/stream.h"

#include <memory>
#include <vector>

namespace cairn
{

struct Fork::Impl
{
    std::shared_ptr<const EngineCore> core;
    Stream stream;
    AskingSettings settings;             // defaults filled in
    std::uint32_t window = 0;            // W
    std::uint32_t documentBlocks = 0;    // blocks of the memory when the fork was made
    std::uint32_t turnFirstBlock = 0;    // block that the turn's first token belongs to
    bool turnOpen = false;               // false: the next feed begins a turn
    RereadSources sources;
    std::vector<float> next;             // [vocabulary] logits of the next token, suppressed; empty before the first feed

    Result<void> checkControls(const Controls& controls) const;
    Result<void> checkTokens(std::span<const TokenId> tokens) const;
    StepControls controlsNow(const Controls& controls) const;

    // Checks a feed, and begins a turn where none is open.
    Result<void> beginFeed(std::span<const TokenId> tokens, const FeedOptions& options);

    // The stream's tokens of a feed, and how it is cut into steps.
    struct Cut
    {
        std::vector<TokenId> tokens;
        std::vector<std::uint32_t> lengths;
    };
    Cut cutFeed(std::span<const TokenId> tokens) const;

    // What the last logits say of the first token of a step.
    void scoreFirst(TokenId token, const FeedOptions& options, FeedResult& result) const;

    // Feeds regular tokens window by window; the options' outputs go to `result`.
    Result<void> feedAll(std::span<const TokenId> tokens, const FeedOptions& options, FeedResult& result, std::stop_token stop);
    Result<void> feedSteps(const Cut& cut, const FeedOptions& options, FeedResult& result, const std::stop_token& stop);
    void noteSources(std::span<const TokenId> tokens, const FeedOptions& options);
};

}  // namespace cairn
