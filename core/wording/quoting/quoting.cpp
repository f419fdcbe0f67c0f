#include "core/wording/quoting/quoting.h"

#include "core/wording/questions/asked_kind.h"
#include "core/wording/text/overlap.h"
#include "core/wording/text/sentence.h"
#include "core/wording/words/words.h"

#include <algorithm>

namespace cairn
{

namespace
{

constexpr double kLikelihoodGain = 1.75;
constexpr double kQuestionInPassage = 0.9;
constexpr double kWhatHappensInSentence = 0.3;
constexpr double kSubject = 0.1;             // for a sentence about the thing itself

// "Block: ..", "A block is .."; not "Block bounds are ..".
bool isAbout(std::string_view sentence, const std::vector<std::string>& asked, TextLanguage language)
{
    const std::vector<Word> words = splitWords(sentence);
    const auto subject = std::find_if(words.begin(), words.end(), [&](const Word& word) { return !isStopWord(word.folded, language); });
    if (subject == words.end() || std::find(asked.begin(), asked.end(), stem(subject->folded, language)) == asked.end())
        return false;
    const auto next = subject + 1;
    return next == words.end() || isStopWord(next->folded, language) || sentence.substr(subject->range.end).starts_with(':');
}

// "3. Timestamp Server": a heading's number says nothing.
std::string_view withoutNumber(std::string_view sentence)
{
    const std::string_view number = sentence.substr(0, sentence.find_first_not_of("0123456789."));
    const bool isNumbered = number.find('.') != std::string_view::npos && sentence.substr(number.size()).starts_with(' ');
    return isNumbered ? sentence.substr(number.size()) : sentence;
}

}  // namespace

double saysOf(std::string_view question, std::string_view sentence, const Bm25& index)
{
    const TextLanguage language = index.language();
    const double overlap = questionOverlap(question, sentence, index);
    return overlap + (overlap > 0 && isAbout(sentence, contentStems(question, language), language) ? kSubject : 0);
}

std::string inQuotationMarks(std::string_view words)
{
    const bool isCurly = words.find('"') != std::string_view::npos;
    return std::string(isCurly ? "\u201C" : "\"").append(words).append(isCurly ? "\u201D" : "\"");
}

bool mayBeQuoted(std::string_view sentence)
{
    constexpr std::size_t kLongest = 300;   // bytes
    return sentence.size() <= kLongest && sentence.find('"') == std::string_view::npos;
}

bool speaksForItself(double likelihoodGain, double questionInPassage)
{
    return likelihoodGain >= kLikelihoodGain && questionInPassage >= kQuestionInPassage;
}

bool tellsWhatHappens(std::string_view question, double likelihoodGain, double questionInSentence)
{
    return asksWhatHappens(question) && likelihoodGain >= kLikelihoodGain && questionInSentence >= kWhatHappensInSentence;
}

std::optional<DocumentPlace> sentenceToQuote(std::string_view question, const DocumentTexts& texts, const DocumentPlace& passage,
                                             const Bm25& index)
{
    std::optional<DocumentPlace> best;
    double bestScore = 0;
    const std::string_view text = texts.text(passage);
    for (const ByteRange& whole : splitSentences(text)) {
        const ByteRange sentence = withoutListMark(text, whole);
        const std::string_view words = text.substr(sentence.begin, sentence.size());
        const double score = saysOf(question, words, index);
        if (score <= bestScore || !mayBeQuoted(words) || echoesQuestion(withoutNumber(words), question))
            continue;
        bestScore = score;
        best = DocumentPlace{passage.document, {passage.range.begin + sentence.begin, passage.range.begin + sentence.end}};
    }
    return best;
}

}  // namespace cairn
