// Mouse, keys, wheel and pinch of PdfDocView.
#include "ui/reader/pdf_doc_view.h"

#include <QClipboard>
#include <QGestureEvent>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPinchGesture>
#include <QScrollBar>
#include <QStyleHints>
#include <QTextBoundaryFinder>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace cairn
{
namespace
{

constexpr double kWheelStep = 1.1;          // per notch
constexpr std::uint64_t kWordBytes = 256;   // to each side: longer words are cut

bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

}  // namespace

std::optional<ByteRange> PdfDocView::selection() const
{
    return m_anchor == m_caret ? std::nullopt : std::optional(ByteRange{std::min(m_anchor, m_caret), std::max(m_anchor, m_caret)});
}

QString PdfDocView::selectedText() const
{
    const auto range = selection();
    return range && m_document ? QString::fromUtf8(m_document->text.data() + range->begin, qsizetype(range->size())) : QString();
}

void PdfDocView::select(ByteRange range)
{
    const std::uint64_t size = m_document ? m_document->text.size() : 0;
    m_anchor = std::min(range.begin, size);
    m_caret = std::min(range.end, size);
    viewport()->update();
    Q_EMIT selectionChanged();
}

ByteRange PdfDocView::wordAt(std::uint64_t byte) const
{
    const std::string& text = m_document->text;
    std::uint64_t begin = byte > kWordBytes ? byte - kWordBytes : 0;
    std::uint64_t end = std::min<std::uint64_t>(text.size(), byte + kWordBytes);
    while (begin < byte && continues(text[begin]))
        ++begin;
    while (end > byte && end < text.size() && continues(text[end]))
        --end;
    const QString before = QString::fromUtf8(text.data() + begin, qsizetype(byte - begin));
    const QString around = before + QString::fromUtf8(text.data() + byte, qsizetype(end - byte));
    QTextBoundaryFinder words(QTextBoundaryFinder::Word, around);
    words.setPosition(before.size());
    const qsizetype from = words.isAtBoundary() ? before.size() : words.toPreviousBoundary();
    words.setPosition(before.size());
    const qsizetype to = words.toNextBoundary();
    if (from < 0 || to <= from)
        return {byte, byte};
    const auto bytes = [&](qsizetype units) { return begin + std::uint64_t(QStringView(around).first(units).toUtf8().size()); };
    return {bytes(from), bytes(to)};
}

void PdfDocView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressedAt = event->pos();
    const auto byte = byteAt(event->pos());
    if (!byte)
        return;
    if (m_drag.pressOn(*byte, selection(), *event))
        return;
    if (!event->modifiers().testFlag(Qt::ShiftModifier))
        m_anchor = *byte;
    m_caret = *byte;
    m_pressed = true;
    viewport()->update();
    Q_EMIT selectionChanged();
}

void PdfDocView::dragTo(QPoint point)
{
    const int over = point.y() < 0 ? point.y() : std::max(0, point.y() - viewport()->height());
    if (over != 0)
        verticalScrollBar()->setValue(verticalScrollBar()->value() + over);
    if (const auto byte = byteAt(point); byte && *byte != m_caret) {
        m_caret = *byte;
        viewport()->update();
        Q_EMIT selectionChanged();
    }
}

void PdfDocView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_pressed)
        return dragTo(event->pos());
    if (m_drag.move(this, event->pos(), selectedText()))
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
    const bool pressed = std::exchange(m_pressed, false), onSelection = m_drag.release();
    if (followLink(event->pos()))
        return;
    if (const auto byte = onSelection ? byteAt(event->pos()) : std::nullopt) {
        select({*byte, *byte});
        return Q_EMIT clicked(*byte);
    }
    if (!pressed)
        return;
    if (m_anchor == m_caret)
        Q_EMIT clicked(m_caret);
    else if (QGuiApplication::clipboard()->supportsSelection())
        QGuiApplication::clipboard()->setText(selectedText(), QClipboard::Selection);
}

void PdfDocView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const auto byte = byteAt(event->pos()); byte && event->button() == Qt::LeftButton)
        if (const ByteRange word = wordAt(*byte); word.size() > 0)
            select(word);
}

void PdfDocView::keyPressEvent(QKeyEvent* event)
{
    QScrollBar& bar = *verticalScrollBar();
    const int screenful = viewport()->height() - bar.singleStep();
    const bool back = event->modifiers().testFlag(Qt::ShiftModifier);
    if (event->matches(QKeySequence::Copy))
        QGuiApplication::clipboard()->setText(selectedText());
    else if (event->matches(QKeySequence::SelectAll) && m_document)
        select({0, m_document->text.size()});
    else if (event->matches(QKeySequence::MoveToStartOfDocument) || event->key() == Qt::Key_Home)
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
