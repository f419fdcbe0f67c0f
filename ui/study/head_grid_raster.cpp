#include "ui/study/head_grid_raster.h"

#include <algorithm>
#include <cmath>

namespace cairn
{
namespace
{

constexpr int kSmallestBar = 2;

void fill(QImage& image, int x, int y, int width, int height, QRgb colour)
{
    for (int row = y; row < y + height; ++row) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(row)) + x;
        std::fill(line, line + width, colour);
    }
}

float largestBin(std::span<const HeadStatistics> statistics)
{
    float largest = 0;
    for (const HeadStatistics& head : statistics)
        largest = std::max(largest, *std::max_element(head.sparkline.begin(), head.sparkline.end()));
    return largest;
}

// `width` x `height` pixels at (x, y); sqrt scale, so that weak bins stay visible beside strong ones.
void drawSparkline(QImage& image, QRect area, const std::array<float, kSparklineBins>& bins, float largest, QRgb colour)
{
    const int width = std::max(1, area.width());
    for (int column = 0; column < width; ++column) {
        const auto first = std::size_t(column) * kSparklineBins / std::size_t(width);
        const auto last = std::max(first + 1, (std::size_t(column) + 1) * kSparklineBins / std::size_t(width));
        const float value = *std::max_element(bins.begin() + std::ptrdiff_t(first), bins.begin() + std::ptrdiff_t(std::min(last, kSparklineBins)));
        if (value <= 0)
            continue;
        const int bar = std::clamp(int(std::lround(std::sqrt(value / largest) * float(area.height()))), std::min(kSmallestBar, area.height()), area.height());
        fill(image, area.left() + column, area.bottom() + 1 - bar, 1, bar, colour);
    }
}

}  // namespace

QImage headGridImage(std::span<const HeadStatistics> statistics, const HeadGridLayout& layout, HeadStatistic statistic, const HeatmapStyle& style,
                     const HeadGridColours& colours)
{
    QImage image(layout.heads * layout.cellWidth, layout.layers * layout.cellHeight, QImage::Format_RGB32);
    image.fill(colours.background);
    const ColourMap map(style.panel, style.scheme);
    const float largest = largestBin(statistics);
    const int swatch = layout.swatch();
    for (int layer = 0; layer < layout.layers; ++layer) {
        for (int head = 0; head < layout.heads; ++head) {
            const HeadStatistics& cell = statistics[std::size_t(layer) * std::size_t(layout.heads) + std::size_t(head)];
            const int x = head * layout.cellWidth, y = layer * layout.cellHeight, height = layout.cellHeight - 1;
            fill(image, x, y, layout.cellWidth - 2, height, colours.cell);
            fill(image, x, y, swatch, height, map.colour(scaled(float(valueOf(cell, statistic)), style)));
            drawSparkline(image, QRect(x + swatch + 1, y + 1, layout.cellWidth - 3 - swatch, height - 1), cell.sparkline, largest, colours.bar);
        }
    }
    return image;
}

}  // namespace cairn
