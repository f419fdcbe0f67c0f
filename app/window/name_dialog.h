// One line to be typed: a name, words to look for. UI thread.
#pragma once

#include <QString>

class QInputDialog;
class QWidget;

namespace cairn
{

// Open, wide enough for what stands in it at first; gone once it is closed. QInputDialog::textValueSelected() follows.
QInputDialog* openNameDialog(const QString& title, const QString& label, const QString& text, QWidget* parent);

}  // namespace cairn
