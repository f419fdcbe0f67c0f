#include "core/documents/text/text_headings.h"

#include "core/documents/text/chapter_words.h"
#include "core/documents/text/text_builder.h"
#include "core/documents/text/text_lines.h"
#include "core/formats/utf8.h"
#include "core/types/ascii.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>

namespace cairn
{

namespace
{

constexpr std::size_t kLongestHeading = 100;   // bytes; of one that is underlined
constexpr std::size_t kLongestNumbered = 80;
constexpr std::size_t kMostNumberedWords = 12;
constexpr std::size_t kLeastNumbered = 3;      // headings that count up
constexpr unsigned kDeepestLevel = 6;
constexpr qsizetype kLongestSection = 300;     // characters
constexpr qsizetype kMostSectionLines = 4;

std::string_view firstLine(std::string_view paragraph)
{
    return paragraph.substr(0, paragraph.find_first_of("\r\n"));
}

// The sign that a line consists of, if it may underline a title; else 0.
char lineSign(std::string_view line)
{
    const std::string_view signs = trimmedLine(line);
    const bool isLine = signs.size() >= 3 && std::string_view("=-~*^#+_").find(signs.front()) != std::string_view::npos;
    return isLine && signs.find_first_not_of(signs.front()) == std::string_view::npos ? signs.front() : '\0';
}

// About as long as what stands above it.
bool underlines(std::string_view line, std::string_view title)
{
    const std::size_t count = countCharacters(title);
    return line.size() + line.size() / 4 + 1 >= count && line.size() <= count + count / 2 + 2;
}

// Levels of lines of signs, in the order in which they are met.
class Underlined
{
public:
    // A title with its line at the beginning of `paragraph`: the title goes to `out`, `paragraph` becomes what follows.
    void take(std::string_view text, TextParagraph& paragraph, std::vector<TextParagraph>& out)
    {
        const std::string_view whole = text.substr(paragraph.begin, paragraph.end - paragraph.begin);
        if (lineSign(firstLine(whole)) != '\0')
            return takeFramed(whole, paragraph, out);
        const std::string_view title = firstLine(whole);
        const std::size_t below = whole.find_first_not_of("\r\n", title.size());
        if (below == std::string_view::npos || title.size() > kLongestHeading)
            return;
        const std::string_view line = firstLine(whole.substr(below));
        const char sign = lineSign(line);
        if (sign == '\0' || !mayBeTitle(title) || !underlines(trimmedLine(line), trimmedLine(title)))
            return;
        out.push_back({paragraph.begin, paragraph.begin + title.size(), levelOf(sign)});
        const std::size_t rest = whole.find_first_not_of("\r\n", below + line.size());
        paragraph.begin = rest == std::string_view::npos ? paragraph.end : paragraph.begin + rest;
    }

private:
    static bool mayBeTitle(std::string_view line)
    {
        const auto isWord = [](char c) { return isAsciiAlphanumeric(c) || (c & '\x80') != 0; };
        return std::any_of(line.begin(), line.end(), isWord) && line.find('|') == std::string_view::npos;
    }

    unsigned levelOf(char sign)
    {
        std::size_t level = m_signs.find(sign);
        if (level == std::string::npos) {
            level = m_signs.size();
            m_signs += sign;
        }
        return std::min(static_cast<unsigned>(level) + 1, kDeepestLevel);
    }

    // A title between two lines of the same signs; the rows of a table have more such lines, and wide gaps.
    void takeFramed(std::string_view whole, TextParagraph& paragraph, std::vector<TextParagraph>& out)
    {
        const std::string_view over = firstLine(whole);
        const std::size_t begin = std::min(whole.find_first_not_of("\r\n", over.size()), whole.size());
        const std::string_view title = firstLine(whole.substr(begin));
        const std::size_t below = std::min(whole.find_first_not_of("\r\n", begin + title.size()), whole.size());
        const std::string_view line = firstLine(whole.substr(below));
        const std::size_t rest = std::min(whole.find_first_not_of("\r\n", below + line.size()), whole.size());
        const bool isFrame = trimmedLine(line) == trimmedLine(over) && title.size() <= kLongestHeading && mayBeTitle(title);
        const std::size_t last = whole.find_last_of("\r\n");
        const bool isTable = rest < whole.size() && last != std::string_view::npos && lineSign(whole.substr(last + 1)) != '\0';
        if (!isFrame || isTable || trimmedLine(title).find("   ") != std::string_view::npos)
            return;
        constexpr char kFramed = '\x80';   // other levels than under one line alone
        const unsigned level = levelOf(static_cast<char>(lineSign(over) | kFramed));
        out.push_back({paragraph.begin + begin, paragraph.begin + begin + title.size(), level});
        paragraph.begin = rest == whole.size() ? paragraph.end : paragraph.begin + rest;
    }

    std::string m_signs;
};

// "2. Terms", "2.1 Scope of the licence".
struct Numbered
{
    std::size_t paragraph = 0;
    unsigned first = 0;      // number
    unsigned depth = 0;      // numbers
};

// Each word of some length begins with a capital: what ends with a full stop all the same is no sentence.
bool isTitleCase(std::string_view words)
{
    constexpr std::size_t kSmallWord = 4;   // letters, as "with"
    for (std::size_t at = 0; at < words.size();) {
        const std::size_t end = std::min(words.find(' ', at), words.size());
        if (end - at > kSmallWord && words[at] >= 'a' && words[at] <= 'z')
            return false;
        at = end + 1;
    }
    return true;
}

// A capital, a letter of a script without them, or a quotation mark.
bool beginsTitle(std::string_view words)
{
    const QString first = QString::fromUtf8(words.data(), qsizetype(std::min<std::size_t>(words.size(), 4)));
    const bool isQuoted = QStringView(u"\u00BB\u201E\u201C\u00AB").contains(first.front());
    return isQuoted || (first.front().isLetter() && !first.front().isLower());
}

std::optional<Numbered> numberedLine(std::string_view paragraph)
{
    const std::string_view line = trimmedLine(paragraph);
    if (line.size() > kLongestNumbered || line.find_first_of("\r\n") != std::string_view::npos)
        return std::nullopt;
    Numbered result;
    std::size_t at = 0;
    for (unsigned number = 0; at < line.size(); ++result.depth) {
        const auto [end, status] = std::from_chars(line.data() + at, line.data() + std::min(line.size(), at + 2), number);
        if (status != std::errc())
            break;
        result.first = result.depth == 0 ? number : result.first;
        at = static_cast<std::size_t>(end - line.data());
        if (at < line.size() && line[at] == '.')
            ++at;
    }
    const std::size_t begin = std::min(line.find_first_not_of(' ', at), line.size());
    const std::string_view words = line.substr(begin);
    if (result.depth == 0 || begin == at || words.size() < 2 || !beginsTitle(words))
        return std::nullopt;
    const bool stops = words.back() == '.';
    const bool goesOn = std::string_view(",;:!").find(words.back()) != std::string_view::npos;
    const bool isSentence = goesOn || words.find(". ") != std::string_view::npos || words.find("..") != std::string_view::npos ||
                            (stops && (result.depth > 1 || !isTitleCase(words)));
    const auto spaces = static_cast<std::size_t>(std::count(words.begin(), words.end(), ' '));
    return isSentence || spaces >= kMostNumberedWords ? std::nullopt : std::optional(result);
}

// Those of the first level count up from 0 or 1, and text stands below them: else they are items of a list.
std::vector<Numbered> countingUp(const std::vector<Numbered>& lines, std::size_t paragraphs)
{
    const auto hasText = [&](std::size_t i) {
        const std::size_t below = lines[i].paragraph + 1;
        return below < paragraphs && (i + 1 == lines.size() || lines[i + 1].paragraph != below || lines[i + 1].depth > lines[i].depth);
    };
    std::vector<Numbered> found;
    std::size_t count = 0, withText = 0;
    unsigned last = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const bool begins = count == 0 && lines[i].first <= 1;
        if (lines[i].depth > 1 ? count > 0 && lines[i].first == last && hasText(i) : begins || (count > 0 && lines[i].first == last + 1)) {
            found.push_back(lines[i]);
            last = lines[i].first;
            count += lines[i].depth == 1 ? 1 : 0;
            withText += lines[i].depth == 1 && hasText(i) ? 1 : 0;
        } else if (lines[i].depth == 1 && lines[i].first <= 1 && count < kLeastNumbered) {   // begins again
            found = {lines[i]};
            last = lines[i].first;
            count = 1;
            withText = hasText(i) ? 1 : 0;
        }
    }
    if (count < kLeastNumbered || withText + 1 < count)
        found.clear();
    return found;
}

// Sections of the chapter above, "2.1", "2.1.1", "A.3", as they count up: in long titles, over lines and with any sign at their end
// but a full stop.
class ChapterSections
{
public:
    void begin(const ChapterMark& chapter)
    {
        m_chapter = chapter;
        m_prefix = chapter.number.toStdString() + '.';
        m_last.clear();
    }

    // The level of a paragraph that is the next of them; else 0.
    unsigned levelOf(std::string_view paragraph)
    {
        if (m_chapter.number.isEmpty() || !paragraph.starts_with(m_prefix) || paragraph.size() > 4 * std::size_t(kLongestSection))
            return 0;
        const QString text = QString::fromUtf8(paragraph.data(), qsizetype(paragraph.size())).replace(QChar::Nbsp, u' ');
        std::vector<unsigned> numbers;
        const qsizetype begin = readNumbers(text, m_chapter.number.size() + 1, numbers);
        if (begin < 0 || !follows(numbers))
            return 0;
        m_last = std::move(numbers);
        return isTitle(QStringView(text).mid(begin)) ? std::min(m_chapter.level + unsigned(m_last.size()), kDeepestLevel) : 0;
    }

private:
    // Where the words begin; -1: no numbers stand before them.
    static qsizetype readNumbers(const QString& text, qsizetype at, std::vector<unsigned>& numbers)
    {
        constexpr unsigned kMost = 999;
        while (at < text.size() && text[at].isDigit()) {
            unsigned number = 0;
            for (; at < text.size() && text[at].isDigit() && number <= kMost; ++at)
                number = 10 * number + unsigned(text[at].digitValue());
            numbers.push_back(number);
            at += at < text.size() && text[at] == u'.' ? 1 : 0;
        }
        return numbers.empty() || at >= text.size() || text[at] != u' ' ? -1 : at + 1;
    }

    bool follows(const std::vector<unsigned>& next) const
    {
        const std::size_t depth = next.size() - 1;
        if (depth > m_last.size() || !std::equal(next.begin(), next.end() - 1, m_last.begin()))
            return false;
        return next.back() == (depth < m_last.size() ? m_last[depth] : 0) + 1;
    }

    static bool isTitle(QStringView words)
    {
        static const QRegularExpression numbered(QStringLiteral("\n\\s*(?:[\\dA-Z]{1,3}\\.|[-*])"));
        words = words.trimmed();
        if (words.isEmpty() || words.size() > kLongestSection || words.count(u'\n') >= kMostSectionLines || words.front().isLower())
            return false;
        const bool stops = words.endsWith(u'.') && !words.endsWith(u"...");
        return !stops && !QStringView(u",;:\u3002").contains(words.back()) && !numbered.match(words.toString()).hasMatch();
    }

    ChapterMark m_chapter;
    std::string m_prefix;           // what its sections' numbers begin with
    std::vector<unsigned> m_last;   // numbers behind the chapter's own
};

}  // namespace

namespace
{

// "P R E F A C E." as "preface"
QString bareName(std::string_view line)
{
    static const QRegularExpression signs(QStringLiteral("[\\s.:]"));
    return QString::fromUtf8(line.data(), qsizetype(line.size())).toLower().remove(signs);
}

}  // namespace

bool isContentsHeading(std::string_view line)
{
    static constexpr std::array kNames = std::to_array<QStringView>(
        {u"contents", u"tableofcontents", u"inhalt", u"inhaltsverzeichnis", u"tabledesmatières", u"sommaire", u"índice",
         u"tabladecontenidos", u"indice", u"sommario", u"inhoud", u"inhoudsopgave", u"содержание", u"оглавление"});
    return std::find(kNames.begin(), kNames.end(), QStringView(bareName(line))) != kNames.end();
}

bool headsPart(std::string_view line)
{
    static constexpr std::array kNames = std::to_array<QStringView>(
        {u"preface", u"preamble", u"introduction", u"abstract", u"foreword", u"prologue", u"acknowledgements", u"acknowledgments",
         u"vorwort", u"präambel", u"einleitung", u"geleitwort", u"zusammenfassung", u"prolog", u"avant-propos", u"préface", u"résumé",
         u"prólogo", u"prefacio", u"introducción", u"resumen", u"prefazione", u"introduzione", u"inleiding", u"voorwoord"});
    return isContentsHeading(line) || chapterMark(line).level > 0 ||
           std::find(kNames.begin(), kNames.end(), QStringView(bareName(line))) != kNames.end();
}

namespace
{

std::vector<TextParagraph> withHeadings(std::string_view text, const std::vector<TextParagraph>& paragraphs)
{
    std::vector<TextParagraph> result;
    result.reserve(paragraphs.size());
    Underlined underlined;
    ChapterSections sections;
    std::vector<Numbered> numbered;
    std::vector<std::size_t> contents;   // paragraphs
    unsigned deepest = 0;
    std::size_t underlines = 0;
    bool hasTitle = false;   // a line of signs under the first words
    Numbered above;   // of the underlined heading before; `paragraph`: behind it
    for (TextParagraph paragraph : paragraphs) {
        const std::size_t before = result.size();
        underlined.take(text, paragraph, result);
        if (result.size() > before) {
            ++underlines;
            above = numberedLine(text.substr(result.back().begin, result.back().end - result.back().begin)).value_or(Numbered());
            above.paragraph = result.size();
            hasTitle = hasTitle || (before == 0 && above.depth == 0);
        }
        if (paragraph.begin == paragraph.end)
            continue;
        const std::string_view words = text.substr(paragraph.begin, paragraph.end - paragraph.begin);
        const ChapterMark chapter = chapterMark(trimmedLine(words));
        paragraph.level = chapter.level;
        if (chapter.level > 0)
            sections.begin(chapter);
        else if (const unsigned level = sections.levelOf(trimmedLine(words)); level > 0)
            paragraph.level = level;
        if (chapter.level > 0 && isContentsHeading(words))
            contents.push_back(result.size());
        else
            deepest = std::max(deepest, chapter.level);
        auto line = paragraph.level == 0 ? numberedLine(words) : std::nullopt;
        if (line && above.depth == 1 && line->depth > 1 && line->first == above.first) {   // "2.1 Scope" in the underlined "2 Terms"
            paragraph.level = std::min(result[above.paragraph - 1].level + line->depth - 1, kDeepestLevel);
        } else if (line) {
            line->paragraph = result.size();
            numbered.push_back(*line);
        }
        result.push_back(paragraph);
    }
    if (underlines > (hasTitle ? 1 : 0))   // the text has its own way to say what is a heading
        return result;
    const std::vector<Numbered> counted = countingUp(numbered, result.size());
    deepest = std::max(deepest, hasTitle ? 1U : 0U);
    for (const Numbered& line : counted)
        result[line.paragraph].level = std::min(deepest + line.depth, kDeepestLevel);
    for (const std::size_t paragraph : contents)
        result[paragraph].level = deepest == 0 && !counted.empty() ? 1 : result[paragraph].level;
    return result;
}

// The first clause below the heading "2. Fees": "2.1 The fee is ..", and no row of a table of contents.
bool isFirstClause(std::string_view line, unsigned number, std::string_view next)
{
    const std::string_view words = trimmedLine(line);
    const std::string begin = std::to_string(number) + ".1";
    const std::string_view rest = words.substr(std::min(begin.size(), words.size()));
    if (!words.starts_with(begin) || !(rest.starts_with(' ') || rest.starts_with(". ")))
        return false;
    const auto has = [=](std::string_view signs) { return rest.find(signs) != rest.npos; };
    const bool isRow = has("..") || has(". .") || has("  ") || isAsciiDigit(rest.back());
    const bool goesOn = !trimmedLine(next).empty() && !isAsciiDigit(trimmedLine(next).front());
    return !isRow && (goesOn || !numberedLine(words));
}

bool endsSentence(std::string_view words)
{
    return !words.empty() && std::string_view(".;:!?\")").find(words.back()) != std::string_view::npos;
}

// Numbered headings without a blank line before the first clause below them become paragraphs of their own, which begin at `headings`.
std::vector<TextParagraph> partedAtClauses(std::string_view text, const std::vector<TextParagraph>& paragraphs,
                                           std::vector<std::size_t>& headings)
{
    std::vector<TextParagraph> result;
    for (TextParagraph paragraph : paragraphs) {
        const std::string_view whole = text.substr(0, paragraph.end);
        TextLine before{}, line = textLineAt(whole, paragraph.begin);
        while (line.next < whole.size()) {
            const TextLine below = textLineAt(whole, line.next), next = textLineAt(whole, below.next);
            const auto wordsOf = [&](const TextLine& one) { return trimmedLine(whole.substr(one.begin, one.end - one.begin)); };
            const auto heading = numberedLine(wordsOf(line));
            const bool isFirst = line.begin == paragraph.begin;
            const bool ends = isFirst || endsSentence(wordsOf(before));
            if (heading && heading->depth == 1 && ends && isFirstClause(wordsOf(below), heading->first, wordsOf(next))) {
                if (!isFirst)
                    result.push_back({paragraph.begin, before.end});
                result.push_back({line.begin, line.end});
                headings.push_back(line.begin);
                paragraph.begin = below.begin;
            }
            before = line;
            line = below;
        }
        result.push_back(paragraph);
    }
    return result;
}

}  // namespace

std::vector<TextParagraph> withTextHeadings(std::string_view text, const std::vector<TextParagraph>& paragraphs)
{
    std::vector<std::size_t> headings;
    const std::vector<TextParagraph> parted = partedAtClauses(text, paragraphs, headings);
    std::vector<TextParagraph> found = withHeadings(text, parted);
    const bool areHeadings = std::all_of(headings.begin(), headings.end(), [&](std::size_t begin) {
        const auto isBefore = [](const TextParagraph& one, std::size_t at) { return one.begin < at; };
        const auto heading = std::lower_bound(found.begin(), found.end(), begin, isBefore);
        return heading != found.end() && heading->begin == begin && heading->level > 0;
    });
    return areHeadings ? found : withHeadings(text, paragraphs);
}

}  // namespace cairn
