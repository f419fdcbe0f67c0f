// The links of one page of a PDF, where they lie on the page as shown, for the render mode of the import worker. One thread.
#pragma once

#include "core/types/page_glyphs.h"

#include <vector>

class QPdfDocument;

namespace cairn
{

// Up to kMaxPageLinks links that lie on the page and lead to a page of the document or to an address; addresses that the text spells out
// count too. `pages`: all of the document. REQUIRES: page < pages.size().
std::vector<PageLink> pageLinks(QPdfDocument& document, std::uint32_t page, const std::vector<PdfPageInfo>& pages);

} // namespace cairn
