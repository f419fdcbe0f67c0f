#include "core/answering/abbreviation.h"
#include "core/answering/candidates.h"
#include "core/answering/definition.h"
#include "core/answering/passage.h"
#include "core/answering/strategy.h"

#include <algorithm>

namespace cairn
{

namespace
{

// The best passages together, for what no passage says alone. Without the memory, as strategy bm25: that is faster, and with it the
// model lost itself more often. Keeps the prompts ordered by their priors.
Result<void> addJointPrompt(const Question& question, const AskingContext& context, std::span<const DocumentPlace> passages,
                            std::vector<PreparedPrompt>& prompts)
{
    const std::size_t count = std::min<std::size_t>(passages.size(), question.options.reread.jointPassages);
    if (count < 2)
        return {};
    auto prompt = passagePrompt(question, context, passages.first(count), false);
    if (!prompt)
        return prompt.error();
    prompt->prior = prompts.front().prior - question.options.reread.jointPenalty;
    const auto behind =
        std::find_if(prompts.begin(), prompts.end(), [&](const PreparedPrompt& other) { return other.prior < prompt->prior; });
    prompts.insert(behind, *std::move(prompt));
    return {};
}

using Allowed = std::function<bool(const DocumentPlace&)>;

// The words of the documents that say what the question's term means, or what its abbreviation is short for; a sentence says more of an
// abbreviation too.
std::optional<DocumentPlace> meaningOf(const std::string& question, const DocumentStream& stream, const Allowed& allowed)
{
    if (const std::string_view abbreviation = abbreviationAsked(question); !abbreviation.empty())
        return expansionOf(abbreviation, stream, allowed);
    const std::vector<std::string> term = definedTerm(question);
    const auto sentence = definitionOf(term, stream, allowed);
    return sentence || term.size() != 1 ? sentence : expansionOf(term.front(), stream, allowed);
}

// The passage with the words that say what the question's term means, where that is what it asks for; no prompts: it isn't.
Result<std::vector<PreparedPrompt>> definitionPrompt(const Question& question, const AskingContext& context)
{
    if (!question.options.reread.quoteDefinitions)
        return std::vector<PreparedPrompt>();
    const std::uint32_t reach = context.blocksInReach(question) + (context.tailInReach(question) ? 1 : 0);
    const auto inReach = [&](const DocumentPlace& sentence) {
        const std::vector<BlockId> blocks = context.stream.blocksOf(sentence);
        return std::all_of(blocks.begin(), blocks.end(),
                           [&](BlockId block) { return block.value < reach && !isBarred(question, block.value); });
    };
    const auto sentence = meaningOf(question.text, context.stream, inReach);
    if (!sentence)
        return std::vector<PreparedPrompt>();
    const DocumentPlace passage = passageFor(question, context, *sentence);
    auto prompt = passagePrompt(question, context, {&passage, 1}, question.options.reread.attachMemory);
    if (!prompt)
        return prompt.error();
    prompt->quotation = sentence;
    return std::vector<PreparedPrompt>{*std::move(prompt)};
}

class RereadStrategy final : public AnswerStrategy
{
public:
    Result<std::vector<PreparedPrompt>> prepare(const Question& question, const AskingContext& context, std::stop_token stop) const override
    {
        auto defined = definitionPrompt(question, context);
        if (!defined || !defined->empty())
            return defined;
        const auto candidates = CandidateRanker(context).rank(question, stop);
        if (!candidates)
            return candidates.error();
        std::vector<PreparedPrompt> prompts;
        std::vector<DocumentPlace> chosen;
        for (const Candidate& candidate : *candidates) {
            if (prompts.size() >= std::max(1u, question.options.reread.answers))
                break;
            const DocumentPlace core = mainPlace(context.stream, candidate.block);
            const bool known = std::any_of(chosen.begin(), chosen.end(), [&](const DocumentPlace& earlier) {
                return 2 * sharedBytes(earlier, core) > core.range.size();
            });
            if (known)
                continue;
            const DocumentPlace passage = passageFor(question, context, core);
            chosen.push_back(passage);
            auto prompt = passagePrompt(question, context, {&passage, 1}, question.options.reread.attachMemory);
            if (!prompt)
                return prompt.error();
            prompt->prior = candidate.score;
            prompts.push_back(*std::move(prompt));
        }
        if (!prompts.empty()) {
            if (auto done = addJointPrompt(question, context, chosen, prompts); !done)
                return done.error();
            return prompts;
        }
        auto prompt = passagePrompt(question, context, {}, true);   // nothing can be read again: the memory alone
        if (!prompt)
            return prompt.error();
        return std::vector<PreparedPrompt>{*std::move(prompt)};
    }
};

}  // namespace

std::unique_ptr<AnswerStrategy> makeRereadStrategy()
{
    return std::make_unique<RereadStrategy>();
}

}  // namespace cairn
