// Rows of a PDF's table that are one: a word of a cell is divided at the end of its line, and the line below goes on with it. Pure
// functions.
#pragma once

#include "core/documents/pdf/pdf_hyphens.h"
#include "core/documents/pdf/pdf_tables.h"

#include <string>

namespace cairn
{

// Pieces of a row that was joined no longer ascend in PdfPage::text.
void joinDividedRows(const PdfPage& page, PdfTable& table);

bool isInOrder(const PdfTable::Row& row);

// The row as canonical text. REQUIRES: a cell that isn't empty.
std::string rowText(const PdfPage& page, const PdfTable::Row& row, const HyphenRules& hyphens);

} // namespace cairn
