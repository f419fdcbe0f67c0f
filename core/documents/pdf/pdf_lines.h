// A PDF page's text cut into its printed lines, each with its place on the page where that can be told.
// Qt PDF gives one string and boxes in the same order, but not which box belongs to which characters (asking per line parses
// the page again each time); the cheapest assignment in order is found here. Pure functions.
#pragma once

#include "core/documents/pdf/pdf_source.h"

#include <cstdint>
#include <vector>

namespace cairn
{

struct PdfLine
{
    qsizetype begin = 0; // UTF-16 units of PdfPage::text, without spaces at either end
    qsizetype end = 0;
    bool hyphen = false;  // text[end] is U+FFFE: the printed line ended in a hyphen
    bool spaced = false;  // a space stood before it
    bool placed = false;  // `box` is known
    QRectF box{};         // points, y downwards
    double second = 0;    // left edge of its second box; 0: there is none
    double gap = 0;       // widest one in it, points: between cells of a table, say
    unsigned gaps = 0;    // as wide as the line is high, or wider
    std::size_t firstBox = 0, boxCount = 0; // of inkedBoxes()
    bool dropped = false; // page header, footer or number: left out of the canonical text
};

// Lines in reading order, never empty ones.
std::vector<PdfLine> splitLines(const PdfPage& page);

// Those of the page's boxes that aren't empty.
std::vector<QRectF> inkedBoxes(const PdfPage& page);

// Puts lines on the page where the boxes allow it. Lines that get no box stay unplaced.
void placeLines(const PdfPage& page, std::vector<PdfLine>& lines);

// About how large its type is, points, by the height of its box and the letters in it; 0: it has no place.
double typeSize(const PdfPage& page, const PdfLine& line);

// Stands for the size of the face: the height of a box depends on which letters the line has. REQUIRES: it has a place.
inline double characterWidth(const PdfLine& line)
{
    return line.box.width() / double(line.end - line.begin);
}

double median(std::vector<double> values); // of measures of lines; 0: there are none

inline QStringView lineText(const PdfPage& page, const PdfLine& line)
{
    return QStringView(page.text).mid(line.begin, line.end - line.begin);
}

} // namespace cairn
