#include "core/answering/candidates.h"
#include "core/answering/passage.h"
#include "core/answering/strategy.h"

#include <algorithm>

namespace cairn
{

namespace
{

constexpr std::size_t kPassages = 3;

class Bm25Strategy final : public AnswerStrategy
{
public:
    Result<std::vector<PreparedPrompt>> prepare(const Question& question, const AskingContext& context, std::stop_token stop) const override
    {
        Question plain = question;
        plain.options.reread.voteWeight = plain.options.reread.neighbourWeight = 0;
        plain.options.reread.rankByLikelihood = false;
        plain.options.reread.candidates = kPassages;
        const auto candidates = CandidateRanker(context).rank(plain, stop);
        if (!candidates)
            return candidates.error();
        std::vector<DocumentPlace> passages;
        for (const Candidate& candidate : *candidates) {
            const DocumentPlace core = corePlace(question, context, candidate.block);
            if (!isMostlyIn(passages, core))
                passages.push_back(passageFor(question, context, core, question.options.reread.passageBytes));
        }
        auto prompt = passagePrompt(question, context, passages, false);
        if (!prompt)
            return prompt.error();
        return std::vector<PreparedPrompt>{*std::move(prompt)};
    }
};

}  // namespace

std::unique_ptr<AnswerStrategy> makeBm25Strategy()
{
    return std::make_unique<Bm25Strategy>();
}

}  // namespace cairn
