#include "ui/panels/focus_edge.h"

#include "ui/theme.h"

#include <QAbstractScrollArea>
#include <QFocusEvent>
#include <QPainter>

namespace cairn
{

FocusEdge::FocusEdge(QAbstractScrollArea* view) : QWidget(view), m_view(view)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
    view->installEventFilter(this);
    view->viewport()->installEventFilter(this);
}

bool FocusEdge::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_view && event->type() == QEvent::FocusIn) {
        const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
        if (reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason) {
            setGeometry(m_view->viewport()->geometry());
            raise();
            show();
        }
    } else if (watched == m_view && event->type() == QEvent::FocusOut) {
        const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
        if (reason != Qt::ActiveWindowFocusReason && reason != Qt::PopupFocusReason)   // it comes back
            hide();
    } else if (watched != m_view && event->type() == QEvent::Resize) {
        setGeometry(m_view->viewport()->geometry());
    }
    return QWidget::eventFilter(watched, event);
}

void FocusEdge::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(QPen(themeColour(Role::Accent, *this), 2));
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

}  // namespace cairn
