#include "core/wording/text/document_parts.h"

#include "core/types/place_label.h"
#include "core/types/roman.h"
#include "core/wording/text/sentence.h"
#include "core/wording/words/number_words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace cairn
{

namespace
{

using Words = std::vector<Word>;

constexpr auto kNumbered = std::to_array<std::string_view>({"section", "sec", "chapter", "clause", "article"}); // "6. Fees" is one too
constexpr auto kLettered = std::to_array<std::string_view>({"appendix", "annex"});                              // "B. Proofs" is one too
constexpr auto kCalledSo = std::to_array<std::string_view>({"part", "book", "stave", "act", "scene", "letter", "canto", "volume", "exhibit",
                                                            "schedule", "lesson", "unit", "module"}); // only what says so itself
constexpr auto kCaptioned = std::to_array<std::string_view>({"figure", "table", "listing", "algorithm"});

// What other languages call them
constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kElsewhere{{{"kapitel", "chapter"},
                                                                                   {"abschnitt", "section"},
                                                                                   {"artikel", "article"},
                                                                                   {"seite", "page"},
                                                                                   {"seiten", "page"},
                                                                                   {"anhang", "appendix"},
                                                                                   {"teil", "part"},
                                                                                   {"akt", "act"},
                                                                                   {"szene", "scene"},
                                                                                   {"abbildung", "figure"},
                                                                                   {"tabelle", "table"},
                                                                                   {"chapitre", "chapter"},
                                                                                   {"capítulo", "chapter"},
                                                                                   {"artículo", "article"}}};

// "XII" -> "12"; nothing: not a numeral as one writes it.
std::string romanNumber(std::string_view folded)
{
    constexpr unsigned kMost = 399;   // "D" is a letter, "mix" a word
    const unsigned value = romanValue(folded);
    return value > 0 && value <= kMost ? std::to_string(value) : std::string();
}

// What a heading says of its number: "6.2 Fees", "CHAPTER XII", "IV. Time Travelling", "B. Proofs".
struct HeadingNumber
{
    std::string kind;   // the word before the number, or none
    std::string number; // empty: it has none
    bool isLetter = false;
};

HeadingNumber headingNumber(std::string_view heading)
{
    const Words words = splitWords(heading);
    if (words.empty())
        return {};
    const std::string kind = partKind(heading, words[0]);
    const std::size_t at = kind.empty() ? 0 : 1;
    if (at >= words.size())
        return {};
    const std::string number = partNumber(heading, words[at]);
    const std::size_t end = words[at].range.end;
    const bool isCounted = isDigits(words[at].folded), isLetter = words[at].range.size() == 1 && !isCounted;
    const bool isApart = end == heading.size() || heading[end] == '.' || heading[end] == ')' || heading[end] == ':';
    if (number.empty() || (kind.empty() && !isCounted && !isApart)) // "I Am Born", "A Guide", "One Day"
        return {};
    return {kind, number, isLetter};
}

bool isPartOf(std::string_view number, std::string_view whole)
{
    return number.size() > whole.size() && number.starts_with(whole) && number[whole.size()] == '.';
}

// "2.3" beside "2.2": whatever their levels, which are guessed in some formats.
bool isBeside(std::string_view next, std::string_view number)
{
    const auto dots = [](std::string_view path) { return std::count(path.begin(), path.end(), '.'); };
    return isDigits(next) && isDigits(number) && dots(number) > 0 && dots(next) == dots(number);
}

// What is known of each heading's number: it says so itself, the text does where the outline leaves it out, or its parts do: one with
// "2.1 Walks" in it is 2.
std::vector<HeadingNumber> numbersOf(const CanonicalText& text)
{
    std::vector<HeadingNumber> numbers;
    for (const Heading& heading : text.outline) {
        numbers.push_back(headingNumber(heading.text));
        const std::string_view line = std::string_view(text.text).substr(std::min<std::uint64_t>(heading.begin, text.text.size()));
        if (numbers.back().number.empty())
            numbers.back() = headingNumber(line.substr(0, line.find('\n')));
    }
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        std::size_t first = i + 1; // of its parts that have a number
        while (first < numbers.size() && text.outline[first].level > text.outline[i].level && numbers[first].number.empty())
            ++first;
        const bool hasParts = first < numbers.size() && text.outline[first].level > text.outline[i].level;
        const std::string part = hasParts ? numbers[first].number : std::string();
        if (numbers[i].number.empty() && isDigits(part) && part.find('.') != std::string::npos)
            numbers[i].number = part.substr(0, part.rfind('.'));
    }
    return numbers;
}

// From the heading to the next that is as high and none of its own parts.
ByteRange sectionOf(const CanonicalText& text, const std::vector<HeadingNumber>& numbers, std::size_t heading)
{
    const std::string& number = numbers[heading].number;
    for (std::size_t next = heading + 1; next < text.outline.size(); ++next) {
        const bool isOwn = !number.empty() && isPartOf(numbers[next].number, number);
        if ((text.outline[next].level <= text.outline[heading].level && !isOwn) || isBeside(numbers[next].number, number))
            return {text.outline[heading].begin, text.outline[next].begin};
    }
    return {text.outline[heading].begin, text.text.size()};
}

// Headings that say what they are, or else those with that number alone.
std::vector<ByteRange> numberedSections(const CanonicalText& text, const std::string& kind, const std::string& number)
{
    std::vector<ByteRange> called, alone;
    const std::vector<HeadingNumber> numbers = numbersOf(text);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const bool mayBeLast = number == kLast && !numbers[i].number.empty() && numbers[i].number.find('.') == std::string::npos;
        if (numbers[i].number != number && !mayBeLast)
            continue;
        if (numbers[i].kind == kind)
            called.push_back(sectionOf(text, numbers, i));
        else if (numbers[i].kind.empty() && (isOneOf(kind, kNumbered) || (numbers[i].isLetter && isOneOf(kind, kLettered))))
            alone.push_back(sectionOf(text, numbers, i));
    }
    std::vector<ByteRange>& found = called.empty() ? alone : called;
    if (number == kLast && found.size() > 1)
        found.erase(found.begin(), found.end() - 1);
    return found;
}

std::vector<ByteRange> namedSections(const CanonicalText& text, const std::string& name)
{
    constexpr std::size_t kShort = 4;   // "Conclusions and outlook", "Concluding remarks"
    std::vector<ByteRange> found, nearly;
    const std::vector<HeadingNumber> numbers = numbersOf(text);
    const std::string wanted = stem(name);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        Words words = splitWords(text.outline[i].text);
        if (!words.empty() && !headingNumber(text.outline[i].text).number.empty())
            words.erase(words.begin());
        const bool hasName = std::any_of(words.begin(), words.end(), [&](const Word& word) { return stem(word.folded) == wanted; });
        const bool concludes = !words.empty() && wanted == stem("conclusion") && words[0].folded == "concluding";
        if ((!hasName && !concludes) || words.size() > kShort)
            continue;
        (words.size() == 1 ? found : nearly).push_back(sectionOf(text, numbers, i));
    }
    return found.empty() ? nearly : found;
}

// Of the headings with all words of the topic that say something, those with fewest others.
std::vector<ByteRange> sectionsAbout(const CanonicalText& text, const std::string& topic)
{
    std::vector<ByteRange> found;
    std::size_t fewest = std::string::npos;
    const std::vector<HeadingNumber> numbers = numbersOf(text);
    const std::vector<std::string> wanted = contentStems(topic);
    for (std::size_t i = 0; i < numbers.size() && !wanted.empty(); ++i) {
        const std::vector<std::string> words = contentStems(text.outline[i].text);
        const bool hasAll = std::all_of(wanted.begin(), wanted.end(), [&](const std::string& word) {
            return std::find(words.begin(), words.end(), word) != words.end();
        });
        if (!hasAll || words.size() > fewest)
            continue;
        if (words.size() < fewest)
            found.clear();
        fewest = words.size();
        found.push_back(sectionOf(text, numbers, i));
    }
    return found;
}

// The sentences that begin in the range.
ByteRange wholeSentences(const CanonicalText& text, const ByteRange& range)
{
    ByteRange whole{range.end, range.begin};
    for (const ByteRange& sentence : sentencesAround(text.text, range)) {
        if (sentence.begin >= range.begin && sentence.begin < range.end)
            whole = {std::min(whole.begin, sentence.begin), std::max(whole.end, sentence.end)};
    }
    return whole.begin < whole.end ? whole : range;
}

std::vector<ByteRange> pages(const CanonicalText& text, const std::string& number)
{
    const std::vector<LabelledPage> all = labelledPages(text);
    const auto isEmpty = [](const LabelledPage& page) { return page.text.size() == 0; };
    std::vector<ByteRange> found;
    for (const LabelledPage& page : all) {
        const Words label = splitWords(page.label);
        if (label.size() == 1 && (label[0].folded == number || romanNumber(label[0].folded) == number) && !isEmpty(page))
            found.push_back(wholeSentences(text, page.text));
    }
    const auto last = std::find_if_not(all.rbegin(), all.rend(), isEmpty);
    if (number == kLast && last != all.rend())
        return {wholeSentences(text, last->text)};
    const auto counted = digitsValue(number);
    const bool areLabelled = std::any_of(all.begin(), all.end(), [](const LabelledPage& page) { return !page.label.empty(); });
    if (found.empty() && !areLabelled && counted && *counted >= 1 && *counted <= all.size())
        found.push_back(wholeSentences(text, all[*counted - 1].text));
    return found;
}

std::vector<ByteRange> captions(const CanonicalText& text, const std::string& kind, const std::string& number)
{
    std::optional<ByteRange> found;
    for (const Paragraph& paragraph : text.paragraphs) {
        constexpr std::uint64_t kOpeningBytes = 40;
        const std::string_view opening(text.text.data() + paragraph.text.begin, std::min(kOpeningBytes, paragraph.text.size()));
        const Words words = splitWords(opening);
        if (words.size() < 2 || partKind(opening, words[0]) != kind || partNumber(opening, words[1]) != number)
            continue;
        if (paragraph.kind == ParagraphKind::Caption)
            return {paragraph.text};
        if (!found)
            found = paragraph.text;
    }
    return found ? std::vector<ByteRange>{*found} : std::vector<ByteRange>();
}

// The first or last twentieth, or somewhat more of a short text.
ByteRange stretchOf(const CanonicalText& text, std::string_view stretch)
{
    constexpr std::uint64_t kShare = 20, kFewestBytes = 2000;
    const std::uint64_t size = text.text.size(), bytes = std::min(size, std::max(kFewestBytes, size / kShare));
    return wholeSentences(text, stretch == kEnd ? ByteRange{size - bytes, size} : ByteRange{0, bytes});
}

}  // namespace

std::string partKind(std::string_view text, const Word& word)
{
    std::string kind = word.folded;
    const bool isShort = word.range.end < text.size() && text[word.range.end] == '.';
    if (kind == "pages" || (isShort && (kind == "p" || kind == "pp")))
        return "page";
    if (isShort && (kind == "fig" || kind == "figs"))
        return "figure";
    if (isShort && kind == "ch")
        return "chapter";
    const auto elsewhere = std::find_if(kElsewhere.begin(), kElsewhere.end(), [&](const auto& pair) { return pair.first == kind; });
    if (elsewhere != kElsewhere.end())
        return std::string(elsewhere->second);
    if (kind.size() > 3 && kind.ends_with('s'))
        kind.pop_back();
    if (kind == "sec")
        kind = "section";
    const bool isKnown =
        kind == "page" || isOneOf(kind, kNumbered) || isOneOf(kind, kLettered) || isOneOf(kind, kCalledSo) || isOneOf(kind, kCaptioned);
    return isKnown ? kind : std::string();
}

bool isFrontMatter(std::string_view folded)
{
    constexpr auto kBefore = std::to_array<std::string_view>(
        {"titlepage", "title", "imprint", "dedication", "epigraph", "contents", "copyright", "author", "year"});
    return isOneOf(folded, kBefore);
}

bool isDigits(std::string_view folded)
{
    return !folded.empty() && folded.find_first_not_of("0123456789.") == std::string_view::npos;
}

std::string partNumber(std::string_view text, const Word& word)
{
    if (isDigits(word.folded))
        return word.folded;
    const std::string_view written = text.substr(word.range.begin, word.range.size());
    const bool isUpper = std::all_of(written.begin(), written.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    const bool isNumeral = isUpper || written.size() > 1 || written == "v" || written == "x"; // "chapter i read"
    if (const std::string roman = romanNumber(word.folded); isNumeral && !roman.empty())
        return roman;
    if (isUpper && written.size() == 1)
        return word.folded;
    const std::size_t count = countNamed(word.folded);
    return count == 0 ? std::string() : std::to_string(count);
}

std::optional<std::uint64_t> digitsValue(std::string_view number)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    return error == std::errc() && end == number.data() + number.size() ? std::optional(value) : std::nullopt;
}

std::vector<ByteRange> partsOf(const CanonicalText& text, const std::string& kind, const std::string& number)
{
    if (kind == "page")
        return pages(text, number);
    if (kind == kStretch)
        return {stretchOf(text, number)};
    if (kind == kByTopic)
        return sectionsAbout(text, number);
    if (kind == kByName)
        return namedSections(text, number);
    return isOneOf(kind, kCaptioned) ? captions(text, kind, number) : numberedSections(text, kind, number);
}

}  // namespace cairn
