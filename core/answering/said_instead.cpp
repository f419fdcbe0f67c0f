#include "core/answering/said_by_itself.h"

#include "core/answering/said_words.h"
#include "core/answering/support.h"
#include "core/wording/quoting/enumeration.h"
#include "core/wording/quoting/overview.h"
#include "core/wording/text/overlap.h"
#include "core/wording/text/sentence.h"
#include "core/wording/words/number_words.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace cairn
{

namespace
{

// What of an answer is made up
struct MadeUp
{
    bool number = false;       // that stands in no passage
    bool word = false;         // that stands nowhere
    bool isPutTogether = false;

    bool isAny() const { return number || word || isPutTogether; }
};

MadeUp madeUpIn(std::string_view answer, const Question& question, const AskingContext& context, std::span<const DocumentPlace> passages)
{
    constexpr std::size_t kShortestWord = 5, kFewestPutTogether = 5;
    std::set<std::string> there;
    for (const DocumentPlace& passage : passages) {
        for (const Word& word : splitWords(context.stream.text(passage)))
            there.insert(word.folded);
    }
    const std::vector<Word> words = splitWords(answer), asked = splitWords(question.text);
    const auto isAsked = [&](const Word& word) {
        return std::any_of(asked.begin(), asked.end(), [&](const Word& one) { return stem(one.folded) == stem(word.folded); });
    };
    MadeUp made;
    for (const Word& word : words) {
        const bool isOfText = there.contains(word.folded);
        const bool isLetters = std::all_of(word.folded.begin(), word.folded.end(), [](char c) { return c >= 'a' && c <= 'z'; });
        made.number = made.number || (isNumber(word.folded) && !isOfText);
        made.word = made.word || (isLetters && word.folded.size() >= kShortestWord && !isStopWord(word.folded) && !isOfText &&
                                  !isAsked(word) && !context.index.has(stem(word.folded, context.index.language())));
    }
    made.isPutTogether = words.size() >= kFewestPutTogether && !asksForList(question.text);
    return made;
}

}  // namespace

std::optional<SaidWords> saidInstead(const Question& question, const AskingContext& context, std::span<const DocumentPlace> passages,
                                     std::string_view answer)
{
    constexpr double kAnswered = 0.6, kAsked = 0.34;
    if (isRefusal(answer) || saysNothing(answer) || answer.find('\n') != std::string_view::npos)
        return std::nullopt;
    const MadeUp made = madeUpIn(answer, question, context, passages);
    if (!made.isAny())
        return std::nullopt;
    const Allowed allowed = allowedFor(question, context);
    std::optional<DocumentPlace> best;
    double most = 0;
    for (const DocumentPlace& passage : passages) {
        const std::string_view text = context.stream.text(passage.document);
        for (const ByteRange& whole : sentencesAround(text, passage.range)) {
            const DocumentPlace place{passage.document, quotedOf(text, whole)};
            const std::string_view said = context.stream.text(place);
            const std::vector<Word> words = splitWords(said);
            const bool hasNumber = std::any_of(words.begin(), words.end(), [](const Word& word) { return isNumber(word.folded); });
            const double answered = answerOverlap(answer, said), asked = questionOverlap(question.text, said, context.index);
            const bool isOfText = subjectStrength(said) > 1;   // "This guide compares ..", which tells nothing of what is asked
            const bool isEnough =
                asked >= kAsked && !isOfText && (made.number ? hasNumber : answered >= kAnswered) && answered + asked > most;
            if (!isEnough || !isQuotable(text.substr(place.range.begin, whole.end - place.range.begin), false) || !allowed(place))
                continue;
            best = place;
            most = answered + asked;
        }
    }
    return asQuoted(best, context);
}

}  // namespace cairn
