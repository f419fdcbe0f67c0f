#include "ui/reader/pdf_doc_view.h"

#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <utility>

namespace cairn
{
namespace
{

constexpr std::size_t kPictureBytes = 128 << 20;   // the window as a whole may use 500 MB (experience.md 8)
constexpr double kPointsPerInch = 72;
constexpr double kTextTop = 0.1, kTextHeight = 0.8;   // of a page: where its text stands as long as that isn't known
constexpr int kSmallestZoom = 50, kLargestZoom = 300;

}  // namespace

PdfDocView::PdfDocView(QWidget* parent) : DocumentView(parent), m_loader(kPictureBytes)
{
    setAccessibleName(tr("Document pages"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    viewport()->setMouseTracking(true);
    viewport()->grabGesture(Qt::PinchGesture);
    connect(&m_loader, &PageLoader::pictureChanged, this, &PdfDocView::pageChanged);
    connect(&m_loader, &PageLoader::geometryChanged, this, &PdfDocView::geometryChanged);
    m_scale = scaleOf(100);
}

void PdfDocView::setDocument(const CanonicalText* document, PageSource* source)
{
    if (m_source)
        m_source->disconnect(this);
    m_document = document;
    m_source = source;
    m_map = PdfTextMap(document);
    m_heat.clear();
    m_heatMarks.clear();
    m_highlights.clear();
    m_failure.clear();
    m_aim.reset();
    m_anchor = m_caret = 0;
    m_currentPage = -1;
    m_loader.setSource(source);
    if (source) {
        connect(source, &PageSource::opened, this, &PdfDocView::relayout);
        connect(source, &PageSource::failed, this, [this](const Error& error) {
            m_failure = QString::fromStdString(error.message);
            viewport()->update();
        });
    }
    m_layout.set({}, m_scale, viewport()->width());
    verticalScrollBar()->setValue(0);
    relayout();
}

const std::vector<PdfPageInfo>& PdfDocView::pages() const
{
    static const std::vector<PdfPageInfo> none;
    return m_source ? m_source->pages() : none;
}

void PdfDocView::setHeat(std::vector<HeatRun> runs)
{
    m_heat = std::move(runs);
    m_heatMarks.clear();
    relevanceChanged();
}

void PdfDocView::setHighlights(std::vector<ByteRange> ranges)
{
    m_highlights = std::move(ranges);
    relevanceChanged();
}

std::vector<bool> PdfDocView::shownPages() const
{
    if (!m_onlyRelevant || (m_heat.empty() && m_highlights.empty()))
        return {};
    std::vector<bool> shown(std::size_t(std::max(0, m_map.pages())));
    const auto show = [&](ByteRange range) {
        for (int page = m_map.pageOf(range.begin); page >= 0 && page < m_map.pages() && m_map.textOf(page).begin < range.end; ++page)
            shown[std::size_t(page)] = true;
    };
    for (const HeatRun& run : m_heat)
        if (run.strength > 0)
            show(run.range);
    for (const ByteRange range : m_highlights)
        show(range);
    return std::find(shown.begin(), shown.end(), true) != shown.end() ? shown : std::vector<bool>();
}

void PdfDocView::setOnlyRelevantPages(bool only)
{
    m_onlyRelevant = only;
    setScale(m_scale, QPoint(viewport()->width() / 2, 0));
}

void PdfDocView::relevanceChanged()
{
    if (m_onlyRelevant)
        setScale(m_scale, QPoint(viewport()->width() / 2, 0));
    viewport()->update();
}

void PdfDocView::setReadUpTo(std::uint64_t byte)
{
    m_readUpTo = byte;
    viewport()->update();
}

// Zoom and layout

double PdfDocView::scaleOf(int percent) const { return percent / 100.0 * logicalDpiX() / kPointsPerInch; }
int PdfDocView::zoom() const { return int(std::lround(m_scale / scaleOf(100) * 100)); }

void PdfDocView::setZoom(int percent)
{
    m_fitWidth = false;
    setScale(scaleOf(std::clamp(percent, kSmallestZoom, kLargestZoom)), QPoint(viewport()->width() / 2, viewport()->height() / 3));
}

void PdfDocView::setFitWidth(bool fit)
{
    m_fitWidth = fit;
    relayout();
}

void PdfDocView::zoomBy(double factor, QPoint fixed)
{
    m_fitWidth = false;
    setScale(std::clamp(m_scale * factor, scaleOf(kSmallestZoom), scaleOf(kLargestZoom)), fixed);
}

void PdfDocView::setScale(double scale, QPoint fixed)
{
    const int before = zoom();
    const bool any = m_layout.count() > 0;
    const QPoint at = fixed - origin();   // of the document
    const int page = any ? m_layout.pageAt(at.y()) : 0;
    const QPointF points = any ? m_layout.toPoints(page, at) : QPointF();
    m_scale = scale;
    m_layout.set(pages(), m_scale, viewport()->width(), shownPages());
    placeScrollBars();
    if (any) {
        const QPointF now = m_layout.toPixels(page, points);
        scrollTo(int(std::lround(now.y())) - fixed.y());
        horizontalScrollBar()->setValue(int(std::lround(now.x())) - fixed.x());
    }
    wantPages();
    notePage();
    viewport()->update();
    if (zoom() != before)
        Q_EMIT zoomChanged(zoom());
}

void PdfDocView::relayout()
{
    const bool first = m_layout.count() == 0;
    const double fitting = PageLayout::widthScale(pages(), viewport()->width());
    const bool fit = m_fitWidth && !pages().empty();
    setScale(fit ? std::clamp(fitting, scaleOf(kSmallestZoom), scaleOf(kLargestZoom)) : m_scale, QPoint(viewport()->width() / 2, 0));
    if (first && m_layout.count() > 0 && m_aim)
        follow(Aim(*m_aim));
}

void PdfDocView::placeScrollBars()
{
    m_scrolling = true;
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(40);
    verticalScrollBar()->setRange(0, std::max(0, m_layout.height() - viewport()->height()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(40);
    horizontalScrollBar()->setRange(0, std::max(0, m_layout.width() - viewport()->width()));
    if (horizontalScrollBar()->value() == 0 && horizontalScrollBar()->maximum() > 0)
        horizontalScrollBar()->setValue(horizontalScrollBar()->maximum() / 2);
    m_scrolling = false;
}

QPoint PdfDocView::origin() const { return {-horizontalScrollBar()->value(), -verticalScrollBar()->value()}; }

void PdfDocView::scrollTo(int y)
{
    m_scrolling = true;
    verticalScrollBar()->setValue(y);
    m_scrolling = false;
}

void PdfDocView::scrollContentsBy(int, int)
{
    if (!m_scrolling)
        m_aim.reset();   // the reader went elsewhere
    wantPages();
    viewport()->update();
    notePage();
    Q_EMIT positionChanged(topByte());
}

void PdfDocView::notePage()
{
    if (std::exchange(m_currentPage, currentPage()) != m_currentPage)
        Q_EMIT currentPageChanged(m_currentPage);
}

std::pair<int, int> PdfDocView::visiblePages() const
{
    if (m_layout.count() == 0)
        return {0, -1};
    const int top = -origin().y();
    const int first = m_layout.pageAt(top);
    int last = first;
    while (last + 1 < m_layout.count() && m_layout.page(last + 1).y() < top + viewport()->height())
        ++last;
    return {first, last};
}

// Visible pages first, then the next and the one before. Of enormous pages no neighbours: they would push each other out.
void PdfDocView::wantPages()
{
    const auto [first, last] = visiblePages();
    std::vector<PictureWish> pictures;
    std::vector<int> geometries;
    const auto wish = [&](int page) {
        if (page < 0 || page >= m_layout.count() || !m_layout.shown(page))
            return;
        pictures.push_back({page, int(std::lround(m_layout.page(page).width() * devicePixelRatioF()))});
        geometries.push_back(page);
    };
    for (int page = first; page <= last; ++page)
        wish(page);
    const double ratio = devicePixelRatioF() * devicePixelRatioF();
    if (last >= first && m_layout.page(last).width() * double(m_layout.page(last).height()) * 4 * ratio < kPictureBytes / 8.0) {
        wish(last + 1);
        wish(first - 1);
    }
    m_loader.want(std::move(pictures), std::move(geometries));
}

void PdfDocView::pageChanged(int) { viewport()->update(); }

void PdfDocView::geometryChanged(int page)
{
    m_heatMarks.remove(page);
    settleAim(page);
    viewport()->update();
}

// Positions

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
    return m_layout.count() == 0 && m_aim ? m_aim->range.begin : byteBelow(-origin().y());
}

std::uint64_t PdfDocView::bottomByte() const { return std::max(topByte(), byteBelow(-origin().y() + viewport()->height())); }

void PdfDocView::scrollToByte(std::uint64_t byte, int below) { follow({{byte, byte + 1}, below, false}); }

void PdfDocView::showRange(ByteRange range)
{
    if (m_layout.count() > 0 && inSight(range))
        m_aim.reset();
    else
        follow({range, viewport()->height() / 3, true});
}

bool PdfDocView::inSight(ByteRange range)
{
    const auto stretches = m_map.stretchesOf(range);
    for (const PageStretch& stretch : stretches)
        if (const auto geometry = m_loader.geometry(stretch.page); !geometry || geometry->empty())
            return false;   // not known
    const auto places = rectanglesOf(range);
    return !places.empty() && viewport()->rect().contains(places.front()) && viewport()->rect().contains(places.back());
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

// Scrolls by what is known, and remembers the aim when that was an estimate.
void PdfDocView::follow(const Aim& aim)
{
    m_aim = aim;
    if (m_layout.count() == 0)
        return;
    scrollTo(int(std::lround(heightOf(aim.range.begin))) - aim.below);
    const auto place = m_map.placeOf(aim.range.begin);
    if (place && !m_loader.geometry(place->page))
        return;
    m_aim.reset();
    bringIntoWidth(aim.range);
}

// A page's characters are known now. What was shown by estimate is put right only if it isn't in sight: a text that moves under the
// reader's eyes is worse than one that stands a little lower.
void PdfDocView::settleAim(int page)
{
    if (!m_aim || m_layout.count() == 0)
        return;
    const auto place = m_map.placeOf(m_aim->range.begin);
    if (!place || place->page != page)
        return;
    const Aim aim = *m_aim;
    m_aim.reset();
    if (!(aim.onlyIfOutOfSight && inSight(aim.range)))
        scrollTo(int(std::lround(heightOf(aim.range.begin))) - aim.below);
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

// Pages

int PdfDocView::currentPage() const
{
    return m_layout.count() == 0 ? -1 : m_layout.pageAt(-origin().y() + viewport()->height() / 3);
}

QString PdfDocView::pageLabel(int page) const
{
    return page >= 0 && page < int(pages().size()) ? QString::fromStdString(pages()[std::size_t(page)].label) : QString();
}

bool PdfDocView::goToPage(const QString& label)
{
    const auto& all = pages();
    const std::string wanted = label.trimmed().toStdString();
    auto page = std::find_if(all.begin(), all.end(), [&](const PdfPageInfo& info) { return info.label == wanted; });
    if (page == all.end())
        page = std::find_if(all.begin(), all.end(), [&](const PdfPageInfo& info) {
            return QString::fromStdString(info.label).compare(label.trimmed(), Qt::CaseInsensitive) == 0;
        });
    if (page == all.end())
        return false;
    showPage(int(page - all.begin()));
    return true;
}

void PdfDocView::showPage(int page)
{
    if (page < 0 || page >= m_layout.count())
        return;
    m_aim.reset();
    scrollTo(m_layout.page(page).y() - PageLayout::kMargin);
}

}  // namespace cairn
