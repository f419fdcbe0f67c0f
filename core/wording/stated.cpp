#include "core/wording/stated.h"

#include "core/wording/asked_kind.h"
#include "core/wording/quoting.h"
#include "core/wording/sentence.h"
#include "core/wording/whether.h"
#include "core/wording/words.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

namespace cairn
{

namespace
{

constexpr auto kMay = std::to_array<std::string_view>({"may", "must", "should", "shall", "can", "could"});

std::vector<std::string> stemsWithoutArticles(std::string_view text)
{
    std::vector<std::string> stems;
    for (const Word& word : splitWords(text)) {
        if (!isArticle(word.folded))
            stems.push_back(stem(word.folded));
    }
    return stems;
}

// "is better than rain" of "What is better than rain?". Empty: it asks otherwise, or says too little to be found by.
std::vector<std::string> predicateOf(std::string_view question)
{
    constexpr auto kNoVerb = std::to_array<std::string_view>({"do", "does", "did", "are", "were", "happens", "happened"});
    constexpr std::size_t kFewestWords = 3, kFewestTelling = 2;
    const std::vector<Word> words = splitWords(question);
    if (words.size() < 2 || (words[0].folded != "what" && words[0].folded != "who") || isOneOf(words[1].folded, kNoVerb))
        return {};
    const std::string_view rest = question.substr(words[1].range.begin);
    std::vector<std::string> predicate = stemsWithoutArticles(rest);
    return predicate.size() < kFewestWords || contentStems(rest).size() < kFewestTelling ? std::vector<std::string>() : predicate;
}

// It has them in their order, behind something that says what or who
bool hasPredicate(std::string_view sentence, const std::vector<std::string>& predicate)
{
    constexpr auto kNobody =
        std::to_array<std::string_view>({"that", "which", "who", "what", "it", "he", "she", "they", "we", "i", "you", "this", "these",
                                         "those", "if", "whether", "not", "and", "or", "but", "to", "there", "nothing", "nobody"});
    constexpr auto kSaysNothing = std::to_array<std::string_view>({"also", "then", "still", "thus", "however", "follow", "next", "now"});
    const std::vector<std::string> said = stemsWithoutArticles(sentence);
    const auto found = std::search(said.begin(), said.end(), predicate.begin(), predicate.end());
    return found != said.end() && found != said.begin() && !isOneOf(*(found - 1), kNobody) &&
           std::any_of(said.begin(), found, [&](const std::string& word) { return !isStopWord(word) && !isOneOf(word, kSaysNothing); });
}

// How much of what a sentence says is the question's, where it has all of that and says how many are allowed; 0: else.
double limitIn(std::string_view sentence, const std::set<std::string>& asked)
{
    const std::vector<Word> words = splitWords(sentence);
    if (!namesRule(sentence) || std::none_of(words.begin(), words.end(), [](const Word& word) { return isNumber(word.folded); }))
        return 0;
    const std::vector<std::string> stems = contentStems(sentence);
    const std::set<std::string> said(stems.begin(), stems.end());
    if (!std::includes(said.begin(), said.end(), asked.begin(), asked.end()))
        return 0;
    return static_cast<double>(asked.size()) / static_cast<double>(said.size());
}

std::set<std::string> limitedWords(std::string_view question)
{
    std::set<std::string> asked;
    for (const Word& word : splitWords(question.substr(splitWords(question)[1].range.end))) {
        if (!isStopWord(word.folded) && !isOneOf(word.folded, kMay))
            asked.insert(stem(word.folded));
    }
    return asked;
}

}  // namespace

bool asksForLimit(std::string_view question)
{
    constexpr auto kMeasures = std::to_array<std::string_view>({"many", "much", "long", "large", "big", "high", "far", "wide", "short"});
    const std::vector<Word> words = splitWords(question);
    return words.size() > 3 && words[0].folded == "how" && isOneOf(words[1].folded, kMeasures) &&
           std::any_of(words.begin(), words.end(), [](const Word& word) { return isOneOf(word.folded, kMay); });
}

bool limitsSomethingElse(std::string_view question, std::string_view answer, std::string_view text)
{
    const std::vector<Word> asked = splitWords(question), said = splitWords(answer);
    const auto may = std::find_if(asked.begin(), asked.end(), [](const Word& word) { return isOneOf(word.folded, kMay); });
    const auto number = std::find_if(said.begin(), said.end(), [](const Word& word) { return isNumber(word.folded); });
    if (!asksForLimit(question) || number == said.end())
        return false;
    const std::vector<std::string> limited = contentStems(question.substr(may->range.end));
    const auto gives = [&](const ByteRange& range) {
        const std::string_view sentence = text.substr(range.begin, range.size());
        const std::vector<std::string> stems = contentStems(sentence);
        const auto has = [&](const std::string& word) { return std::find(stems.begin(), stems.end(), word) != stems.end(); };
        return has(stem(number->folded)) && std::any_of(limited.begin(), limited.end(), has);
    };
    const std::vector<ByteRange> sentences = splitSentences(text);
    return !limited.empty() && std::none_of(sentences.begin(), sentences.end(), gives);
}

std::optional<DocumentPlace> stating(std::string_view question, const DocumentTexts& texts,
                                     const std::function<bool(const DocumentPlace& sentence)>& allowed)
{
    const bool isLimit = asksForLimit(question);
    const std::vector<std::string> predicate = isLimit ? std::vector<std::string>() : predicateOf(question);
    const std::set<std::string> limited = isLimit ? limitedWords(question) : std::set<std::string>();
    std::optional<DocumentPlace> best;
    double most = 0;
    constexpr std::size_t kFewestLimited = 2;
    for (std::uint32_t document = 0; document < texts.documents() && (limited.size() >= kFewestLimited || !predicate.empty()); ++document) {
        const std::string_view text = texts.text(document);
        for (const ByteRange& whole : splitSentences(text)) {
            const ByteRange range = withoutListMark(text, whole);
            const std::string_view sentence = text.substr(range.begin, range.size());
            if (!mayBeQuoted(sentence) || sentence.ends_with('?'))
                continue;
            const double has = isLimit ? limitIn(sentence, limited) : hasPredicate(sentence, predicate) ? 1 : 0;
            if (has > most && allowed({document, range})) {
                best = DocumentPlace{document, range};
                most = has;
            }
        }
    }
    return best;
}

}  // namespace cairn
