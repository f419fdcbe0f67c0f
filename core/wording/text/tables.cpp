#include "core/wording/text/tables.h"

#include "core/types/cell_border.h"
#include "core/types/place_label.h"
#include "core/wording/text/heading_section.h"

#include <algorithm>

namespace cairn
{

namespace
{

ByteRange trimmed(std::string_view text, ByteRange range)
{
    while (range.begin < range.end && text[range.begin] == ' ')
        ++range.begin;
    while (range.begin < range.end && text[range.end - 1] == ' ')
        --range.end;
    return range;
}

// "a | b"; a row whose first or last cell is empty begins or ends with its border ("| b", "a |")
TableRow rowOf(std::string_view text, const ByteRange& line)
{
    TableRow row{line, {}};
    std::uint64_t begin = line.begin;
    if (text.substr(line.begin, line.size()).starts_with(kCellBorder.substr(1))) {
        row.cells.push_back({line.begin, line.begin});
        begin += kCellBorder.size() - 1;
    }
    const std::string_view upToEnd = text.substr(0, line.end);
    for (std::size_t at = upToEnd.find(kCellBorder, begin); at != std::string_view::npos; at = upToEnd.find(kCellBorder, begin)) {
        row.cells.push_back(trimmed(text, {begin, at}));
        begin = at + kCellBorder.size();
    }
    std::uint64_t end = line.end;
    const bool isLastEmpty = text.substr(begin, end - begin).ends_with(kCellBorder.substr(0, 2));
    end -= isLastEmpty ? 2 : 0;
    row.cells.push_back(trimmed(text, {begin, end}));
    if (isLastEmpty)
        row.cells.push_back({line.end, line.end});
    return row;
}

bool follows(std::string_view text, const Paragraph& before, const Paragraph& paragraph)
{
    return text.substr(before.text.end, paragraph.text.begin - before.text.end) == "\n";
}

ByteRange headingAbove(const CanonicalText& text, std::uint64_t at)
{
    const auto below = std::partition_point(text.outline.begin(), text.outline.end(), [at](const Heading& one) { return one.begin < at; });
    return below == text.outline.begin() ? ByteRange{} : headingRange(text, *std::prev(below));
}

// The rows stand on two pages of a document that has pages: a table goes on there.
bool goesOnOverPage(const CanonicalText& text, const Paragraph& before, const TableRow& row, const Table& table)
{
    const std::string_view between = std::string_view(text.text).substr(before.text.end, row.range.begin - before.text.end);
    return row.cells.size() == table.rows.front().cells.size() && between.find_first_not_of('\n') == std::string_view::npos &&
           unitNumber(text, before.text.begin) != unitNumber(text, row.range.begin);
}

ByteRange cellAt(const TableRow& row, std::size_t column)
{
    return column < row.cells.size() ? row.cells[column] : ByteRange{};
}

// "Town | People |" over "| 2001 | 2011": the first row has cells that reach over others, and below its first cell nothing stands.
bool hasTwoHeaders(const Table& table)
{
    if (table.rows.size() < 3)
        return false;
    const std::vector<ByteRange>&first = table.rows[0].cells, &second = table.rows[1].cells;
    const auto isEmpty = [](const ByteRange& cell) { return cell.size() == 0; };
    const bool reaches = first.size() < second.size() || std::any_of(first.begin() + 1, first.end(), isEmpty);
    const auto named = second.size() - static_cast<std::size_t>(std::count_if(second.begin(), second.end(), isEmpty));
    return first.size() > 1 && reaches && second.size() > 2 && isEmpty(second[0]) && named > 1 && !isEmpty(table.rows[2].cells[0]) &&
           table.rows[2].cells.size() <= second.size();
}

// REQUIRES: hasTwoHeaders().
void joinHeaders(Table& table)
{
    TableRow& first = table.rows[0];
    const TableRow& second = table.rows[1];
    TableRow joined{{first.range.begin, second.range.end}, {}};
    ByteRange reaching;
    for (std::size_t column = 0; column < std::max(first.cells.size(), second.cells.size()); ++column) {
        const ByteRange above = cellAt(first, column), below = cellAt(second, column);
        if (above.size() > 0)
            reaching = column > 0 ? above : ByteRange{};
        joined.cells.push_back(below.size() > 0 ? below : above);
        table.over.push_back(below.size() > 0 ? reaching : ByteRange{});
    }
    first = std::move(joined);
    table.rows.erase(table.rows.begin() + 1);
}

}  // namespace

std::vector<Table> tablesOf(const CanonicalText& text, std::size_t mostRows)
{
    std::vector<Table> tables;
    std::size_t rows = 0;
    const Paragraph* before = nullptr;
    const auto isTable = [](const Paragraph* paragraph) { return paragraph && paragraph->kind == ParagraphKind::TableRow; };
    for (const Paragraph& paragraph : text.paragraphs) {
        if (rows == mostRows)
            break;
        if (isTable(&paragraph)) {
            TableRow row = rowOf(text.text, paragraph.text);
            const bool goesOn = isTable(before) && (follows(text.text, *before, paragraph) ||
                                                    goesOnOverPage(text, *before, row, tables.back()));
            if (!goesOn) {
                tables.push_back({{}, 0, {}, headingAbove(text, paragraph.text.begin), {}});
                if (before && before->kind != ParagraphKind::Heading && !isTable(before))
                    tables.back().before = before->text;
            }
            tables.back().rows.push_back(std::move(row));
            ++rows;
        }
        before = &paragraph;
    }
    for (Table& table : tables) {
        if (hasTwoHeaders(table))
            joinHeaders(table);
        table.columns = table.rows.front().cells.size();
    }
    std::erase_if(tables, [](const Table& table) { return table.rows.size() < 2 || table.columns < 2; });
    return tables;
}

}  // namespace cairn
