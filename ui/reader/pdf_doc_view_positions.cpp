// From bytes of the text to places in the viewport of PdfDocView and back, and scrolling to them.
#include "ui/reader/pdf_doc_view.h"

#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace cairn
{
namespace
{

constexpr double kTextTop = 0.1, kTextHeight = 0.8;   // of a page: where its text stands as long as that isn't known

}  // namespace

double PdfDocView::heightOf(std::uint64_t byte)
{
    const auto place = m_map.placeOf(byte);
    const int page = place ? place->page : std::clamp(m_map.pageOf(byte), 0, m_layout.count() - 1);
    if (page >= m_layout.count())
        return 0;
    const QRect on = m_layout.page(page);
    if (!place)
        return on.y();
    const auto geometry = m_loader.geometry(page);
    if (geometry && !geometry->empty()) {
        const auto lines = geometry->rectangles(place->offset, std::max(place->offset + 1, geometry->units()));
        if (!lines.empty())
            return m_layout.toPixels(page, lines.front()).top();
    }
    const double share = double(place->offset) / double(std::max(1u, m_map.unitsOf(page)));
    return on.y() + on.height() * (kTextTop + kTextHeight * std::min(1.0, share));
}

std::uint64_t PdfDocView::byteBelow(int y) const
{
    if (m_layout.count() == 0 || m_map.pages() == 0)
        return 0;
    auto& loader = const_cast<PageLoader&>(m_loader);   // looking at a page keeps it: no value changes
    const int page = std::min(m_layout.pageAt(y), m_map.pages() - 1);
    const ByteRange text = m_map.textOf(page);
    const QRect on = m_layout.page(page);
    std::uint32_t offset = 0;
    const auto geometry = loader.geometry(page);
    if (geometry && !geometry->empty()) {
        offset = geometry->offsetBelow((y - on.y()) / m_scale);
    } else {
        const double share = (double(y - on.y()) / on.height() - kTextTop) / kTextHeight;
        offset = std::uint32_t(std::clamp(share, 0.0, 1.0) * m_map.unitsOf(page));
    }
    return m_map.byteOf({page, offset}).value_or(text.begin);
}

std::uint64_t PdfDocView::topByte() const
{
    if (m_kept)
        return *m_kept;
    return m_layout.count() == 0 && m_aim ? m_aim->range.begin : byteBelow(-origin().y());
}

std::uint64_t PdfDocView::bottomByte() const { return std::max(topByte(), byteBelow(-origin().y() + viewport()->height())); }

void PdfDocView::scrollToByte(std::uint64_t byte, int below)
{
    m_kept = below == 0 ? std::optional(byte) : std::nullopt;
    follow({{byte, byte + 1}, below, false});
}

void PdfDocView::showRange(ByteRange range)
{
    if (m_layout.count() > 0 && inSight(range)) {
        m_aim.reset();
        return;
    }
    m_kept.reset();
    follow({range, viewport()->height() / 3, true});
}

bool PdfDocView::inSight(ByteRange range, int margin)
{
    const auto stretches = m_map.stretchesOf(range);
    for (const PageStretch& stretch : stretches)
        if (const auto geometry = m_loader.geometry(stretch.page); !geometry || geometry->empty())
            return false;   // not known
    const auto places = rectanglesOf(range);
    const QRect sight = viewport()->rect().adjusted(0, margin, 0, -margin);
    return !places.empty() && sight.contains(places.front()) && sight.contains(places.back());
}

// Sideways too when the words would be outside: pages may be wider than the view.
void PdfDocView::bringIntoWidth(ByteRange range)
{
    const auto places = horizontalScrollBar()->maximum() > 0 ? rectanglesOf(range) : std::vector<QRect>();
    if (places.empty() || (places.front().left() >= 0 && places.front().right() < viewport()->width()))
        return;
    m_scrolling = true;
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() + places.front().left() - viewport()->width() / 5);
    m_scrolling = false;
}

// At the top of the view: a page from its edge on, not from its first line.
int PdfDocView::topOf(const Aim& aim)
{
    const int page = m_map.pageOf(aim.range.begin);
    if (m_kept && page >= 0 && page < m_layout.count() && aim.range.begin <= m_map.textOf(page).begin)
        return m_layout.page(page).y() - PageLayout::kMargin;
    return int(std::lround(heightOf(aim.range.begin))) - aim.below;
}

// Scrolls by what is known, and remembers the aim when that was an estimate.
void PdfDocView::follow(const Aim& aim)
{
    m_aim = aim;
    if (m_layout.count() == 0)
        return;
    scrollTo(topOf(aim));
    const auto place = m_map.placeOf(aim.range.begin);
    if (place && !m_loader.geometry(place->page))
        return;
    m_aim.reset();
    bringIntoWidth(aim.range);
}

// A page's characters are known now. What was shown by estimate is put right only if it isn't well in sight: a text that moves under the
// reader's eyes is worse than one that stands a little lower, but not than one that ends at the edge.
void PdfDocView::settleAim(int page)
{
    if (!m_aim || m_layout.count() == 0)
        return;
    const auto place = m_map.placeOf(m_aim->range.begin);
    if (!place || place->page != page)
        return;
    const Aim aim = *m_aim;
    m_aim.reset();
    if (!(aim.onlyIfOutOfSight && inSight(aim.range, viewport()->height() / 6)))
        scrollTo(topOf(aim));
    bringIntoWidth(aim.range);
}

std::vector<QRectF> PdfDocView::placesOn(int page, ByteRange range)
{
    std::vector<QRectF> places;
    const auto geometry = m_loader.geometry(page);
    if (!geometry)
        return places;
    for (const PageStretch& stretch : m_map.stretchesOn(page, range)) {
        const auto lines = geometry->rectangles(stretch.begin, stretch.end);
        places.insert(places.end(), lines.begin(), lines.end());
    }
    return places;
}

std::vector<QRect> PdfDocView::rectanglesOf(ByteRange range)
{
    std::vector<QRect> rectangles;
    const auto [first, last] = visiblePages();
    for (int page = first; page <= last; ++page)
        for (const QRectF& place : placesOn(page, range))
            rectangles.push_back(m_layout.toPixels(page, place).translated(origin()).toAlignedRect());
    return rectangles;
}

std::optional<std::uint64_t> PdfDocView::byteAt(QPoint point)
{
    if (m_layout.count() == 0)
        return std::nullopt;
    const QPoint at = point - origin();
    const int page = m_layout.pageAt(at.y());
    const auto geometry = m_loader.geometry(page);
    if (!geometry || geometry->empty())
        return std::nullopt;
    return m_map.byteOf({page, geometry->offsetAt(m_layout.toPoints(page, at))});
}

}  // namespace cairn
