// Arabic lam and alef, which fonts draw as one sign. Import worker only; one thread.
#pragma once

class QPdfDocument;

namespace cairn
{

struct PdfPage;

// A file gives the sign as its two letters, and PDFium turns them round with the word that they stand in. Puts them in order where both
// have one box, and notes them in PdfPage::moved. REQUIRES: page.text is as QPdfDocument gives it.
void orderLamAlef(QPdfDocument& document, int index, PdfPage& page);

} // namespace cairn
