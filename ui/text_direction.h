// Foreign text begins at the side that it is read from, whatever the language of the window. UI thread.
#pragma once

#include <QString>
#include <QTextOption>

#include <algorithm>

namespace cairn
{

// `usual`: the window's, for words that are not read from right to left.
inline Qt::LayoutDirection directionOf(const QString& words, Qt::LayoutDirection usual)
{
    return words.isRightToLeft() ? Qt::RightToLeft : usual;
}

// Are lines of this text set from the right? Then `option` is made so; indents belong to their other end.
inline bool setFromRight(QTextOption& option, const QString& text)
{
    const bool fromRight = text.isRightToLeft();
    if (fromRight) {
        option.setTextDirection(Qt::RightToLeft);
        option.setAlignment(Qt::AlignRight);
    }
    return fromRight;
}

// Foreign words within a sentence of the window: what is read from right to left keeps to itself, else the words behind it, a comma and a
// number, are read into it. Others are as they are.
inline QString isolated(const QString& words)
{
    constexpr QChar kFirstStrong(0x2068), kEnd(0x2069);
    const auto isFromRight = [](QChar c) { return c.direction() == QChar::DirR || c.direction() == QChar::DirAL; };
    const bool isApart = words.startsWith(kFirstStrong) && words.indexOf(kEnd) == words.size() - 1;
    return !isApart && std::any_of(words.begin(), words.end(), isFromRight) ? kFirstStrong + words + kEnd : words;
}

// Words that were cut at "…", which may have taken one of a pair with it.
inline QString withWholeIsolates(QString cut)
{
    constexpr QChar kFirstStrong(0x2068), kEnd(0x2069);
    const qsizetype begun = cut.count(kFirstStrong), ended = cut.count(kEnd), at = cut.indexOf(QChar(0x2026));
    if (begun < ended)
        cut.insert(at + 1, kFirstStrong);
    else if (begun > ended)
        cut.append(kEnd);
    return cut;
}

// As files and what is typed have it.
inline QString withoutIsolates(QString words) { return words.remove(QChar(0x2068)).remove(QChar(0x2069)); }

}  // namespace cairn
