// Printed lines to reading text: which lines form a paragraph, which are headings, where a page goes on on the next.
// Pure function of what Qt PDF told, so it can be tested without a PDF.
#pragma once

#include "core/documents/pdf/pdf_source.h"
#include "core/types/document.h"

namespace cairn
{

// Canonical text with units = pages. Title and author as the file says, warnings empty. REQUIRES: a page.
// Characters of page headers, footers, page numbers and hyphens at line ends are left out; every other one has its run.
// `progress` is called now and then with both numbers the count of pages: a sign of life, no page's turn.
CanonicalText layOutPdf(const PdfSource& source, const ProgressFn& progress = {});

} // namespace cairn
