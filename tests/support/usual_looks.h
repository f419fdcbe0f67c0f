// The program's style and a font of known measures, for tests that look at sizes of words.
#pragma once

#include "ui/panels/window_style.h"

#include <QApplication>
#include <QFont>

namespace cairn::test
{

inline void useUsualLooks()
{
    QApplication::setStyle(new WindowStyle);
    QFont font(QStringLiteral("DejaVu Sans"));
    font.setPixelSize(13);
    QApplication::setFont(font);
}

}  // namespace cairn::test
