// Characters of a text that are not seen, made visible over its lines: white space, ends of lines, and what hides inside words (soft
// hyphens, joiners, marks that turn the direction, control characters). The text and its places stay as they are.
#pragma once

#include <QChar>
#include <QColor>
#include <QPointF>

#include <utility>
#include <vector>

class QPainter;
class QTextLayout;

namespace cairn
{

QChar hiddenMark(QChar character);   // what stands for it; null: it is seen

struct HiddenColours
{
    QColor space, inWords;
};

// Over the layout drawn at `origin`. The paragraph's end has its mark behind the last line. `without`: [begin, end) positions that stand
// in no text, as chips; ascending.
void paintHiddenCharacters(QPainter& painter, const QTextLayout& layout, QPointF origin, const HiddenColours& colours,
                           const std::vector<std::pair<int, int>>& without = {});

}  // namespace cairn
