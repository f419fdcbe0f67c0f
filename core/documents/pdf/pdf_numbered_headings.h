// Headings that begin with a number or a word for a chapter. Pure function.
#pragma once

#include "core/documents/pdf/pdf_headings.h"
#include "core/documents/pdf/pdf_heading_signs.h"

#include <vector>

namespace cairn
{

// In reading order. A heading in larger type goes on in the lines close below it that have its size.
std::vector<HeadingLines> numberedHeadings(const PdfSource& source, const PageLines& lines);

} // namespace cairn
