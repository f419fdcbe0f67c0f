#include "core/documents/pdf/pdf_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace cairn
{
namespace
{

constexpr int kInk = 60;   // shades from the background
constexpr int kThin = 3;   // pixels: a rule
constexpr int kBeyond = 2; // pixels above and below a line that a rule goes through and letters don't
constexpr int kLowest = 7; // pixels: a box whose edges may be those of a rule or of the line beside it

} // namespace

PdfPicture::PdfPicture(const QImage& picture, double pixelsPerPoint) : m_scale(pixelsPerPoint)
{
    const QImage image = picture.convertToFormat(QImage::Format_ARGB32);
    if (image.isNull())
        return;
    m_width = image.width();
    m_height = image.height();
    m_shades.reserve(std::size_t(m_width) * std::size_t(m_height));
    for (int y = 0; y < m_height; ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        for (int x = 0; x < m_width; ++x)
            m_shades.push_back(static_cast<unsigned char>(255 - (255 - qGray(line[x])) * qAlpha(line[x]) / 255));
    }
}

int PdfPicture::usualShade(const QRect& area) const
{
    std::array<int, 16> counts{};
    for (int y = area.top(); y <= area.bottom(); ++y)
        for (int x = area.left(); x <= area.right(); ++x)
            ++counts[std::size_t(shade(x, y) / 16)];
    return int(std::max_element(counts.begin(), counts.end()) - counts.begin()) * 16 + 8;
}

std::vector<PdfPicture::Span> PdfPicture::inkIn(const QRectF& box) const
{
    QRect area(QPoint(int(std::floor(box.left() * m_scale)), int(std::floor(box.top() * m_scale))),
               QPoint(int(std::ceil(box.right() * m_scale)), int(std::ceil(box.bottom() * m_scale))));
    if (area.height() > kLowest)
        area.adjust(0, 1, 0, -1);
    area &= QRect(0, 0, m_width, m_height);
    if (area.isEmpty())
        return {};
    const int paper = usualShade(area);
    const auto isInk = [&](int x, int y) { return std::abs(shade(x, y) - paper) > kInk; };
    const int top = std::max(0, area.top() - kBeyond), bottom = std::min(m_height - 1, area.bottom() + kBeyond);
    std::vector<Span> spans;
    bool inRule = false;
    for (int x = area.left(); x <= area.right(); ++x) {
        int ink = 0, through = 0;
        for (int y = top; y <= bottom; ++y) {
            const bool is = isInk(x, y);
            through += is ? 1 : 0;
            ink += is && y >= area.top() && y <= area.bottom() ? 1 : 0;
        }
        inRule = through == bottom - top + 1;
        if (ink == 0 || inRule)
            continue;
        const double from = x / m_scale, to = (x + 1) / m_scale;
        if (spans.empty() || from > spans.back().second + 0.01)
            spans.push_back({from, to});
        spans.back().second = to;
    }
    return spans;
}

std::vector<QRectF> PdfPicture::rules(double length) const
{
    std::vector<QRectF> found;
    const int least = int(length * m_scale);
    const auto isDark = [&](int x, int y) { return y >= 0 && y < m_height && shade(x, y) < 255 - kInk; };
    for (int y = 0; y < m_height; ++y) {
        for (int x = 0, begin = 0; x <= m_width; ++x) {
            if (x < m_width && isDark(x, y))
                continue;
            const int middle = (begin + x) / 2;
            if (x - begin >= least && !isDark(middle, y - 1)) {
                int end = y + 1;
                while (end - y <= kThin && isDark(middle, end))
                    ++end;
                if (end - y <= kThin)
                    found.push_back(QRectF(begin / m_scale, y / m_scale, (x - begin) / m_scale, (end - y) / m_scale));
            }
            begin = x + 1;
        }
    }
    return found;
}

} // namespace cairn
