// Sizes of the design that follow the application's text size: given in pixels of its 13 px text. UI thread.
#pragma once

#include <QFont>

class QWidget;

namespace cairn
{

int scaled(int designPixels);                              // room for such text: a line, an axis, a symbol beside words
QFont sized(const QWidget& widget, int designPixels);      // the widget's font in that size

}  // namespace cairn
