// Small pictures of results as PNG, without a display or a font library: coloured fields, lines and plain capital letters. Pure values.
#pragma once

#include "core/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

struct Colour
{
    std::uint8_t red = 0, green = 0, blue = 0;
    bool operator==(const Colour&) const = default;
};

class Picture
{
public:
    Picture(int width, int height, Colour background);

    int width() const { return m_width; }
    int height() const { return m_height; }
    Colour at(int x, int y) const;                         // outside: the background's own first pixel is not touched, black is returned

    void fill(int x, int y, int width, int height, Colour colour);
    void line(int x0, int y0, int x1, int y1, Colour colour, int thickness = 1);
    void text(int x, int y, std::string_view words, Colour colour);   // top left; letters are drawn as capitals
    static int textWidth(std::string_view words) { return static_cast<int>(words.size()) * kCharacterWidth; }

    static constexpr int kCharacterWidth = 8, kCharacterHeight = 10;

    std::string png() const;                               // 8-bit RGB

private:
    int m_width, m_height;
    std::vector<Colour> m_pixels;
};

// From 0 (dark blue) over green to 1 (yellow): tells values apart without red and green alone.
Colour shareColour(double share);

struct GridPicture
{
    std::string title;
    std::string rowTitle, columnTitle;                     // what the labels count
    std::vector<std::string> rows, columns;
    std::vector<double> shares;                            // [rows][columns], 0..1; not finite: not measured, drawn hatched
};
Picture drawGrid(const GridPicture& grid);

struct Curve
{
    std::string name;
    std::vector<std::pair<double, double>> points;         // one that isn't positive and finite leaves a gap
};
// Both axes logarithmic, with a line at each power of ten (or two, along x).
Picture drawCurves(const std::string& title, const std::string& unit, const std::vector<Curve>& curves);

}  // namespace cairn
