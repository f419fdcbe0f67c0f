// What a PDF is called. Pure functions.
#pragma once

#include "core/documents/pdf/pdf_source.h"
#include "core/types/document.h"

#include <string>

namespace cairn
{

// The file's own title, unless a program wrote it for want of one; else the largest lines of the first page with text; else the outline's
// entry that stands above all others; else the file's name. Headings with a number, dates and rows of a table of contents are no titles.
std::string pdfTitle(const PdfSource& source, const CanonicalText& text, const std::string& fileName);

} // namespace cairn
