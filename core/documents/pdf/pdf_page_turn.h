// From the coordinates of Qt PDF 6.4 to the page as it is shown. Its boxes are (x, page height - y) of the file's own coordinates, so on
// pages that are rotated (/Rotate) or cropped (/CropBox, a /MediaBox that doesn't begin at 0) they lie elsewhere, and no call tells
// either. Both are found by laying the boxes over a small picture of the page. Import worker only; one thread.
#pragma once

#include "core/types/page_glyphs.h"

class QPdfDocument;

namespace cairn
{

// Turns and moves all boxes to the shown page. They stay where they are unless another place fits the ink clearly better.
void turnToShownPage(QPdfDocument& document, int page, const PdfPageInfo& info, PageGlyphs& glyphs);

} // namespace cairn
