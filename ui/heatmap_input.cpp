// What mouse and keys do to the heatmap (experience.md 13).
#include "ui/heatmap_view.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace cairn
{
namespace
{

constexpr double kZoomStep = 1.25;
constexpr int kClickSlack = 4;   // px of movement that still is a click
constexpr int kTipMs = 50;       // 20 Hz

QString tipHtml(const HeatmapTip& tip)   // every piece escaped: words of documents are never HTML
{
    QString html = QStringLiteral("<table width=\"320\" cellspacing=\"0\" cellpadding=\"0\">"
                                  "<tr><td><b>%1</b></td><td align=\"right\">%2</td></tr></table>")
                       .arg(tip.title.toHtmlEscaped(), tip.place.toHtmlEscaped());
    for (const QString& line : tip.lines)
        html += QStringLiteral("<div>%1</div>").arg(line.toHtmlEscaped());
    if (!tip.quote.isEmpty())
        html += QStringLiteral("<div style=\"font-family:serif; margin-top:4px\">%1</div>").arg(tip.quote.toHtmlEscaped());
    return html;
}

}  // namespace

void HeatmapView::resizeEvent(QResizeEvent*) { refit(); }

void HeatmapView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        followColours();   // for files of what nobody looks at, too
        invalidate();
    }
    if (event->type() == QEvent::FontChange) {
        measureLabels();
        refit();
    }
    QAbstractScrollArea::changeEvent(event);
}

void HeatmapView::wheelEvent(QWheelEvent* event)
{
    const double steps = event->angleDelta().y() / 120.0;
    const bool overLabels = event->position().x() < plot().left();
    if (event->modifiers().testFlag(Qt::ControlModifier))
        zoomRowsAt(event->position(), std::pow(kZoomStep, steps));
    else if (event->modifiers().testFlag(Qt::ShiftModifier) || (overLabels && verticalScrollBar()->maximum() > 0))
        verticalScrollBar()->setValue(verticalScrollBar()->value() - int(std::lround(steps * 3)));
    else if (event->angleDelta().y() == 0 && event->angleDelta().x() != 0) {
        HeatmapWindow window = m_window;
        window.firstColumn -= event->angleDelta().x() / 120.0 * m_window.columns / 10;
        setWindow(window);
    } else
        zoomAt(event->position(), std::pow(kZoomStep, steps));
    event->accept();
}

void HeatmapView::mousePressEvent(QMouseEvent* event)
{
    const QRect area = plot();
    const bool onLabels = event->pos().x() < area.left() && event->pos().y() >= area.top() && event->pos().y() <= area.bottom();
    if (event->button() != Qt::LeftButton || (!onLabels && !area.contains(event->pos())))
        return;
    m_press = m_dragged = event->pos();
    m_pressWindow = m_window;
    const bool rows = onLabels || event->modifiers().testFlag(Qt::AltModifier);   // many desktops move windows by Alt and a drag
    m_drag = rows ? Drag::Rows : event->modifiers().testFlag(Qt::ShiftModifier) ? Drag::Columns : Drag::Pan;
}

void HeatmapView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_drag == Drag::Pan) {
        if ((event->pos() - m_press).manhattanLength() < kClickSlack)
            return;
        HeatmapWindow window = m_pressWindow;
        window.firstColumn -= (event->pos().x() - m_press.x()) * m_pressWindow.columns / std::max(plot().width(), 1);
        window.firstRow -= (event->pos().y() - m_press.y()) * m_pressWindow.rows / std::max(plot().height(), 1);
        setWindow(window);
        return;
    }
    if (m_drag != Drag::None) {
        m_dragged = event->pos();
        viewport()->update();
        return;
    }
    const auto cell = cellAt(event->pos());
    if (cell == m_hover)
        return;
    setHover(cell);
    m_tipPlace = event->globalPosition().toPoint();
    if (cell && !m_tip.isActive())   // its words cost more than the cross: not for each pixel of a move
        m_tip.start(kTipMs, this);
    else if (!cell)
        hideTip();
}

void HeatmapView::setHover(std::optional<HeatmapCell> cell)
{
    if (m_data.rows > 0) {   // only the old and the new cross are drawn again
        QRegion region;
        for (const auto& changed : {m_hover, cell, m_cursor}) {
            if (changed)
                region += crossRegion(*changed);
        }
        viewport()->update(region);
    }
    m_hover = cell;
    Q_EMIT cellHovered(cell ? cell->row : -1, cell ? cell->column : -1);
}

void HeatmapView::timerEvent(QTimerEvent* event)
{
    if (event->timerId() != m_tip.timerId())
        return QAbstractScrollArea::timerEvent(event);
    m_tip.stop();
    if (m_hover)
        showTip(*m_hover, m_tipPlace);
}

void HeatmapView::showTip(HeatmapCell cell, QPoint globalPosition)
{
    QToolTip::showText(globalPosition, tipHtml(describe(cell)), viewport());
}

void HeatmapView::hideTip()
{
    m_tip.stop();
    QToolTip::hideText();
}

void HeatmapView::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    const HeatmapLayout place = layout();
    if (drag == Drag::None || m_data.rows == 0)
        return;
    if ((event->pos() - m_press).manhattanLength() < kClickSlack) {
        if (const auto cell = cellAt(event->pos())) {
            m_cursor = cell;
            announceCursor();
            invalidate();
            Q_EMIT cellActivated(cell->row, cell->column);
        }
    } else if (drag == Drag::Columns) {
        const int a = std::clamp(int(place.columnAt(m_press.x())), 0, m_data.columns - 1);
        const int b = std::clamp(int(place.columnAt(event->pos().x())), 0, m_data.columns - 1);
        Q_EMIT columnsBrushed(std::min(a, b), std::max(a, b) + 1);
    } else if (drag == Drag::Rows) {
        const int a = std::clamp(int(place.rowAt(m_press.y())), 0, m_data.rows - 1);
        const int b = std::clamp(int(place.rowAt(event->pos().y())), 0, m_data.rows - 1);
        Q_EMIT rowsBrushed(std::min(a, b), std::max(a, b) + 1);
    }
    viewport()->update();
}

void HeatmapView::mouseDoubleClickEvent(QMouseEvent* event)
{
    const HeatmapLayout place = layout();
    const bool overRows =
        event->pos().y() >= place.plot.top() && event->pos().y() <= place.plot.bottom() && event->pos().x() <= place.plot.right();
    if (m_data.rows > 0 && overRows)
        Q_EMIT rowUnfolded(std::clamp(int(place.rowAt(event->pos().y())), 0, m_data.rows - 1));
}

void HeatmapView::leaveEvent(QEvent*)
{
    m_tip.stop();
    if (m_hover)
        setHover({});
}

// Qt draws the view again for that, not what is inside it, where the frame of the focus is.
void HeatmapView::focusInEvent(QFocusEvent*) { viewport()->update(); }
void HeatmapView::focusOutEvent(QFocusEvent*) { viewport()->update(); }

void HeatmapView::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    if (byKey && !m_cursor)
        setCursorCell({int(m_window.firstRow), int(m_window.firstColumn)});
    const auto cell = byKey ? m_cursor : cellAt(event->pos());
    if (!cell)
        return;
    hideTip();   // it would lie on the menu
    m_cursor = cell;
    invalidate();
    Q_EMIT menuRequested(cell->row, cell->column, byKey ? viewport()->mapToGlobal(cellRect(*cell).bottomLeft()) : event->globalPos());
}

bool HeatmapView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {   // chapters say their whole title; cells have shown theirs already
        const auto* help = static_cast<QHelpEvent*>(event);
        const HeatmapLayout place = layout();
        if (place.chapters.contains(help->pos())) {
            const int column = int(place.columnAt(help->pos().x()));
            for (const HeatmapChapter& chapter : m_data.chapters) {
                if (column >= chapter.begin && column < chapter.end)
                    QToolTip::showText(help->globalPos(), QStringLiteral("<span>%1</span>").arg(chapter.title.toHtmlEscaped()), viewport());
            }
        }
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void HeatmapView::moveToNextHot(int direction)
{
    const HeatmapCell start = m_cursor.value_or(HeatmapCell{0, direction > 0 ? -1 : m_data.columns});
    const auto row = std::size_t(start.row);
    const std::size_t begin = m_cells->offsets[row], end = m_cells->offsets[row + 1];
    std::optional<int> next;
    for (std::size_t i = begin; i < end; ++i) {
        const int column = int(m_cells->blocks[i]);
        if (m_levels[i] == 0 || (direction > 0 ? column <= start.column : column >= start.column))
            continue;
        next = column;
        if (direction > 0)
            break;
    }
    if (next)
        setCursorCell({start.row, *next});
}

void HeatmapView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        Q_EMIT escapePressed();
        return;
    }
    if (m_data.rows == 0 || m_data.columns == 0) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    if (m_pageRows == 0 && (event->key() == Qt::Key_PageUp || event->key() == Qt::Key_PageDown)) {
        event->ignore();
        return;
    }
    const HeatmapCell cell = m_cursor.value_or(HeatmapCell{});
    const bool jump = event->modifiers().testFlag(Qt::ControlModifier);
    const HeatmapLayout place = layout();
    const QPointF middle = m_cursor ? QPointF(place.xOf(cell.column + 0.5), place.yOf(cell.row + 0.5)) : QPointF(place.plot.center());
    switch (event->key()) {
    case Qt::Key_Left: jump ? moveToNextHot(-1) : setCursorCell({cell.row, cell.column - 1}); break;
    case Qt::Key_Right: jump ? moveToNextHot(1) : setCursorCell({cell.row, cell.column + 1}); break;
    case Qt::Key_Up: setCursorCell({cell.row - 1, cell.column}); break;
    case Qt::Key_Down: setCursorCell({cell.row + 1, cell.column}); break;
    case Qt::Key_Home: setCursorCell({cell.row, 0}); break;
    case Qt::Key_End: setCursorCell({cell.row, m_data.columns - 1}); break;
    case Qt::Key_PageUp: setCursorCell({cell.row - m_pageRows.value_or(rowsPerPage()), cell.column}); break;
    case Qt::Key_PageDown: setCursorCell({cell.row + m_pageRows.value_or(rowsPerPage()), cell.column}); break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomAt(middle, kZoomStep); break;
    case Qt::Key_Minus: zoomAt(middle, 1 / kZoomStep); break;
    case Qt::Key_0: fit(); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_cursor && jump)
            Q_EMIT rowUnfolded(cell.row);
        else if (m_cursor)
            Q_EMIT cellActivated(cell.row, cell.column);
        break;
    default: QAbstractScrollArea::keyPressEvent(event); return;
    }
    if (m_cursor && event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter)
        showTip(*m_cursor, viewport()->mapToGlobal(cellRect(*m_cursor).bottomRight()));
}

}  // namespace cairn
