// An entry that is not possible says why.
#pragma once

class QAction;
class QString;
class QWidget;

namespace cairn
{

// Possible, or disabled with the reason: one sentence in tip, status bar and palette (property "whyNot"). Empty: possible.
void allowAction(QAction* action, const QString& whyNot);
void allowWidget(QWidget* widget, const QString& whyNot);   // in its tip; empty: no tip

}  // namespace cairn
