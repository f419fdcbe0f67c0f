// Selection, mouse, keys and wheel of TextDocView.
#include "ui/text_doc_view.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QTextBoundaryFinder>

#include <algorithm>
#include <utility>

namespace cairn
{

std::optional<ByteRange> TextDocView::selection() const
{
    return m_anchor == m_caret ? std::nullopt : std::optional(ByteRange{std::min(m_anchor, m_caret), std::max(m_anchor, m_caret)});
}

QString TextDocView::selectedText() const
{
    const auto range = selection();
    return range ? QString::fromUtf8(m_document->text.data() + range->begin, qsizetype(range->size())) : QString();
}

void TextDocView::select(ByteRange range)
{
    m_anchor = range.begin;
    m_caret = range.end;
    viewport()->update();
    Q_EMIT selectionChanged();
}

void TextDocView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (const auto byte = byteAt(event->pos())) {
        if (m_drag.pressOn(*byte, selection(), *event))
            return;
        if (!event->modifiers().testFlag(Qt::ShiftModifier))
            m_anchor = *byte;
        m_caret = *byte;
        m_pressed = true;
        viewport()->update();
    }
}

void TextDocView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_drag.move(this, event->pos(), selectedText()))
        return;
    const auto byte = byteAt(event->pos());
    if (!byte)
        return;
    if (!m_pressed) {
        Q_EMIT hovered(*byte, event->globalPosition().toPoint());
        return;
    }
    m_caret = *byte;
    if (event->pos().y() < 0 || event->pos().y() > viewport()->height())
        verticalScrollBar()->setValue(verticalScrollBar()->value() +
                                      (event->pos().y() < 0 ? event->pos().y() : event->pos().y() - viewport()->height()));
    viewport()->update();
    Q_EMIT selectionChanged();
}

void TextDocView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const bool pressed = std::exchange(m_pressed, false);
    if (const auto byte = m_drag.release() ? byteAt(event->pos()) : std::nullopt) {
        select({*byte, *byte});   // a click on the selection ends it
        return Q_EMIT clicked(*byte);
    }
    if (!pressed)
        return;
    if (m_anchor == m_caret)
        Q_EMIT clicked(m_caret);
    else if (QGuiApplication::clipboard()->supportsSelection())
        QGuiApplication::clipboard()->setText(selectedText(), QClipboard::Selection);
}

void TextDocView::mouseDoubleClickEvent(QMouseEvent* event)
{
    const auto byte = byteAt(event->pos());
    if (!byte)
        return;
    const std::size_t index = m_paragraphs.pieceAt(*byte);
    const LaidParagraph& laid = m_paragraphs.laid(index);
    const std::uint64_t begin = m_paragraphs.piece(index).text.begin;
    const int position = laid.positionAt(std::uint32_t(*byte - begin));
    QTextBoundaryFinder words(QTextBoundaryFinder::Word, laid.layout->text());
    words.setPosition(position);
    const int from = words.isAtBoundary() ? position : int(words.toPreviousBoundary());
    words.setPosition(position);
    const int to = int(words.toNextBoundary());
    if (from >= 0 && to > from)
        select({begin + laid.byteAt(from), begin + laid.byteAt(to)});
}

void TextDocView::keyPressEvent(QKeyEvent* event)
{
    QScrollBar& bar = *verticalScrollBar();
    if (event->matches(QKeySequence::Copy))
        QGuiApplication::clipboard()->setText(selectedText());
    else if (event->matches(QKeySequence::SelectAll) && m_document)
        select({0, m_document->text.size()});
    else if (event->matches(QKeySequence::MoveToStartOfDocument) || event->key() == Qt::Key_Home)
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

void TextDocView::wheelEvent(QWheelEvent* event)
{
    if (event->modifiers().testFlag(Qt::ControlModifier))
        setZoom(m_zoom + (event->angleDelta().y() > 0 ? 10 : -10));
    else
        QAbstractScrollArea::wheelEvent(event);
}

}  // namespace cairn
