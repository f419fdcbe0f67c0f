// Where in a page's text that belongs which was typed into its fields: behind the words that name the field, beside a ticked box.
// Pure function.
#pragma once

#include "core/documents/pdf/pdf_source.h"
#include "core/documents/pdf/pdf_typed_text.h"
#include "core/types/page_glyphs.h"

#include <vector>

namespace cairn
{

// PdfPage::typed of `texts`, which are those of one page; boxes without a place and what the page's own text shows in a field are left
// out. `glyphs`: one box per unit of `page.text` as the file has it, points, (x, page height - y); empty: they aren't known, and no text
// has a place.
std::vector<PdfTyped> placeTyped(const PdfPage& page, const PageGlyphs& glyphs, const std::vector<TypedText>& texts);

} // namespace cairn
