// How the heatmap is drawn: a canvas of everything that stays, the cross and the brush over it.
#include "ui/heatmap_view.h"
#include "ui/pictures/axis_ticks.h"
#include "ui/plot_colours.h"
#include "ui/text_size.h"
#include "ui/theme.h"

#include <QPaintEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace cairn
{
namespace
{

constexpr double kGapFrom = 6;      // rows at least this high get a 1 px gap
constexpr int kElideFrom = 40;      // px; narrower chapters show short labels only
constexpr int kHatchStep = 4;       // 1 px lines every 4 px on plot grid
constexpr int kMarkedEnds = 5;      // px above and below marked columns: more than the frame of the focus takes
constexpr double kPin = 3;          // half of its width
constexpr double kOverviewMark = 3; // px of a lone mark in the profile
constexpr int kMarkedEdgesFrom = 8; // px; marked stretches at least this wide get lines at their sides
constexpr int kLine = 14;           // px of the design: a line of the axes' words
constexpr int kNameRoom = 14;       // px of the design, left of the numbers of the rows: what they count, upright
constexpr int kTickRoom = 60;       // px of the design: a number below the columns

// Diagonal lines as a brush; transparent between them unless `ground` is given.
QBrush diagonals(const QColor& line, const QColor& ground)
{
    QImage tile(kHatchStep, kHatchStep, QImage::Format_ARGB32_Premultiplied);
    tile.fill(ground);
    for (int i = 0; i < kHatchStep; ++i)
        tile.setPixelColor(i, kHatchStep - 1 - i, line);
    return QBrush(tile);
}

void paintChapters(QPainter& painter, const HeatmapLayout& layout, const HeatmapView& view, const std::optional<HeatmapCell>& cursor)
{
    const QRect& strip = layout.chapters;
    painter.setClipRect(strip);
    for (const HeatmapChapter& chapter : view.data().chapters) {
        const double left = layout.xOf(chapter.begin), right = layout.xOf(chapter.end);
        if (right < strip.left() || left > strip.right())
            continue;
        const bool current = cursor && cursor->column >= chapter.begin && cursor->column < chapter.end;
        const QRectF cell(left + 0.5, strip.top(), std::max(right - left - 1, 1.0), strip.height());
        painter.fillRect(cell, themeColour(current ? Role::AccentTint : Role::Grid, view));
        painter.setPen(themeColour(current ? Role::Text : Role::Muted, view));
        const QRectF seen = cell.intersected(strip);   // a chapter may go on beside the plot
        const int room = int(seen.width()) - 2;
        if (painter.fontMetrics().horizontalAdvance(chapter.label) <= room || room > kElideFrom)   // else the tooltip says it
            painter.drawText(seen, Qt::AlignCenter, painter.fontMetrics().elidedText(chapter.label, Qt::ElideRight, room));
    }
    painter.setClipping(false);
}

void paintProfile(QPainter& painter, const HeatmapLayout& layout, const std::vector<float>& profile, double ratio, const QColor& colour)
{
    const auto fill = [&](double x, double width, float level) {
        const double height = double(level) * layout.profile.height();
        painter.fillRect(QRectF(layout.profile.left() + x, layout.profile.bottom() + 1 - height, width, height), colour);
    };
    for (std::size_t x = 0; x < profile.size(); ++x) {
        std::size_t end = x;
        while (end < profile.size() && profile[end] > 0)
            ++end;
        if (end > x && double(end - x) / ratio < kOverviewMark) {   // a lone mark
            const double left = std::max(double(end) / ratio - kOverviewMark, 0.0);
            fill(left, kOverviewMark, *std::max_element(profile.begin() + std::ptrdiff_t(x), profile.begin() + std::ptrdiff_t(end)));
            x = end;
        }
        for (; x < end; ++x)
            fill(double(x) / ratio, 1 / ratio, profile[x]);
    }   // x: a column without a mark, or behind the last one
}

QString rowLabel(const HeatmapData& data, int row)
{
    return row < data.rowLabels.size() ? data.rowLabels[row] : QString::number(row);
}

// Rows from one label to the next.
int labelStep(const HeatmapLayout& layout, const HeatmapData& data)
{
    constexpr int kNumberPitch = 22, kLabelPitch = 13;   // px of the design
    const double wanted = layout.plot.height() / double(scaled(data.rowLabels.isEmpty() ? kNumberPitch : kLabelPitch));
    const int step = tickStep(layout.window.rows, wanted), together = std::max(data.rowsTogether, 1);
    return step == 1 || together == 1 ? step : together * tickStep(layout.window.rows / together, wanted);
}

void paintRowLabels(QPainter& painter, const HeatmapLayout& layout, const HeatmapView& view, const std::vector<int>& marked)
{
    const HeatmapData& data = view.data();
    const int step = labelStep(layout, data);
    const int width = layout.plot.left() - 6, line = scaled(kLine), left = data.rowLabels.isEmpty() ? scaled(kNameRoom) : 2;
    painter.setClipRect(QRect(0, layout.plot.top() - line / 2, layout.plot.left(), layout.plot.height() + line));
    const auto draw = [&](int row, bool isMarked) {
        const QRect place(left, int(layout.yOf(row + 0.5)) - line / 2, width - left, line);
        if (isMarked)
            painter.fillRect(place.adjusted(-2, 0, 4, 0), themeColour(Role::AccentTint, view));
        painter.setPen(themeColour(isMarked ? Role::Text : Role::Muted, view));
        painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(rowLabel(data, row), Qt::ElideRight, place.width()));
    };
    for (int row = int(std::ceil(layout.window.firstRow / step)) * step;
         row + 0.5 < std::min<double>(data.rows, layout.window.firstRow + layout.window.rows); row += step)
        draw(row, false);
    for (const int row : marked) {
        if (row >= layout.window.firstRow && row + 1 <= layout.window.firstRow + layout.window.rows + 0.5)
            draw(row, true);
    }
    painter.setClipping(false);
}

void paintAxes(QPainter& painter, const HeatmapLayout& layout, const HeatmapView& view)
{
    const QRect& plot = layout.plot;
    painter.setPen(themeColour(Role::Muted, view));
    const int step = tickStep(layout.window.columns, plot.width() / double(scaled(80)));
    const int line = scaled(kLine), room = scaled(kTickRoom);
    const int nameWidth = painter.fontMetrics().horizontalAdvance(view.data().columnName) + 6;
    for (int column = int(std::ceil(layout.window.firstColumn / step)) * step; column < layout.window.firstColumn + layout.window.columns;
         column += step) {
        const int x = int(layout.xOf(column + (layout.window.columns < plot.width() / 8.0 ? 0.5 : 0.0)));
        const QRect place(x - room / 2, plot.bottom() + 4, room, line);
        painter.drawLine(x, plot.bottom() + 1, x, plot.bottom() + 3);
        if (x + room / 3 < plot.right() - nameWidth)
            painter.drawText(place, Qt::AlignHCenter, QString::number(column));
    }
    painter.drawText(QRect(plot.left(), plot.bottom() + 4, plot.width(), line), Qt::AlignRight, view.data().columnName);
    if (!layout.profile.isEmpty())
        painter.drawText(QRect(0, layout.profile.top(), plot.left() - 6, layout.profile.height()), Qt::AlignRight | Qt::AlignVCenter,
                         HeatmapView::tr("max"));
    if (!layout.chapters.isEmpty())
        painter.drawText(QRect(0, layout.chapters.top(), plot.left() - 6, layout.chapters.height()), Qt::AlignRight | Qt::AlignVCenter,
                         HeatmapView::tr("ch."));
    if (!view.data().rowLabels.isEmpty())
        return;
    painter.save();
    painter.translate(line / 2, plot.center().y());
    painter.rotate(-90);
    const int length = std::max(plot.height(), scaled(120));
    painter.drawText(QRect(-length / 2, -line / 2, length, line), Qt::AlignCenter, view.data().rowName);
    painter.restore();
}

void paintOverCells(QPainter& painter, const HeatmapLayout& layout, const HeatmapView& view,
                    const std::vector<PixelRange>& marked)
{
    const HeatmapData& data = view.data();
    const QRect& plot = layout.plot;
    const auto columnRect = [&](int column) {
        const PixelRange range =
            markPixels(layout.window.firstColumn, layout.window.columns, plot.width(), std::uint32_t(std::max(column, 0)));
        return QRect(plot.left() + range.begin, plot.top(), range.end - range.begin, plot.height());
    };
    const QBrush hatch = diagonals(themeColour(Role::Hatch, view), themeColour(Role::Grid, view));
    for (const int column : data.hiddenColumns)
        painter.fillRect(columnRect(column), hatch);
    QColor faint = themeColour(Role::Muted, view);
    faint.setAlpha(50);
    const QBrush stripes = diagonals(faint, Qt::transparent);
    for (const int row : data.tiedRows) {
        const PixelRange range = markPixels(layout.window.firstRow, layout.window.rows, plot.height(), std::uint32_t(std::max(row, 0)));
        painter.fillRect(QRect(plot.left(), plot.top() + range.begin, plot.width(), range.end - range.begin), stripes);
    }
    painter.setPen(QPen(themeColour(Role::Text, view), 1, Qt::DashLine));
    for (const int column : data.barredColumns) {
        if (const QRect rect = columnRect(column); !rect.isEmpty())
            painter.drawLine(rect.center().x(), plot.top(), rect.center().x(), plot.bottom());
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(themeColour(Role::Text, view));
    painter.setRenderHint(QPainter::Antialiasing);
    for (const int column : data.pinnedColumns) {
        if (const QRect rect = columnRect(column); !rect.isEmpty()) {
            const double x = rect.center().x() + 0.5, top = plot.top();
            painter.drawPolygon(QPolygonF{{x - kPin, top}, {x + kPin, top}, {x, top + 2 * kPin}});
        }
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(themeColour(Role::Text, view));
    for (const int column : data.rereadColumns) {
        if (const QRect rect = columnRect(column); !rect.isEmpty()) {
            const double x = rect.center().x() + 0.5, bottom = plot.bottom() + 0.5;
            painter.drawPolygon(QPolygonF{{x - kPin, bottom}, {x + kPin, bottom}, {x, bottom - 2 * kPin}});
        }
    }
    painter.setPen(Qt::NoPen);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
    for (const PixelRange& range : marked) {
        const QRect band(plot.left() + range.begin, plot.top(), range.end - range.begin, plot.height());
        std::vector<QRect> lines{{band.left(), plot.top() - kMarkedEnds, band.width(), kMarkedEnds},
                                 {band.left(), plot.bottom() + 1, band.width(), kMarkedEnds}};
        if (band.width() >= kMarkedEdgesFrom) {   // around a lone block they would cover its neighbours
            lines.push_back({band.left() - 2, plot.top(), 2, plot.height()});
            lines.push_back({band.right() + 1, plot.top(), 2, plot.height()});
        }
        for (const QRect& line : lines)
            painter.fillRect(line.intersected(plot.adjusted(0, -kMarkedEnds, 0, kMarkedEnds)), themeColour(Role::Accent, view));
    }
}

// Pixels of the plot that marked columns take; neighbours joined, ascending.
std::vector<PixelRange> markedPixels(const std::vector<int>& columns, const HeatmapWindow& window, int width)
{
    std::vector<PixelRange> ranges;
    for (const int column : columns) {
        const PixelRange range = markPixels(window.firstColumn, window.columns, width, std::uint32_t(std::max(column, 0)));
        if (range.begin < range.end)
            ranges.push_back(range);
    }
    std::sort(ranges.begin(), ranges.end(), [](const PixelRange& a, const PixelRange& b) { return a.begin < b.begin; });
    std::vector<PixelRange> joined;
    for (const PixelRange& range : ranges) {
        if (joined.empty() || range.begin > joined.back().end)
            joined.push_back(range);
        else
            joined.back().end = std::max(joined.back().end, range.end);
    }
    return joined;
}

// What lies under marked columns. On dark panels not blue, which there is the colour of weak cells.
QColor markedGround(const QWidget& view)
{
    if (panelOf(view.palette()) == Panel::Light)
        return themeColour(Role::AccentTint, view);
    const QColor base = view.palette().color(QPalette::Base), text = themeColour(Role::Text, view);
    const auto mixed = [](int under, int over) { return (under * 5 + over) / 6; };
    return QColor(mixed(base.red(), text.red()), mixed(base.green(), text.green()), mixed(base.blue(), text.blue()));
}

// Cells keep their colours: only pixels without one change. `ranges` in pixels of the view.
void tintGround(QImage& cells, const std::vector<PixelRange>& ranges, double ratio, QRgb ground, QRgb tint)
{
    for (int y = 0; y < cells.height() && !ranges.empty(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(cells.scanLine(y));
        for (const PixelRange& range : ranges) {
            const int end = std::min(int(std::lround(range.end * ratio)), cells.width());
            std::replace(line + std::min(int(std::lround(range.begin * ratio)), end), line + end, ground, tint);
        }
    }
}

// The part of an image that lies below `target`, the image's first pixel lying at `origin`: where what is drawn again is more than one
// rectangle, Qt gives every 64 rows of an image to a thread of its pool, and waking it costs more than the rows.
void drawInPieces(QPainter& painter, const QRect& target, const QImage& image, QPoint origin)
{
    constexpr int kRows = 64;
    const double ratio = image.devicePixelRatio();
    for (int top = target.top(); top <= target.bottom(); top += kRows) {
        const QRect piece(target.left(), top, target.width(), std::min(kRows, target.bottom() + 1 - top));
        painter.drawImage(QRectF(piece), image, QRectF(QPointF(piece.topLeft() - origin) * ratio, QSizeF(piece.size()) * ratio));
    }
}

// A frame of two pixels around `inner`, inside `limit`.
void paintFrame(QPainter& painter, const QRect& inner, const QRect& limit, const QColor& colour)
{
    constexpr int kWidth = 2;
    const QRect outer = inner.adjusted(-kWidth, -kWidth, kWidth, kWidth);
    for (const QRect& side : {QRect(outer.left(), outer.top(), outer.width(), kWidth),
                              QRect(outer.left(), inner.bottom() + 1, outer.width(), kWidth),
                              QRect(outer.left(), inner.top(), kWidth, inner.height()),
                              QRect(inner.right() + 1, inner.top(), kWidth, inner.height())})
        painter.fillRect(side & limit, colour);
}

}  // namespace

void HeatmapView::paintCells(QPainter& painter, const HeatmapLayout& place)
{
    const double ratio = devicePixelRatioF();
    HeatmapImage cells = heatmapImage(*m_cells, m_levels, m_window, (QSizeF(place.plot.size()) * ratio).toSize(), m_style);
    const auto marked = markedPixels(m_markedColumns, m_window, place.plot.width());
    const QColor tint = markedGround(*this);
    tintGround(cells.image, marked, ratio, ColourMap(m_style.panel, m_style.scheme).panelColour(), tint.rgb());
    cells.image.setDevicePixelRatio(ratio);
    painter.drawImage(place.plot.topLeft(), cells.image);
    for (const PixelRange& range : marked)
        painter.fillRect(place.profile.isEmpty() ? QRect() : QRect(place.plot.left() + range.begin, place.profile.top(),
                                                                   range.end - range.begin, place.profile.height()), tint);
    if (!place.profile.isEmpty())
        paintProfile(painter, place, cells.profile, ratio, themeColour(Role::Meter, *this));
    if (place.rowHeight() < kGapFrom)
        return;
    for (int row = int(std::ceil(m_window.firstRow)); row < m_window.firstRow + m_window.rows; ++row)
        painter.fillRect(QRectF(place.plot.left(), std::round(place.yOf(row)), place.plot.width(), 1), palette().color(QPalette::Base));
}

void HeatmapView::followColours()
{
    m_style.panel = panelOf(palette());
    m_style.scheme = plotColours();
}

void HeatmapView::renderCanvas()
{
    const double ratio = devicePixelRatioF();
    m_canvas = QImage((QSizeF(viewport()->size()) * ratio).toSize(), QImage::Format_RGB32);
    m_canvas.setDevicePixelRatio(ratio);
    m_canvas.fill(palette().color(QPalette::Base));
    QPainter painter(&m_canvas);
    painter.setLayoutDirection(Qt::LeftToRight);
    painter.setFont(sized(*this, metrics::kAxisFont));
    const HeatmapLayout place = layout();
    followColours();
    paintCells(painter, place);
    paintOverCells(painter, place, *this, markedPixels(m_markedColumns, m_window, place.plot.width()));
    painter.setPen(themeColour(Role::Line, *this));
    painter.drawRect(place.plot.adjusted(-1, -1, 0, 0));
    paintAxes(painter, place, *this);
    paintRowLabels(painter, place, *this, m_markedRows);
    if (!place.chapters.isEmpty())
        paintChapters(painter, place, *this, m_cursor);
}

QRegion HeatmapView::crossRegion(HeatmapCell cell) const
{
    const HeatmapLayout place = layout();
    const QRect rect = cellRect(cell).adjusted(-3, -3, 3, 3);
    QRegion region(rect);
    region += QRect(place.plot.left(), rect.center().y() - 1, place.plot.width(), 3);
    region += QRect(rect.center().x() - 1, place.plot.top(), 3, place.plot.height());
    return region;
}

// Without a clip of the painter's own, without see-through colours and without a pen: for lines of many short spans Qt wakes its thread
// pool, which costs more than the drawing (hovering over 3,770 x 2,120 pixels: 0.6-1.2 ms with it, 0.4 ms without).
void HeatmapView::paintCross(QPainter& painter, const HeatmapLayout& place) const
{
    const auto cell = m_hover ? m_hover : m_cursor;
    if (!cell)
        return;
    const QRect rect = cellRect(*cell);
    if (rect.isEmpty())
        return;
    const QRect& plot = place.plot;
    const QPoint middle = rect.center();
    const QColor colour = themeColour(Role::Accent, *this);
    paintThrough(painter, {QPoint(plot.left(), middle.y()), QPoint(rect.left() - 3, middle.y())}, colour);
    paintThrough(painter, {QPoint(rect.right() + 3, middle.y()), QPoint(plot.right(), middle.y())}, colour);
    paintThrough(painter, {QPoint(middle.x(), plot.top()), QPoint(middle.x(), rect.top() - 3)}, colour);
    paintThrough(painter, {QPoint(middle.x(), rect.bottom() + 3), QPoint(middle.x(), plot.bottom())}, colour);
    paintFrame(painter, rect.adjusted(-1, -1, 0, 0), plot.adjusted(-2, -2, 2, 2), colour);
}

// A line of the cross: the canvas below it shines through. Nothing where the rectangle is empty.
void HeatmapView::paintThrough(QPainter& painter, const QRect& line, const QColor& colour) const
{
    constexpr int kOpaque = 140;   // of 255
    const double ratio = m_canvas.devicePixelRatio();
    const QRect seen = line & viewport()->rect();
    if (seen.isEmpty())
        return;
    QImage part = m_canvas.copy(QRectF(QPointF(seen.topLeft()) * ratio, QSizeF(seen.size()) * ratio).toAlignedRect());
    const auto mixed = [](int over, int under) { return (over * kOpaque + under * (255 - kOpaque)) / 255; };
    for (int y = 0; y < part.height(); ++y) {
        auto* pixels = reinterpret_cast<QRgb*>(part.scanLine(y));
        for (int x = 0; x < part.width(); ++x)
            pixels[x] = qRgb(mixed(colour.red(), qRed(pixels[x])), mixed(colour.green(), qGreen(pixels[x])),
                             mixed(colour.blue(), qBlue(pixels[x])));
    }
    drawInPieces(painter, seen, part, seen.topLeft());
}

void HeatmapView::paintBrush(QPainter& painter, const HeatmapLayout& place) const
{
    QRect band(m_press, m_dragged);
    band = band.normalized();
    if (m_drag == Drag::Columns)
        band = QRect(band.left(), place.plot.top(), band.width(), place.plot.height());
    else if (m_drag == Drag::Rows)
        band = QRect(place.plot.left(), band.top(), place.plot.width(), band.height());
    else
        return;
    QColor tint = themeColour(Role::Accent, *this);
    painter.setPen(tint);
    tint.setAlpha(50);
    painter.setBrush(tint);
    painter.drawRect(band.intersected(place.plot));
}

void HeatmapView::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    if (m_data.rows == 0 || m_data.columns == 0) {
        painter.fillRect(viewport()->rect(), palette().color(QPalette::Base));
        painter.setPen(themeColour(Role::Muted, *this));
        painter.drawText(viewport()->rect().adjusted(metrics::kInset, 0, -metrics::kInset, 0), Qt::AlignCenter | Qt::TextWordWrap,
                         m_emptyText);
        if (hasFocus())
            paintFrame(painter, viewport()->rect().adjusted(2, 2, -2, -2), viewport()->rect(), themeColour(Role::Accent, *this));
        return;
    }
    if (m_canvas.isNull())
        renderCanvas();
    if (event->region().rectCount() == 1)
        painter.drawImage(QPoint(0, 0), m_canvas);   // copied at once, as far as it is to be drawn again
    else
        for (const QRect& part : event->region())
            drawInPieces(painter, part, m_canvas, {});
    const HeatmapLayout place = layout();
    if (!m_hover)
        paintThrough(painter, previewLine(), themeColour(Role::Accent, *this));
    paintCross(painter, place);
    paintBrush(painter, place);
    if (hasFocus())
        paintFrame(painter, place.plot, viewport()->rect(), themeColour(Role::Accent, *this));
}

}  // namespace cairn
