// Accents that stand as signs of their own: TeX's fonts draw them before their letter, other programs anywhere on the page.
// Import worker only; one thread.
#pragma once

#include <QChar>

class QPdfDocument;

namespace cairn
{

struct PdfPage;

// The combining form of a spacing accent, or 0.
char16_t combiningAccent(QChar c);

// "ü" of "¨" and "u"; null: they make no letter.
QChar accentedLetter(QChar accent, QChar letter);

// Puts accents that no letter follows in the text onto the letter that they are drawn over: "fur Statistik ¨". Both places are noted in
// PdfPage::moved; nothing stands at the accent's. REQUIRES: page.text is as QPdfDocument gives it.
void placeAccents(QPdfDocument& document, int index, PdfPage& page);

} // namespace cairn
