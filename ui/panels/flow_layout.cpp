#include "ui/panels/flow_layout.h"

#include <QEvent>

#include <algorithm>

namespace cairn
{

FlowLayout::FlowLayout(QWidget* parent, int gap) : QLayout(parent), m_gap(gap), m_rowGap(gap) { setContentsMargins(0, 0, 0, 0); }

FlowLayout::~FlowLayout() { qDeleteAll(m_items); }

void FlowLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    const int spare = std::max(0, rect.height() - heightForWidth(rect.width()));   // rows stand in the middle
    arrange(rect.translated(0, spare / 2), true);
}

QSize FlowLayout::sizeHint() const
{
    QSize size;
    for (const QLayoutItem* item : m_items)
        size = QSize(size.width() + item->sizeHint().width() + m_gap, std::max(size.height(), item->sizeHint().height()));
    return size;
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const QLayoutItem* item : m_items)
        size = size.expandedTo(item->minimumSize());
    return size;
}

int FlowLayout::arrange(const QRect& rect, bool apply) const
{
    const Qt::LayoutDirection direction = parentWidget() ? parentWidget()->layoutDirection() : Qt::LeftToRight;
    int x = rect.left(), y = rect.top(), height = 0;
    QList<std::pair<QLayoutItem*, QRect>> row;
    const auto endRow = [&] {
        if (const QWidget* last = row.isEmpty() ? nullptr : row.last().first->widget();
            last && last->sizePolicy().horizontalPolicy() == QSizePolicy::MinimumExpanding)
            row.last().second.setRight(rect.right());
        const int side = m_centred && !row.isEmpty() ? (rect.right() - row.last().second.right()) / 2 : 0;
        for (auto& [item, place] : row) {   // centred on each other
            if (apply)
                item->setGeometry(QStyle::visualRect(direction, rect, place.translated(side, (height - place.height()) / 2)));
        }
        row.clear();
    };
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize size(std::min(item->sizeHint().width(), rect.width()), item->sizeHint().height());
        if (x > rect.left() && x + size.width() > rect.right() + 1) {
            endRow();
            x = rect.left();
            y += height + m_rowGap;
            height = 0;
        }
        row.append({item, QRect(QPoint(x, y), size)});
        x += size.width() + m_gap;
        height = std::max(height, size.height());
    }
    endRow();
    return y + height - rect.top();
}

FlowWidget::FlowWidget(QWidget* parent, int gap) : QWidget(parent), m_flow(new FlowLayout(this, gap))
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void FlowWidget::fit()
{
    if (const int wanted = m_flow->heightForWidth(width()); wanted != minimumHeight())
        setFixedHeight(wanted);
}

void FlowWidget::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

bool FlowWidget::event(QEvent* event)
{
    const bool done = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest)
        fit();
    if (event->type() == QEvent::Show) {   // children that were added before are shown behind this event
        QMetaObject::invokeMethod(this, [this] {
            fit();
            m_flow->setGeometry(contentsRect());   // of a height that changes while it is being shown nobody is told
        }, Qt::QueuedConnection);
    }
    return done;
}

}  // namespace cairn
