// Footnotes of a page: smaller lines at the foot of a column, the first of which begins with a mark ("1See", or "2" on a line of its
// own). The text before them goes on behind them, theirs doesn't. Pure functions.
#pragma once

#include "core/documents/pdf/pdf_lines.h"

#include <utility>
#include <vector>

namespace cairn
{

using NoteMarks = std::vector<std::pair<qsizetype, qsizetype>>;   // ascending; UTF-16 units of PdfPage::text

// For each line: does it belong to a note?
std::vector<bool> noteLines(const PdfPage& page, const std::vector<PdfLine>& lines);

// Where the page has numbers that mark notes, in sentences and before the notes themselves: no part of the words that they stand at.
// `notes`: noteLines().
NoteMarks noteMarks(const PdfPage& page, const std::vector<PdfLine>& lines, const std::vector<bool>& notes);

// "1See", "2", "* It": a note begins with it.
bool startsNote(QStringView line);

// Also "3 See", where the page has that number behind a word.
bool startsNote(const PdfPage& page, QStringView line);

} // namespace cairn
