// Rectangles of a stretch of laid text, and its lines in colours. UI thread.
#pragma once

#include <QList>
#include <QRectF>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace cairn
{

// Calls `draw(rectangle)` for every line of the layout that positions [begin, end) touch, relative to the layout.
template <typename Draw>
void forEachLine(const QTextLayout& layout, int begin, int end, Draw draw)
{
    for (int i = 0; i < layout.lineCount(); ++i) {
        const QTextLine line = layout.lineAt(i);
        const int from = std::max(begin, line.textStart());
        const int to = std::min(end, line.textStart() + line.textLength());
        if (from >= to)
            continue;
        const qreal x1 = line.cursorToX(from);
        const qreal x2 = line.cursorToX(to);
        draw(QRectF(std::min(x1, x2), line.y(), std::abs(x2 - x1), line.height()));
    }
}

// What QTextLayout::draw() draws, each word once: pictures of lines (SVG, PDF) know no clip that could be relied on, and behind a clip
// stands each word that `formats` name a second time.
void drawLines(QPainter& painter, const QTextLayout& layout, QPointF origin, const QList<QTextLayout::FormatRange>& formats);

}  // namespace cairn
