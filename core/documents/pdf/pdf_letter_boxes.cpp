#include "core/documents/pdf/pdf_letter_boxes.h"

#include <QLoggingCategory>
#include <QPdfLink>

namespace cairn
{

QHash<qsizetype, QRectF> letterBoxes(QPdfSearchModel& search, int page, QStringView text, QChar letter)
{
    QLoggingCategory::setFilterRules(QStringLiteral("qt.pdf.*=false")); // it warns of every hit whose surroundings it can't tell
    QHash<qsizetype, QRectF> boxes;
    search.setSearchString(QString(letter));
    const QList<QPdfLink> hits = search.resultsOnPage(page);
    if (hits.size() != text.count(letter, Qt::CaseInsensitive))
        return boxes;
    qsizetype at = -1;
    for (const QPdfLink& hit : hits) {
        at = text.indexOf(letter, at + 1, Qt::CaseInsensitive);
        if (hit.rectangles().size() == 1)
            boxes.insert(at, hit.rectangles().front());
    }
    return boxes;
}

} // namespace cairn
