#include "core/documents/markup/rst_inline.h"

#include "core/documents/markup/rst_names.h"
#include "core/types/ascii.h"

#include <algorithm>

namespace cairn
{

namespace
{

constexpr std::string_view kMarks = "\\*|:`_[";

enum CloserIndex : std::size_t { kLiteral, kStrong, kEmphasis, kInterpreted, kSubstitution };

bool isWord(char c)
{
    return isAsciiAlphanumeric(c) || static_cast<unsigned char>(c) >= 0x80;
}

bool isBlank(char c)
{
    return isFlowSpace(c) || c == '\v';
}

}  // namespace

void RstInline::addLine(std::string_view text, std::uint64_t source)
{
    if (!m_lines.empty())
        m_text += '\n';
    addPiece(text, source);
}

void RstInline::addPiece(std::string_view text, std::uint64_t source)
{
    m_lines.push_back({m_text.size(), m_text.size() + text.size(), source});
    m_text += text;
}

bool RstInline::takeLiteralMark()
{
    if (!m_text.ends_with("::"))
        return false;
    m_text.pop_back();
    if (m_text.size() == 1 || isBlank(m_text[m_text.size() - 2]))
        m_text.pop_back();
    return true;
}

// Bytes [begin, end) of the text, each line from its place in the source. REQUIRES: calls ascend.
void RstInline::emit(std::size_t begin, std::size_t end)
{
    while (begin < end) {
        const std::uint64_t source = placeOf(begin);
        const std::size_t stop = std::min(end, m_lines[m_line].end);
        m_builder->flow(std::string_view(m_text).substr(begin, stop - begin), source);
        const bool lineEnds = stop < end && (m_line + 1 == m_lines.size() || m_lines[m_line + 1].begin > stop);
        if (lineEnds)
            m_builder->space();
        begin = stop + (lineEnds ? 1 : 0);
    }
}

// In the source. REQUIRES: as emit().
std::uint64_t RstInline::placeOf(std::size_t at)
{
    while (m_line + 1 < m_lines.size() && m_lines[m_line + 1].begin <= at)
        ++m_line;
    return m_lines[m_line].source + (at - m_lines[m_line].begin);
}

// Words for bytes [begin, end) of the text.
void RstInline::replace(std::size_t begin, std::size_t end, const std::string& words)
{
    const std::uint64_t source = placeOf(begin);
    m_builder->replaced(words, source, placeOf(end - 1) + 1 - source);
}

// Inline markup starts after white space or opening punctuation and before a character that isn't white space.
bool RstInline::opensAt(std::size_t at, std::size_t length) const
{
    if (at + length >= m_text.size() || isBlank(m_text[at + length]))
        return false;
    if (at == 0)
        return true;
    const char before = m_text[at - 1];
    return !isWord(before) && before != '\\';
}

// Closing marks stand behind a character that isn't white space and before one that is no letter or digit.
std::size_t RstInline::findCloser(std::size_t closer, std::size_t from)
{
    Closer& c = m_closers[closer];
    if (c.found != std::string::npos && c.found < from) {
        for (c.found = m_text.find(c.mark, from); c.found != std::string::npos; c.found = m_text.find(c.mark, c.found + 1)) {
            const std::size_t after = c.found + c.mark.size();
            const bool ends = after >= m_text.size() || !isWord(m_text[after]);
            const bool escaped = closer != kLiteral && m_text[c.found - 1] == '\\';
            const bool partOfStrong =
                closer == kEmphasis && (m_text[c.found - 1] == '*' || (after < m_text.size() && m_text[after] == '*'));
            if (!isBlank(m_text[c.found - 1]) && ends && !escaped && !partOfStrong)
                break;
        }
    }
    return c.found;
}

std::size_t RstInline::escape(std::size_t at)
{
    if (at + 1 >= m_text.size())
        return at + 1;
    std::size_t end = at + 2;
    while (end < m_text.size() && (static_cast<unsigned char>(m_text[end]) & 0xC0) == 0x80)
        ++end;   // the rest of the character
    if (!isBlank(m_text[at + 1]))
        emit(at + 1, end);
    return end;
}

// A span without further meaning: the words between the marks.
std::size_t RstInline::spanned(std::size_t at, std::size_t closer)
{
    const std::size_t length = m_closers[closer].mark.size();
    if (!opensAt(at, length))
        return 0;
    const std::size_t end = findCloser(closer, at + length + 1);
    if (end == std::string::npos)
        return 0;
    const std::string_view inside = std::string_view(m_text).substr(at + length, end - at - length);
    std::size_t next = end + length;
    while (closer == kSubstitution && next < m_text.size() && m_text[next] == '_')
        ++next;
    if (const std::string* words = closer == kSubstitution && m_names ? m_names->wordsOf(inside) : nullptr)
        replace(at, next, *words);
    else
        emit(at + length, end);
    return next;
}

// `text`, `text <target>`_, `text`:role: and what stands behind a role.
std::size_t RstInline::quoted(std::size_t at, std::string_view roleName)
{
    const std::size_t end = findCloser(kInterpreted, at + 2);
    if (end == std::string::npos)
        return 0;
    std::size_t begin = at + 1;
    std::size_t stop = end;
    const std::size_t target = std::string_view(m_text).substr(begin, end - begin).rfind('<');
    if (m_text[end - 1] == '>' && target != std::string::npos && target > 0) {
        stop = begin + target;
        while (stop > begin && isBlank(m_text[stop - 1]))
            --stop;
    } else if (!roleName.empty()) {
        if (roleName == "pep" || roleName == "rfc")
            m_builder->inserted(roleName == "pep" ? "PEP " : "RFC ");
        const std::string_view words = std::string_view(m_text).substr(begin, stop - begin);
        if ((roleName == "sup" || roleName == "superscript") && isPower(words) && m_builder->paragraphBytes() > 0)
            m_builder->inserted("^");
        if (m_text[begin] == '~') {   // only the last part of the name is shown
            const std::size_t dot = std::string_view(m_text).substr(0, end).rfind('.');
            begin = dot != std::string::npos && dot > begin && dot + 1 < end ? dot + 1 : begin + 1;
        } else if (m_text[begin] == '!') {
            ++begin;
        }
    }
    emit(begin, stop);
    std::size_t next = end + 1;
    while (next < m_text.size() && m_text[next] == '_')
        ++next;
    if (next == end + 1 && next < m_text.size() && m_text[next] == ':') {   // `text`:role:
        std::size_t colon = next + 1;
        while (colon < m_text.size() && (isWord(m_text[colon]) || m_text[colon] == '-'))
            ++colon;
        if (colon > next + 1 && colon < m_text.size() && m_text[colon] == ':')
            next = colon + 1;
    }
    return next;
}

// :name:`text`
std::size_t RstInline::role(std::size_t at)
{
    std::size_t end = at + 1;
    while (end < m_text.size() && end - at < 64 &&
           (isWord(m_text[end]) || std::string_view("-+._:").find(m_text[end]) != std::string_view::npos))
        ++end;
    if (end < at + 3 || end >= m_text.size() || m_text[end] != '`' || m_text[end - 1] != ':' || !opensAt(at, 1))
        return 0;
    return quoted(end, std::string_view(m_text).substr(at + 1, end - at - 2));
}

// The underscore behind "name_", "name__" and "[1]_".
std::size_t RstInline::reference(std::size_t at)
{
    std::size_t end = at;
    while (end < m_text.size() && m_text[end] == '_')
        ++end;
    const bool inside = at == 0 || end - at > 2 || (end < m_text.size() && isWord(m_text[end]));
    if (inside || !(isWord(m_text[at - 1]) || m_text[at - 1] == ']'))
        return 0;
    std::size_t begin = at;
    while (begin > 0 && at - begin < 128 && (isWord(m_text[begin - 1]) || m_text[begin - 1] == '_'))
        --begin;
    return begin < at && m_text[begin] == '_' ? 0 : end;
}

// "[#name]_": the number sign asks for a number that the text never shows; name and note say the same without it. "[#]_" gets one.
std::size_t RstInline::footnoteLabel(std::size_t at)
{
    if (m_names && std::string_view(m_text).substr(at).starts_with("[#]_")) {
        emit(at, at + 1);
        replace(at + 1, at + 2, m_names->numberOfReference());
        return at + 2;
    }
    if (at + 2 >= m_text.size() || m_text[at + 1] != '#' || !isWord(m_text[at + 2]))
        return 0;
    emit(at, at + 1);
    return at + 2;
}

// Handles the markup at `at`; the place behind it, or 0: none starts here.
std::size_t RstInline::markup(std::size_t at)
{
    const std::string_view rest = std::string_view(m_text).substr(at);
    switch (rest.front()) {
    case '\\': return escape(at);
    case '*': return spanned(at, rest.starts_with("**") ? kStrong : kEmphasis);
    case '|': return spanned(at, kSubstitution);
    case ':': return role(at);
    case '`': return rest.starts_with("``") ? spanned(at, kLiteral) : opensAt(at, 1) ? quoted(at, {}) : 0;
    case '[': return footnoteLabel(at);
    case '_':
        if (rest.starts_with("_`"))
            return quoted(at + 1, {});
        return reference(at);
    default: return 0;
    }
}

void RstInline::write(TextBuilder& builder)
{
    m_builder = &builder;
    std::size_t done = 0;
    for (std::size_t at = m_text.find_first_of(kMarks); at < m_text.size(); at = m_text.find_first_of(kMarks, at)) {
        // What stands before goes first, so that text ascends; it is taken again only if markup really starts here.
        emit(done, at);
        done = at;
        const std::size_t next = markup(at);
        if (next > at)
            done = at = next;
        else
            ++at;
    }
    emit(done, m_text.size());
}

}  // namespace cairn
