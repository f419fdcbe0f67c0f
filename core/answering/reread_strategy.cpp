#include "core/answering/candidates.h"
#include "core/answering/passage.h"
#include "core/answering/strategy.h"

#include <algorithm>

namespace cairn
{

namespace
{

bool hasBarredWords(const Question& question, const AskingContext& context, const DocumentPlace& passage)
{
    const std::vector<BlockId> blocks = context.stream.blocksOf(passage);
    return std::any_of(blocks.begin(), blocks.end(), [&](BlockId block) { return isBarred(question, block.value); });
}

// The passage around a candidate; the block alone where the passage would repeat words that the question bars or hasn't reached.
DocumentPlace passageFor(const Question& question, const AskingContext& context, const Candidate& candidate)
{
    const DocumentPlace core = mainPlace(context.stream, candidate.block);
    const DocumentPlace passage = passageAround(context.stream, core, question.options.reread.passageBytes);
    const std::uint32_t reach = context.blocksInReach(question) + (context.tailInReach(question) ? 1 : 0);
    const std::vector<BlockId> blocks = context.stream.blocksOf(passage);
    const bool beyond = !blocks.empty() && blocks.back().value >= reach;
    return beyond || hasBarredWords(question, context, passage) ? core : passage;
}

class RereadStrategy final : public AnswerStrategy
{
public:
    Result<std::vector<PreparedPrompt>> prepare(const Question& question, const AskingContext& context, std::stop_token stop) const override
    {
        const auto candidates = CandidateRanker(context).rank(question, stop);
        if (!candidates)
            return candidates.error();
        std::vector<PreparedPrompt> prompts;
        std::vector<DocumentPlace> chosen;
        for (const Candidate& candidate : *candidates) {
            if (prompts.size() >= std::max(1u, question.options.reread.answers))
                break;
            const DocumentPlace passage = passageFor(question, context, candidate);
            const bool repeats = std::any_of(chosen.begin(), chosen.end(), [&](const DocumentPlace& earlier) {
                return 2 * sharedBytes(earlier, passage) > passage.range.size();
            });
            if (repeats)
                continue;
            chosen.push_back(passage);
            auto prompt = passagePrompt(question, context, {&passage, 1}, question.options.reread.attachMemory);
            if (!prompt)
                return prompt.error();
            prompt->prior = candidate.score;
            prompts.push_back(*std::move(prompt));
        }
        if (!prompts.empty())
            return prompts;
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
