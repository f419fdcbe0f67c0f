#include "ui/pictures/heatmap_raster.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace cairn
{
namespace
{

// A level: 0 = nothing, else twice the colour's index (1..1023), plus 1 for a negative difference: the larger number is the stronger cell.
// 16 signed bits, because all x86-64 processors compare eight of those at once.
constexpr int kTop = ColourMap::kEntries - 1;
using Line = std::vector<std::int16_t>;

using LevelColours = std::array<QRgb, 2 * ColourMap::kEntries>;

LevelColours makeColours(Panel panel, ColourScheme scheme, bool difference)
{
    LevelColours colours;
    const ColourMap map(panel, scheme);
    for (int i = 0; i <= kTop; ++i) {
        const float part = float(i) / kTop;
        colours[std::size_t(2 * i)] = difference ? differenceColour(part, panel) : map.entry(i);
        colours[std::size_t(2 * i + 1)] = differenceColour(-part, panel);
    }
    colours[0] = colours[1] = map.panelColour();
    return colours;
}

// Made once: a colour bar asks for each of its pixels.
const LevelColours& coloursOfLevels(const HeatmapStyle& style)
{
    static const auto tables = [] {
        std::array<LevelColours, 12> made;
        for (std::size_t i = 0; i < made.size(); ++i)
            made[i] = makeColours(i % 2 ? Panel::Dark : Panel::Light, ColourScheme(i / 4), i / 2 % 2 != 0);
        return made;
    }();
    return tables[std::size_t(style.scheme) * 4 + std::size_t(style.difference) * 2 + std::size_t(style.panel == Panel::Dark)];
}

std::int16_t levelOf(float value, const HeatmapStyle& style)
{
    if (value == 0 && style.low >= 0)
        return 0;
    const float part = scaled(value, style);
    const auto index = std::int16_t(std::max(std::abs(part), ColourMap::kLowestLevel) * kTop + 0.5f);
    return std::int16_t(2 * index + (part < 0));
}

struct Columns
{
    std::uint32_t begin = 0;             // first visible
    std::vector<PixelRange> pixels;      // of each visible column
};

Columns visibleColumns(const HeatmapWindow& window, int width, std::uint32_t all)
{
    Columns columns;
    columns.begin = std::uint32_t(std::clamp(std::floor(window.firstColumn), 0.0, double(all)));
    const auto end = std::uint32_t(std::clamp(std::ceil(window.firstColumn + window.columns), 0.0, double(all)));
    for (std::uint32_t column = columns.begin; column < end; ++column)
        columns.pixels.push_back(markPixels(window.firstColumn, window.columns, width, column, 1));
    return columns;
}

// The strongest level per pixel of one matrix row.
void poolRow(const SparseMatrix& matrix, std::span<const std::int16_t> levels, std::uint32_t row, const Columns& columns, Line& line)
{
    const std::uint32_t* blocks = matrix.blocks.data();
    const std::uint32_t* last = blocks + matrix.offsets[row + 1];
    const std::uint32_t* entry = std::lower_bound(blocks + matrix.offsets[row], last, columns.begin);
    const std::uint32_t end = columns.begin + static_cast<std::uint32_t>(columns.pixels.size());
    for (; entry != last && *entry < end; ++entry) {
        const std::int16_t level = levels[std::size_t(entry - blocks)];
        const PixelRange range = columns.pixels[*entry - columns.begin];
        for (int x = range.begin; x < range.end; ++x)
            line[std::size_t(x)] = std::max(line[std::size_t(x)], level);
    }
}

void raise(Line& line, const Line& other)
{
    std::int16_t* own = line.data();
    const std::int16_t* more = other.data();
    const std::size_t count = line.size();
    for (std::size_t i = 0; i < count; ++i)
        own[i] = std::max(own[i], more[i]);
}

// Empty pixels right of a mark take its level; at the right edge the one left of it does.
void growSideways(Line& line, Line& exact)
{
    const std::size_t count = line.size();
    std::memcpy(exact.data(), line.data(), count * sizeof(std::int16_t));
    const std::int16_t* own = exact.data();
    std::int16_t* grown = line.data();
    for (std::size_t x = 1; x < count; ++x) {
        const auto empty = static_cast<std::int16_t>(-(own[x] == 0));   // all bits or none: no branch
        grown[x] = static_cast<std::int16_t>(own[x] | (own[x - 1] & empty));
    }
    if (count > 1 && own[count - 2] == 0 && own[count - 1] != 0)
        grown[count - 2] = std::max(grown[count - 2], own[count - 1]);
}

void growDown(Line& line, Line& above)   // `above`: the line before as it was; becomes this one
{
    std::int16_t* own = line.data();
    std::int16_t* before = above.data();
    const std::size_t count = line.size();
    for (std::size_t x = 0; x < count; ++x) {
        const std::int16_t exact = own[x];
        const auto empty = static_cast<std::int16_t>(-(exact == 0));
        own[x] = static_cast<std::int16_t>(exact | (before[x] & empty));
        before[x] = exact;
    }
}

// Rows that touch each pixel line.
std::vector<PixelRange> rowsOfLines(const HeatmapWindow& window, int height, std::uint32_t rows)
{
    std::vector<PixelRange> lines(std::size_t(height), {0, 0});
    for (std::uint32_t row = 0; row < rows; ++row) {
        const PixelRange mark = markPixels(window.firstRow, window.rows, height, row, 1);
        for (int y = mark.begin; y < mark.end; ++y) {
            PixelRange& line = lines[std::size_t(y)];
            if (line.begin == line.end)
                line.begin = int(row);
            line.end = int(row) + 1;
        }
    }
    return lines;
}

}  // namespace

float scaled(float value, const HeatmapStyle& style)
{
    const float low = style.difference ? 0 : style.low;
    const float size = style.difference ? std::abs(value) : value;
    const float part = std::clamp((size - low) / std::max(style.high - low, 1e-30f), 0.0f, 1.0f);
    const float sign = style.difference && value < 0 ? -1.0f : 1.0f;
    switch (style.scale) {
    case HeatScale::Linear: return sign * part;
    case HeatScale::SquareRoot: return sign * std::sqrt(part);
    case HeatScale::Logarithmic: return sign * std::log1p(part * 999.0f) / std::log(1000.0f);
    }
    return part;
}

float unscaled(float level, const HeatmapStyle& style)
{
    const float low = style.difference ? 0 : style.low;
    const float size = std::min(std::abs(level), 1.0f);
    float part = size;
    if (style.scale == HeatScale::SquareRoot)
        part = size * size;
    else if (style.scale == HeatScale::Logarithmic)
        part = std::expm1(size * std::log(1000.0f)) / 999.0f;
    const float value = low + part * (style.high - low);
    return level < 0 ? -value : value;
}

QRgb colourOf(float value, const HeatmapStyle& style) { return coloursOfLevels(style)[levelOf(value, style)]; }

float automaticHigh(std::span<const float> values)
{
    // Sizes of floats order as their bits do: counts by the upper 16 find the group that holds the percentile, the group is sorted.
    std::vector<std::uint32_t> counts(1u << 15, 0);
    std::size_t all = 0;
    for (const float value : values) {
        const std::uint32_t bits = std::bit_cast<std::uint32_t>(value) & 0x7FFFFFFFu;
        counts[bits >> 16] += bits != 0;
        all += bits != 0;
    }
    if (all == 0)
        return 1;
    auto place = std::size_t(double(all - 1) * 0.999);
    std::uint32_t group = 0;
    for (; place >= counts[group]; ++group)
        place -= counts[group];
    std::vector<float> sizes;
    for (const float value : values) {
        if (value != 0 && (std::bit_cast<std::uint32_t>(value) & 0x7FFFFFFFu) >> 16 == group)
            sizes.push_back(std::abs(value));
    }
    std::nth_element(sizes.begin(), sizes.begin() + std::ptrdiff_t(place), sizes.end());
    return sizes[place];
}

SparseMatrix sparseMatrix(std::span<const float> values, std::uint32_t rows, std::uint32_t columns)
{
    SparseMatrix matrix;
    matrix.rows = rows;
    matrix.columns = columns;
    for (std::uint32_t row = 0; row < rows; ++row) {
        for (std::uint32_t column = 0; column < columns; ++column) {
            if (const float value = values[std::size_t{row} * columns + column]; value != 0) {
                matrix.blocks.push_back(column);
                matrix.values.push_back(value);
            }
        }
        matrix.offsets.push_back(std::uint32_t(matrix.blocks.size()));
    }
    return matrix;
}

std::vector<std::int16_t> heatmapLevels(const SparseMatrix& matrix, const HeatmapStyle& style, std::span<const int> hidden)
{
    std::vector<std::uint8_t> isHidden(matrix.columns, 0);
    for (const int column : hidden) {
        if (column >= 0 && std::uint32_t(column) < matrix.columns)
            isHidden[std::size_t(column)] = 1;
    }
    std::vector<std::int16_t> levels(matrix.values.size());
    for (std::size_t i = 0; i < levels.size(); ++i)
        levels[i] = isHidden[matrix.blocks[i]] ? std::int16_t(0) : levelOf(matrix.values[i], style);
    return levels;
}

PixelRange markPixels(double first, double count, int pixels, std::uint32_t index, int smallest)
{
    const double scale = double(pixels) / count;
    const double begin = (index - first) * scale, end = (index + 1 - first) * scale;
    if (end <= 1e-9 || begin >= pixels - 1e-9)
        return {};
    PixelRange range{std::max(int(std::floor(begin + 1e-9)), 0), std::min(int(std::ceil(end - 1e-9)), pixels)};
    if (range.end - range.begin < smallest) {
        range.end = std::min(range.begin + smallest, pixels);
        range.begin = std::max(range.end - smallest, 0);
    }
    return range;
}

HeatmapImage heatmapImage(const SparseMatrix& matrix, std::span<const std::int16_t> levels, const HeatmapWindow& window, QSize size,
                          const HeatmapStyle& style)
{
    HeatmapImage result{QImage(size, QImage::Format_RGB32), std::vector<float>(std::size_t(std::max(size.width(), 0)), 0.0f)};
    const LevelColours colours = coloursOfLevels(style);   // a copy: nothing that is drawn can be it
    result.image.fill(colours[0]);
    if (matrix.rows == 0 || matrix.columns == 0 || size.isEmpty() || window.rows <= 0 || window.columns <= 0)
        return result;
    const Columns columns = visibleColumns(window, size.width(), matrix.columns);
    const auto lines = rowsOfLines(window, size.height(), matrix.rows);
    const bool thinColumns = size.width() < kSmallestMark * window.columns, thinRows = size.height() < kSmallestMark * window.rows;
    const auto width = std::size_t(size.width());
    Line line(width), row(width), above(width, 0), exact(width), strongest(width, 0);
    int pooledRow = -1;   // the row that `row` holds
    for (int y = 0; y < size.height(); ++y) {
        const PixelRange rows = lines[std::size_t(y)];
        if (!thinRows && y > 0 && rows == lines[std::size_t(y) - 1]) {
            std::memcpy(result.image.scanLine(y), result.image.constScanLine(y - 1), std::size_t(result.image.bytesPerLine()));
            continue;
        }
        std::fill(line.begin(), line.end(), std::int16_t(0));
        for (int index = rows.begin; index < rows.end; ++index) {
            if (index != pooledRow) {   // two lines may share a row: pooled once
                std::fill(row.begin(), row.end(), std::int16_t(0));
                poolRow(matrix, levels, std::uint32_t(index), columns, row);
                pooledRow = index;
            }
            raise(line, row);
        }
        if (thinColumns)
            growSideways(line, exact);
        if (thinRows)
            growDown(line, above);
        raise(strongest, line);
        auto* pixels = reinterpret_cast<QRgb*>(result.image.scanLine(y));
        for (std::size_t x = 0; x < width; ++x)
            pixels[x] = colours[line[x]];
    }
    for (std::size_t x = 0; x < strongest.size(); ++x)
        result.profile[x] = float(strongest[x] / 2) / kTop;
    return result;
}

QImage heatmapRaster(const SparseMatrix& matrix, const HeatmapWindow& window, QSize size, const HeatmapStyle& style)
{
    return heatmapImage(matrix, heatmapLevels(matrix, style, {}), window, size, style).image;
}

}  // namespace cairn
