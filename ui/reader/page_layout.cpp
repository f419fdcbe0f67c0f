#include "ui/reader/page_layout.h"

#include <algorithm>
#include <cmath>

namespace cairn
{

void PageLayout::set(const std::vector<PdfPageInfo>& pages, double scale, int viewWidth, const std::vector<bool>& shown)
{
    m_scale = scale;
    m_rects.clear();
    m_rects.reserve(pages.size());
    int widest = 0;
    int y = kMargin;
    for (const PdfPageInfo& page : pages) {
        const int w = std::max(1, int(std::lround(page.width * scale)));
        const int h = std::max(1, int(std::lround(page.height * scale)));
        const bool visible = shown.empty() || (m_rects.size() < shown.size() && shown[m_rects.size()]);
        m_rects.emplace_back(0, y, w, visible ? h : 0);
        widest = std::max(widest, w);
        y += visible ? h + kMargin : 0;
    }
    m_width = std::max(viewWidth, widest + 2 * kMargin);
    for (QRect& rect : m_rects)
        rect.moveLeft((m_width - rect.width()) / 2);
}

int PageLayout::pageAt(int y) const
{
    const auto page =
        std::partition_point(m_rects.begin(), m_rects.end(), [y](const QRect& rect) { return rect.y() + rect.height() <= y; });
    int index = std::min(int(page - m_rects.begin()), count() - 1);
    while (index > 0 && !shown(index))
        --index;
    return index;
}

QPointF PageLayout::toPoints(int page, QPointF pixel) const
{
    return (pixel - QPointF(m_rects[std::size_t(page)].topLeft())) / m_scale;
}

QPointF PageLayout::toPixels(int page, QPointF points) const
{
    return points * m_scale + QPointF(m_rects[std::size_t(page)].topLeft());
}

QRectF PageLayout::toPixels(int page, const QRectF& points) const
{
    return QRectF(toPixels(page, points.topLeft()), points.size() * m_scale);
}

double PageLayout::widthScale(const std::vector<PdfPageInfo>& pages, int viewWidth)
{
    float widest = 1;
    for (const PdfPageInfo& page : pages)
        widest = std::max(widest, page.width);
    return std::max(0.05, double(viewWidth - 2 * kMargin) / double(widest));
}

} // namespace cairn
