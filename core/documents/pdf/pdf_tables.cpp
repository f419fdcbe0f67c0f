#include "core/documents/pdf/pdf_tables.h"

#include "core/documents/pdf/pdf_table_columns.h"
#include "core/documents/pdf/pdf_table_rows.h"
#include "core/documents/pdf/pdf_table_signs.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

namespace cairn
{
namespace
{

constexpr std::size_t kMostPieces = 4000; // of a page
constexpr std::size_t kLongestTable = 600; // pieces
constexpr double kWhite = 0.5;             // of a line's height: between two columns
constexpr double kNearWhite = 0.1;         // the same, at the least: where a cell fills its column
constexpr double kOnePlace = 0.35;         // the same: of cells that begin, end or have their middle at one place
constexpr double kRowsApart = 2.6;         // the same: between rows of one table
constexpr std::size_t kRowsBefore = 2;     // of a table that goes on on the next page
constexpr std::size_t kLastLines = 16;     // in which they are looked for
constexpr double kWrapAdvance = 1.75;      // the same: from line to line within a cell

// What stands in columns, in the order of the text.
struct Region
{
    std::vector<PdfPiece> pieces;
    Columns columns;
    bool isNear = false; // cells with hardly a gap between them are in it
};

class Finder
{
public:
    Finder(const PdfPage& page, const std::vector<PdfLine>& lines, const std::vector<bool>& barred)
        : m_page(page), m_lines(lines), m_barred(barred)
    {
        collectPieces();
    }

    std::vector<PdfTable> find()
    {
        std::vector<PdfTable> tables;
        if (m_page.stretches.empty() || m_pieces.size() > kMostPieces)
            return tables;
        std::size_t free = 0; // first line behind the last table
        for (std::size_t i = 0; i < m_pieces.size();) {
            const Region region = mayBegin(i) ? grow(i) : Region();
            std::optional<PdfTable> table = region.pieces.size() > 3 ? tableOf(region) : std::nullopt;
            if (!table) {
                i = nextLine(i);
                continue;
            }
            table = withHeader(*table, region, free);
            addSpanningHeader(*table, region, free);
            const bool goesOn = !tables.empty() && table->firstLine == free && areClose(tables.back(), *table);
            free = table->firstLine + table->lineCount;
            i = m_firstOf[free];
            if (goesOn)
                join(tables.back(), std::move(*table));
            else
                tables.push_back(std::move(*table));
        }
        for (PdfTable& table : tables)
            joinDividedRows(m_page, table);
        return tables;
    }

    // Those that begin farther up are too many: they would be a table by themselves, or are none.
    std::optional<PdfTable> rowsBefore(const PdfTable& next) const
    {
        std::size_t last = m_lines.size();
        while (last > 0 && (m_barred[last - 1] || m_lines[last - 1].dropped))
            --last;
        if (m_page.stretches.empty() || m_pieces.size() > kMostPieces)
            return std::nullopt;
        for (std::size_t line = last - std::min(last, kLastLines); line < last; ++line) {
            const std::size_t first = m_firstOf[line];
            if (first == m_firstOf[line + 1] || !mayBegin(first))
                continue;
            const Region region = grow(first);
            if (region.pieces.empty() || region.pieces.back().line != last - 1)
                continue;
            PdfTable table = rowsOf(region);
            const PdfPiece& end = lastPiece(table.rows.back());
            const bool isWhole = end.end == region.pieces.back().end && table.rows.size() <= kRowsBefore;
            if (!isWhole || !standsInColumns(table, next))
                return std::nullopt;
            table.firstLine = line;
            table.lineCount = last - line;
            return table;
        }
        return std::nullopt;
    }

    std::optional<PdfTable> rowsAfter(const PdfTable& before) const
    {
        const std::vector<Interval> places = placesOf(before);
        std::size_t line = 0;
        while (line < m_lines.size() && m_lines[line].dropped)
            ++line;
        PdfTable table;
        table.firstLine = line;
        for (; line < m_lines.size(); ++line) {
            std::optional<PdfTable::Row> row = rowIn(places, line);
            if (!row)
                break;
            const QRectF& own = firstPiece(*row).box;
            if (!table.rows.empty() && own.top() - lastPiece(table.rows.back()).box.bottom() > kRowsApart * own.height())
                break;
            table.rows.push_back(std::move(*row));
        }
        table.lineCount = line - table.firstLine;
        return table.rows.empty() ? std::nullopt : std::optional(std::move(table));
    }

private:
    // The line's boxes as cells. Nothing: one of them stands in no column or in several, or all in one.
    std::optional<PdfTable::Row> rowIn(const std::vector<Interval>& places, std::size_t line) const
    {
        PdfTable::Row row(places.size());
        std::size_t column = 0, cells = 0;
        for (std::size_t i = m_firstOf[line]; i < m_firstOf[line + 1]; ++i)
            for (const PdfPiece& part : m_parts[i]) {
                const auto reaches = [&](const Interval& one) { return part.box.left() < one.right && part.box.right() > one.left; };
                const auto own = std::size_t(std::find_if(places.begin(), places.end(), reaches) - places.begin());
                const bool isOne = std::count_if(places.begin(), places.end(), reaches) == 1;
                const bool goesOn = isOne && !row[own].empty() && part.begin != m_pieces[i].begin; // without a gap
                if (!isUsable(i) || !isOne || own < column || (!row[own].empty() && !goesOn))
                    return std::nullopt;
                column = own;
                cells += goesOn ? 0 : 1;
                if (!goesOn)
                    row[own].push_back(part);
                row[own].back().end = part.end;
                row[own].back().box |= part.box;
            }
        return cells > 1 ? std::optional(std::move(row)) : std::nullopt;
    }

    // Each cell has its place in a column of the other table, and in no other one. A single row needs three cells.
    static bool standsInColumns(const PdfTable& table, const PdfTable& other)
    {
        const std::size_t columns = other.rows.front().size();
        if (table.rows.front().size() != columns || (table.rows.size() == 1 && columns < 3))
            return false;
        const std::vector<Interval> places = placesOf(other);
        for (const PdfTable::Row& row : table.rows)
            for (std::size_t i = 0; i < columns; ++i) {
                if (row[i].empty())
                    return false;
                for (const PdfPiece& piece : row[i])
                    for (std::size_t j = 0; j < columns; ++j)
                        if ((piece.box.left() < places[j].right && piece.box.right() > places[j].left) != (i == j))
                            return false;
            }
        return true;
    }

    static bool areClose(const PdfTable& table, const PdfTable& next)
    {
        const QRectF &above = lastPiece(table.rows.back()).box, &below = firstPiece(next.rows.front()).box;
        return table.rows.front().size() == next.rows.front().size() && below.top() - above.bottom() < kRowsApart * below.height();
    }

    static void join(PdfTable& table, PdfTable rest)
    {
        table.lineCount += rest.lineCount;
        std::move(rest.rows.begin(), rest.rows.end(), std::back_inserter(table.rows));
    }

    void collectPieces()
    {
        auto stretch = m_page.stretches.begin();
        for (std::size_t i = 0; i < m_lines.size(); ++i) {
            m_firstOf.push_back(m_pieces.size());
            const PdfLine& line = m_lines[i];
            while (stretch != m_page.stretches.end() && stretch->begin < line.begin)
                ++stretch;
            if (line.dropped)
                continue;
            const std::size_t before = m_pieces.size();
            for (; stretch != m_page.stretches.end() && stretch->begin < line.end; ++stretch) {
                const PdfPiece own{i, stretch->begin, std::min(stretch->end, line.end), stretch->box};
                if (stretch->near && m_pieces.size() > before) {
                    m_pieces.back().end = own.end;
                    m_pieces.back().box |= own.box;
                    m_parts.back().push_back(own);
                } else {
                    m_pieces.push_back(own);
                    m_parts.push_back({own});
                }
            }
            if (m_pieces.size() == before) {
                m_pieces.push_back({i, line.begin, line.end, line.placed ? line.box : QRectF()});
                m_parts.emplace_back(1, m_pieces.back());
            }
        }
        m_firstOf.push_back(m_pieces.size());
    }

    bool isUsable(std::size_t piece) const { return !m_barred[m_pieces[piece].line] && !m_pieces[piece].box.isEmpty(); }

    std::size_t nextLine(std::size_t piece) const { return m_firstOf[m_pieces[piece].line + 1]; }

    // Another piece stands to its right in the same row, or farther up.
    bool mayBegin(std::size_t at) const
    {
        if (at + 1 >= m_pieces.size() || !isUsable(at) || !isUsable(at + 1) || m_firstOf[m_pieces[at].line] != at)
            return false;
        if (m_pieces[at + 1].line == m_pieces[at].line)
            return true;
        std::size_t next = at + 1; // lines of its first cell
        while (next < m_pieces.size() && next < at + 4 && isUsable(next) && m_pieces[next].box.left() < m_pieces[at].box.right())
            ++next;
        return next < m_pieces.size() && isUsable(next) && m_pieces[next].box.left() > m_pieces[at].box.right() &&
               m_pieces[next].box.center().y() < m_pieces[next - 1].box.bottom() && m_pieces[next].box.bottom() > m_pieces[at].box.top();
    }

    // How far pieces from `begin` on stand in columns with white between. Whole lines.
    Region grow(std::size_t begin) const
    {
        Region region;
        double bottom = m_pieces[begin].box.bottom(), height = m_pieces[begin].box.height();
        const double top = m_pieces[begin].box.top();
        std::size_t i = begin;
        for (; i < m_pieces.size() && i < begin + kLongestTable; ++i) {
            if (!isUsable(i))
                break;
            const QRectF& box = m_pieces[i].box;
            const bool isRight = i == begin || box.left() > m_pieces[i - 1].box.right();
            const bool isAbove = isRight ? box.bottom() < top : box.center().y() < m_pieces[i - 1].box.center().y();
            height = std::max(height, box.height());
            if (isAbove || box.top() - bottom > kRowsApart * height || !take(i, region))
                break;
            bottom = std::max(bottom, box.bottom());
        }
        const std::size_t line = i < m_pieces.size() ? m_pieces[i].line : m_lines.size();
        while (!region.pieces.empty() && region.pieces.back().line == line)
            region.pieces.pop_back();
        return region;
    }

    // As a whole, or divided where its boxes begin if it then stands in the columns there are. False: neither.
    bool take(std::size_t at, Region& region) const
    {
        const PdfPiece& piece = m_pieces[at];
        const auto isTaken = [&](const PdfPiece& own, const Columns& columns) { // by a piece of its line
            const PdfPiece* last = region.pieces.empty() ? nullptr : &region.pieces.back();
            return last && last->line == own.line && columns.of(last->box) == columns.of(own.box);
        };
        Columns columns = region.columns;
        if (columns.take(piece.box, kNearWhite * piece.box.height()) && !isTaken(piece, columns)) {
            region.columns = columns;
            region.pieces.push_back(piece);
            return true;
        }
        std::vector<PdfPiece> parts = partsIn(region, m_parts[at]);
        if (parts.size() < 2)
            return false;
        for (const PdfPiece& part : parts)
            if (!region.columns.take(part.box, kNearWhite * part.box.height()))
                return false;
        region.isNear = true;
        region.pieces.insert(region.pieces.end(), parts.begin(), parts.end());
        return true;
    }

    // Parts of one column together. None where one of them isn't placed as another cell of its column is.
    static std::vector<PdfPiece> partsIn(const Region& region, const std::vector<PdfPiece>& parts)
    {
        std::vector<PdfPiece> cells;
        for (const PdfPiece& part : parts) {
            if (!cells.empty() && region.columns.of(cells.back().box) == region.columns.of(part.box)) {
                cells.back().end = part.end;
                cells.back().box |= part.box;
            } else {
                cells.push_back(part);
            }
        }
        for (const PdfPiece& cell : cells) {
            const double slack = kOnePlace * cell.box.height();
            const bool isPlaced = std::any_of(region.pieces.begin(), region.pieces.end(), [&](const PdfPiece& other) {
                return std::fabs(other.box.left() - cell.box.left()) < slack || std::fabs(other.box.right() - cell.box.right()) < slack ||
                       std::fabs(other.box.center().x() - cell.box.center().x()) < slack;
            });
            if (!isPlaced)
                return {};
        }
        return cells;
    }

    // With the line above it where that stands in its columns, once it is divided at boxes.
    PdfTable withHeader(PdfTable table, const Region& region, std::size_t free) const
    {
        if (table.firstLine <= free || m_barred[table.firstLine - 1] || m_lines[table.firstLine - 1].dropped)
            return table;
        const std::size_t line = table.firstLine - 1;
        Region wider;
        wider.columns = region.columns;
        wider.isNear = true;
        for (std::size_t i = m_firstOf[line]; i < m_firstOf[line + 1]; ++i) {
            const double away = region.pieces.front().box.top() - m_pieces[i].box.bottom();
            if (!isUsable(i) || away < -0.5 * m_pieces[i].box.height() || away > kRowsApart * m_pieces[i].box.height())
                return table;
            for (const PdfPiece& part : m_parts[i]) {
                if (!wider.columns.take(part.box, kNearWhite * part.box.height()))
                    return table;
                wider.pieces.push_back(part);
            }
        }
        if (wider.columns.count() != region.columns.count() || wider.pieces.size() < 2)
            return table;
        wider.pieces.insert(wider.pieces.end(), region.pieces.begin(), region.pieces.end());
        const auto whole = tableOf(wider);
        const bool isFuller = whole && whole->rows.size() == table.rows.size() + 1 && whole->firstLine == line;
        return isFuller ? *whole : table;
    }

    // The line above the table where it heads several columns together: each piece of it stands in the first of those it reaches over. A
    // single one begins behind the first column, not in the middle, and is over half of them at most: else it may be text or a title.
    void addSpanningHeader(PdfTable& table, const Region& region, std::size_t free) const
    {
        const std::size_t columns = region.columns.count();
        if (table.firstLine <= free || table.rows.front().size() != columns || columns < 3)
            return;
        const std::size_t line = table.firstLine - 1, first = m_firstOf[line], end = m_firstOf[line + 1];
        PdfTable::Row header(columns);
        std::size_t next = end - first == 1 ? 1 : 0; // column that is free
        bool isWide = false;
        for (std::size_t i = first; i < end; ++i) {
            const PdfPiece& piece = m_pieces[i];
            const double away = firstPiece(table.rows.front()).box.top() - piece.box.bottom(), height = piece.box.height();
            const auto span = isUsable(i) ? region.columns.span(piece.box) : std::nullopt;
            if (!span || span->first < next || away < -0.5 * height || away > kRowsApart * height || !isOver(region, piece, *span))
                return;
            header[span->first].push_back(piece);
            next = span->second + 1;
            isWide = isWide || span->second > span->first;
            const double middle = (region.columns.at(0).left + region.columns.at(columns - 1).right) / 2;
            const bool isMost = 2 * (span->second + 1 - span->first) > columns;
            if (end - first == 1 && (isMost || std::fabs(piece.box.center().x() - middle) < height))
                return;
        }
        if (!isWide)
            return;
        table.rows.insert(table.rows.begin(), std::move(header));
        table.firstLine = line;
        ++table.lineCount;
    }

    // It begins where they do, or has its middle there.
    static bool isOver(const Region& region, const PdfPiece& piece, const std::pair<std::size_t, std::size_t>& span)
    {
        const double left = region.columns.at(span.first).left, right = region.columns.at(span.second).right;
        return std::fabs(piece.box.left() - left) < kOnePlace * piece.box.height() ||
               std::fabs(piece.box.center().x() - (left + right) / 2) < piece.box.height();
    }

    // The rows of a region, as far as they follow each other down the page.
    std::optional<PdfTable> tableOf(const Region& region) const
    {
        const Columns& columns = region.columns;
        if (!region.isNear && columns.leastWhite() < kWhite * region.pieces.front().box.height())
            return std::nullopt;
        return checked(rowsOf(region));
    }

    PdfTable rowsOf(const Region& region) const
    {
        const Columns& columns = region.columns;
        PdfTable table;
        QRectF row;
        std::size_t last = 0;
        for (std::size_t i = 0; i < region.pieces.size(); ++i) {
            const PdfPiece& piece = region.pieces[i];
            const std::size_t column = columns.of(piece.box);
            if (table.rows.empty() || beginsRow(region, i, row)) {
                table.rows.emplace_back(columns.count());
                row = piece.box;
            } else if (column < last) {
                break;
            }
            if (!isBelow(table.rows, piece, column)) {
                table.rows.pop_back();
                break;
            }
            row |= piece.box;
            table.rows.back()[column].push_back(piece);
            last = column;
        }
        return table;
    }

    // Below what the row before has in its column. A cell that reaches over several rows may stand beside them.
    static bool isBelow(const std::vector<PdfTable::Row>& rows, const PdfPiece& piece, std::size_t column)
    {
        if (rows.size() < 2)
            return true;
        const PdfTable::Row& above = rows[rows.size() - 2];
        const double middle = piece.box.center().y();
        return middle > firstPiece(above).box.top() && (above[column].empty() || middle > above[column].back().box.bottom());
    }

    // Does a row begin with piece `at`? `row`: what the one so far covers.
    bool beginsRow(const Region& region, std::size_t at, const QRectF& row) const
    {
        const std::vector<PdfPiece>& pieces = region.pieces;
        const PdfPiece &piece = pieces[at], &before = pieces[at - 1];
        const std::size_t column = region.columns.of(piece.box), last = region.columns.of(before.box);
        if (column < last)
            return true;
        if (column > last)
            return piece.box.center().y() > row.bottom();
        const double height = std::max(before.box.height(), piece.box.height());
        if (piece.box.center().y() - before.box.center().y() > kWrapAdvance * height)
            return true;
        if (column > 0)
            return false;
        std::size_t next = at + 1; // beside the first cell
        while (next < pieces.size() && region.columns.of(pieces[next].box) == column)
            ++next;
        return next == pieces.size() || pieces[next].box.center().y() > piece.box.top();
    }

    // Without lines at its end that are none of its rows.
    std::optional<PdfTable> checked(PdfTable table) const
    {
        const auto cells = [](const PdfTable::Row& row) {
            return std::count_if(row.begin(), row.end(), [](const PdfTable::Cell& cell) { return !cell.empty(); });
        };
        while (!table.rows.empty() && cells(table.rows.back()) < 2)
            table.rows.pop_back();
        while (!table.rows.empty()) { // the last line must be whole
            const PdfPiece& last = lastPiece(table.rows.back());
            if (last.end == m_pieces[nextLine(m_firstOf[last.line]) - 1].end)
                break;
            table.rows.pop_back();
        }
        while (!table.rows.empty() && cells(table.rows.front()) < 2)
            table.rows.erase(table.rows.begin());
        dropEmptyColumns(table);
        if (table.rows.empty() || !isTable(m_page, m_lines, table))
            return std::nullopt;
        table.firstLine = firstPiece(table.rows.front()).line;
        table.lineCount = lastPiece(table.rows.back()).line + 1 - table.firstLine;
        return table;
    }

    static void dropEmptyColumns(PdfTable& table)
    {
        for (std::size_t column = table.rows.empty() ? 0 : table.rows.front().size(); column-- > 0;) {
            const auto isEmpty = [&](const PdfTable::Row& row) { return row[column].empty(); };
            if (std::all_of(table.rows.begin(), table.rows.end(), isEmpty))
                for (PdfTable::Row& row : table.rows)
                    row.erase(row.begin() + std::ptrdiff_t(column));
        }
    }

    static const PdfPiece& firstPiece(const PdfTable::Row& row)
    {
        return std::find_if(row.begin(), row.end(), [](const PdfTable::Cell& cell) { return !cell.empty(); })->front();
    }
    static const PdfPiece& lastPiece(const PdfTable::Row& row)
    {
        return std::find_if(row.rbegin(), row.rend(), [](const PdfTable::Cell& cell) { return !cell.empty(); })->back();
    }

    const PdfPage& m_page;
    const std::vector<PdfLine>& m_lines;
    const std::vector<bool>& m_barred;
    std::vector<PdfPiece> m_pieces;             // in the order of the text
    std::vector<std::vector<PdfPiece>> m_parts; // of each, by its boxes
    std::vector<std::size_t> m_firstOf;         // of each line, and behind the last
};

} // namespace

std::vector<PdfTable> findTables(const PdfPage& page, const std::vector<PdfLine>& lines, const std::vector<bool>& barred)
{
    return Finder(page, lines, barred).find();
}

std::optional<PdfTable> rowsBefore(const PdfTable& next, const PdfPage& page, const std::vector<PdfLine>& lines,
                                   const std::vector<bool>& barred)
{
    return Finder(page, lines, barred).rowsBefore(next);
}

std::optional<PdfTable> rowsAfter(const PdfTable& before, const PdfPage& page, const std::vector<PdfLine>& lines,
                                  const std::vector<bool>& barred)
{
    return Finder(page, lines, barred).rowsAfter(before);
}

} // namespace cairn
