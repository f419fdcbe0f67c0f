// Footnotes of a page: smaller lines at the foot of a column, the first of which begins with a mark ("1See", or "2" on a line of its
// own). The text before them goes on behind them, theirs doesn't. Pure functions.
#pragma once

#include "core/documents/pdf/pdf_lines.h"

#include <vector>

namespace cairn
{

// For each line: does it belong to a note?
std::vector<bool> noteLines(const PdfPage& page, const std::vector<PdfLine>& lines);

// "1See", "2", "* It": a note begins with it.
bool startsNote(QStringView line);

// Also "3 See", where the page has that number behind a word.
bool startsNote(const PdfPage& page, QStringView line);

} // namespace cairn
