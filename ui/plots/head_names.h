// What people call the heads of a model: shown behind their places, given in a small field over a plot (F2). UI thread.
#pragma once

#include "ui/selection/selection_hub.h"

#include <QPoint>

class QWidget;

namespace cairn
{

QString namedHead(const SelectionHub& hub, Head head); // "L16.H19", "L16.H19 copier"

// Enter keeps the name, an empty one takes it away; Esc or a click elsewhere leaves it. Then `over` has the focus again.
void openHeadNameField(SelectionHub* hub, Head head, QWidget* over, QPoint globalPosition); // `hub` is borrowed

// The same for a set of heads.
void openSetNameField(SelectionHub* hub, const std::string& set, QWidget* over, QPoint globalPosition);

} // namespace cairn
