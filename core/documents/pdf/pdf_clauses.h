// Lines that begin with the number of a clause ("1.2", "(b)"): each is a paragraph of its own, however full the line before it is. A
// number alone may be that of a reference, so another line counts with it at the same edge. Pure functions.
#pragma once

#include "core/documents/pdf/pdf_lines.h"

#include <vector>

namespace cairn
{

// For each line: does it begin with such a number?
std::vector<bool> clauseLines(const PdfPage& page, const std::vector<PdfLine>& lines);

// Of "5) Nodes accept", "12. Next"; -1: it doesn't start with one.
int itemNumber(QStringView line);

// Behind it a clause may begin: "terms.", "terms;", "terms; and"; not "as in Sec."
bool mayEndClause(QStringView line);

} // namespace cairn
