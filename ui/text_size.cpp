#include "ui/text_size.h"

#include "ui/theme.h"

#include <QApplication>
#include <QFontInfo>
#include <QWidget>

#include <algorithm>

namespace cairn
{

int scaled(int designPixels)
{
    return qRound(double(QFontInfo(QApplication::font()).pixelSize()) * designPixels / metrics::kInterfaceFont);
}

QFont sized(const QWidget& widget, int designPixels)
{
    QFont font = widget.font();
    font.setPixelSize(std::max(1, scaled(designPixels)));
    return font;
}

}  // namespace cairn
