#include "core/documents/pdf/pdf_lam_alef.h"

#include "core/documents/pdf/pdf_letter_boxes.h"
#include "core/documents/pdf/pdf_source.h"

#include <QPdfDocument>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr QChar kLam(0x0644);
constexpr QStringView kAlefs = u"\u0622\u0623\u0625\u0627\u0671";

bool isPair(QStringView text, qsizetype at)
{
    return at + 1 < text.size() && text[at + 1] == kLam && kAlefs.contains(text[at]);
}

} // namespace

void orderLamAlef(QPdfDocument& document, int index, PdfPage& page)
{
    const QString text = page.text;
    QString alefs; // that stand before a lam
    for (qsizetype at = text.indexOf(kLam, 1); at > 0; at = text.indexOf(kLam, at + 1))
        if (isPair(text, at - 1) && !alefs.contains(text[at - 1]))
            alefs += text[at - 1];
    if (alefs.isEmpty())
        return;
    QPdfSearchModel search;
    search.setDocument(&document);
    const QHash<qsizetype, QRectF> lams = letterBoxes(search, index, text, kLam);
    for (const QChar alef : alefs) {
        const QHash<qsizetype, QRectF> boxes = letterBoxes(search, index, text, alef);
        for (auto box = boxes.begin(); box != boxes.end(); ++box) {
            const qsizetype at = box.key();
            const bool isLonger = lams.value(at + 2) == box.value(); // the sign for "Allah", which PDFium has in order
            if (!isPair(text, at) || lams.value(at + 1) != box.value() || isLonger)
                continue;
            page.text[at] = kLam;
            page.text[at + 1] = alef;
            page.moved.emplace_back(at, at + 2);
        }
    }
    std::sort(page.moved.begin(), page.moved.end());
}

} // namespace cairn
