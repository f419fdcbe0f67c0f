// What the reader of a document has highlighted: neither evidence (amber) nor selection (blue). Contrast with text >= 7:1.
#pragma once

#include "ui/theme.h"

#include <QPainter>

namespace cairn
{

inline QColor markerTint(Panel panel)
{
    return panel == Panel::Light ? QColor(0xE7, 0xDC, 0xF7) : QColor(0x3D, 0x31, 0x57);
}

// Around words that a search found, in the painter's pen; tints and the selection stay as they are.
inline void paintFrame(QPainter& painter, const QRectF& words)
{
    painter.save();
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(words.adjusted(-0.5, 0.5, 0.5, -0.5), 2, 2);
    painter.restore();
}

// Dots below words that a note was written to: the marker's violet, dark enough for a thin line.
inline void paintNoteDots(QPainter& painter, const QRectF& words, Panel panel)
{
    QPen pen(panel == Panel::Light ? QColor(0x7B, 0x55, 0xBE) : QColor(0xB6, 0x9A, 0xEA), 2, Qt::CustomDashLine, Qt::RoundCap);
    pen.setDashPattern({0.1, 2.2});
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(pen);
    painter.drawLine(QPointF(words.left() + 1, words.bottom()), QPointF(words.right() - 1, words.bottom()));
    painter.restore();
}

}  // namespace cairn
