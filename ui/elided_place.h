// A place that has too little room. Title and heading begin it, the page or paragraph ends it: it is cut before its last comma, and only
// once, also where the heading was cut before.
#pragma once

#include <QString>

#include <string>

class QFontMetrics;

namespace cairn
{

QString elidedPlace(const QFontMetrics& letters, const QString& place, int width);

// A title within a sentence: cut in its middle where it would be longer than what is said of it.
QString titleInSentence(const QString& title);
QString titleInSentence(const std::string& title);

}  // namespace cairn
