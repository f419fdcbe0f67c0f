// Foreign text begins at the side that it is read from, whatever the language of the window. UI thread.
#pragma once

#include <QString>
#include <QTextOption>

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

}  // namespace cairn
