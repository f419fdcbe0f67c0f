// What tells a table from text that stands in columns for another reason. Pure functions.
#pragma once

#include "core/documents/pdf/pdf_tables.h"

namespace cairn
{

// Are these rows a table? REQUIRES: a row, all with the same count of cells.
bool isTable(const PdfPage& page, const std::vector<PdfLine>& lines, const PdfTable& table);

} // namespace cairn
