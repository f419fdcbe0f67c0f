#include "core/answering/asked_place.h"

#include "core/answering/sentence.h"
#include "core/answering/words.h"

#include <algorithm>
#include <array>
#include <charconv>

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
constexpr auto kNames = std::to_array<std::string_view>(
    {"introduction", "conclusion", "conclusions", "abstract",    "preface",          "prologue",        "epilogue",   "foreword",
     "summary",      "discussion", "methods",     "methodology", "results",          "background",      "motivation", "evaluation",
     "limitations",  "overview",   "glossary",    "references",  "acknowledgements", "acknowledgments", "appendix"});
constexpr auto kDocumentWords = std::to_array<std::string_view>({"paper", "document", "book", "article", "report", "novel", "story", "text",
                                                                 "manual", "thesis", "handbook", "specification", "standard"});
constexpr auto kPrepositions = std::to_array<std::string_view>({"in", "on", "at", "from", "of", "under", "within", "inside", "throughout"});
constexpr auto kAsksWhich = std::to_array<std::string_view>({"which", "what", "each", "every", "any", "no"});
constexpr auto kOneTo = std::to_array<std::string_view>({"one",     "two",     "three",     "four",     "five",     "six",      "seven",
                                                         "eight",   "nine",    "ten",       "eleven",   "twelve",   "thirteen", "fourteen",
                                                         "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"});
constexpr auto kFirstTo = std::to_array<std::string_view>(
    {"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"});
constexpr auto kSaysNothing = std::to_array<std::string_view>( // beside the part that a question names
    {"say",     "said",    "stand", "contain", "happen", "cover",     "discuss",   "describe", "tell",    "talk",  "write",   "written",
     "mention", "explain", "deal",  "present", "show",   "summarize", "summarise", "summary",  "content", "topic", "subject", "text",
     "main",    "point",   "idea",  "gist",    "give",   "read",      "find",      "please",   "briefly", "all"});
constexpr auto kTitles = std::to_array<std::string_view>({"title", "called", "name", "heading", "text"});
constexpr std::string_view kTheText = "the text", kSectionSign = "§";
constexpr std::string_view kLast = "last", kBeginning = "beginning", kEnd = "end"; // numbers of a part that is not counted
constexpr std::uint64_t kMostPages = 50;                                           // of a range, and other parts that are named together

struct Mention
{
    std::string kind;                 // of the arrays above, "page", "name", or "stretch"
    std::vector<std::string> numbers; // "6.2", "12", "b", kLast; of a name: the name; of a stretch: kBeginning, kEnd
    ByteRange phrase;                 // of the question
};

template <std::size_t N>
std::string numberAmong(std::string_view folded, const std::array<std::string_view, N>& names)
{
    const auto found = std::find(names.begin(), names.end(), folded);
    return found == names.end() ? std::string() : std::to_string(found - names.begin() + 1);
}

// "XII" -> "12"; nothing: not a numeral as one writes it.
std::string romanNumber(std::string_view folded)
{
    constexpr std::array<std::pair<std::string_view, int>, 9> kParts = {
        {{"c", 100}, {"xc", 90}, {"l", 50}, {"xl", 40}, {"x", 10}, {"ix", 9}, {"v", 5}, {"iv", 4}, {"i", 1}}};
    int value = 0, repeated = 0;
    std::string_view rest = folded;
    for (const auto& [letters, worth] : kParts) {
        for (repeated = 0; repeated < 3 && rest.starts_with(letters); ++repeated) {
            rest.remove_prefix(letters.size());
            value += worth;
        }
    }
    return rest.empty() && value > 0 ? std::to_string(value) : std::string();
}

bool isNumber(std::string_view folded)
{
    return !folded.empty() && folded.find_first_not_of("0123456789.") == std::string_view::npos;
}

// The number that a word is, in one form: "6.2", "12" of "XII" and "twelve", "b" of "B". Empty: none.
std::string numberOf(std::string_view text, const Word& word)
{
    if (isNumber(word.folded))
        return word.folded;
    const std::string_view written = text.substr(word.range.begin, word.range.size());
    const bool isUpper = std::all_of(written.begin(), written.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    const bool isNumeral = isUpper || written.size() > 1 || written == "v" || written == "x"; // "chapter i read"
    if (const std::string roman = romanNumber(word.folded); isNumeral && !roman.empty())
        return roman;
    if (isUpper && written.size() == 1)
        return word.folded;
    return numberAmong(word.folded, kOneTo);
}

std::optional<std::uint64_t> whole(std::string_view number)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    return error == std::errc() && end == number.data() + number.size() ? std::optional(value) : std::nullopt;
}

// Singular, without what abbreviates it; empty: not a word for a part.
std::string kindOf(std::string_view text, const Word& word)
{
    std::string kind = word.folded;
    const bool isShort = word.range.end < text.size() && text[word.range.end] == '.';
    if (kind == "pages" || (isShort && (kind == "p" || kind == "pp")))
        return "page";
    if (isShort && (kind == "fig" || kind == "figs"))
        return "figure";
    if (isShort && kind == "ch")
        return "chapter";
    if (kind.size() > 3 && kind.ends_with('s'))
        kind.pop_back();
    if (kind == "sec")
        kind = "section";
    const bool isKnown =
        kind == "page" || isOneOf(kind, kNumbered) || isOneOf(kind, kLettered) || isOneOf(kind, kCalledSo) || isOneOf(kind, kCaptioned);
    return isKnown ? kind : std::string();
}

// Numbers behind words[at]: "3", "3 and 4", "3 to 5", "3-5". `next`: the first word behind them.
std::vector<std::string> numbersFrom(std::string_view text, const Words& words, std::size_t at, std::size_t& next)
{
    std::vector<std::string> numbers;
    for (next = at; next < words.size();) {
        const std::string number = numberOf(text, words[next]);
        if (number.empty())
            break;
        const std::size_t behind = next + 1;
        numbers.push_back(number);
        next = behind;
        if (behind >= words.size())
            break;
        const std::string_view between = text.substr(words[behind - 1].range.end, words[behind].range.begin - words[behind - 1].range.end);
        const bool isDash = between == "-" || between == "\u2013" || between == " - " || between == " \u2013 ";
        const bool isUpTo = words[behind].folded == "to" || words[behind].folded == "through";
        const bool isAnd = words[behind].folded == "and" || words[behind].folded == "or";
        const std::size_t second = isDash ? behind : behind + 1;
        if (!(isDash || isUpTo || isAnd) || second >= words.size() || !isNumber(words[second].folded))
            break;
        if (isDash || isUpTo) {
            const auto first = whole(number), last = whole(words[second].folded);
            for (std::uint64_t n = first.value_or(0) + 1; first && last && n < *last && numbers.size() < kMostPages; ++n)
                numbers.push_back(std::to_string(n));
        }
        next = second;
    }
    return numbers;
}

// "in the introduction", "does the abstract say", "summarize the conclusion"; not "the introduction of steam".
bool isAskedByName(const Words& words, std::size_t at)
{
    if (!isOneOf(words[at].folded, kNames) || at < 2 || words[at - 1].folded != "the")
        return false;
    constexpr auto kBefore = std::to_array<std::string_view>({"in", "from", "within", "to", "does", "do", "did", "summarize", "summarise"});
    if (!isOneOf(words[at - 2].folded, kBefore))
        return false;
    const bool isOf = at + 1 < words.size() && (words[at + 1].folded == "of" || words[at + 1].folded == "to");
    return !isOf || isOneOf(words.back().folded, kDocumentWords);
}

bool followsSectionSign(std::string_view text, std::uint64_t begin)
{
    const std::size_t end = text.substr(0, begin).find_last_not_of(' ');
    return end != std::string_view::npos && text.substr(0, end + 1).ends_with(kSectionSign);
}

// "at the end of the book", "in the beginning of this story": at "end", "beginning"; empty: neither.
std::string_view stretchAt(const Words& words, std::size_t at)
{
    if (at < 2 || at + 3 >= words.size() || words[at - 1].folded != "the" || !isOneOf(words[at - 2].folded, kPrepositions) ||
        words[at + 1].folded != "of" || !isOneOf(words[at + 3].folded, kDocumentWords))
        return {};
    const std::string& word = words[at].folded;
    return word == "end" ? kEnd : word == "beginning" || word == "start" ? kBeginning : std::string_view();
}

// The part that the words from `at` on name: "section 6.2", "third chapter", "introduction". `past`: the first word behind it.
std::optional<Mention> mentionAt(std::string_view text, const Words& words, std::size_t at, std::size_t& past)
{
    if (at > 0 && isOneOf(words[at - 1].folded, kAsksWhich))
        return std::nullopt;
    if (isAskedByName(words, at)) {
        past = at + 1;
        return Mention{"name", {words[at].folded}, words[at].range};
    }
    if (at + 1 < words.size()) {
        const bool isLast = words[at].folded == kLast || words[at].folded == "final";
        const std::string ordinal = isLast ? std::string(kLast) : numberAmong(words[at].folded, kFirstTo);
        const std::string kind = kindOf(text, words[at + 1]);
        const bool isCounted = kind == "chapter" || kind == "section" || kind == "page" || kind == "stave" || kind == "act";
        if (!ordinal.empty() && isCounted) {
            past = at + 2;
            return Mention{kind, {ordinal}, {words[at].range.begin, words[at + 1].range.end}};
        }
    }
    if (const std::string_view stretch = stretchAt(words, at); !stretch.empty()) {
        past = at + 4;
        return Mention{"stretch", {std::string(stretch)}, {words[at].range.begin, words[at + 3].range.end}};
    }
    const bool hasSign = isNumber(words[at].folded) && followsSectionSign(text, words[at].range.begin);
    const std::string kind = hasSign ? "section" : kindOf(text, words[at]);
    if (kind.empty())
        return std::nullopt;
    Mention mention{kind, numbersFrom(text, words, hasSign ? at : at + 1, past), {}};
    if (mention.numbers.empty())
        return std::nullopt;
    mention.phrase = {hasSign ? text.rfind(kSectionSign, words[at].range.begin) : words[at].range.begin, words[past - 1].range.end};
    return mention;
}

// The question with "the text" for the part, or without "in the ..".
std::string withoutPart(std::string_view question, const Words& words, const Mention& mention, std::size_t first, std::size_t past)
{
    ByteRange cut = mention.phrase;
    if (first > 0 && (words[first - 1].folded == "the" || words[first - 1].folded == "this"))
        cut.begin = words[--first].range.begin;
    const bool isBehind = first > 0 && isOneOf(words[first - 1].folded, kPrepositions);
    if (isBehind)
        cut.begin = words[first - 1].range.begin;
    if (past + 2 < words.size() && words[past].folded == "of" && isOneOf(words[past + 2].folded, kDocumentWords))
        cut.end = words[past + 2].range.end;
    std::string text = std::string(question.substr(0, cut.begin)) + std::string(isBehind ? std::string_view() : kTheText);
    text += question.substr(cut.end);
    std::string tidy;
    for (const char c : text) {
        if (!(c == ' ' && (tidy.empty() || tidy.back() == ' ')) && !(tidy.empty() && (c == ',' || c == ':')))
            tidy += c;
    }
    if (const std::size_t gap = tidy.find(" ?"); gap != std::string::npos)
        tidy.erase(gap, 1);
    if (!tidy.empty() && tidy[0] >= 'a' && tidy[0] <= 'z')
        tidy[0] = static_cast<char>(tidy[0] - 'a' + 'A');
    return tidy;
}

// All words of the question that say something are among these.
template <std::size_t N>
bool asksNothingBut(std::string_view question, const std::array<std::string_view, N>& words)
{
    const std::vector<std::string> asked = contentStems(question);
    return std::all_of(asked.begin(), asked.end(), [&](const std::string& one) {
        return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return stem(word) == one; });
    });
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
    const std::string kind = kindOf(heading, words[0]);
    const std::size_t at = kind.empty() ? 0 : 1;
    if (at >= words.size())
        return {};
    const std::string number = numberOf(heading, words[at]);
    const std::size_t end = words[at].range.end;
    const bool isDigits = isNumber(words[at].folded), isLetter = words[at].range.size() == 1 && !isDigits;
    const bool isApart = end == heading.size() || heading[end] == '.' || heading[end] == ')' || heading[end] == ':';
    if (number.empty() || (kind.empty() && !isDigits && !isApart)) // "I Am Born", "A Guide", "One Day"
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
    return isNumber(next) && isNumber(number) && dots(number) > 0 && dots(next) == dots(number);
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
        if (numbers[i].number.empty() && isNumber(part) && part.find('.') != std::string::npos)
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
    std::vector<ByteRange> found;
    const std::vector<HeadingNumber> numbers = numbersOf(text);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        Words words = splitWords(text.outline[i].text);
        if (!words.empty() && !headingNumber(text.outline[i].text).number.empty())
            words.erase(words.begin());
        if (words.size() == 1 && stem(words[0].folded) == stem(name))
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
    if (text.format != DocumentFormat::Pdf)
        return {};
    std::vector<ByteRange> found;
    for (const SourceUnit& unit : text.units) {
        const Words label = splitWords(unit.label);
        if (label.size() == 1 && (label[0].folded == number || romanNumber(label[0].folded) == number) && unit.text.size() > 0)
            found.push_back(wholeSentences(text, unit.text));
    }
    const auto last = std::find_if(text.units.rbegin(), text.units.rend(), [](const SourceUnit& unit) { return unit.text.size() > 0; });
    if (number == kLast && last != text.units.rend())
        return {wholeSentences(text, last->text)};
    const auto counted = whole(number);
    const bool areLabelled = std::any_of(text.units.begin(), text.units.end(), [](const SourceUnit& unit) { return !unit.label.empty(); });
    if (found.empty() && !areLabelled && counted && *counted >= 1 && *counted <= text.units.size())
        found.push_back(wholeSentences(text, text.units[*counted - 1].text));
    return found;
}

std::vector<ByteRange> captions(const CanonicalText& text, const std::string& kind, const std::string& number)
{
    std::optional<ByteRange> found;
    for (const Paragraph& paragraph : text.paragraphs) {
        constexpr std::uint64_t kOpeningBytes = 40;
        const std::string_view opening(text.text.data() + paragraph.text.begin, std::min(kOpeningBytes, paragraph.text.size()));
        const Words words = splitWords(opening);
        if (words.size() < 2 || kindOf(opening, words[0]) != kind || numberOf(opening, words[1]) != number)
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

std::vector<ByteRange> rangesOf(const CanonicalText& text, const std::string& kind, const std::string& number)
{
    if (kind == "page")
        return pages(text, number);
    if (kind == "stretch")
        return {stretchOf(text, number)};
    if (kind == "name")
        return namedSections(text, number);
    return isOneOf(kind, kCaptioned) ? captions(text, kind, number) : numberedSections(text, kind, number);
}

} // namespace

std::optional<AskedPlace> askedPlace(std::string_view question, std::span<const CanonicalText* const> documents)
{
    const Words words = splitWords(question);
    for (std::size_t at = 0, past = 0; at < words.size(); ++at) {
        const auto mention = mentionAt(question, words, at, past);
        if (!mention)
            continue;
        AskedPlace asked;
        for (std::uint32_t document = 0; document < documents.size(); ++document) {
            for (const std::string& number : mention->numbers) {
                for (const ByteRange& range : rangesOf(*documents[document], mention->kind, number))
                    asked.within.push_back({document, range});
            }
        }
        if (asked.within.empty())
            continue;
        asked.question = withoutPart(question, words, *mention, at, past);
        if (asksNothingBut(asked.question, kSaysNothing))
            asked.question = kPartQuestion;
        else if (asksNothingBut(asked.question, kTitles))
            asked.question = kPartTitleQuestion;
        return asked;
    }
    return std::nullopt;
}

} // namespace cairn
