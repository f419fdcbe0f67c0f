// What the numbers of an axis are, below a plot in as many lines as its words need. UI thread.
#pragma once

#include "ui/panels/labels.h"
#include "ui/theme.h"

#include <QFontMetrics>

#include <algorithm>

namespace cairn
{

inline constexpr int kCaptionFlags = int(Qt::AlignCenter) | int(Qt::TextWordWrap);   // to draw it with, in panelFont(metrics::kAxisFont)

// px that these words take below a plot that is so wide.
inline int captionHeight(const QString& words, int width)
{
    return QFontMetrics(panelFont(metrics::kAxisFont)).boundingRect(QRect(0, 0, std::max(1, width), 1000), kCaptionFlags, words).height();
}

}  // namespace cairn
