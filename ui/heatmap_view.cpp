#include "ui/heatmap_view.h"

#include "ui/heatmap_accessible.h"
#include "ui/pictures/numbers.h"
#include "ui/text_size.h"
#include "ui/theme.h"

#include <QAccessible>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace cairn
{
namespace
{

constexpr int kTop = 8, kRight = 10, kBottom = 36, kChapterStrip = 20, kProfile = 36;   // px of the design, as far as words need them
constexpr int kLeastPlot = 48;   // px: where there is less, what stands above the cells gives way
constexpr int kNarrowLabels = 42, kWidestLabels = 120, kLabelRoom = 24, kAxis = 20;
constexpr double kFewestColumns = 4, kFewestRows = 2;
constexpr int kReach = 12;   // px within which the nearest mark wins

int labelWidth(const QStringList& labels, const QFontMetrics& metrics)
{
    int width = 0;
    for (const QString& label : labels)
        width = std::max(width, metrics.horizontalAdvance(label));
    return std::clamp(width + kLabelRoom, scaled(kNarrowLabels), scaled(kWidestLabels));
}

}  // namespace

HeatmapTip::HeatmapTip(const QString& words) : lines(words.split(QLatin1Char('\n')))
{
    title = lines.takeFirst();
}

QString HeatmapTip::plain() const
{
    QStringList all{place.isEmpty() ? title : QStringLiteral("%1 (%2)").arg(title, place)};
    all += lines;
    if (!quote.isEmpty())
        all += quote;
    return all.join(QLatin1Char('\n'));
}

HeatmapView::HeatmapView(QWidget* parent) : QAbstractScrollArea(parent), m_cells(std::make_shared<SparseMatrix>())
{
    followColours();
    installHeatmapAccessibility();
    setAccessibleName(tr("Heatmap"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    m_emptyText = tr("Ask a question to see which blocks were opened.");
}

HeatmapView::~HeatmapView() = default;

void HeatmapView::setData(HeatmapData data)
{
    const auto cells =
        data.cells ? data.cells
                   : std::make_shared<const SparseMatrix>(sparseMatrix(data.values, std::uint32_t(data.rows), std::uint32_t(data.columns)));
    const bool sameSize = cells->rows == m_cells->rows && cells->columns == m_cells->columns;
    m_cells = cells;
    m_data = std::move(data);
    m_data.values.clear();
    m_data.rows = int(m_cells->rows);
    m_data.columns = int(m_cells->columns);
    m_style.difference = m_data.difference;
    if (m_data.range) {
        m_style.low = m_data.range->first;
        m_style.high = m_data.range->second;
    } else {
        std::vector<float> shown;
        for (std::size_t i = 0; i < m_cells->values.size(); ++i) {
            if (!std::binary_search(m_data.hiddenColumns.begin(), m_data.hiddenColumns.end(), int(m_cells->blocks[i])))
                shown.push_back(m_cells->values[i]);
        }
        m_style.low = 0;
        m_style.high = automaticHigh(shown);
    }
    m_hover.reset();
    measureLabels();
    updateLevels();
    if (!sameSize) {
        m_cursor.reset();
        fit();
    }
}

// Once: there may be a thousand of them.
void HeatmapView::measureLabels() { m_labelWidth = labelWidth(m_data.rowLabels, QFontMetrics(sized(*this, metrics::kAxisFont))); }

void HeatmapView::updateLevels()
{
    m_levels = heatmapLevels(*m_cells, m_style, m_data.hiddenColumns);
    invalidate();
}

void HeatmapView::setScale(HeatScale scale)
{
    if (m_style.scale == scale)
        return;
    m_style.scale = scale;
    updateLevels();
}

void HeatmapView::setRange(float low, float high)
{
    if (m_style.low == low && m_style.high == high)
        return;
    m_style.low = low;
    m_style.high = high;
    updateLevels();
}

void HeatmapView::setRowHeight(int designPixels)
{
    m_rowHeight = designPixels;
    fit();
}

void HeatmapView::setEmptyText(const QString& words)
{
    m_emptyText = words;
    viewport()->update();
}

void HeatmapView::setMarkedColumns(std::vector<int> columns)
{
    m_markedColumns = std::move(columns);
    invalidate();
}

void HeatmapView::setMarkedRows(std::vector<int> rows)
{
    m_markedRows = std::move(rows);
    invalidate();
}

void HeatmapView::invalidate()
{
    m_canvas = QImage();
    viewport()->update();
}

HeatmapLayout HeatmapView::layout() const
{
    HeatmapLayout layout;
    layout.window = m_window;
    int top = kTop;
    const int left = m_data.rowLabels.isEmpty() ? scaled(kNarrowLabels) : m_labelWidth;
    const int width = std::max(viewport()->width() - left - kRight, 1);
    const int bottom = std::max(kBottom, scaled(kAxis)), strip = m_data.chapters.empty() ? 0 : scaled(kChapterStrip) + 4,
              profile = m_data.profile ? kProfile + 3 : 0, room = viewport()->height() - top - bottom - kLeastPlot;
    if (strip > 0 && room >= strip + profile) {
        layout.chapters = QRect(left, top, width, scaled(kChapterStrip));
        top += strip;
    }
    if (profile > 0 && room >= profile) {
        layout.profile = QRect(left, top, width, kProfile);
        top += profile;
    }
    int height = std::max(viewport()->height() - top - bottom, 1);
    if (m_rowHeight > 0)
        height = std::min(height, std::max(m_data.rows, 1) * scaled(m_rowHeight) * 2);   // few rows don't become bars
    layout.plot = QRect(left, top, width, height);
    return layout;
}

QRect HeatmapView::plot() const { return layout().plot; }

std::optional<float> HeatmapView::value(HeatmapCell cell) const
{
    if (cell.row < 0 || cell.column < 0 || std::binary_search(m_data.hiddenColumns.begin(), m_data.hiddenColumns.end(), cell.column))
        return {};
    return m_cells->at(std::uint32_t(cell.row), std::uint32_t(cell.column));
}

void HeatmapView::fit()
{
    const double rows = m_rowHeight > 0 ? rowsOfOwnHeight() : m_data.rows;
    setWindow({0, std::min(rows, double(m_data.rows)), 0, double(m_data.columns)});
}

// The same place in another size of the view or of its text.
void HeatmapView::refit()
{
    HeatmapWindow window = m_window;
    if (m_rowHeight > 0)
        window.rows = rowsOfOwnHeight();
    setWindow(window);
}

double HeatmapView::rowsOfOwnHeight() const { return std::floor(double(plot().height()) / std::max(scaled(m_rowHeight), 1)); }

void HeatmapView::setWindow(const HeatmapWindow& window)
{
    const double columns = std::max(m_data.columns, 1), rows = std::max(m_data.rows, 1);
    m_window.columns = std::clamp(window.columns, std::min(kFewestColumns, columns), columns);
    m_window.firstColumn = std::clamp(window.firstColumn, 0.0, columns - m_window.columns);
    m_window.rows = std::clamp(window.rows, std::min(kFewestRows, rows), rows);
    m_window.firstRow = std::clamp(window.firstRow, 0.0, rows - m_window.rows);
    updateScrollBar();
    invalidate();
    Q_EMIT windowChanged();
}

void HeatmapView::updateScrollBar()
{
    const QSignalBlocker quiet(verticalScrollBar());
    verticalScrollBar()->setRange(0, int(std::ceil(m_data.rows - m_window.rows - 1e-9)));
    verticalScrollBar()->setPageStep(std::max(int(m_window.rows), 1));
    verticalScrollBar()->setValue(int(std::lround(m_window.firstRow)));
}

void HeatmapView::scrollContentsBy(int, int)
{
    HeatmapWindow window = m_window;
    window.firstRow = verticalScrollBar()->value();
    if (std::abs(window.firstRow - m_window.firstRow) >= 0.5)
        setWindow(window);
}

void HeatmapView::zoomAt(QPointF point, double factor)
{
    const double anchor = layout().columnAt(point.x());
    const double columns = std::clamp(m_window.columns / factor, std::min(kFewestColumns, double(std::max(m_data.columns, 1))),
                                      double(std::max(m_data.columns, 1)));
    HeatmapWindow window = m_window;
    window.firstColumn = anchor - (anchor - m_window.firstColumn) * columns / m_window.columns;
    window.columns = columns;
    setWindow(window);
}

void HeatmapView::zoomRowsAt(QPointF point, double factor)
{
    const double anchor = layout().rowAt(point.y());
    const double rows =
        std::clamp(m_window.rows / factor, std::min(kFewestRows, double(std::max(m_data.rows, 1))), double(std::max(m_data.rows, 1)));
    HeatmapWindow window = m_window;
    window.firstRow = anchor - (anchor - m_window.firstRow) * rows / m_window.rows;
    window.rows = rows;
    setWindow(window);
}

void HeatmapView::showColumn(int column)
{
    HeatmapWindow window = m_window;
    if (column >= m_window.firstColumn && column + 1 <= m_window.firstColumn + m_window.columns)
        return;
    window.firstColumn = column - m_window.columns / 2;
    setWindow(window);
}

void HeatmapView::showRow(int row)
{
    HeatmapWindow window = m_window;
    if (row < m_window.firstRow)
        window.firstRow = row;
    else if (row + 1 > m_window.firstRow + m_window.rows)
        window.firstRow = row + 1 - m_window.rows;
    else
        return;
    setWindow(window);
}

std::optional<HeatmapCell> HeatmapView::cellAt(QPoint point) const
{
    const HeatmapLayout place = layout();
    if (!place.plot.contains(point) || m_data.rows == 0 || m_data.columns == 0)
        return {};
    const HeatmapCell own{std::clamp(int(place.rowAt(point.y() + 0.5)), 0, m_data.rows - 1),
                          std::clamp(int(place.columnAt(point.x() + 0.5)), 0, m_data.columns - 1)};
    const auto lastRow = std::clamp(int(std::ceil(place.rowAt(point.y() + 1) - 1e-9)) - 1, own.row, m_data.rows - 1);
    HeatmapCell best = own;
    std::int16_t bestLevel = 0;
    int bestDistance = kReach + 1;
    for (int row = std::clamp(int(place.rowAt(point.y())), 0, own.row); row <= lastRow; ++row) {
        const auto blocks = m_cells->blocks.begin();
        const auto end = blocks + m_cells->offsets[std::size_t(row) + 1];
        const auto from = std::uint32_t(std::clamp(place.columnAt(point.x() - kReach), 0.0, double(m_data.columns)));
        for (auto entry = std::lower_bound(blocks + m_cells->offsets[std::size_t(row)], end, from); entry != end; ++entry) {
            const PixelRange mark = markPixels(m_window.firstColumn, m_window.columns, place.plot.width(), *entry);
            const int x = point.x() - place.plot.left();
            if (mark.begin - x > kReach || mark.begin == mark.end)
                break;
            const int distance = x < mark.begin ? mark.begin - x : std::max(x - mark.end + 1, 0);
            const std::int16_t level = m_levels[std::size_t(entry - blocks)];
            if (level == 0 || distance > bestDistance || (distance == bestDistance && level <= bestLevel))
                continue;
            best = {row, int(*entry)};
            bestLevel = level;
            bestDistance = distance;
        }
    }
    const bool wide = m_window.columns < place.plot.width() / 6.0;   // single cells can be pointed at: no snapping
    return wide && bestDistance > 0 ? own : best;
}

void HeatmapView::setCursorCell(HeatmapCell cell)
{
    if (m_data.rows == 0 || m_data.columns == 0)
        return;
    const auto chapter = [this] {   // it is part of the picture
        const int column = m_cursor ? m_cursor->column : -1;
        return std::find_if(m_data.chapters.begin(), m_data.chapters.end(),
                            [=](const HeatmapChapter& one) { return one.begin <= column && column < one.end; });
    };
    const auto before = chapter();
    m_cursor = HeatmapCell{std::clamp(cell.row, 0, m_data.rows - 1), std::clamp(cell.column, 0, m_data.columns - 1)};
    m_hover.reset();   // the cross is here until the pointer moves again
    m_tip.stop();
    if (chapter() != before)
        invalidate();
    showColumn(m_cursor->column);
    showRow(m_cursor->row);
    viewport()->update();
    announceCursor();
    Q_EMIT cellHovered(m_cursor->row, m_cursor->column);
}

void HeatmapView::clearCursor()
{
    m_cursor.reset();
    viewport()->update();
}

HeatmapTip HeatmapView::describe(HeatmapCell cell) const
{
    HeatmapTip tip;
    if (m_data.describe) {
        tip = m_data.describe(cell.row, cell.column);
    } else {
        const QString row = cell.row < m_data.rowLabels.size() ? m_data.rowLabels[cell.row] : QString::number(cell.row);
        tip.title = tr("%1 %2, %3 %4").arg(m_data.rowName, row, m_data.columnName).arg(cell.column);
        const auto found = value(cell);
        tip.lines = {found ? twoDigits(double(*found)) : tr("not opened")};
    }
    if (const HeatmapPool shared = pool(cell); shared.cells > 1)
        tip.lines += tr("%n cell(s) share this place, mean %1; the strongest is shown", nullptr, shared.cells)
                         .arg(twoDigits(shared.mean()));
    return tip;
}

HeatmapPool HeatmapView::pool(HeatmapCell cell) const
{
    const HeatmapLayout place = layout();
    // Indices whose middles lie in the same pixel as that of `index`, [first, last).
    const auto together = [](int index, double from, double shown, int pixels, int count) {
        const double perPixel = shown / std::max(pixels, 1);
        const double pixel = std::floor((index + 0.5 - from) / perPixel + 1e-9);
        const auto bound = [&](double edge) { return std::clamp(int(std::ceil(from + edge * perPixel - 0.5 - 1e-9)), 0, count); };
        return std::pair(bound(pixel), bound(pixel + 1));
    };
    const auto [top, bottom] = together(cell.row, m_window.firstRow, m_window.rows, place.plot.height(), m_data.rows);
    const auto [left, right] = together(cell.column, m_window.firstColumn, m_window.columns, place.plot.width(), m_data.columns);
    HeatmapPool pool{std::max(bottom - top, 0) * std::max(right - left, 0), 0};
    for (int row = top; row < bottom; ++row) {
        const auto begin = m_cells->blocks.begin() + m_cells->offsets[std::size_t(row)];
        const auto end = m_cells->blocks.begin() + m_cells->offsets[std::size_t(row) + 1];
        for (auto entry = std::lower_bound(begin, end, std::uint32_t(left)); entry != end && *entry < std::uint32_t(right); ++entry)
            pool.sum += double(m_cells->values[std::size_t(entry - m_cells->blocks.begin())]);
    }
    return pool;
}

void HeatmapView::setPreview(std::optional<int> column)
{
    if (column == m_preview)
        return;
    const QRect before = previewLine();
    m_preview = column;
    viewport()->update(QRegion(before) + previewLine());
}

QRect HeatmapView::previewLine() const
{
    if (!m_preview || *m_preview < 0 || *m_preview >= m_data.columns)
        return {};
    const QRect rect = cellRect({0, *m_preview}), plot = layout().plot;
    return rect.width() > 0 ? QRect(rect.center().x(), plot.top(), 1, plot.height()) : QRect();
}

QRect HeatmapView::cellRect(HeatmapCell cell) const
{
    const HeatmapLayout place = layout();
    const PixelRange x = markPixels(m_window.firstColumn, m_window.columns, place.plot.width(), std::uint32_t(cell.column));
    const PixelRange y = markPixels(m_window.firstRow, m_window.rows, place.plot.height(), std::uint32_t(cell.row));
    return {place.plot.left() + x.begin, place.plot.top() + y.begin, x.end - x.begin, y.end - y.begin};
}

void HeatmapView::announceCursor()
{
    if (!m_cursor)
        return;
    setAccessibleDescription(describe(*m_cursor).plain());
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

int HeatmapView::rowsPerPage() const { return std::max(int(m_window.rows) - 1, 1); }

}  // namespace cairn
