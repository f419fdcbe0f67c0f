// Mouse and keyboard of AnswerView.
#include "ui/answer_view.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace cairn
{

void AnswerView::brush(std::optional<TokenRange> tokens)
{
    setBrush(tokens);
    Q_EMIT tokensBrushed(m_brush ? m_brush->first : 0, m_brush ? m_brush->second : 0);
}

void AnswerView::mousePressEvent(QMouseEvent* event)
{
    m_dragged = false;
    m_pressedAt = event->pos();
    if (event->button() != Qt::LeftButton || chipAt(event->pos()))
        return;
    m_brushStart = tokenAt(event->pos());
    if (m_brushStart && m_brush && *m_brushStart >= m_brush->first && *m_brushStart < m_brush->second)
        m_drag.press(event->pos());
}

void AnswerView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_drag.isPossible()) {
        m_drag.move(this, event->pos(), brushedWords());
        if (!m_drag.isPossible())
            m_brushStart.reset();   // the words went out: no click follows
        return;
    }
    const auto chip = chipAt(event->pos());
    viewport()->setCursor(chip ? Qt::PointingHandCursor : Qt::IBeamCursor);
    const auto under = chip ? std::nullopt : tokenAt(event->pos());
    hover(under ? int(*under) : -1, chip.value_or(-1), event->globalPosition().toPoint());
    if (!m_brushStart)
        return;
    const int y = event->pos().y(), over = y < 0 ? y : std::max(0, y - viewport()->height());
    if (over != 0)
        verticalScrollBar()->setValue(verticalScrollBar()->value() + over);
    const auto token = tokenNear(event->pos());
    const bool isDrag = m_dragged || (event->pos() - m_pressedAt).manhattanLength() >= QApplication::startDragDistance();
    if (!token || (*token == *m_brushStart && !isDrag))
        return;
    m_dragged = true;
    brush(TokenRange{std::min(*m_brushStart, *token), std::max(*m_brushStart, *token) + 1});
}

void AnswerView::mouseReleaseEvent(QMouseEvent* event)
{
    const auto start = std::exchange(m_brushStart, std::nullopt);
    m_drag.release();
    if (event->button() != Qt::LeftButton)
        return;
    if (const auto chip = chipAt(event->pos()); chip && !start) {
        setChosenCitation(*chip);
        Q_EMIT citationActivated(*chip);
        return;
    }
    const auto token = tokenAt(event->pos());
    if (m_dragged)
        return;
    if (start && token && *start == *token)
        brush(m_text.sentenceOf(*token));
    else if (!start && m_brush)
        brush(std::nullopt);
}

void AnswerView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const auto token = tokenAt(event->pos()); token && event->button() == Qt::LeftButton && !chipAt(event->pos()))
        brush(m_text.wordOf(*token));
    m_dragged = true;   // the release that follows is no click
}

void AnswerView::leaveEvent(QEvent* event)
{
    QAbstractScrollArea::leaveEvent(event);
    hover(-1, -1, {});
}

// What is left is told before what is entered: whoever shows tips hides the one and then shows the other.
void AnswerView::hover(int token, int chip, QPoint at)
{
    const bool leavesToken = token != m_hovered, leavesChip = chip != m_hoveredChip;
    m_hovered = token;
    m_hoveredChip = chip;
    if (leavesToken)
        viewport()->update();
    if (leavesChip && chip < 0)
        Q_EMIT citationHovered(-1, at);
    if (leavesToken)
        Q_EMIT tokenHovered(token, at);
    if (leavesChip && chip >= 0)
        Q_EMIT citationHovered(chip, at);
}

bool AnswerView::stepToken(int by)
{
    const auto count = std::int64_t(m_text.tokens().size());
    if (count == 0)
        return false;
    const std::int64_t from = !m_brush ? (by > 0 ? -1 : count) : by > 0 ? m_brush->second - 1 : m_brush->first;
    const std::int64_t to = from + by;
    if (to < 0 || to >= count)
        return false;
    brush(TokenRange{std::uint32_t(to), std::uint32_t(to) + 1});
    return true;
}

bool AnswerView::brushByKey(QKeyEvent* event)
{
    const bool left = event->key() == Qt::Key_Left || event->key() == Qt::Key_BracketLeft;
    const bool right = event->key() == Qt::Key_Right || event->key() == Qt::Key_BracketRight;
    if (!left && !right)
        return false;
    if (!event->modifiers().testFlag(Qt::ShiftModifier) || !m_brush)
        return stepToken(left ? -1 : 1);
    TokenRange wider = *m_brush;
    if (left && wider.first > 0)
        --wider.first;
    if (right && wider.second < m_text.tokens().size())
        ++wider.second;
    brush(wider);
    return true;
}

void AnswerView::copy() const { QGuiApplication::clipboard()->setText(m_brush ? brushedWords() : textWithCitations()); }

void AnswerView::keyPressEvent(QKeyEvent* event)
{
    const int digit = event->key() - Qt::Key_1;
    if (event->matches(QKeySequence::Copy)) {
        copy();
    } else if (event->key() == Qt::Key_Escape && m_brush) {
        brush(std::nullopt);
    } else if (event->key() == Qt::Key_Home || event->key() == Qt::Key_End) {
        verticalScrollBar()->setValue(event->key() == Qt::Key_Home ? 0 : verticalScrollBar()->maximum());
    } else if (digit >= 0 && digit < 9 && std::size_t(digit) < m_answer.citations.size() && !(event->modifiers() & ~Qt::KeypadModifier)) {
        setChosenCitation(digit);
        Q_EMIT citationActivated(digit);
    } else if (!brushByKey(event)) {
        QAbstractScrollArea::keyPressEvent(event);
    }
}

}  // namespace cairn
