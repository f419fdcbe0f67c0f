// Characters of a text that are not seen, made visible over its lines: white space, ends of lines, and what hides inside words (soft
// hyphens, joiners, marks that turn the direction, control characters). The text and its places stay as they are.
#pragma once

#include <QChar>
#include <QPointF>

class QColor;
class QPainter;
class QTextLayout;

namespace cairn
{

QChar hiddenMark(QChar character);   // what stands for it; null: it is seen

// Over the layout drawn at `origin`. The paragraph's end has its mark behind the last line.
void paintHiddenCharacters(QPainter& painter, const QTextLayout& layout, QPointF origin, const QColor& space, const QColor& inWords);

}  // namespace cairn
