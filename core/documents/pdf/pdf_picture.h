// A small picture of a page, read as ink on a background. Pure; places in points, y downwards.
#pragma once

#include <QImage>
#include <QRectF>

#include <utility>
#include <vector>

namespace cairn
{

class PdfPicture
{
public:
    using Span = std::pair<double, double>; // from, to

    PdfPicture(const QImage& picture, double pixelsPerPoint);

    bool isNull() const { return m_width == 0; }

    // Stretches of ink in a box of one line, from left to right; thin upright rules are none. Ink is what differs from the box's usual
    // shade.
    std::vector<Span> inkIn(const QRectF& box) const;

    // Thin level rules at least as long.
    std::vector<QRectF> rules(double length) const;

private:
    int shade(int x, int y) const { return m_shades[std::size_t(y) * std::size_t(m_width) + std::size_t(x)]; }
    int usualShade(const QRect& area) const;

    std::vector<unsigned char> m_shades;
    int m_width = 0, m_height = 0;
    double m_scale = 1;
};

} // namespace cairn
