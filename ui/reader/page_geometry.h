// Rectangles of stretches of a page's text, and the character at a point: lines are put together from the boxes of the characters, so that
// columns, superscripts and turned text come out as they look. Points, from the page's top left. Plain values.
#pragma once

#include "core/types/page_glyphs.h"

#include <QPointF>
#include <QRectF>

#include <vector>

namespace cairn
{

class PageGeometry
{
public:
    explicit PageGeometry(PageGlyphs glyphs);

    bool empty() const { return m_lines.empty(); }
    std::uint32_t units() const { return std::uint32_t(m_glyphs.size()); }

    // One per line, in the order of the text, each as high as its whole line. A space at the end reaches to the next word of the line.
    std::vector<QRectF> rectangles(std::uint32_t begin, std::uint32_t end) const;

    // The gap between characters nearest to the point: 0..units(). REQUIRES: !empty().
    std::uint32_t offsetAt(QPointF point) const;
    bool onText(QPointF point) const;   // on a line, not beside it

    // First character of the first line that reaches below `y` by more than its descenders; units() when none does.
    std::uint32_t offsetBelow(double y) const;

private:
    struct Line
    {
        std::uint32_t begin = 0, end = 0;   // units; between lines lie what has no box
        QRectF box;
        bool upright = true;                // false: its characters follow each other up or down the page
    };

    void makeLines();
    void setHeight(Line& line) const;
    static void meet(Line& upper, Line& lower);
    QRectF part(const Line& line, std::uint32_t begin, std::uint32_t end) const;

    PageGlyphs m_glyphs;
    std::vector<Line> m_lines;
};

}  // namespace cairn
