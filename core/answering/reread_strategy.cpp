#include "core/answering/candidates.h"
#include "core/answering/passage.h"
#include "core/answering/said_by_itself.h"
#include "core/answering/said_in_table.h"
#include "core/answering/strategy.h"
#include "core/wording/questions/asked_section.h"
#include "core/wording/quoting/quoting.h"

#include <algorithm>

namespace cairn
{

namespace
{

// A prompt with these passages before the question, and how much speaks for it.
Result<void> addPrompt(const Question& question, const AskingContext& context, std::span<const DocumentPlace> passages, bool attached,
                       double prior, std::vector<PreparedPrompt>& prompts)
{
    auto prompt = passagePrompt(question, context, passages, attached);
    if (!prompt)
        return prompt.error();
    prompt->prior = prior;
    prompts.push_back(*std::move(prompt));
    return {};
}

// A passage narrower, around its sentence that has most of the question's words: where a passage names several things of a kind, a small
// model often takes the wrong one. None where that is hardly narrower.
std::optional<DocumentPlace> narrowed(const Question& question, const AskingContext& context, const DocumentPlace& passage,
                                      const DocumentPlace& core)
{
    const std::uint64_t bytes = question.options.reread.narrowBytes;
    if (bytes == 0)
        return std::nullopt;
    const auto sentence = sentenceToQuote(question.text, context.stream, passage, context.index);
    const DocumentPlace narrow = passageFor(question, context, sentence.value_or(core), bytes);
    return 4 * narrow.range.size() > 3 * passage.range.size() ? std::nullopt : std::optional(narrow);
}

// One prompt, with the passage of these words, or several places as they are and without the memory, that quotes them; none: no words.
Result<std::vector<PreparedPrompt>> quotingPrompt(const Question& question, const AskingContext& context,
                                                  std::optional<SaidWords> words)
{
    if (!words)
        return std::vector<PreparedPrompt>();
    std::vector<DocumentPlace>& passages = words->places;
    if (passages.size() == 1) {
        const std::uint64_t bytes = std::max(question.options.reread.passageBytes, passages.front().range.size());
        passages.front() = passageFor(question, context, passages.front(), bytes);
    }
    const bool attached = passages.size() == 1 && question.options.reread.attachMemory;   // as looksIntoMemory() has it
    auto prompt = passagePrompt(question, context, passages, attached);
    if (!prompt)
        return prompt.error();
    prompt->quotation = std::move(words->answer);
    return std::vector<PreparedPrompt>{*std::move(prompt)};
}

// A prompt for each of the best passages, for less of each, and for the best of them together; the likeliest first.
Result<std::vector<PreparedPrompt>> passagePrompts(const Question& question, const AskingContext& context,
                                                   std::span<const Candidate> candidates)
{
    const RereadTuning& tuning = question.options.reread;
    std::vector<PreparedPrompt> prompts;
    std::vector<DocumentPlace> chosen, together;
    for (const Candidate& candidate : candidates) {
        if (chosen.size() >= std::max(1u, tuning.answers))
            break;
        const DocumentPlace core = corePlace(question, context, candidate.block);
        if (isMostlyIn(chosen, core))
            continue;
        const DocumentPlace passage = passageFor(question, context, core, tuning.passageBytes);
        chosen.push_back(passage);
        if (together.size() < tuning.jointPassages && contends(candidate, candidates.front(), tuning))
            together.push_back(passage);
        if (auto done = addPrompt(question, context, {&passage, 1}, tuning.attachMemory, candidate.score, prompts); !done)
            return done.error();
        const auto narrow = narrowed(question, context, passage, core);
        if (!narrow)
            continue;
        const double prior = candidate.score - tuning.narrowPenalty;
        if (auto done = addPrompt(question, context, {&*narrow, 1}, tuning.attachMemory, prior, prompts); !done)
            return done.error();
    }
    // The best passages together, for what no passage says alone; where but one contends, that one. Without the memory, as strategy bm25:
    // that is faster, and with it the model lost itself more often.
    if (!together.empty() && tuning.jointPassages >= 2) {
        const double prior = prompts.front().prior - tuning.jointPenalty;
        if (auto done = addPrompt(question, context, together, false, prior, prompts); !done)
            return done.error();
    }
    std::stable_sort(prompts.begin(), prompts.end(), [](const auto& a, const auto& b) { return a.prior > b.prior; });
    return prompts;
}

// Nothing is written of the best passage, which is shown as the nearest.
Result<std::vector<PreparedPrompt>> decliningPrompt(const Question& question, const AskingContext& context,
                                                    std::span<const Candidate> candidates)
{
    std::vector<DocumentPlace> nearest;
    if (!candidates.empty())
        nearest.push_back(passageFor(question, context, corePlace(question, context, candidates.front().block),
                                     question.options.reread.passageBytes));
    auto prompt = passagePrompt(question, context, nearest, question.options.reread.attachMemory);
    if (!prompt)
        return prompt.error();
    prompt->declines = true;
    return std::vector<PreparedPrompt>{*std::move(prompt)};
}

class RereadStrategy final : public AnswerStrategy
{
public:
    Result<std::vector<PreparedPrompt>> prepare(const Question& question, const AskingContext& context, std::stop_token stop) const override
    {
        auto cell = saidInTable(question, context);
        auto quoting = quotingPrompt(question, context, cell ? std::move(cell) : saidByItself(question, context, stop));
        if (!quoting || !quoting->empty())
            return quoting;
        const auto candidates = CandidateRanker(context).rank(question, stop);
        if (!candidates)
            return candidates.error();
        const bool untaught = isUntaught(question, context);
        quoting = quotingPrompt(question, context, untaught ? saidUntranslated(question, context, *candidates)
                                                            : saidOfTopic(question, context, *candidates));
        if (!quoting || !quoting->empty())
            return quoting;
        const bool asksWhereSaid = question.options.reread.quoteDefinitions && !whereSaidTopic(question.text).empty();
        const bool isUnsaid = asksWhereSaid || (untaught && isOfTexts(question, context));   // the model would make a place up
        if (isUnsaid && !question.options.showUnsupported)
            return decliningPrompt(question, context, *candidates);
        auto prompts = passagePrompts(question, context, *candidates);
        if (!prompts || !prompts->empty())
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
