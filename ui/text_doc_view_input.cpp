// Mouse, keys and wheel of TextDocView.
#include "ui/text_doc_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>

namespace cairn
{
namespace
{

constexpr int kNotch = 120;   // of a wheel, in the units of its events

}  // namespace

void TextDocView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        pressText(*event);
}

void TextDocView::mouseMoveEvent(QMouseEvent* event)
{
    if (moveText(*event))
        return;
    if (const auto byte = byteAt(event->pos()))
        Q_EMIT hovered(*byte, event->globalPosition().toPoint());
}

void TextDocView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        releaseText(*event);
}

void TextDocView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        selectWordAt(event->pos());
}

bool TextDocView::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    showTipOf(m_marks, static_cast<const QHelpEvent&>(*event));
    return true;
}

void TextDocView::keyPressEvent(QKeyEvent* event)
{
    QScrollBar& bar = *verticalScrollBar();
    if (selectByKey(*event))
        return;
    if (event->matches(QKeySequence::MoveToStartOfDocument) || event->key() == Qt::Key_Home)
        bar.setValue(0);
    else if (event->matches(QKeySequence::MoveToEndOfDocument) || event->key() == Qt::Key_End)
        bar.setValue(bar.maximum());
    else if (event->key() == Qt::Key_Space || event->key() == Qt::Key_PageDown)
        bar.setValue(bar.value() + (event->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1) * (viewport()->height() - bar.singleStep()));
    else if (event->key() == Qt::Key_PageUp)
        bar.setValue(bar.value() - viewport()->height() + bar.singleStep());
    else if (event->key() == Qt::Key_Down || event->key() == Qt::Key_Up)
        bar.setValue(bar.value() + (event->key() == Qt::Key_Down ? bar.singleStep() : -bar.singleStep()));
    else
        QAbstractScrollArea::keyPressEvent(event);
}

// Fine wheels and touch pads turn by parts of a notch.
void TextDocView::turnZoom(int turned)
{
    m_turned = (turned < 0) == (m_turned < 0) ? m_turned + turned : turned;
    const int notches = m_turned / kNotch;
    m_turned -= notches * kNotch;
    setZoom(m_zoom + notches * 10);
}

void TextDocView::wheelEvent(QWheelEvent* event)
{
    if (event->modifiers().testFlag(Qt::ControlModifier))
        turnZoom(event->angleDelta().y());
    else
        QAbstractScrollArea::wheelEvent(event);
}

}  // namespace cairn
