#include "core/wording/asked_kind.h"

#include "core/wording/words.h"

#include <algorithm>
#include <array>

namespace cairn
{

namespace
{

constexpr auto kMeasures = std::to_array<std::string_view>({"many", "much", "old", "tall"});
constexpr auto kAmounts = std::to_array<std::string_view>(
    {"no",     "none",   "nobody",   "nothing",  "several",   "few",      "many",   "most",   "all",    "both",   "every", "everything",
     "half",   "dozen",  "dozens",   "hundreds", "thousands", "millions", "couple", "pair",   "single", "some",   "any",   "much",
     "more",   "less",   "little",   "lot",      "lots",      "enough",   "twice",  "once",   "free",   "double", "third", "quarter",
     "twelvemonth"});
constexpr auto kTimes = std::to_array<std::string_view>(
    {"second",  "minute",   "hour",     "day",      "week",    "month",     "year",   "decade",  "century", "age",     "era",
     "time",    "date",     "moment",   "season",   "dawn",    "dusk",      "morning", "noon",   "afternoon", "evening", "night",
     "midnight", "today",   "tonight",  "tomorrow", "yesterday", "spring",  "summer", "autumn",  "winter",  "weekend", "birth",
     "death",   "childhood", "beginning", "start",  "end",     "christmas", "easter"});
constexpr auto kWhen = std::to_array<std::string_view>(
    {"when",  "whenever", "after", "afterwards", "before", "until", "till", "during", "while",  "once",    "since", "as",    "if",
     "unless", "upon",    "ago",   "later",      "soon",   "now",   "then", "always", "never",  "immediately", "early", "late", "prior",
     "next",  "last",     "first", "every",      "at",     "on",    "in",   "by",     "daily",  "recently"});
constexpr auto kPlaced = std::to_array<std::string_view>({"at", "on", "in", "by"});   // of time where they come first

bool isPlain(std::string_view folded)
{
    return std::all_of(folded.begin(), folded.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool isTime(std::string_view folded)
{
    const std::string word = stem(folded);
    return std::any_of(kTimes.begin(), kTimes.end(), [&](std::string_view time) { return stem(time) == word; });
}

bool isAmount(std::string_view folded)
{
    return isNumber(folded) || isOneOf(folded, kAmounts);
}

bool asksForAmount(const std::vector<Word>& asked)
{
    const auto isHow = [](const Word& first, const Word& second) { return first.folded == "how" && isOneOf(second.folded, kMeasures); };
    return std::adjacent_find(asked.begin(), asked.end(), isHow) != asked.end();
}

// "When did it rain?"; not "When it rains, what happens?"
bool asksWhen(const std::vector<Word>& asked)
{
    constexpr auto kAsks = std::to_array<std::string_view>({"is", "are", "was", "were", "do", "does", "did", "has", "have", "had", "can",
                                                            "could", "may", "might", "must", "should", "shall", "will", "would"});
    return asked.size() > 1 && asked[0].folded == "when" && isOneOf(asked[1].folded, kAsks);
}

bool tellsTime(std::string_view answer, const std::vector<Word>& said)
{
    for (std::size_t i = 0; i < said.size(); ++i) {
        std::size_t at = said[i].range.begin;
        const bool isWhen = isOneOf(said[i].folded, kWhen) && (i == 0 || !isOneOf(said[i].folded, kPlaced));
        if (isNumber(said[i].folded) || isTime(said[i].folded) || isWhen || isUpperCase(nextCharacter(answer, at)))
            return true;
    }
    return false;
}

}  // namespace

bool isNumber(std::string_view folded)
{
    constexpr auto kNumbers = std::to_array<std::string_view>(
        {"one",    "two",    "three", "four",    "five",    "six",    "seven",  "eight",   "nine",   "ten",     "eleven",  "twelve",
         "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "thirty", "forty", "fifty", "sixty",
         "seventy", "eighty", "ninety", "hundred", "thousand", "million", "billion"});
    return !folded.empty() && ((folded[0] >= '0' && folded[0] <= '9') || isOneOf(folded, kNumbers));
}

bool isOfAnotherKind(std::string_view answer, std::string_view question)
{
    const std::vector<Word> asked = splitWords(question), said = splitWords(answer);
    if (asked.empty() || said.empty() || !std::all_of(said.begin(), said.end(), [](const Word& word) { return isPlain(word.folded); }))
        return false;
    if (asksForAmount(asked))
        return std::none_of(said.begin(), said.end(), [](const Word& word) { return isAmount(word.folded); });
    return asksWhen(asked) && !tellsTime(answer, said);
}

}  // namespace cairn
