#include "core/wording/text/sentence.h"

#include "core/types/ascii.h"
#include "core/types/cell_border.h"
#include "core/wording/words/calendar.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <string>

namespace cairn
{

namespace
{

// Followed by a capital although no sentence ends; lower case, without the final dot, sorted.
constexpr std::array kAbbreviations = std::to_array<std::string_view>(
    {"abb",  "abs", "al",   "approx", "apr", "aug",    "bspw", "bzw", "ca",   "capt", "cf",  "ch",   "chap", "co",   "col",  "corp",
     "dec",  "dept", "dipl", "dr",   "e.g", "ed",      "eds",  "eq",  "esq",  "evtl", "feb", "fig",  "figs", "gen",  "ggf",  "gov",
     "hon",  "hrsg", "i.e", "inc",   "ing", "inkl",    "jan",  "jr",  "lt",   "ltd",  "messrs", "mr", "mrs", "ms",   "mt",   "nos",
     "nov",  "nr",   "oct",  "okt",  "op",  "p",      "para", "pp",    "prof", "ref", "rep",  "rev",  "sec", "sen",  "sep",  "sept", "sog",  "sr",
     "st",   "str",  "vgl", "vol",    "vols", "vs",    "zzgl"});

static_assert(std::is_sorted(kAbbreviations.begin(), kAbbreviations.end()));

// The same where a number follows: "No. 7", "Art. 14".
constexpr auto kBeforeNumber = std::to_array<std::string_view>({"no", "art", "kap", "ziff"});

// German counts with a dot: "19. Jahrhundert", and months.
constexpr auto kCounted = std::to_array<std::string_view>(
    {"jahrhundert", "jahrhunderts", "jahrhunderte", "auflage", "kapitel", "weltkrieg", "lebensjahr", "geburtstag", "stock",
     "obergeschoss", "klasse"});

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

bool isTerminator(char32_t c)
{
    return c == U'.' || c == U'!' || c == U'?' || c == U'\u2026' || c == U'\u3002' || c == U'\uFF01' || c == U'\uFF1F';
}

bool isCloser(char32_t c)
{
    return c == U'"' || c == U'\'' || c == U')' || c == U']' || c == U'\u201D' || c == U'\u2019' || c == U'\u00BB' || c == U'\u300D' ||
           c == U'\u201C' || c == U'\u2018' || c == U'\u00AB';   // as German closes them
}

// Behind marks of notes that stand close to the end of a sentence: "[1]", "[2][a]", "[note 3]".
std::size_t pastNoteMarks(std::string_view text, std::size_t at)
{
    constexpr std::size_t kLongest = 12;
    while (at < text.size() && text[at] == '[') {
        const std::size_t close = text.substr(0, std::min(text.size(), at + kLongest)).find_first_of("]\n.", at);
        if (close >= text.size() || close == at + 1 || text[close] != ']')
            break;
        at = close + 1;
    }
    return at;
}

bool isLower(char32_t c)
{
    if (c < 0x80)
        return c >= U'a' && c <= U'z';
    return isWordCharacter(c) && !isIdeograph(c) && lowerCase(c) == c;
}

// The word before the dot at `dot`, dots inside kept: "e.g" for "e.g.".
std::string wordBefore(std::string_view text, std::size_t begin, std::size_t dot)
{
    std::size_t from = dot;
    while (from > begin && !isSpace(text[from - 1]) && std::string_view("(\"[").find(text[from - 1]) == std::string_view::npos)
        --from;
    std::string word(text.substr(from, dot - from));
    std::transform(word.begin(), word.end(), word.begin(),
                   [](unsigned char c) { return c < 0x80 ? static_cast<char>(lowerCase(c)) : static_cast<char>(c); });
    return word;
}

bool digitFollows(std::string_view text, std::size_t dot)
{
    const std::size_t next = text.find_first_not_of(" \n\t\r", dot + 1);
    return next != std::string_view::npos && text[next] >= '0' && text[next] <= '9';
}

// "1. März" at the dot
bool countsNext(std::string_view text, std::size_t dot)
{
    constexpr std::size_t kLongest = 20;   // bytes up to the end of the next word
    const std::vector<Word> next = splitWords(text.substr(dot + 1, kLongest));
    return !next.empty() && (isOneOf(next.front().folded, kCounted) || isGermanMonthName(next.front().folded));
}

bool dotEndsNothing(std::string_view text, std::size_t begin, std::size_t dot)
{
    std::string word = wordBefore(text, begin, dot);
    if (const std::size_t joined = word.rfind(".-"); joined != std::string::npos)   // "Dipl.-Ing."
        word.erase(0, joined + 2);
    if (isOneOf(word, kBeforeNumber) && digitFollows(text, dot))
        return true;
    if (std::binary_search(kAbbreviations.begin(), kAbbreviations.end(), std::string_view(word)))
        return true;
    const bool initial = word.size() == 1 && word[0] >= 'a' && word[0] <= 'z' && word[0] != 'i';   // "J. Smith"; "So did I. Then"
    const bool dotted = word.size() >= 3 && word[word.size() - 2] == '.' && word[word.size() - 1] >= 'a';   // "U.S."
    const bool number = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
    const bool listNumber = number && dot - word.size() == begin;   // "1. First item"
    const bool isCount = number && word.size() <= 2 && countsNext(text, dot);
    return initial || dotted || listNumber || isCount;
}

// A line that starts here is an item of its own.
bool startsListItem(std::string_view text, std::size_t line)
{
    while (line < text.size() && (text[line] == ' ' || text[line] == '\t'))
        ++line;
    const std::string_view rest = text.substr(line);
    for (const std::string_view marker : {"- ", "* ", "+ ", "\u2022 ", "\u2013 ", "| ", "# ", "## ", "### "}) {
        if (rest.starts_with(marker))
            return true;
    }
    std::size_t digits = 0;
    while (digits < rest.size() && digits < 3 && rest[digits] >= '0' && rest[digits] <= '9')
        ++digits;
    return digits > 0 && digits + 1 < rest.size() && (rest[digits] == '.' || rest[digits] == ')') && rest[digits + 1] == ' ';
}

// The lines before and behind the line break are rows of a table.
bool isBetweenRows(std::string_view text, std::size_t lineBreak)
{
    const std::size_t before = lineBreak == 0 ? 0 : text.rfind('\n', lineBreak - 1) + 1;   // npos + 1: the text's begin
    const std::string_view behind = text.substr(lineBreak + 1);
    return text.substr(before, lineBreak - before).find(kCellBorder) != std::string_view::npos &&
           behind.substr(0, behind.find('\n')).find(kCellBorder) != std::string_view::npos;
}

bool blankLineAt(std::string_view text, std::size_t lineBreak)
{
    for (std::size_t i = lineBreak + 1; i < text.size(); ++i) {
        if (text[i] == '\n')
            return true;
        if (!isSpace(text[i]))
            return false;
    }
    return false;
}

// `line`: where a line starts. True if the line before it is blank.
bool blankLineBefore(std::string_view text, std::size_t line)
{
    if (text[line - 1] != '\n')
        return false;
    for (std::size_t i = line - 1; i > 0; --i) {
        if (text[i - 1] == '\n')
            return true;
        if (!isSpace(text[i - 1]))
            return false;
    }
    return true;
}

// Behind a line that ends at `end`, one of a few words and then one that begins with no small letter: a term and its description, as lists
// of definitions have them.
bool isTermLine(std::string_view text, std::size_t end)
{
    constexpr std::size_t kLongest = 30, kMostWords = 3;
    if (end >= text.size() || text[end] != '\n')
        return false;
    const std::string_view rest = text.substr(end + 1, kLongest + 1);
    const std::string_view line = rest.substr(0, rest.find('\n'));
    const std::size_t next = end + 1 + line.size() + 1;
    if (line.empty() || line.size() == rest.size() || isSpace(line[0]) || next >= text.size())
        return false;
    std::size_t at = next;
    const char last = line.back();
    const bool isBelow = !isLower(nextCharacter(text, at)) && text[next] != '\n';
    return isBelow && splitWords(line).size() <= kMostWords && (isAsciiLetter(last) || isAsciiDigit(last));
}

// The line that begins at `begin` and ends at the line break is short and opens what stands in the next one, which is much longer and
// begins with a capital: a heading without a blank line behind it.
bool isHeadingLine(std::string_view text, std::size_t begin, std::size_t lineBreak)
{
    constexpr std::size_t kLongest = 70, kShortestNext = 60, kMostWords = 10;
    const std::string_view line = text.substr(begin, lineBreak - begin), behind = text.substr(lineBreak + 1);
    const std::string_view next = behind.substr(0, behind.find('\n'));
    const bool isShort = line.size() <= kLongest && next.size() >= kShortestNext && 3 * line.size() <= 2 * next.size();
    if (!isShort || line.find_first_of("\n|") != std::string_view::npos || next.find(kCellBorder) != std::string_view::npos)
        return false;
    const std::vector<Word> words = splitWords(line);
    const bool isOpen = std::string_view(".,;:!?-(").find(line.back()) != std::string_view::npos;
    return !words.empty() && words.size() <= kMostWords && !isOpen && isCapitalAt(next, 0) &&
           (isCapitalAt(line, words.front().range.begin) || isAsciiDigit(words.front().folded[0]));
}

struct Splitter
{
    std::string_view text;
    std::vector<ByteRange> sentences;
    std::size_t begin = 0;

    void cut(std::size_t end)
    {
        std::size_t from = begin;
        while (from < end && isSpace(text[from]))
            ++from;
        std::size_t to = end;
        while (to > from && isSpace(text[to - 1]))
            --to;
        if (to > from)
            sentences.push_back({from, to});
        begin = end;
    }

    std::size_t start() const
    {
        std::size_t from = begin;
        while (from < text.size() && isSpace(text[from]))
            ++from;
        return from;
    }

    // `at`: just behind a terminator that stood at `mark`. Returns where to go on.
    std::size_t terminator(std::size_t mark, std::size_t at, char32_t sign)
    {
        std::size_t end = at;
        bool closed = false;
        while (end < text.size()) {
            std::size_t next = end;
            const char32_t c = nextCharacter(text, next);
            if (!isTerminator(c) && !isCloser(c))
                break;
            closed = closed || isCloser(c);
            end = next;
        }
        const std::size_t words = end;
        end = pastNoteMarks(text, end);
        const bool wide = sign == U'\u3002' || sign == U'\uFF01' || sign == U'\uFF1F';
        if (end < text.size() && !isSpace(text[end]) && !wide)
            return end;
        if (sign == U'.' && words == at && dotEndsNothing(text, start(), mark))
            return end;
        std::size_t after = end;
        while (after < text.size() && isSpace(text[after]))
            ++after;
        std::size_t peek = after;
        const char32_t next = after < text.size() ? nextCharacter(text, peek) : 0;
        const bool mayGoOn = closed || sign == U'.' || sign == U'\u2026';   // "'What?' he said", "approx. ten"
        const bool goesOn = isLower(next) && mayGoOn && !isTermLine(text, end);
        if (!goesOn)
            cut(end);
        return end;
    }
};

}  // namespace

std::vector<ByteRange> splitSentences(std::string_view text)
{
    Splitter splitter{text, {}, 0};
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t mark = i;
        const char32_t c = nextCharacter(text, i);
        const bool isLineEnd = c == U'\n' && mark > splitter.start();
        if (c == U'\n' && (blankLineAt(text, mark) || startsListItem(text, mark + 1)))
            splitter.cut(i);
        else if (isLineEnd && isHeadingLine(text, splitter.start(), mark))
            splitter.cut(i);
        else if (isTerminator(c))
            i = splitter.terminator(mark, i, c);
    }
    splitter.cut(text.size());
    return std::move(splitter.sentences);
}

std::vector<ByteRange> splitLines(std::string_view text)
{
    std::vector<ByteRange> lines;
    for (std::uint64_t begin = 0; begin < text.size();) {
        const std::uint64_t end = std::min<std::uint64_t>(text.size(), text.find('\n', begin));
        const std::size_t first = std::min<std::size_t>(text.find_first_not_of(" \t", begin), end);
        const std::size_t last = text.find_last_not_of(" \t", end == 0 ? 0 : end - 1);
        lines.push_back({first, first == end || last == std::string_view::npos ? first : last + 1});
        begin = end + 1;
    }
    return lines;
}

ByteRange nextParagraph(std::string_view text, std::uint64_t at)
{
    const std::size_t begin = std::min(text.find_first_not_of('\n', at), text.size());
    return {begin, std::min(text.find("\n\n", begin), text.size())};
}

ByteRange paragraphAround(std::string_view text, ByteRange range)
{
    std::size_t begin = std::min<std::size_t>(range.begin, text.size());
    while (begin > 0 && !blankLineBefore(text, begin))
        --begin;
    std::size_t end = std::max<std::size_t>(begin, std::min<std::size_t>(range.end, text.size()));
    while (end < text.size() && !(text[end] == '\n' && blankLineAt(text, end)))
        ++end;
    while (begin < end && isSpace(text[begin]))
        ++begin;
    while (end > begin && isSpace(text[end - 1]))
        --end;
    return {begin, end};
}

bool endsAsSentence(std::string_view sentence)
{
    constexpr auto kGermanClosers = std::to_array<std::string_view>({"\u00AB", "\u00BB", "\u201C"});
    for (const std::string_view closer : kGermanClosers)
        sentence = sentence.ends_with(closer) ? sentence.substr(0, sentence.size() - closer.size()) : sentence;
    const std::size_t end = sentence.find_last_not_of("\"')]*_");
    return end != std::string_view::npos && (sentence[end] == '.' || sentence[end] == '!' || sentence[end] == '?');
}

ByteRange withoutListMark(std::string_view text, ByteRange sentence)
{
    constexpr std::string_view kMark = "- ";
    const std::string_view words = text.substr(sentence.begin, sentence.size());
    if (words.starts_with(kMark))
        return {sentence.begin + kMark.size(), sentence.end};
    const std::size_t cell = words.rfind(kCellBorder);
    return {sentence.begin + (cell == std::string_view::npos ? 0 : cell + kCellBorder.size()), sentence.end};
}

ByteRange withWhatIsMeant(std::string_view text, ByteRange sentence, std::uint64_t most)
{
    constexpr auto kPointing = std::to_array<std::string_view>({"this", "that", "these", "those", "such"});
    const std::vector<Word> words = splitWords(text.substr(sentence.begin, sentence.size()));
    if (words.empty() || words.front().range.begin > 0 || !isOneOf(words.front().folded, kPointing))
        return sentence;
    const std::vector<ByteRange> all = sentencesAround(text, paragraphAround(text, sentence));
    const auto own = std::find(all.begin(), all.end(), sentence);
    if (own == all.begin() || own == all.end())
        return sentence;
    const ByteRange& last = *(own - 1);
    const std::string_view said = text.substr(last.begin, last.size());
    const bool isFit = sentence.end - last.begin <= most && endsAsSentence(said) && said.find('"') == std::string_view::npos;
    return isFit ? ByteRange{last.begin, sentence.end} : sentence;
}

std::vector<ByteRange> sentencesAround(std::string_view text, ByteRange range)
{
    const ByteRange paragraph = paragraphAround(text, range);
    std::vector<ByteRange> found;
    for (const ByteRange& local : splitSentences(text.substr(paragraph.begin, paragraph.size()))) {
        const ByteRange sentence{paragraph.begin + local.begin, paragraph.begin + local.end};
        if (sentence.begin < range.end && sentence.end > range.begin)
            found.push_back(sentence);
    }
    return found;
}

std::vector<ByteRange> sentencesAndRowsAround(std::string_view text, ByteRange range)
{
    std::vector<ByteRange> found;
    for (ByteRange part : sentencesAround(text, range)) {
        for (std::size_t at = text.find('\n', part.begin); at < part.end; at = text.find('\n', at + 1)) {
            if (!isBetweenRows(text, at))
                continue;
            if (part.begin < range.end && at > range.begin)
                found.push_back({part.begin, at});
            part.begin = at + 1;
        }
        if (part.begin < range.end && part.end > range.begin)
            found.push_back(part);
    }
    return found;
}

}  // namespace cairn
