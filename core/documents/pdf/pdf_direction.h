// Right-to-left lines in the order they are read. PDFium turns Hebrew and Arabic words round, but not what stands between them: numbers
// ("75.250,1" for "1,250.75"), Latin words, addresses and brackets. Pure functions.
#pragma once

#include "core/documents/pdf/pdf_source.h"

#include <vector>

namespace cairn
{

// What brackets of right-to-left text are in a file: the sign that is drawn, or the one that is meant ("(" opens, whatever its shape).
enum class BracketSigns
{
    Drawn,
    Meant
};

struct OrderedLine
{
    QString text;               // as many units as the line
    std::vector<qsizetype> from; // of each unit of it: which one of the line it is
};

// One line of PDFium's text. `toLeft`: its paragraph runs from right to left, also where most of its letters are Latin.
OrderedLine orderedLine(QStringView line, bool toLeft, BracketSigns brackets);

// Orders all lines with right-to-left letters and adds what moved to PdfPage::moved. Lines with vowel signs stay as they are.
void orderLines(std::vector<PdfPage>& pages);

} // namespace cairn
