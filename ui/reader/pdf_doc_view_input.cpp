// Mouse, keys, wheel and pinch of PdfDocView.
#include "ui/reader/pdf_doc_view.h"

#include <QGestureEvent>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPinchGesture>
#include <QScrollBar>
#include <QStyleHints>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace cairn
{
namespace
{

constexpr double kWheelStep = 1.1;   // per notch

}  // namespace

void PdfDocView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressedAt = event->pos();
    pressText(*event);
}

void PdfDocView::mouseMoveEvent(QMouseEvent* event)
{
    if (moveText(*event))
        return;
    if (linkAt(event->pos())) {
        viewport()->setCursor(Qt::PointingHandCursor);
        return;
    }
    const QPoint at = event->pos() - origin();
    const auto geometry = m_layout.count() > 0 ? m_loader.geometry(m_layout.pageAt(at.y())) : nullptr;
    const bool onText = geometry && geometry->onText(m_layout.toPoints(m_layout.pageAt(at.y()), at));
    viewport()->setCursor(onText ? Qt::IBeamCursor : Qt::ArrowCursor);
    if (!onText)
        return;
    if (const auto byte = byteAt(event->pos()))
        Q_EMIT hovered(*byte, event->globalPosition().toPoint());
}

void PdfDocView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (const auto link = clickedLink(event->pos())) {
        endPress();
        Q_EMIT linkActivated(*link);
    } else {
        releaseText(*event);
    }
}

void PdfDocView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        selectWordAt(event->pos());
}

void PdfDocView::keyPressEvent(QKeyEvent* event)
{
    QScrollBar& bar = *verticalScrollBar();
    const int screenful = viewport()->height() - bar.singleStep();
    const bool back = event->modifiers().testFlag(Qt::ShiftModifier);
    if (selectByKey(*event))
        return;
    if (event->matches(QKeySequence::MoveToStartOfDocument) || event->key() == Qt::Key_Home)
        bar.setValue(0);
    else if (event->matches(QKeySequence::MoveToEndOfDocument) || event->key() == Qt::Key_End)
        bar.setValue(bar.maximum());
    else if (const PageLink* link = chosenLink(); link && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        Q_EMIT linkActivated(PageLink(*link));
    else if (link && event->key() == Qt::Key_Escape)
        chooseLink({});
    else if (event->key() == Qt::Key_Space)
        bar.setValue(bar.value() + (back ? -screenful : screenful));
    else if (event->key() == Qt::Key_PageDown || event->key() == Qt::Key_PageUp)
        bar.setValue(bar.value() + (event->key() == Qt::Key_PageUp ? -screenful : screenful));
    else if (event->key() == Qt::Key_Down || event->key() == Qt::Key_Up)
        bar.setValue(bar.value() + (event->key() == Qt::Key_Up ? -bar.singleStep() : bar.singleStep()));
    else if ((event->key() == Qt::Key_Right || event->key() == Qt::Key_Left) && horizontalScrollBar()->maximum() > 0)
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() + (event->key() == Qt::Key_Left ? -40 : 40));
    else
        QAbstractScrollArea::keyPressEvent(event);
}

void PdfDocView::wheelEvent(QWheelEvent* event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier))
        return QAbstractScrollArea::wheelEvent(event);
    zoomBy(std::pow(kWheelStep, event->angleDelta().y() / 120.0), event->position().toPoint());
    event->accept();
}

bool PdfDocView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const PageLink* link = linkAt(help->pos()))   // escaped: addresses are foreign text
            QToolTip::showText(help->globalPos(), QStringLiteral("<span>%1</span>").arg(linkTip(*link).toHtmlEscaped()), viewport());
        else
            showTipOf(m_textMarks, *help);
        return true;
    }
    if (event->type() == QEvent::Gesture) {
        auto* gestures = static_cast<QGestureEvent*>(event);
        if (auto* pinch = static_cast<QPinchGesture*>(gestures->gesture(Qt::PinchGesture))) {
            zoomBy(pinch->scaleFactor(), viewport()->mapFromGlobal(pinch->centerPoint().toPoint()));
            return true;
        }
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void PdfDocView::resizeEvent(QResizeEvent*) { relayout(); }

void PdfDocView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::LanguageChange)
        viewport()->update();
    QAbstractScrollArea::changeEvent(event);
}

}  // namespace cairn
