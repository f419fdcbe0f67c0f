// A sparse matrix of evidence as pixels: a pixel shows the strongest of the cells that touch it (differences A - B: by size), and a lone
// mark grows to two pixels each way where the next pixel is empty, so that a single hot cell is visible at every zoom (experience.md 6,
// Pooling). Draws the visible part only. No widget; any thread.
#pragma once

#include "core/types/trace_query.h"
#include "ui/pictures/colour_map.h"

#include <QImage>

#include <cstdint>
#include <span>
#include <vector>

namespace cairn
{

enum class HeatScale { Linear, SquareRoot, Logarithmic };

// The part of the matrix to draw, in cells; fractions are allowed while zooming.
struct HeatmapWindow
{
    double firstRow = 0, rows = 0;
    double firstColumn = 0, columns = 0;
    bool operator==(const HeatmapWindow&) const = default;
};

struct HeatmapStyle
{
    HeatScale scale = HeatScale::SquareRoot;
    float low = 0, high = 1;         // values mapped to 0 and 1
    Panel panel = Panel::Light;
    ColourScheme scheme = ColourScheme::Cividis;
    bool difference = false;         // values of both signs, -high..high
};

inline constexpr int kSmallestMark = 2;   // px

// Value to 0..1 by the style's range and scale (difference: -1..1), and back; the inverse of a clipped value is the range's end.
float scaled(float value, const HeatmapStyle& style);
float unscaled(float level, const HeatmapStyle& style);
QRgb colourOf(float value, const HeatmapStyle& style);

// The 99.9th percentile of the values' sizes, zeros left out ("auto" range); 1 when there are none.
float automaticHigh(std::span<const float> values);

// The same matrix without its zeros.
SparseMatrix sparseMatrix(std::span<const float> values, std::uint32_t rows, std::uint32_t columns);

// One small number per cell that orders as its colour does; made once per data, range or scale, so that drawing only compares.
// `hidden`: columns to leave out, ascending.
std::vector<std::int16_t> heatmapLevels(const SparseMatrix& matrix, const HeatmapStyle& style, std::span<const int> hidden);

struct PixelRange
{
    int begin = 0, end = 0;   // half open
    bool operator==(const PixelRange&) const = default;
};
// Pixels that cell `index` touches when cells [first, first + count) fill `pixels`, at least `smallest` of them; empty outside.
PixelRange markPixels(double first, double count, int pixels, std::uint32_t index, int smallest = kSmallestMark);

struct HeatmapImage
{
    QImage image;                      // RGB32
    std::vector<float> profile;        // per pixel column the strongest level, 0..1
};
HeatmapImage heatmapImage(const SparseMatrix& matrix, std::span<const std::int16_t> levels, const HeatmapWindow& window, QSize size,
                          const HeatmapStyle& style);

// Both steps at once, nothing hidden.
QImage heatmapRaster(const SparseMatrix& matrix, const HeatmapWindow& window, QSize size, const HeatmapStyle& style);

}  // namespace cairn
