#include "ui/panels/allowed_action.h"

#include <QAction>
#include <QString>
#include <QWidget>

namespace cairn
{

void allowAction(QAction* action, const QString& whyNot)
{
    action->setEnabled(whyNot.isEmpty());
    action->setProperty("whyNot", whyNot);
    action->setStatusTip(whyNot);
    action->setToolTip(whyNot.isEmpty() ? QString() : QStringLiteral("%1\n%2").arg(action->text(), whyNot));
}

void allowWidget(QWidget* widget, const QString& whyNot)
{
    widget->setEnabled(whyNot.isEmpty());
    widget->setToolTip(whyNot);
}

}  // namespace cairn
