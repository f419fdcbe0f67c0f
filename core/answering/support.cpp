#include "core/answering/support.h"

#include "core/answering/candidates.h"
#include "core/types/ascii.h"
#include "core/wording/questions/asked_kind.h"
#include "core/wording/questions/whole_question.h"
#include "core/wording/quoting/stated.h"
#include "core/wording/quoting/whole_phrase.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>

namespace cairn
{

namespace
{

// Below these an answer counts as a guess.
constexpr double kAnswerLikelihood = -2.5;
constexpr double kAnswerInText = 0.34;

// The less likely a passage makes the question, the more of its words must stand there: "What is the keeper's name?" is asked of "The
// keeper is called Ambrose" too. Chosen on 102 answerable and 70 unanswerable questions: with 0.2 for all 60 of the latter were declined,
// with this 66; no right answer went, two wrong ones did. Of 133 more questions of SQuAD it took two of 78 right answers and three wrong.
constexpr double kQuestionInText = 0.2;        // where the mean log-probability of the question's tokens is kLikelihoodThere
constexpr double kLikelihoodThere = -2.6;      // with ranking weights: mean -1.6 where an article answers, -3.8 where another is asked
constexpr double kWordsPerNat = 0.12;
constexpr double kLeastQuestionInText = 0.1;
constexpr double kMostQuestionInText = 0.5;

// So much more of its words than needed leaves no doubt. With less, how unlikely the model is to decline counts: half a nat less likely
// than usual stands for all of the words, each more for a part of them. Chosen on 600 questions asked with their paragraph and 300 asked
// with another one: of 40 of the former that were declined with 2.25 and 1 this answers eleven, and 24 instead of 22 of the latter.
constexpr double kSurplus = 0.15;
constexpr double kUsualDeclining = -1.7;
constexpr double kWordsPerLessDeclining = 2;
constexpr double kWordsPerMoreDeclining = 0.15;

double neededOfQuestion(double questionLikelihood)
{
    if (questionLikelihood == 0)   // not asked
        return kQuestionInText;
    return std::clamp(kQuestionInText + kWordsPerNat * (kLikelihoodThere - questionLikelihood), kLeastQuestionInText, kMostQuestionInText);
}

// Of its words in the text, above those that are needed.
double surplusOfQuestion(const SupportSignals& signals)
{
    return signals.questionInText - neededOfQuestion(signals.questionLikelihood);
}

bool isNoGuess(const SupportSignals& signals)
{
    return !signals.refused && signals.answerLikelihood >= kAnswerLikelihood && signals.answerInText >= kAnswerInText;
}

}  // namespace

bool startsToDecline(std::string_view answer)
{
    constexpr std::string_view kStart = kDecliningText.substr(0, kDecliningText.find(" say"));
    return answer.substr(std::min(answer.size(), answer.find_first_not_of(" \n\t"))).starts_with(kStart);
}

bool saysNothing(std::string_view answer)
{
    constexpr std::array kEmptyWords = std::to_array<std::string_view>({"text", "passage", "say", "says", "said", "question", "answer"});
    bool content = false, aboutText = false;
    for (const Word& word : splitWords(answer)) {
        const bool empty = std::find(kEmptyWords.begin(), kEmptyWords.end(), word.folded) != kEmptyWords.end();
        content = content || !(empty || word.folded == "the" || word.folded == "does" || word.folded == "not");
        aboutText = aboutText || word.folded == "text" || word.folded == "passage";
    }
    return !content && (aboutText || answer.find_first_not_of(" \n\t") == std::string_view::npos);
}

bool isForeign(std::string_view answer, std::string_view passage)
{
    return answerOverlap(answer, passage) == 0;
}

bool tellsNothingAsked(std::string_view answer, std::string_view question, std::string_view text)
{
    return echoesQuestion(answer, question) || isOfAnotherKind(answer, question) || limitsSomethingElse(question, answer, text) ||
           countsSomethingElse(question, answer, text);
}

double questionInText(std::string_view question, std::string_view text, const Bm25& index)
{
    return asksAboutDocument(question) ? 1 : questionOverlap(question, text, index);
}

bool isSupported(const SupportSignals& signals)
{
    const double nats = signals.declining ? *signals.declining - kUsualDeclining : 0;
    const double wanted = nats * (nats < 0 ? kWordsPerLessDeclining : kWordsPerMoreDeclining);
    return isNoGuess(signals) && surplusOfQuestion(signals) >= std::min(wanted, kSurplus);
}

bool isDoubtful(const SupportSignals& signals)
{
    return isNoGuess(signals) && surplusOfQuestion(signals) < kSurplus;
}

}  // namespace cairn
