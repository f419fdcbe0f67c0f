#include "ui/pictures/heatmap_picture.h"

#include "ui/pictures/axis_ticks.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace cairn
{
namespace
{

constexpr int kLeft = 64, kTop = 56, kRight = 120, kBottom = 72;   // px around the plot
constexpr QRgb kText = 0xFF1B1F24, kMuted = 0xFF566070, kHatch = 0xFFC6CBD3;
constexpr auto kFooter = "Weights show where the model looked. Use remove and re-score to test influence.";

QFont font(int pixels, bool bold = false)
{
    QFont result;
    result.setPixelSize(pixels);
    result.setBold(bold);
    return result;
}

void drawTicks(QPainter& painter, const QRect& plot, const HeatmapPicture& picture)
{
    painter.setFont(font(11));
    painter.setPen(QColor(kMuted));
    for (int column = 0; column < picture.matrix.columns; column += tickStep(picture.matrix.columns, 10)) {
        const int x = plot.left() + plot.width() * column / picture.matrix.columns;
        painter.drawLine(x, plot.bottom() + 1, x, plot.bottom() + 4);
        painter.drawText(QRect(x - 40, plot.bottom() + 5, 80, 16), Qt::AlignHCenter, QString::number(column));
    }
    for (int row = 0; row < picture.matrix.rows; row += tickStep(picture.matrix.rows, plot.height() / 24)) {
        const int y = plot.top() + plot.height() * row / picture.matrix.rows;
        painter.drawLine(plot.left() - 4, y, plot.left() - 1, y);
        painter.drawText(QRect(0, y - 8, kLeft - 8, 16), Qt::AlignRight | Qt::AlignVCenter, QString::number(row));
    }
    painter.drawText(QRect(plot.left(), plot.bottom() + 20, plot.width(), 16), Qt::AlignHCenter, QStringLiteral("block"));
    painter.drawText(QRect(plot.left(), plot.top() - 18, plot.width(), 16), Qt::AlignLeft, picture.rowName);
}

void drawHidden(QPainter& painter, const QRect& plot, const HeatmapPicture& picture)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(QBrush(QColor(kHatch), Qt::BDiagPattern));
    for (const int column : picture.hiddenColumns) {
        const int left = plot.left() + int(qint64(plot.width()) * column / picture.matrix.columns);
        const int right = plot.left() + int(qint64(plot.width()) * (column + 1) / picture.matrix.columns);
        painter.drawRect(left, plot.top(), std::max(right - left, 2), plot.height());
    }
}

void drawColourBar(QPainter& painter, const QRect& plot, const HeatmapPicture& picture, const HeatmapStyle& style)
{
    const QRect bar(plot.right() + 24, plot.top() + 40, 14, std::max(plot.height() - 80, 40));
    const ColourMap colours(style.panel);
    for (int y = 0; y < bar.height(); ++y) {
        const float value = style.low + (style.high - style.low) * float(bar.height() - y) / float(bar.height());
        painter.setPen(QColor(colours.colour(scaled(value, style))));
        painter.drawLine(bar.left(), bar.top() + y, bar.right(), bar.top() + y);
    }
    painter.setPen(QColor(kMuted));
    painter.setFont(font(11));
    painter.drawText(bar.right() + 6, bar.top() + 8, QString::number(double(style.high), 'g', 2));
    painter.drawText(bar.right() + 6, bar.bottom() + 4, QStringLiteral("0"));
    painter.drawText(QRect(plot.right() + 12, plot.top(), kRight - 16, 36), Qt::TextWordWrap, picture.unit);
}

}  // namespace

QImage drawHeatmapPicture(const HeatmapPicture& picture)
{
    std::vector<float> values(picture.matrix.values.begin(), picture.matrix.values.end());
    for (const int column : picture.hiddenColumns) {
        for (int row = 0; row < picture.matrix.rows; ++row)
            values[std::size_t(row) * std::size_t(picture.matrix.columns) + std::size_t(column)] = 0;
    }
    const HeatmapMatrix shown{values, picture.matrix.rows, picture.matrix.columns};
    HeatmapStyle style;
    style.high = automaticHigh(values);
    style.panel = picture.panel;

    const QRect plot(QPoint(kLeft, kTop), picture.plotSize);
    QImage image(plot.width() + kLeft + kRight, plot.height() + kTop + kBottom, QImage::Format_RGB32);
    image.fill(ColourMap(style.panel).panelColour());
    QPainter painter(&image);
    painter.drawImage(plot, heatmapRaster(shown, {0, double(shown.rows), 0, double(shown.columns)}, plot.size(), style));
    drawHidden(painter, plot, picture);
    painter.setPen(QColor(kText));
    painter.setFont(font(15, true));
    painter.drawText(QRect(kLeft, 8, plot.width(), 24), Qt::AlignLeft | Qt::AlignVCenter, picture.title);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QColor(kHatch));
    painter.drawRect(plot.adjusted(-1, -1, 0, 0));
    drawTicks(painter, plot, picture);
    drawColourBar(painter, plot, picture, style);
    painter.setPen(QColor(kMuted));
    const QString note = picture.note.isEmpty() ? QString() : picture.note + QStringLiteral(". ");
    painter.drawText(QRect(kLeft, plot.bottom() + 44, plot.width(), 16), Qt::AlignLeft, note + QString::fromLatin1(kFooter));
    return image;
}

}  // namespace cairn
