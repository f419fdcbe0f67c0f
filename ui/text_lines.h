// Rectangles of a stretch of laid text, and its lines in colours. UI thread.
#pragma once

#include <QList>
#include <QRectF>
#include <QTextLayout>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace cairn
{

// What characters [from, to) of a line cover, from left to right; touching ones joined. At least one where there are characters.
std::vector<std::pair<qreal, qreal>> stretchesOf(const QTextLine& line, int from, int to);

// Are there characters that run from right to left, or marks that turn the direction?
bool hasBothDirections(const QString& text);

// A text that is laid out. Whether both directions stand in it is found once for the whole text: lines are asked for at each paint.
struct LaidText
{
    const QTextLayout& layout;   // borrowed
    bool bothDirections;         // of layout.text()
};

// Calls `draw(rectangle)` for every stretch of a line of the text that positions [begin, end) touch, relative to the layout: one for
// each line, more where words of both directions stand in it.
template <typename Draw>
void forEachLine(const LaidText& text, int begin, int end, Draw draw)
{
    for (int i = 0; i < text.layout.lineCount(); ++i) {
        const QTextLine line = text.layout.lineAt(i);
        const int from = std::max(begin, line.textStart());
        const int to = std::min(end, line.textStart() + line.textLength());
        if (from >= to)
            continue;
        if (text.bothDirections) {
            for (const auto& [left, right] : stretchesOf(line, from, to))
                draw(QRectF(left, line.y(), right - left, line.height()));
            continue;
        }
        const qreal x1 = line.cursorToX(from);
        const qreal x2 = line.cursorToX(to);
        draw(QRectF(std::min(x1, x2), line.y(), std::abs(x2 - x1), line.height()));
    }
}

// What QTextLayout::draw() draws, each word once: pictures of lines (SVG, PDF) know no clip that could be relied on, and behind a clip
// stands each word that `formats` name a second time.
void drawLines(QPainter& painter, const QTextLayout& layout, QPointF origin, const QList<QTextLayout::FormatRange>& formats);

}  // namespace cairn
