#include "core/evaluation/picture.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace cairn
{

namespace
{

// Letters of 3 x 5 dots, five rows of three bits from the top.
struct Letter
{
    char sign;
    std::uint16_t dots;
};
constexpr Letter letter(char sign, int a, int b, int c, int d, int e)
{
    return {sign, static_cast<std::uint16_t>((a << 12) | (b << 9) | (c << 6) | (d << 3) | e)};
}
constexpr std::array kLetters = {
    letter('0', 7, 5, 5, 5, 7), letter('1', 2, 6, 2, 2, 7), letter('2', 7, 1, 7, 4, 7), letter('3', 7, 1, 7, 1, 7), letter('4', 5, 5, 7,
        1, 1),
    letter('5', 7, 4, 7, 1, 7), letter('6', 7, 4, 7, 5, 7), letter('7', 7, 1, 1, 2, 2), letter('8', 7, 5, 7, 5, 7), letter('9', 7, 5, 7,
        1, 7),
    letter('A', 2, 5, 7, 5, 5), letter('B', 6, 5, 6, 5, 6), letter('C', 3, 4, 4, 4, 3), letter('D', 6, 5, 5, 5, 6), letter('E', 7, 4, 6,
        4, 7),
    letter('F', 7, 4, 6, 4, 4), letter('G', 3, 4, 5, 5, 3), letter('H', 5, 5, 7, 5, 5), letter('I', 7, 2, 2, 2, 7), letter('J', 1, 1, 1,
        5, 2),
    letter('K', 5, 5, 6, 5, 5), letter('L', 4, 4, 4, 4, 7), letter('M', 5, 7, 7, 5, 5), letter('N', 6, 5, 5, 5, 5), letter('O', 2, 5, 5,
        5, 2),
    letter('P', 6, 5, 6, 4, 4), letter('Q', 2, 5, 5, 6, 3), letter('R', 6, 5, 6, 5, 5), letter('S', 3, 4, 2, 1, 6), letter('T', 7, 2, 2,
        2, 2),
    letter('U', 5, 5, 5, 5, 7), letter('V', 5, 5, 5, 5, 2), letter('W', 5, 5, 7, 7, 5), letter('X', 5, 5, 2, 5, 5), letter('Y', 5, 5, 2,
        2, 2),
    letter('Z', 7, 1, 2, 4, 7), letter('.', 0, 0, 0, 0, 2), letter(',', 0, 0, 0, 2, 4), letter('-', 0, 0, 7, 0, 0), letter('%', 5, 1, 2,
        4, 5),
    letter('/', 1, 1, 2, 4, 4), letter(':', 0, 2, 0, 2, 0), letter('+', 0, 2, 7, 2, 0), letter('(', 1, 2, 2, 2, 1), letter(')', 4, 2, 2,
        2, 4),
    letter('=', 0, 7, 0, 7, 0), letter('*', 0, 5, 2, 5, 0)};

constexpr Colour kPaper{255, 255, 255}, kInk{30, 30, 30}, kFaint{215, 215, 215};
constexpr int kMargin = 12, kCellWidth = 56, kCellHeight = 30;

void appendNumber(std::string& out, std::uint32_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        out += static_cast<char>((value >> shift) & 0xFF);
}

void appendChunk(std::string& out, const char* type, const std::string& data)
{
    appendNumber(out, static_cast<std::uint32_t>(data.size()));
    const std::string body = type + data;
    out += body;
    appendNumber(out, static_cast<std::uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()))));
}

int widest(const std::vector<std::string>& labels)
{
    int width = 0;
    for (const std::string& label : labels)
        width = std::max(width, Picture::textWidth(label));
    return width;
}

std::string percent(double share)
{
    return std::to_string(static_cast<int>(std::lround(share * 100))) + "%";
}

void hatch(Picture& picture, int x, int y)
{
    picture.fill(x, y, kCellWidth - 2, kCellHeight - 2, Colour{240, 240, 240});
    for (int i = 0; i < kCellWidth - 2; i += 6)
        picture.line(x + i, y + kCellHeight - 3, std::min(x + i + kCellHeight - 3, x + kCellWidth - 3),
                     y + kCellHeight - 3 - std::min(kCellHeight - 3, kCellWidth - 3 - i), kFaint);
}

constexpr std::array kCurveColours = {Colour{0, 90, 160}, Colour{200, 90, 0}, Colour{0, 140, 90}, Colour{170, 30, 110}, Colour{110, 110,
    110},
                                      Colour{120, 80, 200}};

}  // namespace

Picture::Picture(int width, int height, Colour background)
    : m_width(width), m_height(height), m_pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), background)
{
}

Colour Picture::at(int x, int y) const
{
    if (x < 0 || y < 0 || x >= m_width || y >= m_height)
        return {};
    return m_pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(m_width) + static_cast<std::size_t>(x)];
}

void Picture::fill(int x, int y, int width, int height, Colour colour)
{
    for (int row = std::max(0, y); row < std::min(m_height, y + height); ++row) {
        for (int column = std::max(0, x); column < std::min(m_width, x + width); ++column)
            m_pixels[static_cast<std::size_t>(row) * static_cast<std::size_t>(m_width) + static_cast<std::size_t>(column)] = colour;
    }
}

void Picture::line(int x0, int y0, int x1, int y1, Colour colour, int thickness)
{
    const int steps = std::max({std::abs(x1 - x0), std::abs(y1 - y0), 1});
    for (int i = 0; i <= steps; ++i)
        fill(x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps, thickness, thickness, colour);
}

void Picture::text(int x, int y, std::string_view words, Colour colour)
{
    for (const char c : words) {
        const char sign = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
        const auto found = std::find_if(kLetters.begin(), kLetters.end(), [&](const Letter& known) { return known.sign == sign; });
        for (int dot = 0; found != kLetters.end() && dot < 15; ++dot) {
            if (found->dots >> (14 - dot) & 1)
                fill(x + dot % 3 * 2, y + dot / 3 * 2, 2, 2, colour);
        }
        x += kCharacterWidth;
    }
}

std::string Picture::png() const
{
    std::string raw;
    raw.reserve(m_pixels.size() * 3 + static_cast<std::size_t>(m_height));
    for (int y = 0; y < m_height; ++y) {
        raw += '\0';   // no filter
        for (int x = 0; x < m_width; ++x) {
            const Colour colour = at(x, y);
            raw += static_cast<char>(colour.red);
            raw += static_cast<char>(colour.green);
            raw += static_cast<char>(colour.blue);
        }
    }
    uLongf size = compressBound(static_cast<uLong>(raw.size()));
    std::string packed(size, '\0');
    compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(raw.data()), static_cast<uLong>(raw.size()),
        9);
    packed.resize(size);
    std::string header;
    appendNumber(header, static_cast<std::uint32_t>(m_width));
    appendNumber(header, static_cast<std::uint32_t>(m_height));
    header += {8, 2, 0, 0, 0};   // bits a channel, RGB, deflate, filters, not interlaced
    std::string out = "\x89PNG\r\n\x1a\n";
    appendChunk(out, "IHDR", header);
    appendChunk(out, "IDAT", packed);
    appendChunk(out, "IEND", "");
    return out;
}

Colour shareColour(double share)
{
    constexpr std::array<std::array<double, 3>, 3> stops = {{{40, 40, 110}, {30, 145, 140}, {250, 225, 60}}};
    const double at = std::clamp(share, 0.0, 1.0) * 2;
    const auto from = static_cast<std::size_t>(at >= 1 ? 1 : 0);
    const auto mix = [&](std::size_t channel) {
        const double part = at - static_cast<double>(from);
        return static_cast<std::uint8_t>(std::lround(stops[from][channel] * (1 - part) + stops[from + 1][channel] * part));
    };
    return {mix(0), mix(1), mix(2)};
}

Picture drawGrid(const GridPicture& grid)
{
    const int left = kMargin + std::max(widest(grid.rows), Picture::textWidth(grid.rowTitle)) + kMargin, top = kMargin + 40;
    const int columns = static_cast<int>(grid.columns.size()), rows = static_cast<int>(grid.rows.size());
    const int width = std::max(left + columns * kCellWidth, kMargin + Picture::textWidth(grid.title)) + kMargin;
    Picture picture(width, top + rows * kCellHeight + 40, kPaper);
    picture.text(kMargin, kMargin, grid.title, kInk);
    picture.text(kMargin, top - 16, grid.rowTitle, kInk);
    picture.text(left, top + rows * kCellHeight + 24, grid.columnTitle, kInk);
    for (int row = 0; row < rows; ++row) {
        const int y = top + row * kCellHeight;
        picture.text(kMargin, y + 10, grid.rows[static_cast<std::size_t>(row)], kInk);
        for (int column = 0; column < columns; ++column) {
            const double share = grid.shares[static_cast<std::size_t>(row * columns + column)];
            const int x = left + column * kCellWidth;
            if (!std::isfinite(share)) {
                hatch(picture, x, y);
                continue;
            }
            picture.fill(x, y, kCellWidth - 2, kCellHeight - 2, shareColour(share));
            const std::string label = percent(share);
            picture.text(x + (kCellWidth - Picture::textWidth(label)) / 2, y + 9, label, share > 0.5 ? kInk : kPaper);
        }
    }
    for (int column = 0; column < columns; ++column) {
        const std::string& label = grid.columns[static_cast<std::size_t>(column)];
        picture.text(left + column * kCellWidth + (kCellWidth - Picture::textWidth(label)) / 2, top + rows * kCellHeight + 6, label, kInk);
    }
    return picture;
}

namespace
{

// Both axes are logarithms.
bool hasPlace(const std::pair<double, double>& point)
{
    return std::isfinite(point.first) && std::isfinite(point.second) && point.first > 0 && point.second > 0;
}

std::string tokensLabel(int log2)
{
    return log2 >= 20 ? std::to_string(std::uint64_t{1} << std::min(63, log2 - 20)) + "M"
         : log2 >= 10 ? std::to_string(1 << (log2 - 10)) + "K"
                      : std::to_string(1 << std::max(0, log2));
}

}  // namespace

Picture drawCurves(const std::string& title, const std::string& unit, const std::vector<Curve>& curves)
{
    constexpr int kWidth = 760, kHeight = 460, kLeft = 90, kTop = 40, kPlotWidth = 440, kPlotHeight = 360;
    Picture picture(kWidth, kHeight, kPaper);
    picture.text(kMargin, kMargin, title, kInk);
    picture.text(kMargin, kTop - 4, unit, kInk);
    double x0 = 1e300, x1 = 0, y0 = 1e300, y1 = 0;
    for (const Curve& curve : curves) {
        for (const auto& point : curve.points) {
            if (!hasPlace(point))
                continue;
            const auto [x, y] = point;
            x0 = std::min(x0, x), x1 = std::max(x1, x);
            y0 = std::min(y0, y), y1 = std::max(y1, y);
        }
    }
    if (x1 <= 0 || y1 <= 0)
        return picture;
    const double xFrom = std::floor(std::log2(x0)), xTo = std::max(xFrom + 1, std::ceil(std::log2(x1)));
    const double yFrom = std::floor(std::log10(y0)), yTo = std::max(yFrom + 1, std::ceil(std::log10(y1)));
    const auto xAt = [&](double log) { return kLeft + static_cast<int>((log - xFrom) / (xTo - xFrom) * kPlotWidth); };
    const auto yAt = [&](double log) { return kTop + 14 + static_cast<int>((yTo - log) / (yTo - yFrom) * kPlotHeight); };
    const int xStep = std::max(1, static_cast<int>((xTo - xFrom) / 8));
    for (int x = static_cast<int>(xFrom); x <= static_cast<int>(xTo); x += xStep) {
        picture.line(xAt(x), yAt(yTo), xAt(x), yAt(yFrom), kFaint);
        const std::string label = tokensLabel(x);
        picture.text(xAt(x) - Picture::textWidth(label) / 2, yAt(yFrom) + 8, label, kInk);
    }
    for (int y = static_cast<int>(yFrom); y <= static_cast<int>(yTo); ++y) {
        picture.line(kLeft, yAt(y), kLeft + kPlotWidth, yAt(y), kFaint);
        picture.text(kMargin, yAt(y) - 5, "1E" + std::to_string(y), kInk);
    }
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const Colour colour = kCurveColours[i % kCurveColours.size()];
        const auto& points = curves[i].points;
        for (std::size_t p = 0; p < points.size(); ++p) {
            if (!hasPlace(points[p]))
                continue;
            const int x = xAt(std::log2(points[p].first)), y = yAt(std::log10(points[p].second));
            picture.fill(x - 2, y - 2, 6, 6, colour);
            if (p > 0 && hasPlace(points[p - 1]))
                picture.line(xAt(std::log2(points[p - 1].first)), yAt(std::log10(points[p - 1].second)), x, y, colour, 2);
        }
        const int y = kTop + 14 + static_cast<int>(i) * 20;
        picture.fill(kLeft + kPlotWidth + 16, y, 10, 10, colour);
        picture.text(kLeft + kPlotWidth + 32, y, curves[i].name, kInk);
    }
    return picture;
}

}  // namespace cairn
