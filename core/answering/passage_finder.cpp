#include "core/answering/passage_finder.h"

#include "core/answering/candidates.h"

#include <algorithm>

namespace cairn
{
namespace
{

constexpr std::size_t kVotingTokens = 12;   // the last of the words; each costs a step of the model

Result<std::vector<TokenId>> tokensOf(const Engine& engine, const DocumentStream& stream, std::string_view words)
{
    PromptBuilder prompt(engine.tokenizer(), engine.chatFormat(), stream);
    if (auto done = prompt.addText("\n\n" + std::string(words)); !done)
        return done.error();
    return std::move(prompt.tokens);
}

Result<Fork> forkWithoutTail(const Memory& memory)
{
    AskingSettings settings;
    settings.until = BlockId(memory.blocks());
    return memory.fork(settings);
}

FeedOptions allBarred(std::uint32_t blocks)
{
    FeedOptions options;
    for (std::uint32_t block = 0; block < blocks; ++block)
        options.controls.barred.emplace_back(block);
    return options;
}

// Votes of the last tokens, summed.
Result<std::vector<double>> votesFor(const Engine& engine, const Memory& memory, std::span<const TokenId> tokens,
                                     std::span<const std::uint32_t> sinks, const std::stop_token& stop)
{
    auto fork = forkWithoutTail(memory);
    if (!fork)
        return fork.error();
    const std::size_t voting = std::min(kVotingTokens, tokens.size());
    FeedOptions options = allBarred(memory.blocks());
    if (tokens.size() > voting) {
        if (auto fed = fork->feed(tokens.first(tokens.size() - voting), options, stop); !fed)
            return fed.error();
    }
    options.blockScores = true;
    const ModelConfig& config = engine.info().config;
    std::vector<double> sums(memory.blocks(), 0.0);
    for (const TokenId& token : tokens.last(voting)) {
        const auto fed = fork->feed({&token, 1}, options, stop);
        if (!fed)
            return fed.error();
        const std::vector<float> votes = landmarkVote(fed->blockScores, config.layers, config.heads, sinks);
        for (std::size_t block = 0; block < std::min(sums.size(), votes.size()); ++block)
            sums[block] += static_cast<double>(votes[block]);
    }
    return sums;
}

}  // namespace

Result<std::vector<BlockScore>> findPassages(const Engine& engine, const Memory& memory, const DocumentStream& stream, std::string_view words,
                                             std::uint32_t count, std::stop_token stop)
{
    if (words.find_first_not_of(" \t\r\n") == words.npos)
        return Error{ErrorCode::InvalidArgument, "There are no words to look for; write what the passages should be about."};
    if (memory.blocks() == 0)
        return Error{ErrorCode::InvalidArgument, "Nothing has been read yet; read the document first."};
    const auto tokens = tokensOf(engine, stream, words);
    if (!tokens)
        return tokens.error();
    const auto votes = votesFor(engine, memory, *tokens, sinkBlocks(stream), stop);
    if (!votes)
        return votes.error();
    double total = 0;
    std::vector<BlockScore> found;
    for (std::uint32_t block = 0; block < votes->size(); ++block) {
        total += (*votes)[block];
        if ((*votes)[block] > 0 && !stream.placesOf(BlockId(block)).empty())
            found.push_back({BlockId(block), (*votes)[block]});
    }
    std::stable_sort(found.begin(), found.end(), [](const BlockScore& a, const BlockScore& b) { return a.score > b.score; });
    if (found.size() > count)
        found.resize(count);
    for (BlockScore& one : found)
        one.score /= total;
    return found;
}

}  // namespace cairn
