#include "core/wording/whole_phrase.h"

#include "core/types/ascii.h"
#include "core/wording/asked_kind.h"
#include "core/wording/sentence.h"
#include "core/wording/words.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace cairn
{

namespace
{

constexpr std::uint64_t kLongest = 400;   // bytes of a sentence that is quoted whole
constexpr std::uint64_t kLongestLabel = 40;

enum class Kind { None, Time, Money, Length, Weight, Volume, Other };

using Unit = std::pair<std::string_view, Kind>;
constexpr auto kUnits = std::to_array<Unit>(
    {{"second", Kind::Time}, {"seconds", Kind::Time}, {"minute", Kind::Time}, {"minutes", Kind::Time}, {"hour", Kind::Time},
     {"hours", Kind::Time}, {"day", Kind::Time}, {"days", Kind::Time}, {"week", Kind::Time}, {"weeks", Kind::Time}, {"month", Kind::Time},
     {"months", Kind::Time}, {"year", Kind::Time}, {"years", Kind::Time}, {"decades", Kind::Time}, {"centuries", Kind::Time},
     {"am", Kind::Time}, {"pm", Kind::Time}, {"ms", Kind::Time}, {"euro", Kind::Money}, {"euros", Kind::Money}, {"dollars", Kind::Money},
     {"cents", Kind::Money}, {"pence", Kind::Money}, {"mm", Kind::Length}, {"cm", Kind::Length}, {"m", Kind::Length},
     {"km", Kind::Length}, {"inches", Kind::Length}, {"feet", Kind::Length}, {"metres", Kind::Length}, {"meters", Kind::Length},
     {"kilometres", Kind::Length}, {"kilometers", Kind::Length}, {"miles", Kind::Length}, {"mg", Kind::Weight}, {"g", Kind::Weight},
     {"kg", Kind::Weight}, {"grams", Kind::Weight}, {"tons", Kind::Weight}, {"tonnes", Kind::Weight}, {"ounces", Kind::Weight},
     {"ml", Kind::Volume}, {"l", Kind::Volume}, {"litres", Kind::Volume}, {"liters", Kind::Volume}, {"gallons", Kind::Volume},
     {"db", Kind::Other}, {"w", Kind::Other}, {"kw", Kind::Other}, {"v", Kind::Other}, {"hz", Kind::Other}, {"khz", Kind::Other},
     {"mhz", Kind::Other}, {"ghz", Kind::Other}, {"kb", Kind::Other}, {"mb", Kind::Other}, {"gb", Kind::Other}, {"tb", Kind::Other},
     {"bits", Kind::Other}, {"bytes", Kind::Other}, {"percent", Kind::Other}, {"degrees", Kind::Other}, {"tokens", Kind::Other}});

Kind unitOf(std::string_view folded)
{
    const auto found = std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& unit) { return unit.first == folded; });
    return found == kUnits.end() ? Kind::None : found->second;
}

constexpr auto kMonths = std::to_array<std::string_view>(
    {"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december", "jan", "feb",
     "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec"});

// A text's words and where the answer is among them
struct Said
{
    std::string_view text;
    std::vector<Word> words;
    std::size_t first = 0, last = 0;   // of the answer

    std::string_view between(std::size_t a, std::size_t b) const
    {
        return text.substr(words[a].range.end, words[b].range.begin - words[a].range.end);
    }
    bool isCapital(std::size_t word) const { return isCapitalAt(text, words[word].range.begin); }
    bool hasNext() const { return last + 1 < words.size(); }
    ByteRange range() const { return {words[first].range.begin, words[last].range.end}; }
};

// The sentence around the answer; none of its words: the range lies elsewhere.
std::optional<Said> saidAround(std::string_view text, const ByteRange& sentence, const ByteRange& answer)
{
    Said said{text, splitWords(text.substr(sentence.begin, sentence.size())), 0, 0};
    for (Word& word : said.words)
        word.range = {word.range.begin + sentence.begin, word.range.end + sentence.begin};
    const auto isIn = [&](const Word& word) { return word.range.begin >= answer.begin && word.range.end <= answer.end; };
    const auto first = std::find_if(said.words.begin(), said.words.end(), isIn);
    const auto last = std::find_if(said.words.rbegin(), said.words.rend(), isIn);
    if (first == said.words.end())
        return std::nullopt;
    said.first = static_cast<std::size_t>(first - said.words.begin());
    said.last = said.words.size() - 1 - static_cast<std::size_t>(last - said.words.rbegin());
    return said;
}

bool isDigitNumber(std::string_view folded)
{
    return !folded.empty() && isAsciiDigit(folded[0]);
}

bool hasStem(const std::vector<Word>& words, std::string_view folded)
{
    const std::string wanted = stem(folded);
    return std::any_of(words.begin(), words.end(), [&](const Word& word) { return stem(word.folded) == wanted; });
}

// "dB(A)" behind "dB"
std::uint64_t withBracket(std::string_view text, std::uint64_t end)
{
    constexpr std::uint64_t kMost = 6;
    const std::size_t close = text.find(')', end);
    return end < text.size() && text[end] == '(' && close != std::string_view::npos && close - end <= kMost ? close + 1 : end;
}

// Behind a number that the answer ends with
std::optional<ByteRange> withUnit(const std::vector<Word>& asked, const Said& said)
{
    if (!isNumber(said.words[said.last].folded))
        return std::nullopt;
    const std::uint64_t end = said.range().end;
    for (const std::string_view sign : {" %", "%", " \u00B0C", " \u00B0F", "\u00B0C", "\u00B0", " \u20AC"}) {
        if (said.text.substr(end).starts_with(sign))
            return ByteRange{said.range().begin, end + sign.size()};
    }
    if (!said.hasNext() || (said.isCapital(said.last + 1) && unitOf(said.words[said.last + 1].folded) == Kind::None))
        return std::nullopt;
    const std::string_view between = said.between(said.last, said.last + 1);
    const Word& next = said.words[said.last + 1];
    const bool isCounted = std::any_of(asked.begin(), asked.end(), [](const Word& word) { return word.folded == "how"; });
    const bool isAsked = isCounted && !isStopWord(next.folded) && hasStem(asked, next.folded);
    if ((between != " " && between != "-") || (unitOf(next.folded) == Kind::None && !isAsked))
        return std::nullopt;
    const auto joins = [&](std::size_t word) {
        return word + 1 < said.words.size() && (said.between(word, word + 1) == " " || said.between(word, word + 1) == "-");
    };
    std::size_t counted = said.last + 1;   // "16 general-purpose registers"
    while (isAsked && joins(counted) && !isStopWord(said.words[counted + 1].folded) && hasStem(asked, said.words[counted + 1].folded))
        ++counted;
    if (isAsked && joins(counted) && said.between(counted, counted + 1) == "-")
        return std::nullopt;   // within a word
    std::uint64_t whole = withBracket(said.text, said.words[counted].range.end);
    const std::size_t behind = counted + 1;   // "40 word pairs"
    const bool isPhrase = isAsked && behind < said.words.size() && said.between(counted, behind) == " " &&
                          !isStopWord(said.words[behind].folded) && said.words[behind].folded.ends_with('s') &&
                          !said.words[counted].folded.ends_with('s');
    if (isPhrase)
        whole = said.words[behind].range.end;
    return ByteRange{said.range().begin, whole};
}

bool isOfDate(const Said& said, std::size_t word)
{
    constexpr std::size_t kYear = 4;
    const std::string& folded = said.words[word].folded;
    return isOneOf(folded, kMonths) ? said.isCapital(word) : isDigitNumber(folded) && folded.size() <= kYear;
}

// "4 May 1987", "May 4, 1987"
bool isJoinedDate(const Said& said, std::size_t a, std::size_t b)
{
    const std::string_view between = said.between(a, b);
    const bool hasMonth = isOneOf(said.words[a].folded, kMonths) || isOneOf(said.words[b].folded, kMonths);
    const bool isYear = between == ", " && isDigitNumber(said.words[b].folded);
    return isOfDate(said, a) && isOfDate(said, b) && ((between == " " && hasMonth) || isYear);
}

void growDate(Said& said)
{
    while (said.first > 0 && isJoinedDate(said, said.first - 1, said.first))
        --said.first;
    while (said.hasNext() && isJoinedDate(said, said.last, said.last + 1))
        ++said.last;
}

bool joinsRange(const Said& said, std::size_t a, std::size_t b)
{
    constexpr auto kDashes =
        std::to_array<std::string_view>({"-", " - ", "\u2013", " \u2013 ", "\u2014", " \u2014 "});
    return isOneOf(said.between(a, b), kDashes);
}

// The other end of a range that the date begins or ends
void growRange(Said& said)
{
    constexpr auto kTo = std::to_array<std::string_view>({"to", "until", "till"});
    constexpr auto kNow = std::to_array<std::string_view>({"present", "today", "now"});
    const auto isEnd = [&](std::size_t word) { return isOfDate(said, word) || isOneOf(said.words[word].folded, kNow); };
    const std::size_t behind = said.last + 1;
    const bool saysTo = behind + 1 < said.words.size() && isOneOf(said.words[behind].folded, kTo) && isEnd(behind + 1);
    if (saysTo || (said.hasNext() && joinsRange(said, said.last, behind) && isEnd(behind))) {
        said.last = saysTo ? behind + 1 : behind;
        growDate(said);
        return;
    }
    const bool isTo = said.first > 1 && isOneOf(said.words[said.first - 1].folded, kTo) && isOfDate(said, said.first - 2);
    if (isTo || (said.first > 0 && joinsRange(said, said.first - 1, said.first) && isOfDate(said, said.first - 1))) {
        said.first -= isTo ? 2 : 1;
        growDate(said);
    }
}

std::optional<ByteRange> withDate(const std::vector<Word>& asked, Said said)
{
    for (std::size_t i = said.first; i <= said.last; ++i) {
        if (!isOfDate(said, i))
            return std::nullopt;
    }
    const bool asksHowLong = asked.size() > 1 && asked[0].folded == "how" && asked[1].folded == "long";
    const bool asksWhen = asked[0].folded == "when" || (asked.size() > 1 && asked[1].folded == "date");
    if (!asksHowLong && !asksWhen)
        return std::nullopt;
    const ByteRange before = said.range();
    growDate(said);
    if (asksHowLong)
        growRange(said);
    return said.range() == before ? std::nullopt : std::optional(said.range());
}

// "Colin Feather" of "Colin"; not where the question has the rest of the name.
std::optional<ByteRange> withName(const std::vector<Word>& asked, Said said)
{
    constexpr std::size_t kMostWords = 4;
    const auto mayJoin = [&](std::size_t word, std::string_view between) {
        const Word& one = said.words[word];
        const bool isName = said.isCapital(word) && !isStopWord(one.folded) && !isDigitNumber(one.folded);
        return between == " " && isName && !hasStem(asked, one.folded);
    };
    if (asked[0].folded != "who" && asked[0].folded != "whom")
        return std::nullopt;
    for (std::size_t i = said.first; i <= said.last; ++i) {
        if (!said.isCapital(i) || hasStem(asked, said.words[i].folded))
            return std::nullopt;
    }
    const ByteRange before = said.range();
    while (said.hasNext() && said.last - said.first + 1 < kMostWords && mayJoin(said.last + 1, said.between(said.last, said.last + 1)))
        ++said.last;
    while (said.first > 1 && said.last - said.first + 1 < kMostWords && mayJoin(said.first - 1, said.between(said.first - 1, said.first)))
        --said.first;   // not the first word of a sentence, which is no name for its capital
    return said.range() == before ? std::nullopt : std::optional(said.range());
}

// "What languages does ..?", "Which old machines are ..?", "Who are ..?"; not "What makes ..?"
bool asksForSeveral(const std::vector<Word>& asked)
{
    constexpr auto kWhat = std::to_array<std::string_view>({"what", "which", "who"});
    constexpr auto kVerbs = std::to_array<std::string_view>({"are", "were", "do", "does", "did", "can", "could", "may", "must", "should",
                                                             "will", "would", "have", "has", "had", "of"});
    constexpr auto kMasses = std::to_array<std::string_view>({"software", "people", "hardware", "equipment", "children", "men", "women"});
    if (asked.size() < 3 || !isOneOf(asked[0].folded, kWhat))
        return false;
    if (asked[1].folded == "are" || asked[1].folded == "were")
        return true;
    const std::size_t verb = isOneOf(asked[2].folded, kVerbs) ? 2 : 3;
    if (verb >= asked.size() || !isOneOf(asked[verb].folded, kVerbs))
        return false;
    const std::string& noun = asked[verb - 1].folded;
    return (noun.ends_with('s') && !noun.ends_with("ss") && !noun.ends_with("us")) || isOneOf(noun, kMasses);
}

// Behind the label of the answer's line: "Languages: English, Igbo, French"
std::optional<ByteRange> behindLabel(std::string_view text, const ByteRange& answer)
{
    const std::size_t before = text.substr(0, answer.begin).rfind('\n');
    const std::uint64_t begin = before == std::string_view::npos ? 0 : before + 1, end = std::min(text.size(), text.find('\n', answer.end));
    const std::size_t colon = text.substr(0, answer.begin).find(": ", begin);
    if (colon == std::string_view::npos || colon - begin > kLongestLabel || end - colon > kLongest)
        return std::nullopt;
    const std::string_view label = text.substr(begin, colon - begin), rest = text.substr(colon + 2, end - colon - 2);
    const bool hasSentence = rest.substr(0, rest.find_last_not_of(" .") + 1).find(". ") != std::string_view::npos;
    if (label.find_first_of(".;,\"") != std::string_view::npos || rest.find(", ") == std::string_view::npos || hasSentence)
        return std::nullopt;
    constexpr std::size_t kMostWords = 6;   // of an item
    for (std::size_t item = 0; item < rest.size();) {
        const std::size_t comma = std::min(rest.find(", ", item), rest.size());
        if (splitWords(rest.substr(item, comma - item)).size() > kMostWords)
            return std::nullopt;
        item = comma + 2;
    }
    const std::size_t last = rest.find_last_not_of(" .");
    return ByteRange{colon + 2, colon + 2 + last + 1};
}

// Of words on one line or over its end
bool isSpace(std::string_view between)
{
    return !between.empty() && between.find_first_not_of(" \n") == std::string_view::npos;
}

// With the items before and behind it, of three words at most each
std::optional<ByteRange> withItems(Said said)
{
    constexpr std::size_t kMostWords = 3;
    const auto parts = [&](std::size_t a, std::size_t b) {
        const std::string_view between = said.between(a, b);
        return between.starts_with(',') && isSpace(between.substr(1));
    };
    const auto joins = [&](std::size_t a, std::size_t b) { return isSpace(said.between(a, b)); };
    const auto isAnd = [&](std::size_t word) { return said.words[word].folded == "and" || said.words[word].folded == "or"; };
    const ByteRange before = said.range();
    while (said.hasNext()) {
        std::size_t next = said.last + 1;
        const bool isLast = isAnd(next) && joins(said.last, next);   // not behind a bracket
        if (!isLast && !parts(said.last, next))
            break;
        next += isLast ? 1 : isAnd(next) ? 1 : 0;
        std::size_t end = next;
        while (end < said.words.size() && end - next < kMostWords && (end == next || joins(end - 1, end)) && !isAnd(end))
            ++end;
        const bool isWhole = end > next && (end == said.words.size() || isAnd(end) || !joins(end - 1, end));
        if (!isWhole)
            break;
        said.last = end - 1;
        if (isLast)
            break;
    }
    while (said.first > 1) {
        std::size_t end = said.first;   // behind the item before
        if (isAnd(end - 1))
            --end;
        const bool isParted = parts(end - 1, end) || end < said.first;
        std::size_t begin = end;
        while (isParted && begin > 0 && end - begin < kMostWords && (begin == end || joins(begin - 1, begin)))
            --begin;
        if (!isParted || begin == 0 || joins(begin - 1, begin))
            break;
        said.first = begin;
    }
    return said.range() == before ? std::nullopt : std::optional(said.range());
}

bool givesReason(std::string_view words)
{
    constexpr auto kReason =
        std::to_array<std::string_view>({"because", "since", "due", "so", "therefore", "to", "order", "reason", "reasons", "owing",
                                         "thanks", "cause", "caused", "causes", "when", "as", "for", "if"});
    const std::vector<Word> said = splitWords(words);
    return std::any_of(said.begin(), said.end(), [&](const Word& word) { return isOneOf(word.folded, kReason); });
}

bool opensWithReason(std::string_view sentence)
{
    constexpr std::string_view kBecause = "because";
    const std::vector<Word> words = splitWords(sentence.substr(0, kLongest));
    const auto is = [&](std::size_t word, std::string_view folded) { return word < words.size() && words[word].folded == folded; };
    return is(0, kBecause) || (is(0, "this") && is(1, "is") && is(2, kBecause)) || (is(0, "the") && is(1, "reason"));
}

std::optional<ByteRange> quotable(std::string_view text, ByteRange range)
{
    const std::string_view words = text.substr(range.begin, range.size());
    const bool isFit = range.size() <= kLongest && words.find('"') == std::string_view::npos && endsAsSentence(words);
    return isFit ? std::optional(withoutListMark(text, range)) : std::nullopt;
}

// The sentence of an answer that gives no reason
std::optional<ByteRange> withReason(std::string_view text, const ByteRange& sentence, const ByteRange& answer)
{
    if (givesReason(text.substr(answer.begin, answer.size())))
        return std::nullopt;
    const std::size_t behind = text.find_first_not_of(" \n", sentence.end);
    if (behind != std::string_view::npos && opensWithReason(text.substr(behind))) {
        const std::vector<ByteRange> next = sentencesAround(text, {behind, behind + 1});
        if (!next.empty())
            return quotable(text, {sentence.begin, next.front().end});
    }
    return quotable(text, sentence);
}

}  // namespace

std::optional<ByteRange> wholePhrase(std::string_view question, std::string_view text, ByteRange answer)
{
    const std::vector<Word> asked = splitWords(question);
    const std::vector<ByteRange> sentences = sentencesAround(text, answer);
    if (asked.empty() || sentences.size() != 1)
        return std::nullopt;
    const ByteRange sentence = sentences.front();
    const auto said = saidAround(text, sentence, answer);
    if (!said)
        return std::nullopt;
    if (asked[0].folded == "why")
        return withReason(text, sentence, answer);
    const bool isCondition = said->words[said->first].folded == "if" || said->words[said->first].folded == "when";
    if (asksWhatHappens(question) && isCondition)
        return quotable(text, sentence);
    if (auto unit = withUnit(asked, *said))
        return unit;
    if (auto date = withDate(asked, *said))
        return date;
    if (asksForSeveral(asked)) {
        const auto all = behindLabel(text, answer);
        return all ? all : withItems(*said);
    }
    return withName(asked, *said);
}

bool countsSomethingElse(std::string_view question, std::string_view answer, std::string_view text)
{
    const std::vector<Word> asked = splitWords(question), said = splitWords(answer);
    if (asked.size() < 3 || asked[0].folded != "how" || asked[1].folded != "many" || said.size() != 1 || !isNumber(said[0].folded))
        return false;
    if (unitOf(asked[2].folded) != Kind::None)
        return false;
    const std::vector<Word> words = splitWords(text);
    bool isThere = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].folded != said[0].folded)
            continue;
        const bool isUnit = i + 1 < words.size() && unitOf(words[i + 1].folded) != Kind::None;
        if (!isUnit)
            return false;
        isThere = true;
    }
    return isThere;
}

}  // namespace cairn
