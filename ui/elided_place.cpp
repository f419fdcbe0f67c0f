#include "ui/elided_place.h"

#include "ui/text_direction.h"

#include <QFontMetrics>
#include <QRegularExpression>
#include <QTextBoundaryFinder>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr qsizetype kTitle = 60, kTitleEnd = 20;   // characters

// The last boundary of characters up to `position`.
qsizetype wholeUpTo(const QString& words, qsizetype position)
{
    QTextBoundaryFinder characters(QTextBoundaryFinder::Grapheme, words);
    characters.setPosition(position);
    return characters.isAtBoundary() ? position : characters.toPreviousBoundary();
}

// Where the comma stands that what is kept begins with: "sec. 5, par. 7" of "Lease of the warehouse, sec. 5, par. 7", but "par. 4" alone
// of "Docstring Conventions, Rationale, par. 4".
qsizetype keptEnd(const QString& place)
{
    constexpr qsizetype kLongest = 12;   // characters of a numbered section
    static const QRegularExpression numbered(QStringLiteral("^, \\S+\\. [\\dIVXLCDM.]+$"));
    const qsizetype last = place.lastIndexOf(u',');
    const qsizetype before = last > 0 ? place.lastIndexOf(u',', last - 1) : -1;
    const bool isShort = before > 0 && last - before <= kLongest + 2;
    return isShort && numbered.match(place.mid(before, last - before)).hasMatch() ? before : last;
}

}  // namespace

QString elidedPlace(const QFontMetrics& letters, const QString& place, int width)
{
    const qsizetype end = keptEnd(place);
    if (end <= 0 || letters.horizontalAdvance(place) <= width)
        return withWholeIsolates(letters.elidedText(place, Qt::ElideMiddle, width));
    const int room = width - letters.horizontalAdvance(place.mid(end));
    const QString begin = withWholeIsolates(letters.elidedText(place.left(end), Qt::ElideRight, room));
    return begin.size() > 1 ? begin + place.mid(end) : withWholeIsolates(letters.elidedText(place, Qt::ElideMiddle, width));
}

QString distinctTitle(const QStringList& titles, qsizetype one)
{
    const QStringList words = titles[one].simplified().split(u' ');
    qsizetype shared = 0;
    for (qsizetype other = 0; other < titles.size(); ++other) {
        const QStringList others = titles[other].simplified().split(u' ');
        qsizetype same = 0;
        while (same < words.size() && same < others.size() && words[same] == others[same])
            ++same;
        if (same < words.size())   // else they are called alike, or it goes on
            shared = std::max(shared, same);
    }
    return shared == 0 ? titles[one] : QChar(0x2026) + words.mid(shared).join(u' ');
}

QString titleInSentence(const QString& title)
{
    const QString words = withoutIsolates(title).simplified();
    if (words.size() <= kTitle)
        return isolated(words);
    const QString begin = words.left(wholeUpTo(words, kTitle - kTitleEnd - 1)), end = words.mid(wholeUpTo(words, words.size() - kTitleEnd));
    return isolated(begin.trimmed() + QChar(0x2026) + end.trimmed());
}

QString titleInSentence(const std::string& title) { return titleInSentence(QString::fromStdString(title)); }

}  // namespace cairn
