// Where letters stand on a page, by Qt PDF's search: one search tells of all places of a letter. Import worker only; one thread.
#pragma once

#include <QHash>
#include <QPdfSearchModel>
#include <QRectF>
#include <QStringView>

namespace cairn
{

// One box for each place of a letter in the page's text, large or small; none where the search finds another number of them. Points, y
// downwards. REQUIRES: `text` is as QPdfDocument gives it.
QHash<qsizetype, QRectF> letterBoxes(QPdfSearchModel& search, int page, QStringView text, QChar letter);

} // namespace cairn
