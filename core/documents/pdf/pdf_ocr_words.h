// Words of a text layer that OCR programs lay over a scan, each drawn by itself: where they are drawn wider than they are printed, they
// overlap, and PDFium sees no space between them ("Thecommitteemet"). Pure function.
#pragma once

#include "core/documents/pdf/pdf_source.h"
#include "core/types/page_glyphs.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace cairn
{

// One box per unit of a page's text, points, (x, page height - y); empty: not known.
using GlyphsOfPage = std::function<PageGlyphs(std::size_t page)>;

// Notes in PdfPage::gaps where boxes of such pages end within what reads as one word. Asks for some hundred pages at most, and for none
// whose words are not drawn in more pieces than they are.
void partOcrWords(std::vector<PdfPage>& pages, const GlyphsOfPage& glyphs);

} // namespace cairn
