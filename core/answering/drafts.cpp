#include "core/answering/drafts.h"

#include "core/answering/candidates.h"
#include "core/answering/follow_up.h"
#include "core/answering/passage.h"
#include "core/answering/support.h"
#include "core/wording/questions/asked_kind.h"
#include "core/wording/questions/whole_question.h"
#include "core/wording/quoting/whole_phrase.h"
#include "core/wording/text/overlap.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

namespace cairn
{

namespace
{

constexpr double kUnheard = 4;   // times the agreement's temperature below the best: a vote of 2 %

// "it", "they": whom it means stands elsewhere.
bool isOnlyPronoun(std::string_view answer)
{
    constexpr auto kPronouns = std::to_array<std::string_view>(
        {"it", "they", "them", "he", "him", "she", "this", "that", "these", "those", "its"});
    const std::vector<Word> words = splitWords(answer);
    return words.size() == 1 && isOneOf(words[0].folded, kPronouns);
}

class DraftWriter
{
public:
    DraftWriter(const AskingContext& context, const Question& question, std::span<const PreparedPrompt> prompts)
        : m_context(context), m_question(question), m_tuning(question.options.reread), m_prompts(prompts)
    {
    }

    Result<Drafts> write(const OnDraft& onDraft, std::stop_token stop)
    {
        const AnswerWriter writer(m_context, m_question);
        for (std::size_t i = 0; i < m_prompts.size(); ++i) {
            if (isSilent(m_prompts[i]))
                continue;
            bool isLeft = false, declines = false;
            const OnWritten onWritten = [&](const Written& soFar, std::string_view text) {
                if (onDraft)
                    onDraft(i, soFar, text);
                declines = startsToDecline(soFar.text);
                isLeft = i > 0 && (declines || !mayChangeAnything(i, soFar));
                return !isLeft;
            };
            auto written = writer.write(m_prompts[i], onWritten, stop);
            if (!written && (i == 0 || written.error().code != ErrorCode::Cancelled))
                return written.error();
            if (!written || (written->stopped && i > 0))
                break;
            if (declines && m_prompts[i].passages.size() == 1)
                m_silent.push_back(m_prompts[i].passages[0]);
            if (!isLeft)
                keep(i, *std::move(written));
            if (isAgreed(m_drafts.said, coming(i + 1), m_tuning.agreement) || m_drafts.written.front().stopped || stop.stop_requested())
                break;
        }
        return std::move(m_drafts);
    }

private:
    bool isSilent(const PreparedPrompt& prompt) const { return prompt.passages.size() == 1 && isPartOf(m_silent, prompt.passages[0]); }

    // What is expected of the prompts from this one on.
    std::vector<double> coming(std::size_t next) const
    {
        std::vector<double> likelihoods;
        for (; next < m_prompts.size(); ++next) {
            if (!isSilent(m_prompts[next]))
                likelihoods.push_back(m_prompts[next].prior - m_tuning.answerLoss);
        }
        return likelihoods;
    }

    bool mayChangeAnything(std::size_t prompt, const Written& soFar) const
    {
        const double reach = m_prompts[prompt].prior + m_tuning.answerWeight * soFar.logProbability;   // more words only take away
        std::vector<double> likelihoods = coming(prompt + 1);
        likelihoods.push_back(reach);
        return reach > m_best - kUnheard * m_tuning.agreement && !isAgreed(m_drafts.said, likelihoods, m_tuning.agreement);
    }

    void keep(std::size_t prompt, Written written)
    {
        const double likelihood = likelihoodOf(m_prompts[prompt], written);
        m_best = std::max(m_best, likelihood);
        m_drafts.said.push_back({written.text, likelihood});
        m_drafts.written.push_back(std::move(written));
        m_drafts.prompts.push_back(prompt);
    }

    // What speaks for the passage, for the words, for their coming from the passage, and from where it says what is asked; empty ones last.
    // Never above the prompt's prior.
    double likelihoodOf(const PreparedPrompt& prompt, const Written& written) const
    {
        constexpr double kEmpty = -1000;
        std::string passages;
        for (const DocumentPlace& passage : prompt.passages)
            passages += std::string(m_context.stream.text(passage)) + "\n";
        const bool isFree = passages.empty();   // from the memory alone
        const double foreign = isFree ? 0 : 1 - answerOverlap(written.text, passages);
        const bool isNear = isFree || asksAboutDocument(m_question.text);
        const double apart = isNear ? 0 : 1 - questionBeside(m_asked, written.text, passages, m_context.index);
        const bool isEmpty =
            isEmptyAnswer(written.text, m_question.text) || countsSomethingElse(m_question.text, written.text, passages);
        return prompt.prior + m_tuning.answerWeight * written.logProbability - m_tuning.foreignWeight * foreign -
               m_tuning.besideWeight * apart + (isEmpty ? kEmpty : 0);
    }

    const AskingContext& m_context;
    const Question& m_question;
    const std::string m_asked = askedInFull(m_question);
    const RereadTuning& m_tuning;
    std::span<const PreparedPrompt> m_prompts;
    Drafts m_drafts;
    std::vector<DocumentPlace> m_silent;   // passages that say nothing
    double m_best = -std::numeric_limits<double>::infinity();   // likelihood of the drafts
};

}  // namespace

bool isEmptyAnswer(std::string_view answer, std::string_view question)
{
    return isRefusal(answer) || saysNothing(answer) || isOnlyPronoun(answer) || echoesQuestion(answer, question) ||
           isOfAnotherKind(answer, question);
}

Result<Drafts> writeDrafts(const AskingContext& context, const Question& question, std::span<const PreparedPrompt> prompts,
                           const OnDraft& onDraft, std::stop_token stop)
{
    return DraftWriter(context, question, prompts).write(onDraft, std::move(stop));
}

}  // namespace cairn
