#include "ui/elided_place.h"

#include <QFontMetrics>

namespace cairn
{

QString elidedPlace(const QFontMetrics& letters, const QString& place, int width)
{
    const qsizetype cut = place.lastIndexOf(u'…');
    if (cut <= 0 || letters.horizontalAdvance(place) <= width)
        return letters.elidedText(place, Qt::ElideMiddle, width);
    const int room = width - letters.horizontalAdvance(place.mid(cut + 1));
    const QString begin = letters.elidedText(place.left(cut + 1), Qt::ElideRight, room);
    return begin.size() > 1 ? begin + place.mid(cut + 1) : letters.elidedText(place, Qt::ElideMiddle, width);
}

}  // namespace cairn
