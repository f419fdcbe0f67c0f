// A place that has too little room. Title and heading begin it, the page or paragraph ends it: it is cut between them, and only once, also
// where the heading was cut before.
#pragma once

#include <QString>

class QFontMetrics;

namespace cairn
{

QString elidedPlace(const QFontMetrics& letters, const QString& place, int width);

}  // namespace cairn
