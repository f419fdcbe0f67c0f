#include "ui/plots/empty_plot.h"

#include "ui/panels/allowed_action.h"
#include "ui/panels/labels.h"
#include "ui/theme.h"

#include <QBoxLayout>
#include <QFocusEvent>
#include <QPushButton>

namespace cairn
{

EmptyPlot::EmptyPlot(QWidget* parent) : QWidget(parent), m_reason(new Label({}, 13, Tone::Muted)), m_action(new QPushButton)
{
    m_reason->setWordWrap(true);
    m_reason->setAlignment(Qt::AlignCenter);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 24, 24, 24);
    column->setSpacing(metrics::kInset);
    column->addStretch(2);
    column->addWidget(m_reason);
    column->addWidget(m_action, 0, Qt::AlignHCenter);
    column->addStretch(3);
    connect(m_action, &QPushButton::clicked, this, &EmptyPlot::actionRequested);
}

void EmptyPlot::setReason(const QString& reason, const QString& action, const QString& whyNot)
{
    m_needed = !reason.isEmpty();
    m_reason->setText(reason);
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
    allowWidget(m_action, whyNot);
    Q_EMIT changed();
}

EmptyPlotStack::EmptyPlotStack(QWidget* plot, EmptyPlot* empty, QWidget* parent) : QStackedWidget(parent)
{
    addWidget(plot);
    addWidget(empty);
    connect(empty, &EmptyPlot::changed, this,
            [this, plot, empty] { setCurrentWidget(empty->isNeeded() ? static_cast<QWidget*>(empty) : plot); });
}

void EmptyPlotStack::focusInEvent(QFocusEvent* event)
{
    const auto* empty = qobject_cast<const EmptyPlot*>(currentWidget());
    QWidget* shown = empty ? empty->action() : currentWidget();
    if (shown)
        shown->setFocus(event->reason());
}

}  // namespace cairn
