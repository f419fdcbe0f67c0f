// A place that has too little room. Title and heading begin it, the page or paragraph ends it, with the number of its section: it is cut
// before these, and only once, also where the heading was cut before.
#pragma once

#include <QString>
#include <QStringList>

#include <string>

class QFontMetrics;

namespace cairn
{

QString elidedPlace(const QFontMetrics& letters, const QString& place, int width);

// Where there is no room for a title beside others: without the words that one of these begins with, too. "…south warehouse" of "Lease of
// the south warehouse" beside "Lease of the north warehouse".
QString distinctTitle(const QStringList& titles, qsizetype one);

// A title within a sentence: cut in its middle where it would be longer than what is said of it.
QString titleInSentence(const QString& title);
QString titleInSentence(const std::string& title);

}  // namespace cairn
