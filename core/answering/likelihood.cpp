#include "core/answering/likelihood.h"

#include <algorithm>

namespace cairn
{
namespace
{

constexpr std::string_view kFrame = "\n\nWrite a question that this passage answers.";

}  // namespace

Result<AskedTokens> askedTokens(std::string_view words, const Tokenizer& tokenizer, const ChatFormat& chat)
{
    Prompt frame = {{std::string(kFrame), false}};
    auto asked = encodePrompt(frame, tokenizer);
    const auto turn = encodePrompt(chat.afterUser, tokenizer);
    const auto text = encodePrompt({{std::string(words), false}}, tokenizer);
    if (!asked || !turn || !text)
        return !asked ? asked.error() : !turn ? turn.error() : text.error();
    asked->insert(asked->end(), turn->begin(), turn->end());
    const std::size_t before = asked->size();
    asked->insert(asked->end(), text->begin(), text->end());
    return AskedTokens{*std::move(asked), before};
}

Result<double> likelihoodAfter(const Memory& memory, const LikelihoodSettings& settings, const AskedTokens& asked, std::stop_token stop)
{
    AskingSettings asking;
    asking.topK = static_cast<std::uint32_t>(settings.passage.size());
    asking.until = settings.until;
    asking.rows = settings.rows;
    auto fork = memory.fork(asking);
    if (!fork)
        return fork.error();
    FeedOptions options;
    options.controls.imposed = settings.passage;
    options.controls.switchedOff = settings.switchedOff;
    options.logProbabilities = true;
    options.scoredFrom = asked.frame;
    auto fed = fork->feed(asked.tokens, options, std::move(stop));
    if (!fed)
        return fed.error();
    double sum = 0;
    for (std::size_t i = asked.frame; i < asked.tokens.size(); ++i)
        sum += static_cast<double>(fed->logProbabilities[i]);
    return sum / static_cast<double>(std::max<std::size_t>(1, asked.tokens.size() - asked.frame));
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
