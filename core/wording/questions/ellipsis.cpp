#include "core/wording/questions/ellipsis.h"

#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <vector>

namespace cairn
{

namespace
{

constexpr std::size_t kMostWords = 9;   // of what is put in place

constexpr auto kOfTime = std::to_array<std::string_view>({"in", "on", "at", "after", "before", "during", "until", "since", "within"});
constexpr auto kOther =
    std::to_array<std::string_view>({"for", "with", "without", "from", "to", "of", "by", "under", "over", "per", "behind", "between"});
constexpr auto kVerbs = std::to_array<std::string_view>(
    {"is", "are", "was", "were", "do", "does", "did", "has", "have", "had", "can", "may", "must", "will", "would", "should", "be", "been",
     "if", "when", "that", "who", "which", "and", "or"});

bool isPreposition(std::string_view folded)
{
    return isOneOf(folded, kOfTime) || isOneOf(folded, kOther);
}

// Behind "and", "but", "what about", "how about"; empty: it opens with none of these, or says more than a phrase.
std::vector<Word> phraseOf(std::string_view question)
{
    std::vector<Word> words = splitWords(question);
    constexpr auto kGoesOn = std::to_array<std::string_view>({"and", "but", "so", "or"});
    const bool goesOn = !words.empty() && isOneOf(words[0].folded, kGoesOn);
    if (goesOn)
        words.erase(words.begin());
    const bool isAbout = words.size() > 2 && (words[0].folded == "what" || words[0].folded == "how") && words[1].folded == "about";
    if (isAbout)
        words.erase(words.begin(), words.begin() + 2);
    return (goesOn || isAbout) && words.size() <= kMostWords ? words : std::vector<Word>();
}

struct Earlier
{
    std::string_view text;
    std::vector<Word> words;

    // Its text with the words [first, last) replaced, as a question.
    std::string with(std::string_view phrase, std::size_t first, std::size_t last) const
    {
        const std::string_view before = first < words.size() ? text.substr(0, words[first].range.begin)
                                                             : text.substr(0, words.back().range.end);
        std::string whole(before);
        whole += first < words.size() ? "" : " ";
        whole += phrase;
        if (last < words.size())
            whole.append(" ").append(text.substr(words[last].range.begin, words.back().range.end - words[last].range.begin));
        return whole + "?";
    }

    // Where a phrase that begins at `first` ends: before the next preposition but "of", or a verb.
    std::size_t endOf(std::size_t first) const
    {
        std::size_t end = first + 1;
        const auto goesOn = [](const std::string& word) { return !isOneOf(word, kVerbs) && (word == "of" || !isPreposition(word)); };
        while (end < words.size() && goesOn(words[end].folded))
            ++end;
        return end;
    }

    template <typename Test>
    std::optional<std::size_t> last(const Test& test) const
    {
        for (std::size_t i = words.size(); i-- > 1;) {   // the first asks
            if (test(words[i]))
                return i;
        }
        return std::nullopt;
    }
};

std::string inPlaceOfPhrase(const Earlier& earlier, const Word& preposition, std::string_view phrase)
{
    auto at = earlier.last([&](const Word& word) { return word.folded == preposition.folded; });
    if (!at && isOneOf(preposition.folded, kOfTime))
        at = earlier.last([](const Word& word) { return isOneOf(word.folded, kOfTime); });
    const std::size_t end = earlier.words.size();
    return at ? earlier.with(phrase, *at, earlier.endOf(*at)) : earlier.with(phrase, end, end);
}

std::optional<std::string> inPlaceOfName(const Earlier& earlier, std::string_view phrase)
{
    const auto isName = [&](const Word& word) { return isCapitalAt(earlier.text, word.range.begin) && word.folded != "i"; };
    const auto last = earlier.last(isName);
    if (!last)
        return std::nullopt;
    std::size_t first = *last;
    while (first > 1 && isName(earlier.words[first - 1]))
        --first;
    return earlier.with(phrase, first, *last + 1);
}

}  // namespace

std::optional<std::string> withWhatIsLeftOut(std::string_view question, std::string_view earlierQuestion)
{
    const std::vector<Word> words = phraseOf(question);
    const Earlier earlier{earlierQuestion, splitWords(earlierQuestion)};
    if (words.empty() || earlier.words.size() < 3)
        return std::nullopt;
    const std::string_view phrase = question.substr(words[0].range.begin, words.back().range.end - words[0].range.begin);
    if (words[0].folded == "if" || words[0].folded == "when") {
        const auto at = earlier.last([&](const Word& word) { return word.folded == words[0].folded; });
        return at ? earlier.with(phrase, *at, earlier.words.size()) : std::string("what").append(" happens ").append(phrase).append("?");
    }
    if (isPreposition(words[0].folded) && words.size() > 1)
        return inPlaceOfPhrase(earlier, words[0], phrase);
    if (std::any_of(words.begin(), words.end(), [](const Word& word) { return isOneOf(word.folded, kVerbs); }))
        return std::nullopt;
    if (isArticle(words[0].folded) && words.size() > 1) {
        const bool isThe = words[0].folded == "the";
        const auto at = earlier.last([&](const Word& word) { return isArticle(word.folded) && (word.folded == "the") == isThe; });
        if (!at)
            return std::nullopt;
        const bool hasMore = std::any_of(words.begin(), words.end(), [](const Word& word) { return isPreposition(word.folded); });
        return earlier.with(phrase, *at, hasMore ? earlier.words.size() : earlier.endOf(*at));
    }
    const bool isName = std::all_of(words.begin(), words.end(), [&](const Word& word) { return isCapitalAt(question, word.range.begin); });
    return isName ? inPlaceOfName(earlier, phrase) : std::nullopt;
}

std::optional<std::string> withPersonNamed(std::string_view question, std::string_view earlierAnswer)
{
    constexpr auto kHe = std::to_array<std::string_view>({"he", "him", "she"});
    constexpr auto kGoesOn = std::to_array<std::string_view>({"and", "but", "so"});
    constexpr std::size_t kMostNames = 5;
    const std::vector<Word> names = splitWords(earlierAnswer), words = splitWords(question);
    const auto isName = [&](const Word& word) { return isCapitalAt(earlierAnswer, word.range.begin) && !isArticle(word.folded); };
    if (names.empty() || names.size() > kMostNames || !std::all_of(names.begin(), names.end(), isName) || words.size() < 3)
        return std::nullopt;
    const std::string name(earlierAnswer.substr(names.front().range.begin, names.back().range.end - names.front().range.begin));
    std::string whole;
    std::uint64_t at = isOneOf(words[0].folded, kGoesOn) ? words[1].range.begin : words[0].range.begin;
    bool isNamed = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool isLast = i + 1 == words.size() || isPreposition(words[i + 1].folded) || isOneOf(words[i + 1].folded, kVerbs);
        const bool isHis = words[i].folded == "his" || (words[i].folded == "her" && !isLast);
        if (!isHis && !isOneOf(words[i].folded, kHe) && words[i].folded != "her")
            continue;
        whole += std::string(question.substr(at, words[i].range.begin - at)) + name + (isHis ? "'s" : "");
        at = words[i].range.end;
        isNamed = true;
    }
    return isNamed ? std::optional(whole + std::string(question.substr(at))) : std::nullopt;
}

}  // namespace cairn
