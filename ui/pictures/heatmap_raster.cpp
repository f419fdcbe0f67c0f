#include "ui/pictures/heatmap_raster.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace cairn
{
namespace
{

struct CellRange
{
    int begin = 0;
    int end = 0;
    bool operator==(const CellRange&) const = default;
};

// Cells that pixel `pixel` of `pixels` touches.
std::vector<CellRange> cellsOfPixels(double first, double count, int pixels, int cells)
{
    std::vector<CellRange> ranges(static_cast<std::size_t>(pixels));
    for (int pixel = 0; pixel < pixels; ++pixel) {
        const double begin = first + count * pixel / pixels;
        const double end = first + count * (pixel + 1) / pixels;
        const int low = std::clamp(static_cast<int>(std::floor(begin + 1e-9)), 0, cells);
        const int high = std::clamp(static_cast<int>(std::ceil(end - 1e-9)), low, cells);
        ranges[static_cast<std::size_t>(pixel)] = {low, high};
    }
    return ranges;
}

// Largest value per column over the rows of one pixel line.
void poolRows(const HeatmapMatrix& matrix, CellRange rows, CellRange columns, std::vector<float>& line)
{
    std::fill(line.begin(), line.end(), 0.0f);
    const auto width = static_cast<std::size_t>(columns.end - columns.begin);
    for (int row = rows.begin; row < rows.end; ++row) {
        const float* values = matrix.values.data() + static_cast<std::size_t>(row) * static_cast<std::size_t>(matrix.columns) + columns.begin;
        for (std::size_t i = 0; i < width; ++i)
            line[i] = std::max(line[i], values[i]);
    }
}

}  // namespace

float scaled(float value, const HeatmapStyle& style)
{
    const float part = std::clamp((value - style.low) / std::max(style.high - style.low, 1e-30f), 0.0f, 1.0f);
    switch (style.scale) {
    case HeatScale::Linear: return part;
    case HeatScale::SquareRoot: return std::sqrt(part);
    case HeatScale::Logarithmic: return std::log1p(part * 999.0f) / std::log(1000.0f);
    }
    return part;
}

float automaticHigh(std::span<const float> values)
{
    std::vector<float> positive;
    std::copy_if(values.begin(), values.end(), std::back_inserter(positive), [](float value) { return value > 0; });
    if (positive.empty())
        return 1;
    const auto place = positive.begin() + static_cast<std::ptrdiff_t>(static_cast<double>(positive.size() - 1) * 0.999);
    std::nth_element(positive.begin(), place, positive.end());
    return *place;
}

QImage heatmapRaster(const HeatmapMatrix& matrix, const HeatmapWindow& window, QSize size, const HeatmapStyle& style)
{
    QImage image(size, QImage::Format_RGB32);
    const ColourMap colours(style.panel);
    image.fill(colours.panelColour());
    if (matrix.rows == 0 || matrix.columns == 0 || size.isEmpty())
        return image;

    const auto rowRanges = cellsOfPixels(window.firstRow, window.rows, size.height(), matrix.rows);
    const auto columnRanges = cellsOfPixels(window.firstColumn, window.columns, size.width(), matrix.columns);
    const CellRange visible{columnRanges.front().begin, columnRanges.back().end};
    std::vector<float> line(static_cast<std::size_t>(std::max(visible.end - visible.begin, 0)));
    for (int y = 0; y < size.height(); ++y) {
        if (y > 0 && rowRanges[static_cast<std::size_t>(y)] == rowRanges[static_cast<std::size_t>(y) - 1]) {
            std::memcpy(image.scanLine(y), image.constScanLine(y - 1), static_cast<std::size_t>(image.bytesPerLine()));
            continue;
        }
        poolRows(matrix, rowRanges[static_cast<std::size_t>(y)], visible, line);
        auto* pixels = reinterpret_cast<QRgb*>(image.scanLine(y));
        for (int x = 0; x < size.width(); ++x) {
            const CellRange range = columnRanges[static_cast<std::size_t>(x)];
            float largest = 0;
            for (int column = range.begin; column < range.end; ++column)
                largest = std::max(largest, line[static_cast<std::size_t>(column - visible.begin)]);
            pixels[x] = largest > 0 ? colours.colour(scaled(largest, style)) : colours.panelColour();
        }
    }
    return image;
}

}  // namespace cairn
