#include "ui/study/evidence_list.h"

#include "ui/panels/focus_edge.h"
#include "ui/study/evidence_delegate.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QResizeEvent>
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
    connect(m_cards, &EvidenceDelegate::removeRequested, this, [this] { m_pressedCurrent = QModelIndex(); });
    connect(this, &QAbstractItemView::clicked, this, [this](const QModelIndex& index) {
        if (m_pressedCurrent.isValid() && index == m_pressedCurrent)
            Q_EMIT currentRowClicked(index.row());
    });
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

void EvidenceList::mousePressEvent(QMouseEvent* event)
{
    const QModelIndex pressed = indexAt(event->position().toPoint());
    m_pressedCurrent = pressed == currentIndex() ? pressed : QModelIndex();
    QListView::mousePressEvent(event);
}

// Cards are as high as their words need: Qt lays a list from top to bottom out again for another height alone.
void EvidenceList::resizeEvent(QResizeEvent* event)
{
    QListView::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        doItemsLayout();
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
