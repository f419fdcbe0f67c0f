#include "core/documents/markup/markdown_notes.h"

#include "core/types/ascii.h"
#include "core/types/roman.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace cairn
{
namespace
{

constexpr std::size_t kIndented = 4;       // spaces before a line that goes on a note, or of code

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

std::size_t spacesOf(std::string_view text)
{
    return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), isSpace) - text.begin());
}

// Bytes of what indents a line that goes on a note; 0: it isn't indented.
std::size_t indentOf(std::string_view line)
{
    for (std::size_t i = 0; i < std::min(line.size(), kIndented); ++i) {
        if (line[i] == '\t')
            return i + 1;
        if (line[i] != ' ')
            return 0;
    }
    return line.size() < kIndented ? 0 : kIndented;
}

// Of "[^label]: ..."; 0: none.
std::size_t labelSize(std::string_view text)
{
    if (!text.starts_with("[^"))
        return 0;
    const std::size_t end = text.substr(0, MarkdownNotes::kLongestLabel).find_first_of("] \t[", 2);
    return end != text.npos && end > 2 && text.substr(end).starts_with("]:") ? end - 2 : 0;
}

// "a." or "(iv)" before a space, as of an item in a list that md4c takes for words. Empty: none.
std::string_view itemLabel(std::string_view line)
{
    constexpr std::size_t kLongest = 5;   // letters
    const std::size_t first = line.starts_with('(') ? 1 : 0;
    std::size_t end = first;
    while (end < std::min(line.size(), first + kLongest) && (isAsciiLetter(line[end]) || (first > 0 && isAsciiDigit(line[end]))))
        ++end;
    const bool closes = end > first && end + 2 < line.size() && (line[end] == ')' || (first == 0 && line[end] == '.'));
    return closes && line[end + 1] == ' ' && line.find('|') == line.npos ? line.substr(0, end + 1) : std::string_view();
}

std::string_view numeralOf(std::string_view label)
{
    const std::size_t begin = label.starts_with('(') ? 1 : 0;
    return label.substr(begin, label.size() - begin - 1);
}

bool isFirstLabel(std::string_view label)
{
    const std::string numeral = label.empty() ? std::string() : asciiLower(numeralOf(label));
    return numeral == "a" || numeral == "i" || numeral == "1";
}

bool countsOn(std::string_view before, std::string_view label)
{
    if (before.empty() || label.empty() || before.back() != label.back())
        return false;
    const std::string_view a = numeralOf(before), b = numeralOf(label);
    const std::string lowerA = asciiLower(a), lowerB = asciiLower(b);
    if (isAsciiCapital(a.front()) != isAsciiCapital(b.front()) || before.starts_with('(') != label.starts_with('('))
        return false;
    if (isAsciiDigit(a.front()))
        return isAsciiDigit(b.front()) && std::atoi(lowerB.c_str()) == std::atoi(lowerA.c_str()) + 1;
    if (a.size() == 1 && b.size() == 1 && lowerB[0] == lowerA[0] + 1)
        return true;
    return romanValue(lowerA) > 0 && romanValue(lowerB) == romanValue(lowerA) + 1;
}

}  // namespace

MarkdownNotes::MarkdownNotes(std::string_view source) : m_source(source), m_lastDiv(std::min(source.rfind("\n:::"), source.size()))
{
    for (std::size_t begin = 0; begin < source.size();) {
        const std::size_t end = std::min(source.find('\n', begin), source.size() - 1) + 1;
        begin = line(begin, end);
    }
    if (!m_pieces.empty())
        keepTo(source.size());
}

// Returns where the next one begins.
std::size_t MarkdownNotes::line(std::size_t begin, std::size_t end)
{
    const bool afterBlank = m_blank;
    const std::string_view whole = m_source.substr(begin, end - begin);
    if (m_blank = spacesOf(whole) == whole.size(); m_blank)
        return end;
    if (afterBlank)
        m_linesBefore = std::exchange(m_lines, 0);
    ++m_lines;
    std::size_t indent = indentOf(whole);
    if (indent == 0 && afterBlank && m_fence == 0)
        m_hanging = Hanging::None;
    const bool wasFence = m_fence != 0, goesOn = indent > 0 && m_hanging != Hanging::None;
    if (goesOn) {
        keepTo(begin);
        leaveOutTo(begin += indent);
        indent = indentOf(m_source.substr(begin, end - begin));
    }
    const std::size_t first = begin + spacesOf(m_source.substr(begin, end - begin));
    if (m_fence == 0)
        labelled(begin, first, end);
    if (m_fence == 0 && isAsciiLetter(m_source[first])) {   // most lines
        m_isPlain = m_lines == 1 ? indent == 0 : m_isPlain;
        m_isTable = m_isTable && m_lines > 1;
        const std::size_t below = m_lines > 1 || goesOn ? m_source.npos : m_source.find_first_not_of(" \t", end);
        if (below == m_source.npos || m_source[below] != '-')
            return end;
        const std::size_t next = block(begin);
        return next > begin ? next : end;
    }
    if (isFence(m_source.substr(begin, end - begin))) {
        m_hanging = wasFence || goesOn ? m_hanging : Hanging::None;
        return end;
    }
    if (indent > 0) {
        m_isPlain = false;
        return end;
    }
    if (isDiv(first, end, afterBlank)) {
        m_blank = true;
        return end;
    }
    if (m_lines == 1 && !goesOn)
        if (const std::size_t next = block(begin); next > begin)
            return next;
    marked(first, end, afterBlank);
    return end;
}

// "::: note Title" or "::: {.note}" before other blocks, ":::" behind them: of such a line only its title is read.
bool MarkdownNotes::isDiv(std::size_t begin, std::size_t end, bool afterBlank)
{
    std::string_view rest = m_source.substr(begin, end - begin);
    if (!rest.starts_with(":::"))
        return false;
    while (!rest.empty() && isSpace(rest.back()))
        rest.remove_suffix(1);
    const std::size_t lineEnd = begin + rest.size();
    rest.remove_prefix(std::min(rest.find_first_not_of(':'), rest.size()));
    rest.remove_prefix(spacesOf(rest));
    if (rest.empty() ? m_divs == 0 : (!isAsciiLetter(rest[0]) && rest[0] != '{') || begin >= m_lastDiv)
        return false;
    m_divs = rest.empty() ? m_divs - 1 : m_divs + 1;
    const std::size_t close = rest.starts_with('{') ? rest.find('}') : rest.find_first_of(" \t{[");
    rest.remove_prefix(close == rest.npos ? rest.size() : close + (rest[close] == '}' ? 1 : 0));
    rest.remove_prefix(spacesOf(rest));
    keepTo(begin);
    if (!afterBlank)
        add("\n");
    if (!rest.empty() && rest[0] != '{') {
        const bool isBracketed = rest.front() == '[' && rest.back() == ']';
        leaveOutTo(lineEnd - rest.size() + (isBracketed ? 1 : 0));
        keepTo(lineEnd - (isBracketed ? 1 : 0));
        add("\n\n");
    }
    leaveOutTo(end);
    return true;
}

// A line that begins with a sign of its own: a note, a meaning of the term before, what a table shows; or how the paragraph begins.
void MarkdownNotes::marked(std::size_t begin, std::size_t end, bool afterBlank)
{
    const std::string_view content = m_source.substr(begin, end - begin);
    const bool afterTable = m_isTable && afterBlank;
    m_isTable = m_isTable && m_lines > 1;
    if (const std::size_t label = labelSize(content); label > 0) {
        if (!afterBlank)
            keepTo(begin), add("\n");
        note(begin, begin + 2, begin + 2 + label);
    } else if (content.size() > 2 && content[0] == ':' && isSpace(content[1]) && isTerm(afterBlank)) {
        keepTo(begin);
        if (!afterBlank)
            add("\n");
        leaveOutTo(begin += std::min(1 + spacesOf(content.substr(1)), content.size() - 1));
        if (m_source[begin] == '#')
            add("\\");
        isFence(m_source.substr(begin, end - begin));
        m_hanging = Hanging::Meaning;
    } else if (content.size() > 2 && content[0] == ':' && isSpace(content[1]) && afterTable) {   // what it shows
        keepTo(begin);
        leaveOutTo(begin + 1);
        m_isPlain = false;
    } else if (m_lines == 1) {
        const bool isMarked = std::string_view("#-+|>:<=").find(content[0]) != content.npos || content.starts_with("* ");
        m_isPlain = !isMarked && !isAsciiDigit(content[0]);
    }
}

// The line before is one of its own, or a meaning of the same term.
bool MarkdownNotes::isTerm(bool afterBlank) const
{
    const bool oneLine = afterBlank ? m_linesBefore == 1 : m_lines == 2;
    return m_hanging == Hanging::Meaning || (m_isPlain && m_hanging == Hanging::None && oneLine);
}

// A line whose label follows that of a line before it in the paragraph starts on a line of its own.
void MarkdownNotes::labelled(std::size_t begin, std::size_t first, std::size_t end)
{
    if (m_lines == 1)
        m_label = {};
    const std::string_view label = itemLabel(m_source.substr(first, end - first));
    if (label.empty())
        return;
    const std::size_t words = m_source.find_last_not_of(" \t\r\n", begin - (begin > 0 ? 1 : 0));
    const bool introduced = m_lines > 1 && words != m_source.npos && m_source[words] == ':';
    const bool follows = m_lines > 1 && (countsOn(m_label, label) || (introduced && isFirstLabel(label)));
    if (m_lines == 1 ? indentOf(m_source.substr(begin, end - begin)) == 0 : follows)
        m_label = label;
    if (!follows || words < m_done || m_source[words] == '\\' || m_source.substr(words + 1).starts_with("  "))
        return;
    keepTo(words + 1);
    add("\\\n");
    leaveOutTo(first);
}

// "[^a]:" becomes "\[a\]".
void MarkdownNotes::note(std::size_t begin, std::size_t label, std::size_t labelEnd)
{
    m_labels.emplace(m_source.substr(label, labelEnd - label));
    keepTo(begin);
    add("\\");
    keepTo(begin + 1);
    leaveOutTo(label);
    for (std::size_t at = label; at < labelEnd; ++at)
        if (const char c = m_source[at]; c > ' ' && c < 0x7F && !isAsciiAlphanumeric(c))
            keepTo(at), add("\\");
    keepTo(labelEnd);
    add("\\");
    keepTo(labelEnd + 1);
    leaveOutTo(labelEnd + 2);
    if (labelEnd + 2 < m_source.size() && !isSpace(m_source[labelEnd + 2]))
        add(" ");
    m_hanging = Hanging::Note;
    m_isPlain = false;
}

// A line of fenced code, its fences too.
bool MarkdownNotes::isFence(std::string_view content)
{
    const std::size_t begin = std::min(content.find_first_not_of(" \t>-+*0123456789.)"), content.size() - 1);
    const char c = content[begin];
    const std::size_t length = std::min(content.find_first_not_of(c, begin), content.size()) - begin;
    const std::string_view rest = content.substr(begin + length);
    if (m_fence != 0) {
        if (c == m_fence && length >= m_fenceLength && spacesOf(rest) == rest.size())
            m_fence = 0;
        return true;
    }
    if ((c != '`' && c != '~') || length < 3 || (c == '`' && rest.find('`') != rest.npos))
        return false;
    m_fence = c;
    m_fenceLength = length;
    return true;
}

void MarkdownNotes::keepTo(std::size_t source)
{
    if (source <= m_done)
        return;
    m_pieces.push_back({m_copy.size(), m_done, false});
    m_copy += m_source.substr(m_done, source - m_done);
    m_done = source;
}

void MarkdownNotes::leaveOutTo(std::size_t source) { m_done = source; }

void MarkdownNotes::add(std::string_view text)
{
    m_pieces.push_back({m_copy.size(), m_done, true});
    m_copy += text;
}

const MarkdownNotes::Piece* MarkdownNotes::pieceAt(std::size_t at) const
{
    const auto next =
        std::upper_bound(m_pieces.begin(), m_pieces.end(), at, [](std::size_t b, const Piece& piece) { return b < piece.begin; });
    return next == m_pieces.begin() ? nullptr : &*std::prev(next);
}

std::size_t MarkdownNotes::sourceOf(std::size_t at) const
{
    const Piece* piece = pieceAt(at);
    return !piece ? at : piece->added ? piece->source : piece->source + (at - piece->begin);
}

std::size_t MarkdownNotes::pieceEnd(std::size_t at) const
{
    const Piece* piece = pieceAt(at);
    return !piece || piece == &m_pieces.back() ? text().size() : (piece + 1)->begin;
}

bool MarkdownNotes::isAdded(std::size_t at) const
{
    const Piece* piece = pieceAt(at);
    return piece && piece->added;
}

}  // namespace cairn
