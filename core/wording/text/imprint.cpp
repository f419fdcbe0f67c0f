#include "core/wording/text/imprint.h"

#include "core/types/ascii.h"
#include "core/wording/text/sentence.h"
#include "core/wording/words/calendar.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace cairn
{

namespace
{

constexpr std::uint64_t kOpeningBytes = 3000;    // where lines say it of themselves
constexpr std::uint64_t kBelowTitleBytes = 1500; // where names alone are authors
constexpr std::uint64_t kLongestLine = 300;

constexpr auto kAuthorLabels = std::to_array<std::string_view>(
    {"author:", "authors:", "author(s):", "from:", "written by", "by", "creator:", "autor:", "autorin:", "autoren:", "verfasser:",
     "verfasserin:", "von"});
constexpr auto kEditorLabels = std::to_array<std::string_view>({"editor:", "editors:", "edited by", "herausgeber:", "herausgegeben von"});
constexpr auto kDateLabels = std::to_array<std::string_view>(
    {"published:", "first published", "publication date:", "released:", "release date:", "issued:", "date:", "year:", "created:",
     "copyright", "veröffentlicht:", "erschienen", "stand:", "datum:", "ausgabe:"});
constexpr auto kParticles = std::to_array<std::string_view>(
    {"van", "von", "der", "den", "de", "del", "della", "di", "da", "dos", "du", "la", "le", "el", "al", "bin", "ibn", "ter", "ten", "zu",
     "zur", "af", "av", "y"});
constexpr auto kInstitutions = std::to_array<std::string_view>(
    {"university", "institute", "institut", "universität", "hochschule", "department", "college", "school", "laboratory", "laboratories",
     "faculty", "gmbh", "ag", "inc", "ltd"});
constexpr auto kNoNames = std::to_array<std::string_view>(
    {"center", "centre", "corp", "llc", "plc", "foundation", "journal", "software", "review", "abstract", "summary", "introduction",
     "contents", "chapter", "part", "version", "the", "of", "in", "on", "for", "im", "für", "mit"});

struct Line
{
    ByteRange range; // without white space at its ends; empty: a blank one
    std::string_view text;
};

std::vector<Line> linesOf(std::string_view text)
{
    std::vector<Line> lines;
    for (const ByteRange& range : splitLines(text))
        lines.push_back({range, text.substr(range.begin, range.size())});
    return lines;
}

// Bytes of the line up to behind the label and the white space that follows it; 0: it starts with none of these.
template <std::size_t N>
std::size_t behindLabel(std::string_view line, const std::array<std::string_view, N>& labels)
{
    for (const std::string_view label : labels) {
        if (asciiLower(line.substr(0, label.size())) != label)
            continue;
        const bool isApart = line.size() == label.size() || label.ends_with(':') || line[label.size()] == ' ' || line[label.size()] == ':';
        if (isApart)
            return std::min(line.find_first_not_of(" :\t", label.size()), line.size());
    }
    return 0;
}

// Where the line has the label: at its beginning, or one with a colon behind a space too ("Submitted: .. Published: ..").
std::size_t labelIn(std::string_view line, std::string_view label)
{
    if (behindLabel(line, std::array{label}) > 0)
        return 0;
    const std::size_t found = label.ends_with(':') ? asciiLower(line).find(" " + std::string(label)) : std::string_view::npos;
    return found == std::string_view::npos ? found : found + 1;
}

bool isDay(std::string_view folded)
{
    return !folded.empty() && folded.size() <= 2 && std::all_of(folded.begin(), folded.end(), isAsciiDigit);
}

// "22 May 2025", "May 22, 2025", "May 2025", "2025-05-22" within a line. Empty: it has none.
ByteRange dateIn(std::string_view line)
{
    const std::vector<Word> words = splitWords(line);
    const auto is = [&](std::size_t at, const auto& test) { return at < words.size() && test(words[at].folded); };
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!isYear(words[i].folded))
            continue;
        const bool isDashed = is(i + 1, isDay) && is(i + 2, isDay) && line[words[i].range.end] == '-';
        const std::size_t month = is(i - 1, isMonth) ? i - 1 : is(i - 1, isDay) && is(i - 2, isMonth) ? i - 2 : i;
        if (month == i && !isDashed)
            continue;
        const std::size_t first = month + 1 == i && is(i - 2, isDay) ? i - 2 : month;
        return {words[first].range.begin, words[isDashed ? i + 2 : i].range.end};
    }
    return {};
}

// "Jane Roe" of "Jane Roe, our reporter. 22 May 2025": the names that a line opens with before what they are or a date. Empty: it goes on
// otherwise, or opens with no names.
ByteRange namesBefore(std::string_view line)
{
    constexpr std::size_t kMostWords = 10;   // of what follows
    ByteRange names;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (std::string_view(",.|").find(line[i]) != std::string_view::npos && areNames(line.substr(0, i), false))
            names.end = i;
    }
    const std::string_view rest = line.substr(names.end);
    const bool isSentence = endsAsSentence(rest) && dateIn(rest).size() == 0;
    while (names.size() > 0 && line[names.end - 1] == ' ')
        --names.end;
    return isSentence || splitWords(rest).size() > kMostWords ? ByteRange{} : names;
}

// A date that stands alone right below the title, or behind the names there
std::optional<ByteRange> dateBelowTitle(const std::vector<Line>& lines)
{
    constexpr std::size_t kLines = 5;
    std::size_t seen = 0;
    for (const Line& line : lines) {
        if (line.range.size() == 0 || ++seen > kLines)
            continue;
        const std::string_view words = line.text.substr(behindLabel(line.text, kAuthorLabels));
        const ByteRange date = dateIn(line.text);
        if (date.size() == 0)
            continue;
        const bool isAlone = splitWords(line.text).size() == splitWords(line.text.substr(date.begin, date.size())).size();
        if (isAlone || namesBefore(words).size() > 0)
            return ByteRange{line.range.begin + date.begin, line.range.begin + date.end};
    }
    return std::nullopt;
}

std::optional<ByteRange> asFound(const ByteRange& range)
{
    return range.size() > 0 && range.size() <= kLongestLine ? std::optional(range) : std::nullopt;
}

// Names of a line without the one address in angle brackets behind them and without a full stop that follows a word.
ByteRange namesOnly(std::string_view text, ByteRange range)
{
    const std::string_view names = text.substr(range.begin, range.size());
    const std::size_t bracket = names.find(" <");
    if (bracket != std::string_view::npos && names.find('<', bracket + 2) == std::string_view::npos && names.ends_with('>'))
        range.end = range.begin + bracket;
    const std::string_view rest = text.substr(range.begin, range.size());
    if (rest.size() > 2 && rest.ends_with('.') && isAsciiLetter(rest[rest.size() - 2]) && isAsciiLetter(rest[rest.size() - 3]))
        --range.end;
    return range;
}

// Names go on in the next line behind a comma or "and", unless that one has a label of its own ("Status: Draft").
ByteRange withNextLines(std::string_view text, const std::vector<Line>& lines, std::size_t at, ByteRange names)
{
    for (; at + 1 < lines.size(); ++at) {
        const std::string_view soFar = text.substr(names.begin, names.size()), next = lines[at + 1].text;
        const std::size_t label = std::min(next.find(": "), next.size());
        const bool goesOn = soFar.ends_with(',') || soFar.ends_with(" and");
        const bool isLabelled = next.ends_with(':') || (label < next.size() && next.substr(0, label).find_first_of(" <") == next.npos);
        if (!goesOn || next.empty() || isLabelled || lines[at + 1].range.end - names.begin > kLongestLine)
            break;
        names.end = lines[at + 1].range.end;
    }
    while (names.size() > 0 && text[names.end - 1] == ',')
        --names.end;
    return names;
}

// "Author: Jane Roe", "By Jane Roe.", or "by" and the name on the next line that is not blank
std::optional<ByteRange> labelledNames(std::string_view text, const std::vector<Line>& lines)
{
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (behindLabel(lines[i].text, kEditorLabels) > 0)
            return asFound(lines[i].range);
        const std::size_t behind = behindLabel(lines[i].text, kAuthorLabels);
        if (behind == 0)
            continue;
        ByteRange names{lines[i].range.begin + behind, lines[i].range.end};
        std::size_t last = i;
        while (names.size() == 0 && last + 1 < lines.size())
            names = lines[++last].range;
        names = namesOnly(text, withNextLines(text, lines, last, names));
        const bool isCalledSo = lines[i].text.find(':') != std::string_view::npos; // "By" and the like start sentences too
        if (isCalledSo || areNames(text.substr(names.begin, names.size()), false))
            return asFound(names);
        const std::string_view line = text.substr(names.begin, lines[last].range.end - names.begin);
        if (const ByteRange before = namesBefore(line); before.size() > 0)
            return asFound({names.begin, names.begin + before.end});
    }
    return std::nullopt;
}

// Behind "(1,2)" or "[a]", which says where somebody works; else `at`
std::size_t endOfMark(std::string_view text, std::size_t at)
{
    constexpr std::string_view kOpen = "([", kClose = ")]";
    const std::size_t kind = kOpen.find(text[at]);
    const std::size_t end = kind == std::string_view::npos ? kind : text.find(kClose[kind], at);
    if (end == std::string_view::npos)
        return at;
    const std::vector<Word> words = splitWords(text.substr(at, end - at));
    const auto isMark = [](const Word& word) {
        return word.range.size() == 1 || word.folded.find_first_not_of("0123456789,") == std::string::npos;
    };
    return !words.empty() && std::all_of(words.begin(), words.end(), isMark) ? end + 1 : at;
}

bool isAddress(std::string_view line)
{
    constexpr auto kElsewhere = std::to_array<std::string_view>({"université", "universidad"});
    const bool isWeb = line.find("www.") != std::string_view::npos || line.find("://") != std::string_view::npos;
    const std::vector<Word> words = splitWords(line);
    return isWeb || line.find('@') != std::string_view::npos ||
           std::any_of(words.begin(), words.end(),
                       [&](const Word& word) { return isOneOf(word.folded, kInstitutions) || isOneOf(word.folded, kElsewhere); });
}

// Names that a paper's title is followed by: whole lines of one paragraph or several
std::optional<ByteRange> namesBelowTitle(std::string_view text, const std::vector<Line>& lines)
{
    const auto blank = std::find_if(lines.begin(), lines.end(), [](const Line& line) { return line.range.size() == 0; });
    std::optional<ByteRange> found;
    for (auto first = blank; first != lines.end() && first->range.begin < kBelowTitleBytes; ++first) {
        if (first->range.size() == 0)
            continue;
        auto end = first;
        ByteRange names;
        for (auto last = first; last != lines.end() && last->range.size() > 0; ++last) {
            const ByteRange more{first->range.begin, last->range.end};
            if (!areNames(text.substr(more.begin, more.size()), false))
                continue;
            names = more;
            end = last + 1;
        }
        const bool isAddressed = end != lines.end() && isAddress(end->text);
        const bool areAuthors = names.size() > 0 && (areNames(text.substr(names.begin, names.size()), true) || isAddressed);
        if (!areAuthors && found)
            break;
        if (areAuthors)
            found = ByteRange{found ? found->begin : names.begin, names.end};
        while (first + 1 != lines.end() && (first + 1)->range.size() > 0)
            ++first;
    }
    return found ? asFound(*found) : std::nullopt;
}

// Names each in a paragraph of its own right below the title, of which one is named again ("Copyright 2001 Jane Roe")
std::optional<ByteRange> namesInParagraphs(std::string_view text, const std::vector<Line>& lines)
{
    constexpr std::size_t kFewest = 2, kMostWords = 4;
    ByteRange names;
    std::size_t count = 0;
    bool isNamedAgain = false;
    for (const Line& line : lines) {
        if (line.range.size() == 0 || line.range.begin == 0)   // the title
            continue;
        const bool hasDigits = line.text.find_first_of("0123456789") != std::string_view::npos;   // "Copyright 2001 Jane Roe"
        if (hasDigits || !areNames(line.text, false) || splitWords(line.text).size() > kMostWords)
            break;
        names = {count == 0 ? line.range.begin : names.begin, line.range.end};
        isNamedAgain = isNamedAgain || text.find(line.text, line.range.end) != std::string_view::npos;
        ++count;
    }
    return count >= kFewest && isNamedAgain ? asFound(names) : std::nullopt;
}

// "Jane Roe and Ada Lund" of "This tutorial was written by Jane Roe and Ada Lund, of the mill": what somebody says of the text, before the
// first mark or word that is no part of a name.
std::optional<ByteRange> toldAuthors(std::string_view text)
{
    constexpr auto kWrote = std::to_array<std::string_view>({"written", "compiled", "prepared", "authored"});
    constexpr std::size_t kFewest = 5, kMostBetween = 3;   // words: "this guide was originally written by"
    const std::vector<Word> words = splitWords(text);
    for (std::size_t by = kFewest - 1; by + 1 < words.size(); ++by) {
        if (words[by].folded != "by" || !isOneOf(words[by - 1].folded, kWrote))
            continue;
        const auto begin = words.begin() + static_cast<std::ptrdiff_t>(by - std::min(by, kFewest - 1 + kMostBetween));
        const auto end = words.begin() + static_cast<std::ptrdiff_t>(by) - 1;
        const auto own = std::find_if(begin, end, [](const Word& word) { return word.folded == "this"; });
        const bool isOfText = own != end && text.substr(own->range.begin, words[by].range.end - own->range.begin).find('.') == text.npos;
        ByteRange names;
        for (std::size_t last = by + 1; isOfText && last < words.size(); ++last) {
            const ByteRange more{words[by + 1].range.begin, words[last].range.end};
            if (more.size() > kLongestLine || text.substr(more.begin, more.size()).find("\n\n") != text.npos)
                break;
            if (areNames(text.substr(more.begin, more.size()), false))
                names = more;
        }
        if (names.size() > 0)
            return asFound(names);
    }
    return std::nullopt;
}

std::optional<ByteRange> toldAuthorsAtEnd(std::string_view text)
{
    const std::uint64_t opening = std::min<std::uint64_t>(kOpeningBytes, text.size());
    const std::uint64_t begin = text.size() - std::min(opening, text.size() - opening);   // the opening is looked at apart
    const auto told = toldAuthors(text.substr(begin));
    return told ? std::optional(ByteRange{told->begin + begin, told->end + begin}) : std::nullopt;
}

std::optional<ByteRange> authorIn(std::string_view opening, std::string_view author)
{
    const std::size_t begin = author.empty() ? std::string_view::npos : opening.find(author);
    return begin == std::string_view::npos ? std::nullopt : asFound({begin, begin + author.size()});
}

}  // namespace

bool areNames(std::string_view text, bool listed)
{
    constexpr std::size_t kFewest = 2, kMost = 5; // words of a name
    std::size_t names = 0, words = 0;
    bool marked = false;
    const auto endsName = [&] {
        const bool isName = words >= kFewest && words <= kMost;
        names += isName ? 1 : 0;
        return std::exchange(words, 0) == 0 || isName;
    };
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at, mark = endOfMark(text, at);
        if (mark > at && words > 0) {   // "Jane Roe (1,2)"
            at = mark;
            marked = true;
            continue;
        }
        const char32_t c = nextCharacter(text, at);
        if (!isWordCharacter(c)) {
            constexpr std::u32string_view kSeparators = U",;&", kInside = U" .\n-'\u2019*\u2217\u2020\u2021\u00A7\u00B6";
            if (kSeparators.find(c) != std::u32string_view::npos ? !endsName() : kInside.find(c) == std::u32string_view::npos)
                return false;
            marked = marked || kInside.substr(kInside.find(U'*')).find(c) != std::u32string_view::npos;
            continue;
        }
        while (at < text.size()) { // to the end of the word, hyphens and apostrophes inside
            std::size_t next = at;
            const char32_t inside = nextCharacter(text, next);
            if (!isWordCharacter(inside) && inside != U'-' && inside != U'\'' && inside != U'\u2019')
                break;
            at = next;
        }
        std::string_view word = text.substr(begin, at - begin);
        const std::size_t letters = word.find_last_not_of("0123456789") + 1; // "Waterman1"
        marked = marked || letters < word.size();
        word = word.substr(0, letters);
        const std::string folded = asciiLower(word);
        if (word.empty() && names == 0 && words == 0) // "5.1 Memorized Secrets"
            return false;
        if (word.empty())
            continue;
        if (folded == "and" || folded == "und") {
            if (!endsName())
                return false;
            continue;
        }
        const bool isNoName = isOneOf(folded, kInstitutions) || isOneOf(folded, kNoNames) || isMonthName(folded);
        if (isNoName || (!isUpperCase(c) && !isOneOf(folded, kParticles)))
            return false;
        ++words;
    }
    return endsName() && names > 0 && (!listed || marked || names > 1);
}

std::optional<DocumentPlace> authorsOf(const DocumentTexts& texts, std::span<const CanonicalText* const> documents,
                                       const Allowed& allowed)
{
    for (std::uint32_t document = 0; document < texts.documents(); ++document) {
        const std::string_view whole = texts.text(document), opening = whole.substr(0, kOpeningBytes);
        const std::vector<Line> lines = linesOf(opening);
        auto names = labelledNames(opening, lines);
        if (!names)
            names = namesInParagraphs(opening, lines);
        if (!names)
            names = namesBelowTitle(opening, lines);
        if (!names && document < documents.size())
            names = authorIn(opening, documents[document]->author);
        if (!names)
            names = toldAuthors(opening);
        if (!names)
            names = toldAuthorsAtEnd(whole);
        if (names && allowed({document, *names}))
            return DocumentPlace{document, *names};
    }
    return std::nullopt;
}

std::optional<DocumentPlace> dateOf(const DocumentTexts& texts, const Allowed& allowed)
{
    for (std::uint32_t document = 0; document < texts.documents(); ++document) {
        const std::vector<Line> lines = linesOf(texts.text(document).substr(0, kOpeningBytes));
        for (const std::string_view label : kDateLabels) {
            for (const Line& line : lines) {
                const std::size_t begin = labelIn(line.text, label);
                const ByteRange named{line.range.begin + std::min(begin, line.text.size()), line.range.end};
                const bool hasDigits = line.text.find_first_of("0123456789", begin) != std::string_view::npos;
                if (hasDigits && asFound(named) && allowed({document, named}))
                    return DocumentPlace{document, named};
            }
        }
        const auto date = dateBelowTitle(lines);
        if (date && allowed({document, *date}))
            return DocumentPlace{document, *date};
    }
    return std::nullopt;
}

bool mayBeDate(std::string_view answer)
{
    constexpr std::size_t kYear = 4; // digits
    std::size_t digits = 0;
    bool hasYear = false;
    for (const char c : answer) {
        digits = isAsciiDigit(c) ? digits + 1 : 0;
        hasYear = hasYear || digits == kYear;
    }
    return hasYear;
}

std::vector<DocumentPlace> imprintParts(const DocumentTexts& texts)
{
    constexpr std::uint64_t kShare = 20, kFewest = 2000, kMost = 6000, kBook = 100'000, kLastPages = 4000;
    std::vector<DocumentPlace> parts;
    for (std::uint32_t document = 0; document < texts.documents(); ++document) {
        const std::uint64_t size = texts.text(document).size();
        if (size == 0)
            continue;
        parts.push_back({document, {0, std::min(size, std::clamp(size / kShare, kFewest, kMost))}});
        if (size > kBook)
            parts.push_back({document, {size - kLastPages, size}});
        else if (const auto told = toldAuthorsAtEnd(texts.text(document)); told && told->begin >= parts.back().range.end)
            parts.push_back({document, paragraphAround(texts.text(document), *told)});
    }
    return parts;
}

}  // namespace cairn
