// Tables of a page, told from where their cells stand: rows of stretches far apart whose gaps stand above each other. A PDF draws lines of
// text, no cells. What may as well be prose, a list, a table of contents, an index or code is none. Pure functions.
#pragma once

#include "core/documents/pdf/pdf_lines.h"

#include <optional>
#include <vector>

namespace cairn
{

struct PdfPiece // of a cell: as much of it as stands on one line
{
    std::size_t line = 0;
    qsizetype begin = 0, end = 0; // UTF-16 units of PdfPage::text
    QRectF box{};
};

struct PdfTable
{
    using Cell = std::vector<PdfPiece>;
    using Row = std::vector<Cell>; // one for each column, empty ones too

    std::size_t firstLine = 0, lineCount = 0;
    std::vector<Row> rows;
};

// In the order of the page. `barred`: lines that belong to no table, as headings; one for each line. The pieces of a table ascend in
// PdfPage::text, row by row and cell by cell, but for rows that were joined (pdf_table_rows.h).
std::vector<PdfTable> findTables(const PdfPage& page, const std::vector<PdfLine>& lines, const std::vector<bool>& barred);

// One or two rows at the end of the page, too few to tell a table by themselves, that stand in the columns of `next`, which begins the
// next page.
std::optional<PdfTable> rowsBefore(const PdfTable& next, const PdfPage& page, const std::vector<PdfLine>& lines,
                                   const std::vector<bool>& barred);

// Lines at the top of the page that stand in the columns of `before`, which ends the page before: each a row. They may be too few to tell
// a table, or have cells with hardly a gap between them.
std::optional<PdfTable> rowsAfter(const PdfTable& before, const PdfPage& page, const std::vector<PdfLine>& lines,
                                  const std::vector<bool>& barred);

} // namespace cairn
