#include "core/wording/questions/manner.h"

#include "core/types/ascii.h"
#include "core/wording/words/number_words.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <vector>

namespace cairn
{

namespace
{

constexpr std::size_t kUsual = 5, kBrief = 2;   // sentences
constexpr auto kUnits = std::to_array<std::string_view>(
    {"sentence", "sentences", "point", "points", "bullet", "bullets", "line", "lines", "words", "takeaways", "satz", "sätze", "sätzen",
     "punkte", "punkten"});

std::size_t numberOf(std::string_view folded)
{
    constexpr std::size_t kDigits = 3;
    if (const std::size_t count = countNamed(folded); count > 0)
        return count;
    if (folded == "a" || folded == "an" || folded == "einem" || folded == "single")
        return 1;
    std::size_t number = 0;
    for (const char c : folded) {
        if (!isAsciiDigit(c) || folded.size() > kDigits)
            return 0;
        number = 10 * number + static_cast<std::size_t>(c - '0');
    }
    return number;
}

}  // namespace

std::size_t sentencesWanted(std::string_view question)
{
    const std::vector<Word> words = splitWords(question);
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (!isOneOf(words[i].folded, kUnits) || words[i].folded == "words")
            continue;
        const std::size_t before = i >= 2 && (words[i - 1].folded == "key" || words[i - 1].folded == "main") ? i - 2 : i - 1;
        if (const std::size_t number = numberOf(words[before].folded); number > 0)
            return std::min(number, kMostSentences);
    }
    constexpr auto kBriefly = std::to_array<std::string_view>({"briefly", "brief", "short", "shortly", "kurz"});
    const bool isBrief = std::any_of(words.begin(), words.end(), [&](const Word& word) { return isOneOf(word.folded, kBriefly); });
    return isBrief ? kBrief : kUsual;
}

std::string withoutManner(std::string_view question)
{
    constexpr auto kIn = std::to_array<std::string_view>({"in", "with", "as"});
    constexpr auto kManner = std::to_array<std::string_view>({"terms", "language", "english", "words", "detail", "brief", "short"});
    constexpr std::size_t kMostWords = 4;   // "in a few sentences"
    const std::vector<Word> words = splitWords(question);
    std::string bare(question);
    if (words.empty())
        return bare;
    const std::size_t last = words.size() - 1;
    if (isOneOf(words[last].folded, kUnits) || isOneOf(words[last].folded, kManner)) {
        for (std::size_t in = last; in > 1 && last - in < kMostWords; --in) {
            if (!isOneOf(words[in - 1].folded, kIn))
                continue;
            const std::uint64_t begin = words[in - 2].range.end;
            return bare.erase(begin, words[last].range.end - begin);
        }
    }
    for (std::size_t i = 0; i < last; ++i) {   // "the three key points"
        const std::size_t unit = i + 2 <= last && (words[i + 1].folded == "key" || words[i + 1].folded == "main") ? i + 2 : i + 1;
        if (!isArticle(words[i].folded) && numberOf(words[i].folded) > 0 && isOneOf(words[unit].folded, kUnits))
            return bare.erase(words[i].range.begin, words[i + 1].range.begin - words[i].range.begin);
    }
    return bare;
}

std::string askedWhich(std::string_view question)
{
    constexpr auto kLast = std::to_array<std::string_view>({"which", "what", "ones", "are", "they"});
    const std::vector<Word> words = splitWords(question);
    std::size_t end = words.size();
    while (end > 0 && isOneOf(words[end - 1].folded, kLast))
        --end;
    const bool isAsked = words.size() > 4 && words[0].folded == "how" && words[1].folded == "many" && end > 3 && end < words.size() &&
                         words[end - 1].folded == "and" && (words[end].folded == "which" || words[end].folded == "what");
    if (!isAsked)
        return std::string(question);
    const std::size_t begin = words[2].range.begin;
    return "Which " + std::string(question.substr(begin, words[end - 2].range.end - begin)) + "?";
}

}  // namespace cairn
