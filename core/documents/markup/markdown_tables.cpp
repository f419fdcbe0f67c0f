// Tables of Markdown that have no pipes of their own, and blocks of lines.
#include "core/documents/markup/markdown_notes.h"

#include <algorithm>
#include <utility>

namespace cairn
{
namespace
{

constexpr std::size_t kShortestRule = 8;     // over and under a table by columns
constexpr std::size_t kMostHeadLines = 8;
constexpr std::size_t kMostTableLines = 20'000;

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\r'; }

bool isContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

bool isMadeOf(std::string_view text, std::string_view signs) { return text.find_first_not_of(signs) == text.npos; }

// "+---+---+"
bool isBorder(std::string_view line)
{
    return line.size() > 2 && line.front() == '+' && line.back() == '+' && (line[1] == '-' || line[1] == '=') && isMadeOf(line, "+-=:");
}

bool isRule(std::string_view line) { return line.size() >= kShortestRule && isMadeOf(line, "-"); }

// "----- ---": under the names of columns.
bool isColumnRule(std::string_view line)
{
    return line.size() > 5 && line.front() == '-' && isMadeOf(line, "- ") && line.find(' ') != line.npos && line.find("- -") != 0 &&
           line.find("--") == 0;
}

bool isPipeRule(std::string_view line) { return line.find('-') != line.npos && isMadeOf(line, "|-: \t"); }

struct Edge
{
    std::size_t begin = 0;
    std::size_t size = 1;   // with a rule behind it
};

// Where the cells of a grid table's row meet: pipes, and "+---" of the rules beside a cell that spans rows.
std::vector<Edge> edgesOf(std::string_view row)
{
    std::vector<Edge> edges;
    bool afterRule = false;
    for (std::size_t i = 0; i < row.size(); ++i) {
        const bool isPipe = row[i] == '|' && (i == 0 || row[i - 1] != '\\');
        const std::size_t end = row[i] == '+' ? std::min(row.find_first_not_of("-=:", i + 1), row.size()) : i + 1;
        const bool hasRule = end > i + 3 && (end == row.size() || row[end] == '+' || row[end] == '|');
        if (isPipe || hasRule || (row[i] == '+' && (i == 0 || i + 1 == row.size() || afterRule)))
            edges.push_back({i, hasRule ? end - i : 1});
        afterRule = hasRule;
        i += hasRule ? end - i - 1 : 0;
    }
    return edges;
}

}  // namespace

MarkdownNotes::Line MarkdownNotes::lineAt(std::size_t begin) const
{
    Line line{begin, std::min(m_source.find('\n', begin), m_source.size()), 0};
    line.next = std::min(line.end + 1, m_source.size());
    while (line.begin < line.end && isSpace(m_source[line.begin]))
        ++line.begin;
    while (line.end > line.begin && isSpace(m_source[line.end - 1]))
        --line.end;
    return line;
}

// What begins a paragraph at `begin`: its end, or `begin` itself for none of these.
std::size_t MarkdownNotes::block(std::size_t begin)
{
    const Line first = lineAt(begin);
    const std::string_view text = textOf(first);
    if (isBorder(text))
        return gridTable(begin);
    if (text.starts_with("| "))
        return lineBlock(begin);
    if (isRule(text) || isColumnRule(text) || isColumnRule(textOf(lineAt(first.next))))
        return columnTable(begin);
    return begin;
}

// The row of pipes that md4c wants under the first one.
void MarkdownNotes::tableHead(std::size_t end, std::size_t cells, std::size_t columns)
{
    keepTo(end);
    std::string rule;
    for (; cells < columns; ++cells)
        rule += " |";
    rule += "\n|";
    for (std::size_t i = 0; i < columns; ++i)
        rule += "---|";
    add(rule);
}

std::size_t MarkdownNotes::endTable(std::size_t end)
{
    keepTo(end);
    if (end < m_source.size() && !lineAt(end).blank())
        add("\n");
    m_blank = m_isPlain = false;
    m_isTable = true;
    m_hanging = Hanging::None;
    return end;
}

std::size_t MarkdownNotes::gridTable(std::size_t begin)
{
    std::size_t end = begin, columns = 0, rows = 0, lastBorder = begin;
    for (Line line = lineAt(end); end < m_source.size() && !line.blank(); line = lineAt(end)) {
        const std::string_view text = textOf(line);
        if (text.front() != '+' && text.front() != '|')
            break;
        columns = std::max(columns, edgesOf(text).size());
        rows += text.front() == '|' ? 1 : 0;
        end = line.next;
        lastBorder = isBorder(text) ? end : lastBorder;
    }
    if (rows == 0 || lastBorder == begin)
        return begin;
    end = lastBorder;
    --columns;   // between the edges
    bool isFirst = true;
    for (std::size_t at = begin; at < end;) {
        const Line line = lineAt(at);
        const std::string_view text = textOf(line);
        const bool isBetween = isMadeOf(text, "|+-=: ") && (text.front() == '+' || text.find("+-") != text.npos);
        if (isBetween || isMadeOf(text, "| ")) {
            keepTo(at);
            leaveOutTo(line.next);
        } else {
            const std::size_t cells = gridRow(line.begin, line.end);
            if (std::exchange(isFirst, false))
                tableHead(line.end, cells, columns);
        }
        at = line.next;
    }
    return endTable(end);
}

// With pipes for the rules under other cells: "| a  +----+". Returns how many cells it has.
std::size_t MarkdownNotes::gridRow(std::size_t begin, std::size_t end)
{
    const std::vector<Edge> edges = edgesOf(m_source.substr(begin, end - begin));
    for (const Edge& edge : edges)
        if (m_source[begin + edge.begin] == '+') {
            keepTo(begin + edge.begin);
            add(edge.size > 1 ? "| " : "|");   // the cell beside it is empty
            leaveOutTo(begin + edge.begin + edge.size);
        }
    return edges.size() - 1;
}

// Cells stand under the dashes of a line "----- ---", whose first lines may be under a rule and name the columns. Such a table ends at a
// blank line, one between rules at the last rule.
std::size_t MarkdownNotes::columnTable(std::size_t begin)
{
    Line line = lineAt(begin);
    const bool ruled = isRule(textOf(line)), headless = isColumnRule(textOf(line));
    std::size_t lines = 0;
    for (; !isColumnRule(textOf(line)); line = lineAt(line.next))
        if (line.blank() || line.next == m_source.size() || ++lines > kMostHeadLines)
            return begin;
    const Line dashes = line;
    std::size_t end = dashes.next;
    if (lineAt(end).blank())
        return begin;
    if (!ruled && !headless) {
        for (line = lineAt(end); end < m_source.size() && !line.blank(); line = lineAt(end))
            end = line.next;
    } else {
        if (end < m_noRule)
            return begin;
        const auto closes = [&](const Line& at) {
            const bool isLast = at.next == m_source.size() || lineAt(at.next).blank();
            return isLast && (ruled ? isRule(textOf(at)) : textOf(at) == textOf(dashes));
        };
        for (line = lineAt(end); !closes(line); line = lineAt(end)) {
            end = line.next;
            if (end == m_source.size() || ++lines > kMostTableLines) {
                m_noRule = end;
                return begin;
            }
        }
        end = line.next;
    }
    std::vector<std::size_t> columns;
    const std::size_t lineBegin = m_source.rfind('\n', dashes.begin) + 1;
    for (std::size_t i = dashes.begin; i < dashes.end; ++i)
        if (m_source[i] == '-' && (i == dashes.begin || m_source[i - 1] == ' '))
            columns.push_back(i - lineBegin);
    bool isFirst = true;
    for (std::size_t at = begin; at < end;) {
        line = lineAt(at);
        const bool isDrawn = line.blank() || isRule(textOf(line)) || isColumnRule(textOf(line));
        keepTo(at);
        if (isDrawn) {
            leaveOutTo(line.next);
        } else {
            const std::size_t cells = columnRow(at, line.end, columns);
            if (std::exchange(isFirst, false))
                tableHead(line.end, cells, columns.size());
        }
        at = line.next;
    }
    return endTable(end);
}

// Pipes where the columns begin, if a cell ends there. Returns how many cells it has.
std::size_t MarkdownNotes::columnRow(std::size_t begin, std::size_t end, const std::vector<std::size_t>& columns)
{
    std::size_t column = 0, next = 1, cells = 1;
    add("|");
    for (std::size_t at = begin; at < end; ++at) {
        if (isContinuation(m_source[at]))
            continue;
        if (next < columns.size() && column++ == columns[next]) {
            ++next;
            if (isSpace(m_source[at - 1]))
                keepTo(at), add("|"), ++cells;
        }
        if (m_source[at] == '|')
            keepTo(at), add("\\");
    }
    keepTo(end);
    add(" |");
    return cells;
}

// "| first line", "|   second line": each ends in a break.
std::size_t MarkdownNotes::lineBlock(std::size_t begin)
{
    const Line first = lineAt(begin), second = lineAt(first.next);
    if (textOf(first).ends_with('|') || isPipeRule(textOf(second)))
        return begin;
    std::size_t end = begin, wordsEnd = begin;
    for (Line line = lineAt(end); end < m_source.size() && !line.blank(); line = lineAt(end)) {
        const bool isLine = m_source[line.begin] == '|' && (line.end == line.begin + 1 || isSpace(m_source[line.begin + 1]));
        if (!isLine && line.begin == end)
            break;
        if (isLine) {
            keepTo(wordsEnd);
            if (end > begin)
                add("\\\n");
            std::size_t words = line.begin + 1;
            while (words < line.end && isSpace(m_source[words]))
                ++words;
            leaveOutTo(words);
            const std::string_view text = m_source.substr(words, line.end - words);
            if (text.empty())
                add("&nbsp;");
            else if (std::string_view("#-+>~=|:").find(text.front()) != text.npos || text.starts_with("* "))
                add("\\");
        }
        end = line.next;
        wordsEnd = line.end;
    }
    return endTable(end);
}

}  // namespace cairn
