// Letters that a font draws as one sign. Unicode has characters for some of these; of others, a PDF may give a mere code of the font.
// Pure functions.
#pragma once

#include "core/documents/pdf/pdf_source.h"

#include <QString>

#include <string_view>
#include <vector>

namespace cairn
{

// "ffi" for U+FB03; empty: it is no ligature. Those without a character of their own are noncharacters here (kOwnLigatures).
std::string_view ligatureLetters(QChar c);

// Without a glyph or a meaning in running text; PDFs with broken font tables are full of such characters.
bool isControl(QChar c);

// A title or word as it is written: ligatures as letters, without control characters.
QString spelled(QStringView text);

// Letters of ligatures that a program wrote with the bytes of each one swapped, as Ghostscript 10.00 does: U+6600 U+6900 for "fi", beside
// other Latin letters. Each unit becomes its letter, so places stay; PdfPage::moved has them. Chinese and Japanese text stays.
void mendSwappedLetters(PdfPage& page);

// Puts ligatures in the place of codes inside words, where the words tell which they are: those of the document, or ones that are common
// in its language. Where they don't, the letters are missing: PdfPage::lettersMissing.
void resolveLigatures(std::vector<PdfPage>& pages);

} // namespace cairn
