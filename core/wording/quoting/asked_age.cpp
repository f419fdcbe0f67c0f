#include "core/wording/quoting/asked_age.h"

#include "core/wording/quoting/quoting.h"
#include "core/wording/text/sentence.h"
#include "core/wording/words/number_words.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace cairn
{

namespace
{

constexpr auto kCopulas = std::to_array<std::string_view>({"is", "are", "was", "were"});

using Stems = std::vector<std::string>;

// "lorry driver" of "How old is the lorry driver?"; empty: another question.
Stems whoseAge(std::string_view question)
{
    const std::vector<Word> words = splitWords(question);
    if (words.size() < 4 || words[0].folded != "how" || words[1].folded != "old" || !isOneOf(words[2].folded, kCopulas))
        return {};
    return contentStems(question.substr(words[2].range.end));
}

// "Debian" of "How is Debian pronounced?", "How do you pronounce Debian?"
Stems whatPronounced(std::string_view question)
{
    constexpr std::string_view kPronounced = "pronounced", kPronounce = "pronounce";
    const std::vector<Word> words = splitWords(question);
    if (words.size() < 4 || words[0].folded != "how")
        return {};
    if (isOneOf(words[1].folded, kCopulas) && words.back().folded == kPronounced)
        return contentStems(question.substr(words[1].range.end, words.back().range.begin - words[1].range.end));
    const auto verb = std::find_if(words.begin() + 2, words.end(), [&](const Word& word) { return word.folded == kPronounce; });
    return verb == words.end() || verb + 1 == words.end() ? Stems() : contentStems(question.substr(verb->range.end));
}

// Two digits at most, or "nineteen"
bool mayBeAge(std::string_view folded)
{
    const bool isDigits = !folded.empty() && folded.find_first_not_of("0123456789") == std::string_view::npos;
    return isDigits ? folded.size() <= 2 : countNamed(folded) > 0 || isTens(folded);
}

// An age stands at word `at`.
bool isAge(std::string_view text, const std::vector<Word>& words, std::size_t at)
{
    constexpr auto kPeople = std::to_array<std::string_view>({"man", "woman", "boy", "girl", "child", "lad", "youth", "student", "age"});
    constexpr auto kBe = std::to_array<std::string_view>({"is", "was", "be", "turned", "turns", "aged", "nearly", "almost", "only"});
    constexpr auto kBehind = std::to_array<std::string_view>({"in", "on", "when", "and", "but", "from", "at", "who", "now", "had", "then"});
    constexpr auto kUnits = std::to_array<std::string_view>({"year", "years", "month", "months", "week", "weeks"});
    if (!mayBeAge(words[at].folded))
        return false;
    const auto word = [&](std::size_t other) { return other < words.size() ? std::string_view(words[other].folded) : std::string_view(); };
    if (isOneOf(word(at + 1), kUnits))
        return word(at + 2) == "old" || (word(at + 2) == "of" && word(at + 3) == "age");
    const std::string_view behind = text.substr(words[at].range.end);
    const bool isLast = behind.empty() || std::string_view(".,;:!)").find(behind.front()) != std::string_view::npos;
    if (at == 0 || (!isLast && !isOneOf(word(at + 1), kBehind)))
        return false;
    const bool isPerson = at > 1 && word(at - 1) == "of" && isOneOf(word(at - 2), kPeople);
    return isPerson || isOneOf(word(at - 1), kBe);
}

// An age stands behind these bytes.
bool tellsAge(std::string_view sentence, std::size_t from)
{
    const std::string_view behind = sentence.substr(from);
    const std::vector<Word> words = splitWords(behind);
    for (std::size_t at = 0; at < words.size(); ++at) {
        if (isAge(behind, words, at))
            return true;
    }
    return false;
}

bool isOfPronouncing(const Word& word)
{
    return word.folded.starts_with("pronounc") || word.folded.starts_with("pronunc");
}

// Where the last of these words stands first, all of them being there; nothing: one is not.
std::optional<std::size_t> endOfAll(std::string_view sentence, const Stems& wanted)
{
    const std::vector<Word> words = splitWords(sentence);
    std::size_t end = 0;
    for (const std::string& one : wanted) {
        const auto found = std::find_if(words.begin(), words.end(), [&](const Word& word) { return stem(word.folded) == one; });
        if (found == words.end())
            return std::nullopt;
        end = std::max<std::size_t>(end, found->range.end);
    }
    return end;
}

template <typename Tells>
std::optional<DocumentPlace> firstTelling(const Stems& wanted, const DocumentTexts& texts, const Allowed& allowed, const Tells& tells)
{
    for (std::uint32_t document = 0; document < texts.documents() && !wanted.empty(); ++document) {
        const std::string_view text = texts.text(document);
        for (const ByteRange& whole : splitSentences(text)) {
            const DocumentPlace place{document, withoutListMark(text, whole)};
            const std::string_view sentence = texts.text(place);
            if (!endsAsSentence(sentence) || sentence.ends_with('?') || !mayBeQuoted(sentence))
                continue;
            const auto end = endOfAll(sentence, wanted);
            if (end && tells(sentence, *end) && allowed(place))
                return place;
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<DocumentPlace> ageTold(std::string_view question, const DocumentTexts& texts, const Allowed& allowed)
{
    return firstTelling(whoseAge(question), texts, allowed, tellsAge);
}

std::optional<DocumentPlace> pronunciationTold(std::string_view question, const DocumentTexts& texts, const Allowed& allowed)
{
    return firstTelling(whatPronounced(question), texts, allowed, [](std::string_view sentence, std::size_t) {
        const std::vector<Word> words = splitWords(sentence);
        return std::any_of(words.begin(), words.end(), isOfPronouncing);
    });
}

}  // namespace cairn
