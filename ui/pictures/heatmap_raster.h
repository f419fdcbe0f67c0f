// A matrix of evidence as pixels: cells that share a pixel are max-pooled, so that a single hot cell is visible at every zoom;
// a cell covers at least one pixel (experience.md 6, Pooling). Draws the visible part only. No widget; any thread.
#pragma once

#include "ui/pictures/colour_map.h"

#include <QImage>

#include <cstdint>
#include <span>

namespace cairn
{

enum class HeatScale { Linear, SquareRoot, Logarithmic };

struct HeatmapMatrix
{
    std::span<const float> values;   // [rows][columns], >= 0
    int rows = 0;
    int columns = 0;
    float value(int row, int column) const { return values[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column)]; }
};

// The part of the matrix to draw, in cells; fractions are allowed while zooming.
struct HeatmapWindow
{
    double firstRow = 0, rows = 0;
    double firstColumn = 0, columns = 0;
};

struct HeatmapStyle
{
    HeatScale scale = HeatScale::SquareRoot;
    float low = 0, high = 1;         // values mapped to 0 and 1
    Panel panel = Panel::Light;
};

// Value to 0..1 by the style's range and scale.
float scaled(float value, const HeatmapStyle& style);

// The 99.9th percentile of the values above zero ("auto" range); 1 for an empty matrix.
float automaticHigh(std::span<const float> values);

// Pixels [height][width] hold the largest value of the cells they touch.
QImage heatmapRaster(const HeatmapMatrix& matrix, const HeatmapWindow& window, QSize size, const HeatmapStyle& style);

}  // namespace cairn
