// Spaces that stand inside words ("neg ative") or are missing around an "a" ("overathousand"), as in PDFs whose letters are placed one by
// one: PDFium tells words by gaps, and takes some for what they are not. Pure function.
#pragma once

#include "core/documents/pdf/pdf_source.h"

#include <functional>
#include <vector>

namespace cairn
{

// Free room between two letters of a page's text, as a share of the higher one's height.
using LetterGap = std::function<double(std::size_t page, qsizetype left, qsizetype right)>;

// Looks at words that the document has elsewhere as one, or apart, and asks for the room between their letters: a space without room
// becomes a soft hyphen, which is never written; room without a space is noted in PdfPage::gaps. Asks at most some hundred times.
void mendWordGaps(std::vector<PdfPage>& pages, const LetterGap& gap);

} // namespace cairn
