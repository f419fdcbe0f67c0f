#include "ui/pictures/heatmap_picture.h"

#include "ui/pictures/axis_ticks.h"
#include "ui/pictures/hatch.h"
#include "ui/pictures/numbers.h"

#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace cairn
{
namespace
{

constexpr int kLeft = 96, kTop = 56, kRight = 132, kBottom = 76;   // px around the plot
constexpr int kBarSteps = 256;

struct Colours
{
    QColor text, muted, hatch, line;
};

Colours coloursOf(Panel panel)
{
    return panel == Panel::Light ? Colours{QColor(0x1B1F24), QColor(0x566070), QColor(0xC6CBD3), QColor(0xD5D8DE)}
                                 : Colours{QColor(0xE5E8EC), QColor(0xA4ACB8), QColor(0x454B54), QColor(0x383D45)};
}

QFont font(int pixels, bool bold = false)
{
    QFont result;
    result.setPixelSize(pixels);
    result.setBold(bold);
    return result;
}

HeatmapWindow windowOf(const HeatmapPicture& picture)
{
    if (picture.window.columns > 0)
        return picture.window;
    return {0, double(picture.matrix.rows), 0, double(picture.matrix.columns)};
}

void drawColumnTicks(QPainter& painter, const QRect& plot, const HeatmapPicture& picture)
{
    const HeatmapWindow window = windowOf(picture);
    const int step = tickStep(window.columns, 10);
    for (int column = int(std::ceil(window.firstColumn / step)) * step; column < window.firstColumn + window.columns; column += step) {
        const int x = plot.left() + int((column + 0.5 - window.firstColumn) * plot.width() / window.columns);   // as on screen
        painter.drawLine(x, plot.bottom() + 1, x, plot.bottom() + 4);
        painter.drawText(QRect(x - 40, plot.bottom() + 5, 80, 16), Qt::AlignHCenter, QString::number(column));
    }
    painter.drawText(QRect(plot.left(), plot.bottom() + 22, plot.width(), 16), Qt::AlignHCenter, picture.columnName);
}

void drawRowTicks(QPainter& painter, const QRect& plot, const HeatmapPicture& picture)
{
    const HeatmapWindow window = windowOf(picture);
    const int step = tickStep(window.rows, plot.height() / (picture.rowLabels.isEmpty() ? 24.0 : 14.0));
    for (int row = int(std::ceil(window.firstRow / step)) * step; row < window.firstRow + window.rows; row += step) {
        const int y = plot.top() + int((row + 0.5 - window.firstRow) * plot.height() / window.rows);
        const QString label = row < picture.rowLabels.size() ? picture.rowLabels[row] : QString::number(row);
        painter.drawText(QRect(0, y - 8, kLeft - 8, 16), Qt::AlignRight | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(label, Qt::ElideRight, kLeft - 12));
    }
    painter.drawText(QRect(plot.left(), plot.top() - 20, plot.width(), 16), Qt::AlignLeft, picture.rowName);
}

void drawHidden(QPainter& painter, const QRect& plot, const HeatmapPicture& picture, const Colours& colours)
{
    const HeatmapWindow window = windowOf(picture);
    for (const int column : picture.hiddenColumns) {
        const PixelRange range = markPixels(window.firstColumn, window.columns, plot.width(), std::uint32_t(std::max(column, 0)));
        if (range.begin < range.end)
            paintHatch(painter, QRectF(plot.left() + range.begin, plot.top(), range.end - range.begin, plot.height()), colours.hatch);
    }
}

void drawMarks(QPainter& painter, const QRect& plot, const HeatmapPicture& picture, const Colours& colours)
{
    constexpr double kHalf = 3;   // of a mark's width
    constexpr int kStripeAlpha = 50, kStep = 4;
    const HeatmapWindow window = windowOf(picture);
    painter.save();
    QColor stripes = colours.muted;
    stripes.setAlpha(kStripeAlpha);
    for (const int row : picture.tiedRows) {
        const PixelRange range = markPixels(window.firstRow, window.rows, plot.height(), std::uint32_t(std::max(row, 0)));
        painter.setPen(stripes);
        painter.drawLines(hatchLines(QRectF(plot.left(), plot.top() + range.begin, plot.width(), range.end - range.begin), kStep));
    }
    const auto forEach = [&](const std::vector<int>& columns, auto&& draw) {
        for (const int column : columns) {
            const PixelRange range = markPixels(window.firstColumn, window.columns, plot.width(), std::uint32_t(std::max(column, 0)));
            if (range.begin < range.end)
                draw(plot.left() + (range.begin + range.end) / 2.0);
        }
    };
    painter.setPen(QPen(colours.text, 1, Qt::DashLine));
    forEach(picture.barredColumns, [&](double x) { painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom())); });
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.text);
    forEach(picture.pinnedColumns, [&](double x) {
        const double top = plot.top();
        painter.drawPolygon(QPolygonF{{x - kHalf, top}, {x + kHalf, top}, {x, top + 2 * kHalf}});
    });
    painter.setPen(colours.text);
    painter.setBrush(Qt::NoBrush);
    forEach(picture.rereadColumns, [&](double x) {
        const double bottom = plot.bottom() + 0.5;
        painter.drawPolygon(QPolygonF{{x - kHalf, bottom}, {x + kHalf, bottom}, {x, bottom - 2 * kHalf}});
    });
    painter.restore();
}

// On one line, or smaller on two.
void drawTitle(QPainter& painter, const QRect& plot, const QString& words)
{
    constexpr double kFilled = 1.8;   // of two lines: they break between words
    painter.setFont(font(15, true));
    QRect place(kLeft, 8, plot.width() + kRight - 12, 24);
    int room = place.width();
    if (painter.fontMetrics().horizontalAdvance(words) > room) {
        painter.setFont(font(12, true));
        place = QRect(kLeft, 2, place.width(), 34);
        room = int(kFilled * room);
    }
    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                     painter.fontMetrics().elidedText(words, Qt::ElideRight, room));
}

void drawColourBar(QPainter& painter, const QRect& plot, const HeatmapPicture& picture)
{
    const QRect bar(plot.right() + 24, plot.top() + 60, 14, std::max(plot.height() - 100, 40));
    const float lowest = picture.style.difference ? -1.0f : 0.0f;
    QImage colours(1, kBarSteps, QImage::Format_RGB32);
    for (int y = 0; y < kBarSteps; ++y)
        colours.setPixel(
            0, y, colourOf(unscaled(lowest + (1 - lowest) * float(kBarSteps - 1 - y) / (kBarSteps - 1), picture.style), picture.style));
    painter.drawImage(bar, colours);
    for (const float level : {lowest, (lowest + 1) / 2, 1.0f}) {   // the one in the middle tells the scale
        const int y = bar.bottom() - int(std::lround(double((level - lowest) / (1 - lowest)) * (bar.height() - 1)));
        painter.drawLine(bar.right() + 1, y, bar.right() + 3, y);
        painter.drawText(bar.right() + 6, y + 4, twoDigits(double(unscaled(level, picture.style))));
    }
    painter.drawText(QRect(plot.right() + 12, plot.top(), kRight - 16, 56), Qt::TextWordWrap, picture.unit);
}

}  // namespace

QSize heatmapPictureSize(const HeatmapPicture& picture)
{
    return picture.plotSize + QSize(kLeft + kRight, kTop + kBottom + (picture.footer.isEmpty() ? 0 : 16));
}

void paintHeatmapPicture(QPainter& painter, const HeatmapPicture& picture, double cellRatio)
{
    const Colours colours = coloursOf(picture.style.panel);
    const QRect plot(QPoint(kLeft, kTop), picture.plotSize);
    painter.fillRect(QRect(QPoint(0, 0), heatmapPictureSize(picture)), QColor(ColourMap(picture.style.panel).panelColour()));
    const auto levels = heatmapLevels(picture.matrix, picture.style, picture.hiddenColumns);
    const QSize pixels = (QSizeF(plot.size()) * cellRatio).toSize();
    painter.drawImage(plot, heatmapImage(picture.matrix, levels, windowOf(picture), pixels, picture.style).image);
    drawHidden(painter, plot, picture, colours);
    drawMarks(painter, plot, picture, colours);
    painter.setPen(colours.line);
    painter.drawRect(plot.adjusted(-1, -1, 0, 0));
    painter.setPen(colours.text);
    drawTitle(painter, plot, picture.title);
    painter.setPen(colours.muted);
    painter.setFont(font(11));
    drawColumnTicks(painter, plot, picture);
    drawRowTicks(painter, plot, picture);
    drawColourBar(painter, plot, picture);
    painter.drawText(QRect(kLeft, plot.bottom() + 46, plot.width() + kRight, 16), Qt::AlignLeft,
                     painter.fontMetrics().elidedText(picture.note, Qt::ElideRight, plot.width() + kRight - 12));
    painter.drawText(QRect(kLeft, plot.bottom() + 62, plot.width() + kRight, 16), Qt::AlignLeft, picture.footer);
}

QImage drawHeatmapPicture(const HeatmapPicture& picture, double ratio)
{
    QImage image((QSizeF(heatmapPictureSize(picture)) * ratio).toSize(), QImage::Format_RGB32);
    QPainter painter(&image);
    painter.scale(ratio, ratio);
    paintHeatmapPicture(painter, picture, ratio);
    return image;
}

}  // namespace cairn
