#include "core/answering/likelihood.h"

#include "core/wording/text/sentence.h"

#include <algorithm>

namespace cairn
{
namespace
{

constexpr std::string_view kFrame = "\n\nWrite a question that this passage answers.";

std::string_view rankedPart(std::string_view words)
{
    constexpr std::size_t kMost = 800;   // bytes
    if (words.size() <= kMost)
        return words;
    const std::size_t least = words.size() - kMost;
    for (const ByteRange& sentence : splitSentences(words)) {
        if (sentence.begin >= least)
            return words.substr(sentence.begin);
    }
    return words.substr(std::min(words.find(' ', least), words.size() - 1) + 1);
}

}  // namespace

Result<AskedTokens> askedTokens(std::string_view words, const Tokenizer& tokenizer, const ChatFormat& chat)
{
    Prompt frame = {{std::string(kFrame), false}};
    auto asked = encodePrompt(frame, tokenizer);
    const auto turn = encodePrompt(chat.afterUser, tokenizer);
    const auto text = encodePrompt({{std::string(rankedPart(words)), false}}, tokenizer);
    if (!asked || !turn || !text)
        return !asked ? asked.error() : !turn ? turn.error() : text.error();
    asked->insert(asked->end(), turn->begin(), turn->end());
    const std::size_t before = asked->size();
    asked->insert(asked->end(), text->begin(), text->end());
    return AskedTokens{*std::move(asked), before};
}

Result<std::vector<double>> likelihoodsAfter(const Memory& memory, std::span<const LikelihoodSettings> passages, const AskedTokens& asked,
                                             std::stop_token stop)
{
    std::vector<Fork> forks;
    std::vector<ForkFeed> feeds;
    forks.reserve(passages.size());
    for (const LikelihoodSettings& settings : passages) {
        AskingSettings asking;
        asking.topK = static_cast<std::uint32_t>(settings.passage.size());
        asking.until = settings.until;
        asking.rows = settings.rows;
        auto fork = memory.fork(asking);
        if (!fork)
            return fork.error();
        forks.push_back(*std::move(fork));
        ForkFeed feed{&forks.back(), asked.tokens, {}};
        feed.options.controls.imposed = settings.passage;
        feed.options.controls.switchedOff = settings.switchedOff;
        feed.options.logProbabilities = true;
        feed.options.scoredFrom = asked.frame;
        feeds.push_back(std::move(feed));
    }
    const auto fed = Fork::feedTogether(feeds, std::move(stop));
    if (!fed)
        return fed.error();
    std::vector<double> means;
    for (const FeedResult& one : *fed) {
        double sum = 0;
        for (std::size_t i = asked.frame; i < asked.tokens.size(); ++i)
            sum += static_cast<double>(one.logProbabilities[i]);
        means.push_back(sum / static_cast<double>(std::max<std::size_t>(1, asked.tokens.size() - asked.frame)));
    }
    return means;
}

Result<double> likelihoodAfter(const Memory& memory, const LikelihoodSettings& settings, const AskedTokens& asked, std::stop_token stop)
{
    const auto one = likelihoodsAfter(memory, {&settings, 1}, asked, std::move(stop));
    return one ? Result<double>(one->front()) : one.error();
}

std::vector<BlockId> passageAround(std::uint32_t block, std::uint32_t blocks)
{
    std::vector<BlockId> passage = {BlockId(0)};
    for (std::uint32_t near = block == 0 ? 0 : block - 1; near <= block + 1; ++near) {
        if (near > 0 && near < blocks)
            passage.emplace_back(near);
    }
    return passage;
}

}  // namespace cairn
