// The tables of a document as its canonical text has them: rows of cells with " | " between ("A3 | 0.16 | 0.90"), the first of them the
// header. Where a second row of headers stands below cells that reach over several columns or two rows, both are one row here. No state,
// any thread.
#pragma once

#include "core/types/document.h"

#include <cstddef>
#include <vector>

namespace cairn
{

struct TableRow
{
    ByteRange range;                  // in the canonical text
    std::vector<ByteRange> cells;     // without blanks around; empty where nothing stands
};

struct Table
{
    std::vector<TableRow> rows;       // two or more; the header's may have the cells of two rows
    std::size_t columns = 0;          // cells of the header; two or more
    std::vector<ByteRange> over;      // of each column what stands above its header ("People" over "2001"), or nothing; none: one row
    ByteRange heading;                // the line of the heading above; empty: none
    ByteRange before;                 // the paragraph right above, which may say what it shows; empty: none
};

// In their order, as far as `mostRows` rows reach. One that goes on at the top of the next page is one table. Tables of one column and
// rows within other paragraphs are none.
std::vector<Table> tablesOf(const CanonicalText& text, std::size_t mostRows);

}  // namespace cairn
