// Numbers that count the lines of a manuscript in its margin: none of its text. Pure function.
#pragma once

#include "core/documents/pdf/pdf_lines.h"

#include <span>
#include <vector>

namespace cairn
{

// Takes them off the lines that they stand in, and drops those that stand alone. Lines are numbered where the leftmost things on most
// lines are numbers that count on, and the words behind them are running text: rows of tables begin anew. REQUIRES: lines of each page.
void dropLineNumbers(std::span<const PdfPage> pages, std::vector<std::vector<PdfLine>>& lines);

} // namespace cairn
