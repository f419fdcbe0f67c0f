#include "ui/reader/pdf_doc_view.h"

#include "ui/document_accessible.h"
#include "ui/sentences/sentences.h"

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
constexpr int kSmallestZoom = 50, kLargestZoom = 300, kSmallestFit = 10;

}  // namespace

PdfDocView::PdfDocView(QWidget* parent) : DocumentView(parent), m_loader(kPictureBytes)
{
    installDocumentAccessibility();
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
    m_textMarks.clear();
    m_failed.reset();
    m_aim.reset();
    forgetSelection();
    m_currentPage = -1;
    m_loader.setSource(source);
    if (source) {
        connect(source, &PageSource::opened, this, &PdfDocView::relayout);
        connect(source, &PageSource::failed, this, [this](const Error& error) {
            m_failed = error;
            viewport()->update();
        });
    }
    m_layout.set({}, m_scale, viewport()->width());
    verticalScrollBar()->setValue(0);
    relayout();
}

void PdfDocView::setPlaces(const CanonicalText* document)
{
    m_document = document;
    m_map = PdfTextMap(document);
    m_heatMarks.clear();
    relevanceChanged();
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

void PdfDocView::setTextMarks(std::vector<TextMark> marks)
{
    m_textMarks = std::move(marks);
    viewport()->update();
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
    m_kept.reset();
    const int smallest = std::min(kSmallestZoom, zoom());   // fitted to less, smaller never means larger
    setScale(scaleOf(std::clamp(percent, smallest, kLargestZoom)), QPoint(viewport()->width() / 2, viewport()->height() / 3));
}

void PdfDocView::setFitWidth(bool fit)
{
    m_fitWidth = fit;
    relayout();
}

void PdfDocView::zoomBy(double factor, QPoint fixed)
{
    m_fitWidth = false;
    m_kept.reset();
    setScale(std::clamp(m_scale * factor, std::min(m_scale, scaleOf(kSmallestZoom)), scaleOf(kLargestZoom)), fixed);
}

void PdfDocView::setScale(double scale, QPoint fixed)
{
    const int before = zoom();
    const bool any = m_layout.count() > 0;
    const QPoint at = fixed - origin();   // of the document
    const int page = any ? m_layout.pageAt(at.y()) : 0;
    const QPointF points = any ? m_layout.toPoints(page, at) : QPointF();
    m_scale = scale;
    m_scaling = true;
    m_layout.set(pages(), m_scale, viewport()->width(), shownPages());
    placeScrollBars();
    if (any) {
        const QPointF now = m_layout.toPixels(page, points);
        scrollTo(int(std::lround(now.y())) - fixed.y());
        m_scrolling = true;
        horizontalScrollBar()->setValue(int(std::lround(now.x())) - fixed.x());
        m_scrolling = false;
    }
    m_scaling = false;
    wantPages();
    notePage();
    viewport()->update();
    if (any)
        Q_EMIT positionChanged(topByte());
    if (zoom() != before)
        Q_EMIT zoomChanged(zoom());
}

void PdfDocView::relayout()
{
    const bool first = m_layout.count() == 0;
    const double fitting = PageLayout::widthScale(pages(), viewport()->width());
    const bool fit = m_fitWidth && !pages().empty();
    setScale(fit ? std::clamp(fitting, scaleOf(kSmallestFit), scaleOf(kLargestZoom)) : m_scale, QPoint(viewport()->width() / 2, 0));
    if (m_layout.count() > 0 && m_kept)
        follow({{*m_kept, *m_kept + 1}, 0, false});
    else if (first && m_layout.count() > 0 && m_aim)
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
    if (!m_scrolling) {
        m_aim.reset();   // the reader went elsewhere
        m_kept.reset();
    }
    if (m_scaling)
        return;
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
    for (const Qt::CaseSensitivity sensitivity : {Qt::CaseSensitive, Qt::CaseInsensitive}) {
        for (std::size_t step = 1; step <= all.size(); ++step) {
            const std::size_t page = (std::size_t(std::max(0, currentPage())) + step) % all.size();
            if (QString::fromStdString(all[page].label).compare(label.trimmed(), sensitivity) != 0)
                continue;
            showPage(int(page));
            return true;
        }
    }
    return false;
}

void PdfDocView::showPage(int page, double points)
{
    if (page < 0 || page >= m_layout.count())
        return;
    m_aim.reset();
    m_kept.reset();
    const int top = points > 0 ? int(std::lround(m_layout.toPixels(page, QPointF(0, points)).y())) : m_layout.page(page).y();
    scrollTo(top - PageLayout::kMargin);
}

}  // namespace cairn
