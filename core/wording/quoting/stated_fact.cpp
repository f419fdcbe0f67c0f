#include "core/wording/quoting/stated_fact.h"

#include "core/wording/questions/asked_kind.h"
#include "core/wording/questions/whether.h"
#include "core/wording/quoting/definition.h"
#include "core/wording/quoting/instruction.h"
#include "core/wording/quoting/reason.h"
#include "core/wording/text/sentence.h"
#include "core/wording/words/calendar.h"
#include "core/wording/words/number_words.h"
#include "core/wording/words/word_family.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

namespace cairn
{

namespace
{

using Families = std::set<std::string>;

enum class Wanted { Nothing, Somebody, Time, Count, Amount, Frequency, Reason, Anything };

std::string familyOfWord(const Word& word)
{
    return familyOf(stem(word.folded));
}

// "many" of "How many shells ..?", "much", "long": what kind of amount is asked for.
Wanted amountWanted(std::string_view measure)
{
    constexpr auto kMeasures = std::to_array<std::string_view>({"much", "long", "high", "large", "big", "far", "fast", "tall", "deep",
                                                                "wide", "heavy", "thick", "small", "short"});
    if (measure == "many")
        return Wanted::Count;
    if (measure == "often")
        return Wanted::Frequency;
    return isOneOf(measure, kMeasures) ? Wanted::Amount : Wanted::Anything;
}

Wanted wantedBy(const std::vector<Word>& words)
{
    constexpr auto kWho = std::to_array<std::string_view>({"who", "whom", "whose"});
    constexpr auto kAnything = std::to_array<std::string_view>({"what", "which", "where"});
    constexpr auto kTimes = std::to_array<std::string_view>({"year", "date", "day", "month"});
    const auto asks = std::find_if(words.begin(), words.end(), [&](const Word& word) {
        return isOneOf(word.folded, kWho) || isOneOf(word.folded, kAnything) || word.folded == "when" || word.folded == "why" ||
               word.folded == "how";
    });
    constexpr std::ptrdiff_t kFarthest = 2;   // "In which year", "On the advice of whom": a preposition may stand before
    if (asks == words.end() || asks + 1 == words.end() || asks - words.begin() > kFarthest)
        return Wanted::Nothing;
    const std::string& next = (asks + 1)->folded;
    if (asks->folded == "when")
        return Wanted::Time;
    if (asks->folded == "why")
        return Wanted::Reason;
    if (asks->folded == "how")
        return amountWanted(next);
    if (isOneOf(asks->folded, kWho))
        return Wanted::Somebody;
    return asks->folded != "where" && isOneOf(next, kTimes) ? Wanted::Time : Wanted::Anything;
}

// What is asked for, and by which words.
struct AskedFact
{
    Wanted wanted = Wanted::Nothing;
    Families words;
    bool isNames = true;  // all that is asked with
    Families counted;   // "shells" of "How many pea shells did ..": of these one stands behind the number
};

bool isLight(const std::string& folded, Wanted wanted)
{
    constexpr auto kLight =
        std::to_array<std::string_view>({"take", "get", "do", "have", "come", "exactly", "first", "really", "actually"});
    constexpr auto kOfTime = std::to_array<std::string_view>({"year", "date", "day", "month"});
    constexpr auto kOfAmount = std::to_array<std::string_view>({"money", "much", "long", "high", "large", "big", "far", "fast", "tall",
                                                                "deep", "wide", "heavy", "thick", "small", "short", "often"});
    return isOneOf(folded, kLight) || (wanted == Wanted::Time && isOneOf(folded, kOfTime)) ||
           ((wanted == Wanted::Amount || wanted == Wanted::Frequency) && isOneOf(folded, kOfAmount));
}

AskedFact askedBy(std::string_view question, const Bm25& index)
{
    const std::vector<Word> words = splitWords(question);
    AskedFact asked;
    const bool isOfOtherRule = asksWhether(question) || asksWhatHappens(question) || !definedTerm(question).empty() ||
                               !aimAsked(question).empty();
    if (isOfOtherRule)
        return asked;
    asked.wanted = wantedBy(words);
    bool isCounted = false;
    for (const Word& word : words) {
        if (isStopWord(word.folded)) {
            isCounted = word.folded == "many" || (isCounted && asked.counted.empty() && (word.folded == "of" || isArticle(word.folded)));
            continue;
        }
        if (isLight(word.folded, asked.wanted))
            continue;
        const std::string family = familyOf(index.known(stem(word.folded)));
        asked.words.insert(family);
        asked.isNames = asked.isNames && isCapitalAt(question, word.range.begin);
        if (isCounted)
            asked.counted.insert(family);
    }
    return asked;
}

bool isCount(const std::string& folded)
{
    return isNumber(folded) && folded != "one" && !isYear(folded);
}

// "seventeen large shells"
bool countsThem(const std::vector<Word>& said, const Families& counted)
{
    constexpr std::size_t kFarthest = 4;   // words
    for (std::size_t i = 0; i < said.size(); ++i) {
        if (!isCount(said[i].folded))
            continue;
        const auto begin = said.begin() + static_cast<std::ptrdiff_t>(i) + 1;
        const auto end = said.begin() + static_cast<std::ptrdiff_t>(std::min(said.size(), i + 1 + kFarthest));
        if (std::any_of(begin, end, [&](const Word& word) { return counted.contains(familyOfWord(word)); }))
            return true;
    }
    return false;
}

bool tellsTime(std::string_view sentence, const std::vector<Word>& said)
{
    return hasTimeOfDay(sentence) ||
           std::any_of(said.begin(), said.end(), [](const Word& word) { return isYear(word.folded) || isMonthName(word.folded); });
}

// A capital with a small letter behind
bool isWrittenAsName(std::string_view sentence, const ByteRange& word)
{
    const bool isLetter = word.size() > 1 && !isCapitalAt(sentence, word.begin + 1);
    return isLetter && isCapitalAt(sentence, word.begin);
}

// A name that the question has not, or "by" somebody; not "Give", which opens "Give the ..", nor "SHELL"
bool namesSomebody(std::string_view sentence, const std::vector<Word>& said, const Families& asked)
{
    for (std::size_t i = 0; i < said.size(); ++i) {
        const ByteRange range = said[i].range;
        const bool isOrder = i == 0 && said.size() > 1 && isArticle(said[1].folded);
        const bool isName = isWrittenAsName(sentence, range) && !isStopWord(said[i].folded) && !isMonthName(said[i].folded);
        if (said[i].folded == "by" || (isName && !isOrder && !asked.contains(familyOfWord(said[i]))))
            return true;
    }
    return false;
}

bool hasWanted(const AskedFact& asked, std::string_view sentence, const std::vector<Word>& said)
{
    constexpr auto kOften = std::to_array<std::string_view>({"once", "twice", "every", "each", "per", "daily", "weekly", "monthly",
                                                             "yearly", "annually", "times", "always", "never"});
    switch (asked.wanted) {
    case Wanted::Somebody:
        return namesSomebody(sentence, said, asked.words);
    case Wanted::Time:
        return tellsTime(sentence, said);
    case Wanted::Count:
        return countsThem(said, asked.counted);
    case Wanted::Amount:
        return std::any_of(said.begin(), said.end(), [](const Word& word) { return isCount(word.folded); });
    case Wanted::Frequency:
        return std::any_of(said.begin(), said.end(), [&](const Word& word) { return isOneOf(word.folded, kOften); });
    case Wanted::Reason:
    case Wanted::Anything:
        return true;
    case Wanted::Nothing:
        break;
    }
    return false;
}

// How much of what a sentence says is asked, where it has all of that and what is wanted; 0: else.
double statedBy(std::string_view sentence, const AskedFact& asked)
{
    constexpr std::size_t kLongest = 400;   // bytes
    if (sentence.size() > kLongest || sentence.ends_with('?') || sentence.find('"') != std::string_view::npos)
        return 0;
    const std::vector<Word> said = splitWords(sentence);
    if (said.size() <= asked.words.size())
        return 0;
    Families there;
    for (const Word& word : said) {
        if (!isStopWord(word.folded))
            there.insert(familyOfWord(word));
    }
    const bool hasAll = std::includes(there.begin(), there.end(), asked.words.begin(), asked.words.end());
    if (!hasAll || there.size() == asked.words.size() || !endsAsSentence(sentence) || !hasWanted(asked, sentence, said))
        return 0;
    return static_cast<double>(asked.words.size()) / static_cast<double>(there.size());
}

// "He picked seventeen shells.": whom it speaks of stands in the sentence before.
bool speaksOfLast(std::string_view sentence)
{
    constexpr auto kPronouns = std::to_array<std::string_view>({"he", "she", "it", "they", "his", "her", "its", "their"});
    const std::vector<Word> words = splitWords(sentence);
    return !words.empty() && isOneOf(words.front().folded, kPronouns);
}

// The same as statedBy() of such a sentence with the one before it: what is wanted stands in the sentence itself with a word that is asked,
// and the others before.
double statedByBoth(std::string_view last, std::string_view sentence, const AskedFact& asked)
{
    const bool isAnything = asked.wanted == Wanted::Anything || asked.wanted == Wanted::Reason;
    const std::vector<Word> said = splitWords(sentence);
    const auto isAsked = [&](const Word& word) { return asked.words.contains(familyOfWord(word)); };
    if (isAnything || !endsAsSentence(last) || last.ends_with('?') || std::none_of(said.begin(), said.end(), isAsked) ||
        !hasWanted(asked, sentence, said))
        return 0;
    return statedBy(std::string(last) + ' ' + std::string(sentence), asked);
}

// How well the sentence states it, and where; with the one before it, which ends at `last.end`, where only both do.
std::pair<double, ByteRange> statedIn(std::string_view text, const ByteRange& last, const ByteRange& range, const AskedFact& asked)
{
    const std::string_view sentence = text.substr(range.begin, range.size());
    const double share = statedBy(sentence, asked);
    const bool isNear = last.size() > 0 && range.begin - last.end <= 1 && speaksOfLast(sentence);
    if (share > 0 || !isNear)
        return {share, range};
    return {statedByBoth(text.substr(last.begin, last.size()), sentence, asked), {last.begin, range.end}};
}

}  // namespace

StatedFacts factsStated(std::string_view question, const DocumentTexts& texts, const Bm25& index, const Allowed& allowed)
{
    constexpr std::size_t kFewest = 2, kFewestOfAnything = 3, kMost = 3;
    const AskedFact asked = askedBy(question, index);
    const bool isAnything = asked.wanted == Wanted::Anything || asked.wanted == Wanted::Reason;
    StatedFacts facts{{}, !isAnything};
    if (asked.wanted == Wanted::Nothing || asked.words.size() < (isAnything ? kFewestOfAnything : kFewest))
        return facts;
    std::vector<double> shares;
    for (std::uint32_t document = 0; document < texts.documents(); ++document) {
        const std::string_view text = texts.text(document);
        ByteRange last;
        for (const ByteRange& own : splitSentences(text)) {
            const auto [share, range] = statedIn(text, last, withoutListMark(text, own), asked);
            last = own;
            if (share == 0 || !allowed({document, range}))
                continue;
            const auto at = std::upper_bound(shares.begin(), shares.end(), share, std::greater<>());
            facts.places.insert(facts.places.begin() + (at - shares.begin()), DocumentPlace{document, range});
            shares.insert(at, share);
        }
    }
    const std::size_t most = asked.words.size() == kFewest || asked.isNames ? 1 : kMost;   // else any of them may be meant
    if (facts.places.size() > most)
        facts.places.clear();
    return facts;
}

}  // namespace cairn
