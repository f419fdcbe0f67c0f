// How WindowStyle paints single parts of controls; colours by role from the option's palette. UI thread.
#pragma once

#include "ui/panels/icons.h"
#include "ui/theme.h"

#include <QPainter>
#include <QStyleOption>

namespace cairn::controls
{

QColor colour(Role role, const QStyleOption* option);
bool has(const QStyleOption* option, QStyle::StateFlag flag);
bool focusVisible(const QStyleOption* option);
QBrush buttonFill(const QStyleOption* option);
bool framed(const QStyleOption* option);            // line edits inside spin boxes and delegates have no frame of their own

void outline(QPainter& painter, const QStyleOption* option, bool focused, const QBrush& fill);
void focusRing(QPainter& painter, const QStyleOption* option);
void tick(QPainter& painter, const QStyleOption* option);
void dot(QPainter& painter, const QStyleOption* option);
void toolPanel(QPainter& painter, const QStyleOption* option);
void tabShape(QPainter& painter, const QStyleOptionTab* tab);
void tabFocus(QPainter& painter, const QStyleOptionTab* tab);   // of a tab that the keyboard is at
void progress(QPainter& painter, const QStyleOptionProgressBar* bar);
void menuTitle(QPainter& painter, const QStyleOptionMenuItem* item, bool mnemonic);   // "File" in the menu bar
void menuLine(QPainter& painter, const QStyleOptionMenuItem* item);                   // between groups of actions
void headerSection(QPainter& painter, const QStyleOption* option);                    // of a table
void headerRest(QPainter& painter, const QStyleOption* option);                       // beyond its last column
void grip(QPainter& painter, const QStyleOption* option);
QRect scrollThumb(const QStyleOptionSlider* bar);
void scrollBar(QPainter& painter, const QStyleOptionSlider* bar);
void arrow(QPainter& painter, Icon symbol, const QRectF& place, const QStyleOption* option);
void bar(QPainter& painter, const QStyleOption* option, bool lineBelow);   // menu bar, tool bar

}  // namespace cairn::controls
