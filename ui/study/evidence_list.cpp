#include "ui/study/evidence_list.h"

#include "ui/panels/focus_edge.h"
#include "ui/study/evidence_delegate.h"

#include <QKeyEvent>
#include <QScrollBar>

namespace cairn
{

EvidenceList::EvidenceList(QWidget* parent) : QListView(parent), m_cards(new EvidenceDelegate(this))
{
    setItemDelegate(m_cards);
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setResizeMode(Adjust);
    setMouseTracking(true);
    setEditTriggers(NoEditTriggers);
    setContextMenuPolicy(Qt::CustomContextMenu);
    verticalScrollBar()->setSingleStep(24);
    new FocusEdge(this);   // before a card is chosen nothing else shows the keyboard's focus
    connect(this, &QAbstractItemView::entered, this, [this](const QModelIndex& index) { Q_EMIT rowHovered(index.row()); });
    connect(this, &QAbstractItemView::viewportEntered, this, [this] { Q_EMIT rowHovered(-1); });
}

void EvidenceList::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    const int before = current.isValid() ? visualRect(current).top() : 0;
    QListView::currentChanged(current, previous);
    doItemsLayout();
    if (current.isValid()) {
        verticalScrollBar()->setValue(verticalScrollBar()->value() + visualRect(current).top() - before);
        scrollTo(current);
    }
    Q_EMIT currentRowChanged(current.isValid() ? current.row() : -1);
}

void EvidenceList::leaveEvent(QEvent* event)
{
    QListView::leaveEvent(event);
    Q_EMIT rowHovered(-1);
}

void EvidenceList::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_N || event->key() == Qt::Key_Escape)   // not a search for cards that begin with "n"
        event->ignore();
    else
        QListView::keyPressEvent(event);
}

}  // namespace cairn
