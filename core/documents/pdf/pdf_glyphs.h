// Exact boxes of the characters of a PDF page. Qt PDF 6.4 gives boxes of stretches of text only (about a line each), and one call per
// character reads the page anew (3 ms). But its search gives the box of every hit on a page in one reading, so one search per
// different letter gives all of them: 35 to 46 searches, 120 to 280 ms for a page of a paper or manual. Import worker only; one thread.
#pragma once

#include "core/result.h"
#include "core/types/page_glyphs.h"

class QPdfDocument;

namespace cairn
{

// As page_glyphs.h says. Qt PDF takes neither the page's rotation nor the corner of its visible part into account; both are found by
// laying the boxes over a picture of the page. Unsupported: more than kMaxPageUnits. REQUIRES: `document` is loaded, `page` is one of it.
Result<PageGlyphs> pageGlyphs(QPdfDocument& document, int page, const PdfPageInfo& info);

// The same in the file's own coordinates, as Qt PDF tells them: (x, page height - y). REQUIRES: the same.
Result<PageGlyphs> fileGlyphs(QPdfDocument& document, int page);

} // namespace cairn
