// Tables of reStructuredText: grid tables, simple tables, list-tables and csv-tables. Each line of the source becomes a row of its own,
// so that the words keep the order they have in the file; lines of a quoted cell of a csv-table stay together.
#include "core/documents/markup/rst_blocks.h"

#include <algorithm>

namespace cairn
{

namespace
{

// Columns at which cells begin.
std::vector<std::size_t> gridColumns(std::string_view border)
{
    std::vector<std::size_t> columns;
    for (std::size_t i = 0; i + 1 < border.size(); ++i)
        if (border[i] == '+')
            columns.push_back(i + 1);
    return columns;
}

std::vector<std::size_t> simpleColumns(std::string_view border)
{
    std::vector<std::size_t> columns;
    for (std::size_t i = 0; i < border.size(); ++i)
        if (border[i] == '=' && (i == 0 || border[i - 1] == ' '))
            columns.push_back(i);
    return columns;
}

bool isRule(std::string_view line)
{
    return line.find_first_not_of("-= ") == std::string_view::npos;
}

// Byte at which a column of characters begins, from the byte and column of an earlier one.
std::size_t byteOf(std::string_view line, std::size_t column, std::size_t byte, std::size_t from)
{
    for (; from < column && byte < line.size(); ++from)
        do
            ++byte;
        while (byte < line.size() && (static_cast<unsigned char>(line[byte]) & 0xC0) == 0x80);
    return byte;
}

// Whether a cell ends before the column: else the cell spans it.
bool endsCell(std::string_view line, std::size_t column, bool grid)
{
    if (column == 0 || column >= line.size())
        return true;
    const char before = line[column - 1];
    return grid ? before == '|' || before == '+' : before == ' ';
}

// The rule under a cell beside one that spans it.
bool isRuleOfCell(std::string_view cell)
{
    return cell.size() > 2 && cell.front() != '+' && cell.find_first_not_of("-=+") == std::string_view::npos;
}

bool isRuleOfSomeCells(std::string_view line)
{
    return line.find_first_not_of("|+-= ") == std::string_view::npos && (line.find("+-") != line.npos || line.find("+=") != line.npos);
}

struct CsvCell
{
    std::string_view text;     // without the quotation marks around it
    bool quoted = false;
    std::size_t end = 0;       // its comma, line end or the table's end
};

// The cell from `from` on of comma-separated values. One in quotation marks may have several lines, unless they are never closed:
// then none has from there on.
CsvCell csvCell(std::string_view table, std::size_t from, bool& severalLines)
{
    from = std::min(table.find_first_not_of(" \t", from), table.size());
    const bool quoted = table.substr(from).starts_with('"');
    bool open = quoted;
    const auto endOfCell = [&] {
        open = quoted;
        std::size_t end = from + (quoted ? 1 : 0);
        for (; end < table.size() && (open || table[end] != ',') && (table[end] != '\n' || (open && severalLines)); ++end)
            open = open != (quoted && table[end] == '"');   // a doubled one closes and opens
        return end;
    };
    const auto textUpTo = [&](std::size_t end) {
        const std::string_view text = table.substr(from, end - from);
        return text.substr(0, text.find_last_not_of(" \t\r") + 1);
    };
    std::size_t end = endOfCell();
    std::string_view text = textUpTo(end);
    const bool endless = open && severalLines;
    if (endless || (text.find('\n') != std::string_view::npos && !text.ends_with('"'))) {   // or another cell's mark closed it
        severalLines = false;
        end = endOfCell();
        text = textUpTo(end);
        severalLines = !endless;
    }
    if (quoted) {
        text.remove_prefix(1);
        text.remove_suffix(text.ends_with('"') ? 1 : 0);
    }
    return {text, quoted, end};
}

}  // namespace

void RstBlocks::tableRow(std::size_t line, const std::vector<std::size_t>& columns, bool grid)
{
    const RstLine& at = m_lines[line];
    std::string_view whole = text(line);
    if (whole.ends_with('|'))
        whole.remove_suffix(1);
    m_builder.beginParagraph(ParagraphKind::TableRow);
    std::size_t byte = byteOf(whole, columns.front(), 0, 0);
    for (std::size_t i = 0; i < columns.size();) {
        std::size_t end = byte, from = columns[i];
        do {
            end = i + 1 < columns.size() ? byteOf(whole, columns[i + 1], end, from) : whole.size();
            from = ++i < columns.size() ? columns[i] : from;
        } while (i < columns.size() && !endsCell(whole, end, grid));
        std::string_view cell = whole.substr(byte, end - byte);
        if (cell.ends_with('|') || (grid && cell.ends_with('+')))
            cell.remove_suffix(1);
        while (cell.ends_with(' '))
            cell.remove_suffix(1);
        m_builder.cell();
        RstInline words(&m_names);
        if (!isRuleOfCell(cell))
            words.addLine(cell, at.begin + byte);
        words.write(m_builder);
        byte = end;
    }
    m_builder.endParagraph();
}

// `source`: of the cell's first byte.
void RstBlocks::writeCsvCell(std::string_view cell, bool quoted, std::size_t source)
{
    m_builder.cell();
    RstInline words(&m_names);
    std::size_t from = 0;
    for (std::size_t at = cell.find("\"\""); quoted && at != std::string_view::npos; at = cell.find("\"\"", from)) {
        words.addPiece(cell.substr(from, at + 1 - from), source + from);   // one of the doubled marks
        from = at + 2;
    }
    words.addPiece(cell.substr(from), source + from);
    words.write(m_builder);
}

// Comma-separated values in [begin, end) of the source.
void RstBlocks::csvRows(std::size_t begin, std::size_t end)
{
    constexpr std::string_view kBetween = " \t\r\n";
    const std::string_view table = m_source.substr(begin, end - begin);
    bool severalLines = true;
    for (std::size_t at = table.find_first_not_of(kBetween); at < table.size(); at = table.find_first_not_of(kBetween, at)) {
        m_builder.beginParagraph(ParagraphKind::TableRow);
        for (bool more = true; more;) {
            const CsvCell cell = csvCell(table, at, severalLines);
            writeCsvCell(cell.text, cell.quoted, static_cast<std::size_t>(cell.text.data() - m_source.data()));
            more = cell.end < table.size() && table[cell.end] == ',';
            at = cell.end + (more ? 1 : 0);
        }
        m_builder.endParagraph();
    }
}

// The rows of a csv-table: its option "header", then its lines.
void RstBlocks::csvTable(std::size_t options, std::size_t body, std::size_t end)
{
    for (std::size_t line = options; line < body; ++line)
        if (const auto [name, value] = rstField(text(line)); name > 0 && text(line).substr(1, name) == "header")
            csvRows(m_lines[line].begin + value, m_lines[line].end);
    if (body < end)
        csvRows(m_lines[body].begin, m_lines[end - 1].end);
}

std::size_t RstBlocks::table(std::size_t line)
{
    const std::string_view border = text(line);
    const std::uint32_t indent = m_lines[line].indent;
    std::size_t at = line + 1;
    if (isRstGridBorder(border)) {
        const auto columns = gridColumns(border);
        for (; !blank(at) && m_lines[at].indent == indent && (text(at)[0] == '|' || text(at)[0] == '+'); ++at)
            if (!isRuleOfSomeCells(text(at)))   // "+---+ words |" goes on in a cell that spans rows
                tableRow(at, columns, true);
        return at;
    }
    if (!isRstSimpleBorder(border))
        return line;
    const auto columns = simpleColumns(border);
    const std::size_t end = endOfBlock(line + 1, indent > 0 ? indent - 1 : 0);
    for (; at < m_lines.size() && (indent == 0 || at < end); ++at) {
        if (!blank(at) && m_lines[at].indent == indent && isRstSimpleBorder(text(at))) {
            if (blank(at + 1))
                return at + 1;
            continue;
        }
        const bool row = !blank(at) && !isRule(text(at));
        if (row && m_lines[at].indent == indent)
            tableRow(at, columns, false);
        else if (row && m_lines[at].indent < indent)
            return at;
        else if (row) {   // its first cell is empty
            m_builder.beginParagraph(ParagraphKind::TableRow);
            m_builder.flow(text(at), m_lines[at].begin);
        }
    }
    return at;
}

// "* - first cell", then "  - next cell" inside a list-table.
std::size_t RstBlocks::tableItem(std::size_t line)
{
    if (!inRows())
        return line;
    std::string_view start = text(line);
    std::size_t skip = rstBulletBytes(start);
    if (skip == 0)
        return line;
    const std::size_t second = start.starts_with("* ") ? rstBulletBytes(start.substr(skip)) : 0;
    if (second > 0)
        m_builder.beginParagraph(ParagraphKind::TableRow);
    skip += second;
    m_builder.cell();
    RstInline words(&m_names);
    words.addLine(start.substr(skip), m_lines[line].begin + skip);
    std::size_t next = line + 1;
    const auto indent = m_lines[line].indent + static_cast<std::uint32_t>(skip);
    for (; !blank(next) && m_lines[next].indent >= indent; ++next)
        words.addLine(text(next), m_lines[next].begin);
    words.write(m_builder);
    return next;
}

}  // namespace cairn
