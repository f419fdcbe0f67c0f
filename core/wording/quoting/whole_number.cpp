#include "core/wording/quoting/whole_number.h"

#include "core/wording/questions/asked_kind.h"
#include "core/wording/words/number_words.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cairn
{

namespace
{

enum class Kind { None, Time, Money, Length, Weight, Volume, Other };

using Unit = std::pair<std::string_view, Kind>;
constexpr auto kUnits = std::to_array<Unit>(
    {{"second", Kind::Time}, {"seconds", Kind::Time}, {"minute", Kind::Time}, {"minutes", Kind::Time}, {"hour", Kind::Time},
     {"hours", Kind::Time}, {"day", Kind::Time}, {"days", Kind::Time}, {"night", Kind::Time}, {"nights", Kind::Time}, {"week", Kind::Time},
     {"weeks", Kind::Time}, {"month", Kind::Time}, {"months", Kind::Time}, {"year", Kind::Time}, {"years", Kind::Time},
     {"decades", Kind::Time}, {"centuries", Kind::Time}, {"am", Kind::Time}, {"pm", Kind::Time}, {"ms", Kind::Time}, {"euro", Kind::Money},
     {"euros", Kind::Money}, {"dollars", Kind::Money}, {"pounds", Kind::Money}, {"cents", Kind::Money}, {"pence", Kind::Money},
     {"mm", Kind::Length}, {"cm", Kind::Length}, {"m", Kind::Length}, {"km", Kind::Length}, {"inches", Kind::Length},
     {"feet", Kind::Length}, {"metres", Kind::Length}, {"meters", Kind::Length}, {"kilometres", Kind::Length}, {"kilometers", Kind::Length},
     {"miles", Kind::Length}, {"mg", Kind::Weight}, {"g", Kind::Weight}, {"kg", Kind::Weight}, {"grams", Kind::Weight},
     {"tons", Kind::Weight}, {"tonnes", Kind::Weight}, {"ounces", Kind::Weight}, {"ml", Kind::Volume}, {"l", Kind::Volume},
     {"litres", Kind::Volume}, {"liters", Kind::Volume}, {"gallons", Kind::Volume}, {"db", Kind::Other}, {"w", Kind::Other},
     {"kw", Kind::Other}, {"v", Kind::Other}, {"hz", Kind::Other}, {"khz", Kind::Other}, {"mhz", Kind::Other}, {"ghz", Kind::Other},
     {"kb", Kind::Other}, {"mb", Kind::Other}, {"gb", Kind::Other}, {"tb", Kind::Other}, {"bits", Kind::Other}, {"bytes", Kind::Other},
     {"percent", Kind::Other}, {"degrees", Kind::Other}, {"tokens", Kind::Other}});

Kind unitOf(std::string_view folded)
{
    const auto found = std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& unit) { return unit.first == folded; });
    return found == kUnits.end() ? Kind::None : found->second;
}

bool asksHow(const std::vector<Word>& asked, std::string_view many)
{
    return asked.size() > 2 && asked[0].folded == "how" && asked[1].folded == many;
}

// "dB(A)" behind "dB"
std::uint64_t withBracket(std::string_view text, std::uint64_t end)
{
    constexpr std::uint64_t kMost = 6;
    const std::size_t close = text.find(')', end);
    return end < text.size() && text[end] == '(' && close != std::string_view::npos && close - end <= kMost ? close + 1 : end;
}

// "%" and the like behind the number that the answer ends with
std::optional<std::uint64_t> behindSign(const SaidPhrase& said)
{
    const std::uint64_t end = said.range().end;
    for (const std::string_view sign : {" %", "%", " \u00B0C", " \u00B0F", "\u00B0C", "\u00B0", " \u20AC"}) {
        if (said.text.substr(end).starts_with(sign))
            return end + sign.size();
    }
    return std::nullopt;
}

// The last of the words that the thing counted is asked for with, from `counted` on: "16 general-purpose registers"
std::size_t endOfCounted(const std::vector<Word>& asked, const SaidPhrase& said, std::size_t counted)
{
    const auto goesOn = [&](std::size_t word) {
        const bool isJoined = said.between(word, word + 1) == " " || said.between(word, word + 1) == "-";
        return isJoined && !isStopWord(said.words[word + 1].folded) && hasStem(asked, said.words[word + 1].folded);
    };
    while (counted + 1 < said.words.size() && goesOn(counted))
        ++counted;
    return counted;
}

// "40 word pairs": a plural behind the words asked with, none of which is one
bool isPluralBehind(const SaidPhrase& said, std::size_t first, std::size_t counted)
{
    const std::size_t behind = counted + 1;
    for (std::size_t word = first; word <= counted; ++word) {
        if (said.words[word].folded.ends_with('s'))
            return false;
    }
    return behind < said.words.size() && said.between(counted, behind) == " " && !isStopWord(said.words[behind].folded) &&
           said.words[behind].folded.ends_with('s');
}

// Where the unit or the thing counted behind a number that the answer ends with ends
std::optional<std::uint64_t> endOfUnit(const std::vector<Word>& asked, const SaidPhrase& said)
{
    if (!isNumber(said.words[said.last].folded))
        return std::nullopt;
    if (const auto sign = behindSign(said))
        return sign;
    if (!said.hasNext() || (said.isCapital(said.last + 1) && unitOf(said.words[said.last + 1].folded) == Kind::None))
        return std::nullopt;
    const std::string_view between = said.between(said.last, said.last + 1);
    const Word& next = said.words[said.last + 1];
    const bool isCounted = std::any_of(asked.begin(), asked.end(), [](const Word& word) { return word.folded == "how"; });
    const bool isAsked = isCounted && !isStopWord(next.folded) && hasStem(asked, next.folded);
    if ((between != " " && between != "-") || (unitOf(next.folded) == Kind::None && !isAsked))
        return std::nullopt;
    std::size_t counted = isAsked ? endOfCounted(asked, said, said.last + 1) : said.last + 1;
    while (!isAsked && counted + 1 < said.words.size() && said.between(counted, counted + 1) == "-")   // "44-year-old"
        ++counted;
    if (isAsked && counted + 1 < said.words.size() && said.between(counted, counted + 1) == "-")
        return std::nullopt;   // within a word
    if (isAsked && isPluralBehind(said, said.last + 1, counted))
        return said.words[counted + 1].range.end;
    return withBracket(said.text, said.words[counted].range.end);
}

// Where "up to", "at least" and the like before a number that the answer begins with begin
std::size_t firstOfBound(const SaidPhrase& said)
{
    constexpr auto kTwo = std::to_array<std::pair<std::string_view, std::string_view>>(
        {{"up", "to"}, {"at", "least"}, {"at", "most"}, {"more", "than"}, {"less", "than"}, {"fewer", "than"}});
    constexpr auto kOne = std::to_array<std::string_view>(
        {"about", "around", "approximately", "roughly", "nearly", "almost", "over", "under"});
    std::size_t first = said.first;
    const auto precedes = [&](std::size_t words) {
        for (std::size_t i = 1; i <= words; ++i) {
            if (first < i || said.between(first - i, first - i + 1) != " ")
                return false;
        }
        return true;
    };
    if (!isNumber(said.words[first].folded))
        return first;
    const auto isBound = [&](const auto& bound) {
        return said.words[first - 2].folded == bound.first && said.words[first - 1].folded == bound.second;
    };
    if (precedes(2) && std::any_of(kTwo.begin(), kTwo.end(), isBound))
        first -= 2;
    else if (precedes(1) && isOneOf(said.words[first - 1].folded, kOne))
        first -= 1;
    const bool isNo = first < said.first && precedes(1) && (said.words[first - 1].folded == "no" || said.words[first - 1].folded == "not");
    return isNo ? first - 1 : first;
}

// "Ninety-six" before "nurses" of "How many nurses took part?"; else said.first
std::size_t firstOfNumber(const std::vector<Word>& asked, const SaidPhrase& said)
{
    if (!asksHow(asked, "many") || isStopWord(asked[2].folded))
        return said.first;
    std::size_t noun = said.first;
    while (noun <= said.last && stem(said.words[noun].folded) != stem(asked[2].folded)) {
        if (isNumber(said.words[noun].folded) || isStopWord(said.words[noun].folded))
            return said.first;
        ++noun;
    }
    std::size_t first = said.first;
    const auto joins = [&](std::size_t a) { return said.between(a, a + 1) == " " || said.between(a, a + 1) == "-"; };
    while (noun <= said.last && first > 0 && joins(first - 1) && isNumber(said.words[first - 1].folded))
        --first;
    return first;
}

// "between 1 and 100", "from £16 to £17.50" of either, where both are numbers and the answer has no more than one
std::optional<ByteRange> rangeOf(const std::vector<Word>& asked, const SaidPhrase& said)
{
    const auto is = [&](std::size_t word, std::string_view folded) {
        return word < said.words.size() && said.words[word].folded == folded;
    };
    const auto isAmount = [&](std::size_t word) { return word < said.words.size() && isNumber(said.words[word].folded); };
    const bool isOne = said.first == said.last && isAmount(said.first);
    const bool hasOtherEnd = std::any_of(asked.begin(), asked.end(), [](const Word& word) { return isNumber(word.folded); });
    const std::size_t at = said.first;
    const bool asksForRange = hasStem(asked, "range") || hasStem(asked, "between");
    const bool mayAsk = asksHow(asked, "much") || asksHow(asked, "many") || asksForRange;
    if (!isOne || hasOtherEnd || !mayAsk)
        return std::nullopt;
    if (at > 0 && is(at - 1, "between") && is(at + 1, "and") && isAmount(at + 2))
        return ByteRange{said.words[at - 1].range.begin, said.words[at + 2].range.end};
    if (at > 2 && is(at - 1, "and") && isAmount(at - 2) && is(at - 3, "between"))
        return ByteRange{said.words[at - 3].range.begin, said.words[at].range.end};
    if (at > 0 && is(at - 1, "from") && is(at + 1, "to") && isAmount(at + 2))
        return ByteRange{said.words[at - 1].range.begin, said.words[at + 2].range.end};
    if (at > 2 && is(at - 1, "to") && isAmount(at - 2) && is(at - 3, "from"))
        return ByteRange{said.words[at - 3].range.begin, said.words[at].range.end};
    return std::nullopt;
}

// A sign of money stands right before the number.
bool isMoney(std::string_view text, const Word& number)
{
    const std::string_view before = text.substr(0, number.range.begin);
    return before.ends_with('$') || before.ends_with("\u00A3") || before.ends_with("\u20AC") || before.ends_with("\u00A5");
}

// Wherever the text has the number, it has a unit of measure or is money. It stands nowhere: no.
bool isOnlyMeasured(std::string_view number, std::string_view text)
{
    const std::vector<Word> words = splitWords(text);
    bool isThere = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].folded != number)
            continue;
        const bool isUnit = i + 1 < words.size() && unitOf(words[i + 1].folded) != Kind::None;
        if (!isUnit && !isMoney(text, words[i]))
            return false;
        isThere = true;
    }
    return isThere;
}

// The text counts what is asked for, and the number stands at none of these places: "ten" of "twenty to ten" beside "a hundred and twelve
// steps". `things`: the word behind "how many".
bool isOfOthers(std::string_view number, std::string_view things, std::string_view text)
{
    constexpr std::size_t kReach = 5;   // words up to the thing: "three of the nine old keepers"
    const std::vector<Word> words = splitWords(text);
    const std::string counted = stem(things);
    bool isCounted = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!isNumber(words[i].folded))
            continue;
        if (words[i].folded == number && i + 1 < words.size() && words[i + 1].folded == "of")   // "one of 28 of its kind"
            return false;
        for (std::size_t behind = i + 1; behind < std::min(words.size(), i + 1 + kReach); ++behind) {
            const std::uint64_t end = words[behind - 1].range.end;
            const std::string_view between = text.substr(end, words[behind].range.begin - end);
            if (between.find_first_of(".,;:!?|()") != std::string_view::npos)
                break;
            if (stem(words[behind].folded) != counted)
                continue;
            isCounted = true;
            if (words[i].folded == number)
                return false;
        }
    }
    return isCounted;
}

// "nurses from two hospitals": the first number is told behind a preposition of what isn't asked for. Not "a total of two".
bool isToldBeside(const std::vector<Word>& asked, const std::vector<Word>& said)
{
    constexpr auto kBeside = std::to_array<std::string_view>({"from", "in", "at", "on", "with", "after", "during", "within"});
    const auto number = std::find_if(said.begin(), said.end(), [](const Word& word) { return isNumber(word.folded); });
    constexpr std::size_t kYear = 4;   // "won once, in 2008"
    if (number == said.end() || number - said.begin() < 2 || !isOneOf((number - 1)->folded, kBeside) || number->folded.size() == kYear)
        return false;
    return std::none_of(number, said.end(), [&](const Word& word) { return !isStopWord(word.folded) && hasStem(asked, word.folded); });
}

}  // namespace

std::optional<ByteRange> wholeNumber(const std::vector<Word>& asked, const SaidPhrase& said)
{
    if (const auto range = rangeOf(asked, said))
        return range;
    SaidPhrase whole = said;
    whole.first = firstOfNumber(asked, said);
    if (asked[0].folded == "how")
        whole.first = firstOfBound(whole);
    const auto end = endOfUnit(asked, said);
    if (whole.first == said.first && !end)
        return std::nullopt;
    return ByteRange{whole.words[whole.first].range.begin, end.value_or(said.range().end)};
}

bool countsSomethingElse(std::string_view question, std::string_view answer, std::string_view text)
{
    const std::vector<Word> asked = splitWords(question), said = splitWords(answer);
    constexpr auto kOfMoney = std::to_array<std::string_view>({"money", "million", "millions", "billion", "billions", "thousand"});
    const auto isMeasure = [&](const Word& word) { return unitOf(word.folded) != Kind::None || isOneOf(word.folded, kOfMoney); };
    if (!asksHow(asked, "many") || said.empty() || std::any_of(asked.begin(), asked.end(), isMeasure))
        return false;
    if (said.size() == 1)
        return isNumber(said[0].folded) &&
               (isMoney(answer, said[0]) || isOnlyMeasured(said[0].folded, text) || isOfOthers(said[0].folded, asked[2].folded, text));
    const bool isMeasured = unitOf(said.back().folded) != Kind::None && std::all_of(said.begin(), said.end() - 1, [](const Word& word) {
                                return isNumber(word.folded) || isArticle(word.folded) || word.folded == "few" || word.folded == "several";
                            });
    return isMeasured || isToldBeside(asked, said);
}

}  // namespace cairn
