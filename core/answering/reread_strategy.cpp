#include "core/answering/candidates.h"
#include "core/answering/passage.h"
#include "core/answering/strategy.h"

#include <algorithm>

namespace cairn
{

namespace
{

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
