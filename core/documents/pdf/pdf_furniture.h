// Page furniture: headers, footers and page numbers that repeat from page to page, which are left out of reading.
// Pure function of the pages.
#pragma once

#include "core/documents/pdf/pdf_lines.h"

namespace cairn
{

// Marks lines at the top and bottom edges as `dropped`. A line is furniture when its text without numbers is found at the
// same edge of at least kFurnitureMinPages pages and such lines cover kFurnitureShare of the pages with text, when it is a page's
// number alone, or when it is a head in capitals that names chapter and section. Needs kFurnitureMinPages pages with text; a shorter
// document loses page numbers at the foot only.
inline constexpr double kFurnitureShare = 0.6;
inline constexpr std::size_t kFurnitureMinPages = 3;
void markFurniture(const std::vector<PdfPage>& pages, std::vector<std::vector<PdfLine>>& lines);

} // namespace cairn
