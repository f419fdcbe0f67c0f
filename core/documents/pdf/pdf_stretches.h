// Where lines of a page have wide gaps in them, as between the cells of a row. Qt PDF gives boxes of stretches of text in one typeface,
// gaps and all, and the place of a single letter only at the price of reading the page anew. So pages whose lines are wider than their
// letters, or in several boxes far apart, are drawn small (some 20 ms each), and the white in the lines is looked for. Pure function.
#pragma once

#include "core/documents/pdf/pdf_word_gaps.h"

#include <QImage>

#include <functional>

namespace cairn
{

struct PageLooks
{
    std::function<QImage(std::size_t page, double pixelsPerPoint)> picture;
    LetterGap gap; // where the picture doesn't tell between which words the white is; asked some hundred times at most
};

// Finds PdfPage::stretches and PdfPage::rules, on some hundred pages at most. Pages that are shown turned or cut have none.
void findStretches(std::vector<PdfPage>& pages, const PageLooks& looks);

} // namespace cairn
