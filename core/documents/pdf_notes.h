// Footnotes of a page: smaller lines at its foot, the first of which begins with a mark ("1See", or "2" on a line of its own). The text of
// the page before them goes on over the page, theirs doesn't. Pure functions.
#pragma once

#include "core/documents/pdf_lines.h"

#include <vector>

namespace cairn
{

// The first line of the notes; the number of lines: there are none.
std::size_t notesBegin(const PdfPage& page, const std::vector<PdfLine>& lines);

// "1See", "2", "* It": a note begins with it.
bool startsNote(QStringView line);

} // namespace cairn
