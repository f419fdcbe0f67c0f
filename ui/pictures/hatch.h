// Hatching as plain lines: pattern brushes become masks in SVG files, which many programs draw as solid black. No state.
#pragma once

#include <QLineF>
#include <QPainter>
#include <QPen>
#include <QRectF>
#include <QVector>

#include <algorithm>
#include <cmath>

namespace cairn
{

// Rising diagonals that end at the edges of `area`; the same ones for neighbouring areas.
inline QVector<QLineF> hatchLines(const QRectF& area, double step = 6)
{
    QVector<QLineF> lines;
    if (area.isEmpty())
        return lines;
    for (double sum = std::ceil((area.left() + area.top()) / step) * step; sum < area.right() + area.bottom(); sum += step) {   // x + y
        const double left = std::max(area.left(), sum - area.bottom()), right = std::min(area.right(), sum - area.top());
        if (left < right)
            lines.push_back({left, sum - left, right, sum - right});
    }
    return lines;
}

inline void paintHatch(QPainter& painter, const QRectF& area, const QColor& colour)
{
    painter.setPen(QPen(colour, 1));
    painter.drawLines(hatchLines(area));
}

}  // namespace cairn
