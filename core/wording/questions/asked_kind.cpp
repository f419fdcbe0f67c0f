#include "core/wording/questions/asked_kind.h"

#include "core/wording/words/calendar.h"
#include "core/wording/words/number_words.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <span>

namespace cairn
{

namespace
{

constexpr auto kCounted = std::to_array<std::string_view>({"many", "much"});
constexpr std::string_view kMany[] = {"many"};
constexpr auto kMeasured = std::to_array<std::string_view>({"old", "tall"});
constexpr std::string_view kOld[] = {"old"};
constexpr auto kCounts = std::to_array<std::string_view>(   // as good as numbers
    {"several", "few", "half", "dozen", "dozens", "hundreds", "thousands", "millions", "couple", "pair", "twice", "double", "third",
     "quarter", "twelvemonth"});
constexpr auto kAmounts = std::to_array<std::string_view>({"no",    "none", "nobody", "nothing", "many", "most", "all",    "both", "every",
                                                           "everything", "single", "some", "any", "much", "more", "less", "little", "lot",
                                                           "lots", "enough", "once", "free"});
constexpr std::string_view kLong[] = {"long"};
constexpr auto kLasting = std::to_array<std::string_view>(
    {"long",         "longer",      "throughout",  "forever",  "permanently", "ever",     "brief", "briefly",  "shortly",   "still",
     "indefinitely", "perpetually", "perpetuity",  "term",     "duration",    "period",   "life",  "lifetime", "millennia", "semester"});
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

bool isMeasure(std::string_view folded)
{
    return isNumber(folded) || isOneOf(folded, kCounts);
}

bool isAmount(std::string_view folded)
{
    return isMeasure(folded) || isOneOf(folded, kAmounts);
}

// "more", "much" without a number, which are none of things that can be counted
bool isVague(std::string_view folded)
{
    constexpr auto kVague = std::to_array<std::string_view>({"more", "less", "much", "little", "any"});
    return isOneOf(folded, kVague);
}

// "half-past ten", "ten o'clock", "at 10.30"
bool isClockTime(std::string_view answer, const std::vector<Word>& said)
{
    constexpr auto kOfClocks = std::to_array<std::string_view>({"past", "oclock", "noon", "midnight", "am", "pm"});
    return hasTimeOfDay(answer) || std::any_of(said.begin(), said.end(), [&](const Word& word) { return isOneOf(word.folded, kOfClocks); });
}

// "twelve", "16", which say no time by themselves; a year does.
bool isNumberAlone(const std::vector<Word>& said)
{
    return said.size() == 1 && isNumber(said[0].folded) && !isYear(said[0].folded) &&
           said[0].folded.find_first_of(".,") == std::string::npos;
}

// "several", "all", "all of it"; not "all that he had"
bool hasAmount(const std::vector<Word>& said, bool ofMany)
{
    constexpr auto kWhose = std::to_array<std::string_view>({"that", "who", "which", "whom"});
    for (std::size_t i = 0; i < said.size(); ++i) {
        const bool isOfThings = i + 1 < said.size() && said[i].folded == "all" && isOneOf(said[i + 1].folded, kWhose);
        if (isAmount(said[i].folded) && !isOfThings && !(ofMany && isVague(said[i].folded)))
            return true;
    }
    return false;
}

bool lasts(std::string_view folded) { return isOneOf(folded, kLasting); }

// "how many", anywhere in the question
bool asksHow(const std::vector<Word>& asked, std::span<const std::string_view> words)
{
    const auto isHow = [&](const Word& first, const Word& second) {
        return first.folded == "how" && std::find(words.begin(), words.end(), second.folded) != words.end();
    };
    return std::adjacent_find(asked.begin(), asked.end(), isHow) != asked.end();
}

// "When did it rain?"; not "When it rains, what happens?"
bool asksWhen(const std::vector<Word>& asked)
{
    constexpr auto kAsks = std::to_array<std::string_view>({"is", "are", "was", "were", "do", "does", "did", "has", "have", "had", "can",
                                                            "could", "may", "might", "must", "should", "shall", "will", "would"});
    return asked.size() > 1 && asked[0].folded == "when" && isOneOf(asked[1].folded, kAsks);
}

// "PEP": capitals alone, which are the name of no time
bool isInitials(std::string_view answer, const Word& word)
{
    constexpr std::size_t kShortest = 3;
    const std::string_view written = answer.substr(word.range.begin, word.range.size());
    return written.size() >= kShortest && std::all_of(written.begin(), written.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

bool tellsTime(std::string_view answer, const std::vector<Word>& said)
{
    for (std::size_t i = 0; i < said.size(); ++i) {
        const bool isWhen = isOneOf(said[i].folded, kWhen) && (i == 0 || !isOneOf(said[i].folded, kPlaced));
        const bool isName = isCapitalAt(answer, said[i].range.begin) && !isInitials(answer, said[i]);
        if (isNumber(said[i].folded) || isTime(said[i].folded) || isWhen || isName)
            return true;
    }
    return false;
}

// "two days", "a moment", which are nobody; "one" may be.
bool isTimeAlone(std::string_view answer, const std::vector<Word>& said)
{
    return std::all_of(said.begin(), said.end(), [&](const Word& word) {
        const bool isNumberOrTime = (isNumber(word.folded) && word.folded != "one") || isTime(word.folded);
        return isStopWord(word.folded) || (isNumberOrTime && !isCapitalAt(answer, word.range.begin));
    }) && std::any_of(said.begin(), said.end(), [](const Word& word) { return isTime(word.folded); });
}

// "two little hands": numbers only of things, which are nobody's age
bool countsOthers(const std::vector<Word>& said)
{
    constexpr auto kOfAges = std::to_array<std::string_view>({"old", "young", "half", "score", "odd"});
    const auto isOfAge = [&](const Word& word) {
        return isTime(word.folded) || isOneOf(word.folded, kOfAges) || isStopWord(word.folded) || isMeasure(word.folded);
    };
    const auto first = std::find_if(said.begin(), said.end(), [](const Word& word) { return isMeasure(word.folded); });
    return first != said.end() && first + 1 != said.end() && std::none_of(first + 1, said.end(), isOfAge);
}

// "What is the name of the ship?", "What are their names?"
bool asksForName(const std::vector<Word>& asked)
{
    constexpr std::size_t kOpening = 5;   // "What is the captain's name"
    const auto end = asked.begin() + static_cast<std::ptrdiff_t>(std::min(asked.size(), kOpening));
    return asked.front().folded == "what" &&
           std::any_of(asked.begin(), end, [](const Word& word) { return word.folded == "name" || word.folded == "names"; });
}

}  // namespace

bool asksWhatHappens(std::string_view question)
{
    const std::vector<Word> asked = splitWords(question);
    return asked.size() > 2 && asked[0].folded == "what" && asked[1].folded.starts_with("happen");
}

bool isOfAnotherKind(std::string_view answer, std::string_view question)
{
    const std::vector<Word> asked = splitWords(question), said = splitWords(answer);
    if (asked.empty() || said.empty() || !std::all_of(said.begin(), said.end(), [](const Word& word) { return isPlain(word.folded); }))
        return false;
    const auto has = [&](bool (*is)(std::string_view)) {
        return std::any_of(said.begin(), said.end(), [is](const Word& word) { return is(word.folded); });
    };
    const bool asksMany = asksHow(asked, kMany);
    if (asksMany && isClockTime(answer, said))
        return true;
    if (asksHow(asked, kCounted))
        return !hasAmount(said, asksMany);
    if (asksHow(asked, kMeasured))
        return !has(isMeasure) || (asksHow(asked, kOld) && countsOthers(said));
    if (asksHow(asked, kLong))
        return !has(isAmount) && !has(lasts) && !tellsTime(answer, said);
    if (asked.front().folded == "who")
        return isTimeAlone(answer, said);
    if (asksForName(asked))
        return std::all_of(said.begin(), said.end(), [](const Word& word) { return isNumber(word.folded) || isStopWord(word.folded); });
    return asksWhen(asked) && (!tellsTime(answer, said) || isNumberAlone(said));
}

}  // namespace cairn
