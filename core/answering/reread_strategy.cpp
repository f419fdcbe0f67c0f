#include "core/answering/abbreviation.h"
#include "core/answering/candidates.h"
#include "core/answering/definition.h"
#include "core/answering/overview.h"
#include "core/answering/passage.h"
#include "core/answering/quoting.h"
#include "core/answering/strategy.h"

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

// The words of a document that answer what is asked about it as a whole, or what a term means.
std::optional<DocumentPlace> saidByItself(const std::string& question, const DocumentStream& stream, const Allowed& allowed)
{
    switch (wholeQuestion(question)) {
    case WholeQuestion::Title: return titleOf(stream, allowed);
    case WholeQuestion::Subject: return subjectOf(stream, allowed);
    case WholeQuestion::None: break;
    }
    return meaningOf(question, stream, allowed);
}

// The passage with the words that answer a question by themselves; no prompts: none do.
Result<std::vector<PreparedPrompt>> quotingPrompt(const Question& question, const AskingContext& context)
{
    if (!question.options.reread.quoteDefinitions)
        return std::vector<PreparedPrompt>();
    const std::uint32_t reach = context.blocksInReach(question) + (context.tailInReach(question) ? 1 : 0);
    const auto inReach = [&](const DocumentPlace& sentence) {
        const std::vector<BlockId> blocks = context.stream.blocksOf(sentence);
        return std::all_of(blocks.begin(), blocks.end(),
                           [&](BlockId block) { return block.value < reach && !isBarred(question, block.value); });
    };
    const auto sentence = saidByItself(question.text, context.stream, inReach);
    if (!sentence)
        return std::vector<PreparedPrompt>();
    const DocumentPlace passage = passageFor(question, context, *sentence, question.options.reread.passageBytes);
    auto prompt = passagePrompt(question, context, {&passage, 1}, question.options.reread.attachMemory);
    if (!prompt)
        return prompt.error();
    prompt->quotation = sentence;
    return std::vector<PreparedPrompt>{*std::move(prompt)};
}

// A prompt for each of the best passages, for less of each, and for the best of them together; the likeliest first.
Result<std::vector<PreparedPrompt>> passagePrompts(const Question& question, const AskingContext& context,
                                                   std::span<const Candidate> candidates)
{
    const RereadTuning& tuning = question.options.reread;
    std::vector<PreparedPrompt> prompts;
    std::vector<DocumentPlace> chosen;
    for (const Candidate& candidate : candidates) {
        if (chosen.size() >= std::max(1u, tuning.answers))
            break;
        const DocumentPlace core = mainPlace(context.stream, candidate.block);
        if (isMostlyIn(chosen, core))
            continue;
        const DocumentPlace passage = passageFor(question, context, core, tuning.passageBytes);
        chosen.push_back(passage);
        if (auto done = addPrompt(question, context, {&passage, 1}, tuning.attachMemory, candidate.score, prompts); !done)
            return done.error();
        const auto narrow = narrowed(question, context, passage, core);
        if (!narrow)
            continue;
        const double prior = candidate.score - tuning.narrowPenalty;
        if (auto done = addPrompt(question, context, {&*narrow, 1}, tuning.attachMemory, prior, prompts); !done)
            return done.error();
    }
    // The best passages together, for what no passage says alone. Without the memory, as strategy bm25: that is faster, and with it
    // the model lost itself more often.
    const std::size_t together = std::min<std::size_t>(chosen.size(), tuning.jointPassages);
    if (together >= 2) {
        const double prior = prompts.front().prior - tuning.jointPenalty;
        if (auto done = addPrompt(question, context, std::span(chosen).first(together), false, prior, prompts); !done)
            return done.error();
    }
    std::stable_sort(prompts.begin(), prompts.end(), [](const auto& a, const auto& b) { return a.prior > b.prior; });
    return prompts;
}

class RereadStrategy final : public AnswerStrategy
{
public:
    Result<std::vector<PreparedPrompt>> prepare(const Question& question, const AskingContext& context, std::stop_token stop) const override
    {
        auto quoting = quotingPrompt(question, context);
        if (!quoting || !quoting->empty())
            return quoting;
        const auto candidates = CandidateRanker(context).rank(question, stop);
        if (!candidates)
            return candidates.error();
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
