#include "core/wording/quoting/abbreviation.h"

#include "core/types/ascii.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>

namespace cairn
{

namespace
{

constexpr std::size_t kShortest = 2, kLongest = 10;   // characters of a short form, as in the paper
constexpr std::string_view kQuotes = "\"'*_";         // "(\"GIL\")"; curly ones are not ASCII

bool isAscii(char c) { return static_cast<unsigned char>(c) < 0x80; }
bool isCapital(char c) { return isAsciiCapital(c) || isAsciiDigit(c); }
bool isSame(char a, char b) { return asciiLower(a) == asciiLower(b); }

bool isWordAt(std::string_view text, std::size_t at)
{
    return at < text.size() && isWordCharacter(nextCharacter(text, at));
}

bool isWordBefore(std::string_view text, std::size_t at)
{
    if (at == 0)
        return false;
    do
        --at;
    while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80);   // to where the character begins
    return isWordAt(text, at);
}

std::size_t mostWords(std::string_view abbreviation) { return std::min(abbreviation.size() + 5, 2 * abbreviation.size()); }

// Where the long form begins that ends where the text does; npos: its letters are not there.
std::size_t longFormIn(std::string_view text, std::string_view abbreviation)
{
    std::size_t at = text.size();
    for (std::size_t i = abbreviation.size(); i-- > 0;) {
        if (!isAsciiAlphanumeric(abbreviation[i]))
            continue;
        const auto fits = [&] {
            return isSame(text[at - 1], abbreviation[i]) && (i > 0 || !isWordBefore(text, at - 1));
        };
        while (at > 0 && !fits())
            --at;
        if (at == 0)
            return std::string_view::npos;
        --at;
    }
    while (at > 0 && text[at - 1] != ' ' && text[at - 1] != '(')   // the whole word
        --at;
    return at;
}

bool isLongForm(std::string_view found, std::string_view abbreviation)
{
    const std::vector<Word> words = splitWords(found), shorts = splitWords(abbreviation);
    const auto isItself = [&](const Word& word) { return !shorts.empty() && word.folded == shorts.front().folded; };
    return words.size() >= 2 && words.size() <= mostWords(abbreviation) && std::none_of(words.begin(), words.end(), isItself);
}

// text[range] without white space and quotation marks at its ends.
ByteRange trimmed(std::string_view text, ByteRange range)
{
    const auto isEdge = [&](std::uint64_t at) { return text[at] == ' ' || kQuotes.find(text[at]) != std::string_view::npos; };
    while (range.begin < range.end && isEdge(range.begin))
        ++range.begin;
    while (range.end > range.begin && isEdge(range.end - 1))
        --range.end;
    return range;
}

std::string_view part(std::string_view text, ByteRange range) { return text.substr(range.begin, range.size()); }

// "global interpreter lock (GIL": `open` is where the parenthesis stands.
std::optional<ByteRange> before(std::string_view text, std::size_t open, std::string_view abbreviation)
{
    const std::size_t line = text.rfind('\n', open), begin = line == std::string_view::npos ? 0 : line + 1;
    const ByteRange there = trimmed(text, {begin, open});
    const std::size_t at = longFormIn(part(text, there), abbreviation);
    if (at == std::string_view::npos)
        return std::nullopt;
    const ByteRange found = trimmed(text, {there.begin + at, there.end});
    return isLongForm(part(text, found), abbreviation) ? std::optional(found) : std::nullopt;
}

// "(global interpreter lock)" or "stands for global interpreter lock", right behind the short form: whole, up to `end`.
std::optional<ByteRange> behind(std::string_view text, std::size_t begin, std::size_t end, std::string_view abbreviation)
{
    ByteRange found = trimmed(text, {begin, std::min(end, text.size())});
    if (part(text, found).starts_with("the "))
        found.begin += 4;
    const std::string_view words = part(text, found);
    return longFormIn(words, abbreviation) == 0 && isLongForm(words, abbreviation) ? std::optional(found) : std::nullopt;
}

// The text from `at` on begins with one of them: what follows it.
std::optional<std::size_t> afterVerb(std::string_view text, std::size_t at)
{
    constexpr std::array kVerbs = std::to_array<std::string_view>(
        {" stands for ", " is short for ", ", short for ", " is an abbreviation of ", " is an abbreviation for "});
    for (const std::string_view verb : kVerbs) {
        if (text.substr(at).starts_with(verb))
            return at + verb.size();
    }
    return std::nullopt;
}

}  // namespace

std::string_view abbreviationAsked(std::string_view question)
{
    const std::vector<Word> words = splitWords(question);
    const auto is = [&](std::size_t i, std::string_view folded) { return i < words.size() && words[i].folded == folded; };
    if (words.size() < 5 || !is(0, "what") || !is(words.size() - 1, "for"))
        return {};
    const std::size_t end = words.size() - 2;   // "stand", "short"
    const bool stands = (is(1, "does") || is(1, "do")) && is(end, "stand"), isShort = is(1, "is") && is(end, "short");
    if (!stands && !isShort)
        return {};
    std::size_t first = 2;
    while (first < end && (is(first, "the") || is(first, "abbreviation") || is(first, "acronym") || is(first, "letters")))
        ++first;
    if (first >= end)
        return {};
    const std::string_view asked = question.substr(words[first].range.begin, words[end - 1].range.end - words[first].range.begin);
    const bool fits = asked.size() >= kShortest && asked.size() <= kLongest && asked.find(' ') == std::string_view::npos;
    return fits ? asked : std::string_view();
}

std::optional<ByteRange> spelledOut(std::string_view text, std::string_view abbreviation)
{
    if (abbreviation.size() < kShortest || abbreviation.size() > kLongest)
        return std::nullopt;
    for (auto from = text.begin();;) {
        const auto found = std::search(from, text.end(), abbreviation.begin(), abbreviation.end(), isSame);
        if (found == text.end())
            return std::nullopt;
        from = found + 1;
        const auto begin = static_cast<std::size_t>(found - text.begin()), end = begin + abbreviation.size();
        const bool whole = !isWordBefore(text, begin) && !isWordAt(text, end);
        if (!whole || std::count_if(found, text.begin() + static_cast<std::ptrdiff_t>(end), isCapital) < 2)
            continue;
        std::size_t left = begin, right = end;
        const auto isQuote = [&](std::size_t at) { return kQuotes.find(text[at]) != std::string_view::npos || !isAscii(text[at]); };
        while (left > 0 && isQuote(left - 1))
            --left;
        while (right < text.size() && isQuote(right))
            ++right;
        std::optional<ByteRange> longForm;
        if (left > 0 && text[left - 1] == '(')
            longForm = before(text, left - 1, abbreviation);
        else if (text.substr(right).starts_with(" ("))
            longForm = behind(text, right + 2, text.find_first_of(");,\n", right), abbreviation);
        else if (const auto verb = afterVerb(text, right))
            longForm = behind(text, *verb, text.find_first_of(".,;:()\n", *verb), abbreviation);
        if (longForm)
            return longForm;
    }
}

std::optional<DocumentPlace> expansionOf(std::string_view abbreviation, const DocumentTexts& texts,
                                         const Allowed& allowed)
{
    for (std::uint32_t document = 0; document < texts.documents(); ++document) {
        const std::string_view text = texts.text(document);
        for (std::uint64_t from = 0; const auto found = spelledOut(text.substr(from), abbreviation);) {
            const DocumentPlace place{document, {from + found->begin, from + found->end}};
            if (allowed(place))
                return place;
            from = place.range.end;
        }
    }
    return std::nullopt;
}

}  // namespace cairn
