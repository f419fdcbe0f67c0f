#include "ui/heatmap_view.h"

#include "ui/pictures/axis_ticks.h"
#include "ui/theme.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace cairn
{
namespace
{

constexpr int kLeft = 44, kTop = 12, kRight = 84, kBottom = 36;
constexpr double kZoomStep = 1.25;
constexpr double kSmallestWindow = 4;   // columns

}  // namespace

HeatmapView::HeatmapView(QWidget* parent) : QAbstractScrollArea(parent)
{
    setAccessibleName(tr("Heatmap"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
}

void HeatmapView::setData(HeatmapData data)
{
    const bool sameSize = data.rows == m_data.rows && data.columns == m_data.columns;
    m_data = std::move(data);
    m_shown = m_data.values;
    for (const int column : m_data.hiddenColumns) {
        for (int row = 0; row < m_data.rows; ++row)
            m_shown[std::size_t(row) * std::size_t(m_data.columns) + std::size_t(column)] = 0;
    }
    m_style.high = automaticHigh(m_shown);
    if (!sameSize) {
        m_cursor.reset();
        fit();
    }
    invalidate();
}

void HeatmapView::setScale(HeatScale scale)
{
    m_style.scale = scale;
    invalidate();
}

void HeatmapView::setMarkedColumns(std::vector<int> columns)
{
    m_marked = std::move(columns);
    viewport()->update();
}

void HeatmapView::invalidate()
{
    m_image = QImage();
    viewport()->update();
}

QRect HeatmapView::plot() const { return viewport()->rect().adjusted(kLeft, kTop, -kRight, -kBottom); }
double HeatmapView::columnAt(double x) const { return m_window.firstColumn + (x - plot().left()) * m_window.columns / std::max(plot().width(), 1); }
double HeatmapView::xOf(double column) const { return plot().left() + (column - m_window.firstColumn) * plot().width() / std::max(m_window.columns, 1e-9); }
double HeatmapView::yOf(double row) const { return plot().top() + row * plot().height() / std::max(m_data.rows, 1); }

void HeatmapView::fit() { setWindow(0, m_data.columns); }

void HeatmapView::setWindow(double firstColumn, double columns)
{
    const double all = std::max(m_data.columns, 1);
    m_window.columns = std::clamp(columns, std::min(kSmallestWindow, all), all);
    m_window.firstColumn = std::clamp(firstColumn, 0.0, all - m_window.columns);
    m_window.firstRow = 0;
    m_window.rows = m_data.rows;
    invalidate();
}

void HeatmapView::zoomAt(QPointF point, double factor)
{
    const double anchor = columnAt(point.x());
    const double columns = std::clamp(m_window.columns / factor, kSmallestWindow, double(std::max(m_data.columns, 1)));
    setWindow(anchor - (anchor - m_window.firstColumn) * columns / m_window.columns, columns);
}

void HeatmapView::showColumn(int column)
{
    if (column < m_window.firstColumn || column + 1 > m_window.firstColumn + m_window.columns)
        setWindow(column - m_window.columns / 2, m_window.columns);
}

std::optional<HeatmapCell> HeatmapView::cellAt(QPoint point) const
{
    if (!plot().contains(point) || m_data.rows == 0 || m_data.columns == 0)
        return std::nullopt;
    const int row = std::clamp(int((point.y() - plot().top()) * double(m_data.rows) / plot().height()), 0, m_data.rows - 1);
    const int first = std::clamp(int(columnAt(point.x())), 0, m_data.columns - 1);
    const int last = std::clamp(int(std::ceil(columnAt(point.x() + 1))) - 1, first, m_data.columns - 1);
    HeatmapCell best{row, first};
    const HeatmapMatrix matrix{m_shown, m_data.rows, m_data.columns};
    for (int column = first; column <= last; ++column) {
        if (matrix.value(row, column) > matrix.value(row, best.column))
            best.column = column;
    }
    return best;
}

void HeatmapView::setCursorCell(HeatmapCell cell)
{
    m_cursor = HeatmapCell{std::clamp(cell.row, 0, std::max(m_data.rows - 1, 0)), std::clamp(cell.column, 0, std::max(m_data.columns - 1, 0))};
    showColumn(m_cursor->column);
    viewport()->update();
    Q_EMIT cellHovered(m_cursor->row, m_cursor->column);
}

void HeatmapView::paintTicks(QPainter& painter) const
{
    const QRect area = plot();
    QFont small = font();
    small.setPixelSize(metrics::kAxisFont);
    painter.setFont(small);
    painter.setPen(themeColour(Role::Muted, *this));
    const int columnStep = tickStep(m_window.columns, area.width() / 80.0);
    for (int column = int(m_window.firstColumn) / columnStep * columnStep; column < m_window.firstColumn + m_window.columns; column += columnStep) {
        const int x = int(xOf(column));
        if (x >= area.left())
            painter.drawText(QRect(x - 30, area.bottom() + 3, 60, 14), Qt::AlignHCenter, QString::number(column));
    }
    for (int row = 0; row < m_data.rows; row += tickStep(m_data.rows, area.height() / 20.0))
        painter.drawText(QRect(0, int(yOf(row + 0.5)) - 7, kLeft - 6, 14), Qt::AlignRight | Qt::AlignVCenter, QString::number(row));
    painter.drawText(QRect(area.left(), area.bottom() + 18, area.width(), 14), Qt::AlignHCenter, m_data.columnName);
    painter.save();
    painter.translate(8, area.center().y());
    painter.rotate(-90);
    painter.drawText(QRect(-60, -7, 120, 14), Qt::AlignHCenter, m_data.rowName);
    painter.restore();
}

void HeatmapView::paintHidden(QPainter& painter) const
{
    const QRect area = plot();
    painter.setClipRect(area);
    for (const int column : m_data.hiddenColumns) {
        const double width = std::max(2.0, xOf(column + 1) - xOf(column));
        painter.fillRect(QRectF(xOf(column), area.top(), width, area.height()), QBrush(themeColour(Role::Hatch, *this), Qt::BDiagPattern));
    }
    painter.setPen(QPen(themeColour(Role::Text, *this), 1));
    for (const int column : m_data.barredColumns)
        painter.drawLine(QPointF(xOf(column), area.top()), QPointF(xOf(column + 1), area.bottom()));
    for (const int column : m_marked)
        painter.fillRect(QRectF(xOf(column), area.top(), std::max(2.0, xOf(column + 1) - xOf(column)), 4), themeColour(Role::Accent, *this));
    painter.setClipping(false);
}

void HeatmapView::paintColourBar(QPainter& painter) const
{
    const QRect bar(plot().right() + 12, plot().top() + 44, 12, std::max(40, plot().height() - 60));
    const ColourMap colours(panelOf(palette()));
    for (int y = 0; y < bar.height(); ++y) {
        const float value = m_style.low + (m_style.high - m_style.low) * float(bar.height() - y) / float(bar.height());
        painter.fillRect(bar.left(), bar.top() + y, bar.width(), 1, QColor(colours.colour(scaled(value, m_style))));
    }
    painter.setPen(themeColour(Role::Muted, *this));
    painter.drawText(QPoint(bar.right() + 5, bar.top() + 9), QString::number(double(m_style.high), 'g', 2));
    painter.drawText(QPoint(bar.right() + 5, bar.bottom() + 1), QStringLiteral("0"));
    painter.drawText(QRect(plot().right() + 8, plot().top() - 8, kRight - 8, 50), Qt::TextWordWrap, m_data.unit);
}

void HeatmapView::paintCursor(QPainter& painter) const
{
    const auto cell = m_hover ? m_hover : m_cursor;
    if (!cell)
        return;
    const QRect area = plot();
    painter.setClipRect(area);
    painter.setPen(QPen(themeColour(Role::Accent, *this), 1));
    const double x = xOf(cell->column), width = std::max(2.0, xOf(cell->column + 1) - x);
    const double y = yOf(cell->row), height = std::max(2.0, yOf(cell->row + 1) - y);
    painter.drawLine(QPointF(area.left(), y + height / 2), QPointF(x - 2, y + height / 2));
    painter.drawLine(QPointF(x + width / 2, area.bottom()), QPointF(x + width / 2, y + height + 2));
    painter.setPen(QPen(themeColour(Role::Accent, *this), 2));
    painter.drawRect(QRectF(x - 1, y - 1, width + 2, height + 2));
    painter.setClipping(false);
}

void HeatmapView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), palette().color(QPalette::Base));
    if (m_data.rows == 0 || m_data.columns == 0 || plot().isEmpty()) {
        painter.setPen(themeColour(Role::Muted, *this));
        painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap, tr("Ask a question to see which blocks were opened."));
        return;
    }
    if (m_image.isNull()) {
        m_style.panel = panelOf(palette());
        const double ratio = devicePixelRatioF();
        m_image = heatmapRaster({m_shown, m_data.rows, m_data.columns}, m_window, (QSizeF(plot().size()) * ratio).toSize(), m_style);
        m_image.setDevicePixelRatio(ratio);
    }
    painter.drawImage(plot().topLeft(), m_image);
    painter.setPen(themeColour(Role::Line, *this));
    painter.drawRect(plot().adjusted(-1, -1, 0, 0));
    paintHidden(painter);
    paintTicks(painter);
    paintColourBar(painter);
    paintCursor(painter);
}

void HeatmapView::resizeEvent(QResizeEvent*) { invalidate(); }

void HeatmapView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        invalidate();
    QAbstractScrollArea::changeEvent(event);
}

void HeatmapView::wheelEvent(QWheelEvent* event)
{
    zoomAt(event->position(), std::pow(kZoomStep, event->angleDelta().y() / 120.0));
    event->accept();
}

void HeatmapView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_press = event->pos();
    m_pressWindow = m_window;
    m_brushing = event->modifiers().testFlag(Qt::ShiftModifier);
}

void HeatmapView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_press && !m_brushing) {
        const double shift = (event->pos().x() - m_press->x()) * m_pressWindow.columns / std::max(plot().width(), 1);
        setWindow(m_pressWindow.firstColumn - shift, m_pressWindow.columns);
        return;
    }
    const auto cell = cellAt(event->pos());
    if (cell == m_hover)
        return;
    m_hover = cell;
    viewport()->update();
    Q_EMIT cellHovered(cell ? cell->row : -1, cell ? cell->column : -1);
    if (cell && m_data.describe)
        QToolTip::showText(event->globalPosition().toPoint(), m_data.describe(cell->row, cell->column), viewport());
}

void HeatmapView::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_press)
        return;
    const QPoint press = *m_press;
    m_press.reset();
    if (m_brushing) {
        const int a = std::clamp(int(columnAt(press.x())), 0, m_data.columns);
        const int b = std::clamp(int(columnAt(event->pos().x())), 0, m_data.columns);
        Q_EMIT columnsBrushed(std::min(a, b), std::min(std::max(a, b) + 1, m_data.columns));
    } else if ((event->pos() - press).manhattanLength() < 4) {
        if (const auto cell = cellAt(event->pos())) {
            m_cursor = cell;
            Q_EMIT cellActivated(cell->row, cell->column);
        }
    }
    m_brushing = false;
    viewport()->update();
}

void HeatmapView::leaveEvent(QEvent*)
{
    m_hover.reset();
    viewport()->update();
    Q_EMIT cellHovered(-1, -1);
}

void HeatmapView::moveToNextHot(int direction)
{
    const HeatmapMatrix matrix{m_shown, m_data.rows, m_data.columns};
    const HeatmapCell start = m_cursor.value_or(HeatmapCell{});
    for (int column = start.column + direction; column >= 0 && column < m_data.columns; column += direction) {
        if (matrix.value(start.row, column) > 0) {
            setCursorCell({start.row, column});
            return;
        }
    }
}

void HeatmapView::keyPressEvent(QKeyEvent* event)
{
    const HeatmapCell cell = m_cursor.value_or(HeatmapCell{});
    const bool jump = event->modifiers().testFlag(Qt::ControlModifier);
    const QPointF middle = m_cursor ? QPointF(xOf(cell.column + 0.5), plot().center().y()) : QPointF(plot().center());
    switch (event->key()) {
    case Qt::Key_Left: jump ? moveToNextHot(-1) : setCursorCell({cell.row, cell.column - 1}); break;
    case Qt::Key_Right: jump ? moveToNextHot(1) : setCursorCell({cell.row, cell.column + 1}); break;
    case Qt::Key_Up: setCursorCell({cell.row - 1, cell.column}); break;
    case Qt::Key_Down: setCursorCell({cell.row + 1, cell.column}); break;
    case Qt::Key_Home: setCursorCell({cell.row, 0}); break;
    case Qt::Key_End: setCursorCell({cell.row, m_data.columns - 1}); break;
    case Qt::Key_Plus: zoomAt(middle, kZoomStep); break;
    case Qt::Key_Minus: zoomAt(middle, 1 / kZoomStep); break;
    case Qt::Key_0: fit(); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_cursor)
            Q_EMIT cellActivated(cell.row, cell.column);
        break;
    default: QAbstractScrollArea::keyPressEvent(event);
    }
}

}  // namespace cairn
