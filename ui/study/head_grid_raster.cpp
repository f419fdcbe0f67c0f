#include "ui/study/head_grid_raster.h"

#include <algorithm>
#include <cmath>

namespace cairn
{
namespace
{

constexpr int kSmallestBar = 2;

// The pixels of an image; asking QImage for every line would cost more than drawing.
struct Canvas
{
    QRgb* pixels;
    std::ptrdiff_t stride;

    QRgb* at(int x, int y) const { return pixels + std::ptrdiff_t(y) * stride + x; }
    void fill(int x, int y, int width, int height, QRgb colour) const
    {
        for (int row = y; row < y + height; ++row)
            std::fill_n(at(x, row), width, colour);
    }
};

float largestBin(std::span<const HeadStatistics> statistics)
{
    float largest = 0;
    for (const HeadStatistics& head : statistics)
        largest = std::max(largest, *std::max_element(head.sparkline.begin(), head.sparkline.end()));
    return largest;
}

// Height of a bin's bar; sqrt scale, so that weak bins stay visible beside strong ones.
int barHeight(float value, float largest, int height)
{
    if (value <= 0)
        return 0;
    return std::clamp(int(std::sqrt(value / largest) * float(height) + 0.5f), std::min(kSmallestBar, height), height);
}

void drawSparkline(const Canvas& canvas, QRect area, const std::array<float, kSparklineBins>& bins, float largest, QRgb colour)
{
    const int width = std::max(1, area.width());
    std::array<int, kSparklineBins> heights;
    for (std::size_t bin = 0; bin < kSparklineBins; ++bin)
        heights[bin] = barHeight(bins[bin], largest, area.height());
    for (int column = 0; column < width; ++column) {
        const auto first = std::size_t(column) * kSparklineBins / std::size_t(width);
        const auto last = std::clamp((std::size_t(column) + 1) * kSparklineBins / std::size_t(width), first + 1, kSparklineBins);
        const int bar = *std::max_element(heights.begin() + std::ptrdiff_t(first), heights.begin() + std::ptrdiff_t(last));
        QRgb* pixel = canvas.at(area.left() + column, area.bottom() + 1 - bar);
        for (int y = 0; y < bar; ++y, pixel += canvas.stride)
            *pixel = colour;
    }
}

}  // namespace

QImage headGridImage(std::span<const HeadStatistics> statistics, const HeadGridLayout& layout, HeadStatistic statistic,
                     const HeatmapStyle& style,
                     const HeadGridColours& colours)
{
    QImage image(layout.heads * layout.cellWidth, layout.layers * layout.cellHeight, QImage::Format_RGB32);
    image.fill(colours.background);
    const ColourMap map(style.panel, style.scheme);
    const float largest = largestBin(statistics);
    const int swatch = layout.swatch();
    const Canvas canvas{reinterpret_cast<QRgb*>(image.bits()), image.bytesPerLine() / std::ptrdiff_t(sizeof(QRgb))};
    for (int layer = 0; layer < layout.layers; ++layer) {
        for (int head = 0; head < layout.heads; ++head) {
            const HeadStatistics& cell = statistics[std::size_t(layer) * std::size_t(layout.heads) + std::size_t(head)];
            const int x = head * layout.cellWidth, y = layer * layout.cellHeight, height = layout.cellHeight - 1;
            canvas.fill(x, y, layout.cellWidth - 2, height, colours.cell);
            canvas.fill(x, y, swatch, height, map.colour(scaled(float(valueOf(cell, statistic)), style)));
            drawSparkline(canvas, QRect(x + swatch + 1, y + 1, layout.cellWidth - 3 - swatch, height - 1), cell.sparkline, largest,
                          colours.bar);
        }
    }
    return image;
}

}  // namespace cairn
