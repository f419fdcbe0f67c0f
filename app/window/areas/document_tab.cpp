#include "app/window/areas/document_tab.h"

#include "core/types/page_of_part.h"
#include "ui/panels/focus_edge.h"
#include "ui/place_called.h"
#include "ui/reader/page_source.h"
#include "ui/reader/page_thumbnails.h"
#include "ui/reader/pdf_doc_view.h"
#include "ui/reader/text_pictures.h"
#include "ui/ruler_view.h"
#include "ui/selection/resolved.h"
#include "ui/text_doc_view.h"

#include <QHBoxLayout>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace cairn
{
namespace
{

constexpr int kThumbnailWidth = 148;
constexpr int kLeastHeight = 34;   // px: a line and a half; a low window has more in it than the text

}  // namespace

DocumentTab::DocumentTab(std::uint32_t index, DocumentPtr document, SelectionHub* hub, MakePages pages, QWidget* parent)
    : QWidget(parent), m_index(index), m_document(std::move(document)), m_textsOwn(m_document), m_hub(hub), m_views(new QStackedWidget),
      m_text(new TextDocView),
      m_middle(new QWidget), m_makePages(std::move(pages)), m_ruler(new RulerView)
{
    m_text->setDocument(m_document.get());
    m_views->addWidget(m_text);
    connectView(m_text);
    auto* row = new QHBoxLayout(m_middle);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_views, 1);
    row->addWidget(m_ruler);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_middle, 1);
    setFocusProxy(m_views);
    connect(m_hub, &SelectionHub::hoverChanged, this, [this] { m_ruler->setPreview(previewPlace(*m_hub, m_index)); });
    connect(m_ruler, &RulerView::placeRequested, this, [this](double fraction) {
        Q_EMIT jumped(topByte());
        comeBackTo(std::uint64_t(fraction * double(m_document->text.size())));
    });
}

void DocumentTab::loadPages()
{
    if (const MakePages make = std::exchange(m_makePages, {})) {
        PageSource* pages = make();
        if (pages && m_document->format == DocumentFormat::Pdf)
            addPages(pages);
        else if (pages)
            new TextPictures(m_text, pages);   // the view's
    }
}

void DocumentTab::setPlaces(DocumentPtr document)
{
    if (m_pages)
        m_pages->setPlaces(document.get());
    m_document = std::move(document);
    refreshPlace();
}

void DocumentTab::addPages(PageSource* pages)
{
    const std::uint64_t top = topByte();
    pages->setParent(this);
    m_pages = new PdfDocView;
    m_pages->setDocument(m_document.get(), pages);
    m_pages->setFitWidth(true);
    m_pages->setReadUpTo(m_readUpTo);
    m_pages->setHighlights(m_cited);
    m_pages->setFound(m_found);
    m_pages->setTextMarks(m_textMarks);
    m_views->addWidget(m_pages);
    setTabOrder(m_text, m_pages);
    m_views->setCurrentWidget(m_pages);
    connectView(m_pages);
    m_thumbnails = new PageThumbnails;
    m_thumbnails->setFixedWidth(kThumbnailWidth);
    m_thumbnails->setMinimumHeight(kLeastHeight);
    m_thumbnails->setSource(pages);
    m_thumbnails->hide();
    static_cast<QHBoxLayout*>(m_middle->layout())->insertWidget(0, m_thumbnails);
    connect(m_thumbnails, &PageThumbnails::pageActivated, this, [this](int page) {
        Q_EMIT jumped(topByte());
        showPages(true);
        m_pages->showPage(page);
        notePage(page);
    });
    connect(m_pages, &PdfDocView::linkActivated, this, [this](const PageLink& link) {
        if (link.page == PageLink::kNoPage)
            return Q_EMIT addressActivated(QString::fromStdString(link.address));
        Q_EMIT jumped(topByte());
        m_pages->showPage(int(link.page), double(link.y));
        notePage(int(link.page));
    });
    connect(m_pages, &PdfDocView::currentPageChanged, m_thumbnails, &PageThumbnails::setCurrentPage);
    connect(pages, &PageSource::failed, this, [this](const Error& error) {
        showPages(false);
        Q_EMIT pagesFailed(error);
    });
    if (top > 0)
        m_pages->scrollToByte(top);
}

void DocumentTab::connectView(DocumentView* shown)
{
    shown->setMinimumHeight(kLeastHeight);
    connect(shown, &DocumentView::positionChanged, this, [this, shown] {
        if (shown == view())
            refreshPlace();
    });
    connect(shown, &DocumentView::zoomChanged, this, &DocumentTab::zoomChanged);
    new FocusEdge(shown);
    shown->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(shown, &QWidget::customContextMenuRequested, this, [this, shown](QPoint point) {
        if (const auto byte = shown->byteAt(point))
            Q_EMIT contextMenuAt(*byte, shown->viewport()->mapToGlobal(point));
    });
}

DocumentView* DocumentTab::view() const { return static_cast<DocumentView*>(m_views->currentWidget()); }

bool DocumentTab::showsPages() const { return m_pages && m_views->currentWidget() == m_pages; }

void DocumentTab::showPages(bool pages)
{
    if (!m_pages || pages == showsPages())
        return;
    const std::uint64_t top = topByte();
    const bool focused = view()->hasFocus();
    m_views->setCurrentWidget(pages ? static_cast<QWidget*>(m_pages) : m_text);
    view()->scrollToByte(top);
    if (focused)
        view()->setFocus();
    refreshPlace();
    refreshThumbnails();
    Q_EMIT modeChanged();
}

void DocumentTab::setOnlyRelevantPages(bool only)
{
    if (m_pages)
        m_pages->setOnlyRelevantPages(only);
}

bool DocumentTab::onlyRelevantPages() const { return m_pages && m_pages->onlyRelevantPages(); }

void DocumentTab::setThumbnails(bool shown)
{
    m_showThumbnails = shown;
    refreshThumbnails();
}

// Evidence of each page: the strongest mark on it.
void DocumentTab::refreshThumbnails()
{
    if (!m_thumbnails)
        return;
    m_thumbnails->setVisible(m_showThumbnails && showsPages());
    if (!m_thumbnails->isVisible())
        return;
    const double size = double(std::max<std::size_t>(1, m_document->text.size()));
    std::vector<float> strengths(m_document->units.size(), 0);
    for (const RulerMark& mark : m_marks) {
        for (std::size_t page = 0; page < strengths.size(); ++page) {
            const ByteRange text = m_document->units[page].text;
            if (mark.begin * size < double(text.end) && mark.end * size > double(text.begin))
                strengths[page] = std::max(strengths[page], mark.strength);
        }
    }
    m_thumbnails->setPageStrengths(std::move(strengths));
}

void DocumentTab::setReadUpTo(std::uint64_t byte)
{
    m_readUpTo = byte;
    m_text->setReadUpTo(byte);
    if (m_pages)
        m_pages->setReadUpTo(byte);
    m_ruler->setReadUpTo(m_document->text.empty() ? 1 : double(byte) / double(m_document->text.size()));
}

void DocumentTab::setCited(std::vector<ByteRange> ranges)
{
    std::vector<double> places;
    for (const ByteRange& range : ranges)
        places.push_back(double(range.begin) / double(std::max<std::size_t>(1, m_document->text.size())));
    m_ruler->setCited(std::move(places));
    markCited(std::move(ranges));
}

void DocumentTab::unmarkCited() { markCited({}); }

void DocumentTab::markCited(std::vector<ByteRange> ranges)
{
    m_cited = std::move(ranges);
    if (m_pages)
        m_pages->setHighlights(m_cited);
    m_text->setHighlights(m_cited);
}

void DocumentTab::setFound(const std::vector<ByteRange>& ranges)
{
    if (m_found.empty() && ranges.empty())
        return;
    m_found = ranges;
    if (m_pages)
        m_pages->setFound(m_found);
    m_text->setFound(m_found);
    std::vector<double> places;
    for (const ByteRange& range : ranges)
        places.push_back(double(range.begin) / double(std::max<std::size_t>(1, m_document->text.size())));
    m_ruler->setHits(std::move(places));
}

void DocumentTab::setTextMarks(std::vector<TextMark> marks)
{
    std::vector<double> places;
    for (const TextMark& mark : marks)
        places.push_back(double(mark.range.begin) / double(std::max<std::size_t>(1, m_document->text.size())));
    m_ruler->setNotes(std::move(places));
    m_textMarks = std::move(marks);
    if (m_pages)
        m_pages->setTextMarks(m_textMarks);
    m_text->setTextMarks(m_textMarks);
}

void DocumentTab::showRange(ByteRange range)
{
    view()->showRange(range);
    noteJump(range.begin);
}

void DocumentTab::noteJump(std::uint64_t byte)
{
    m_jump = byte;
    m_topAtJump = topByte();
    refreshPlace();
}

// It may stand lower than the top: the last one.
void DocumentTab::notePage(int page)
{
    const bool isKnown = page >= 0 && std::size_t(page) < m_document->units.size();
    noteJump(std::max(topByte(), isKnown ? m_document->units[std::size_t(page)].text.begin : 0));
}

bool DocumentTab::isJumpInSight() const
{
    if (!m_jump || *m_jump < topByte() || *m_jump > view()->bottomByte())
        return false;
    if (topByte() == m_topAtJump)   // it may stand low: nothing moves for what is in sight
        return true;
    const auto places = view()->rectanglesOf({*m_jump, *m_jump + 1});
    return !places.empty() && places.front().top() <= view()->viewport()->height() / 2;
}

std::uint64_t DocumentTab::atThird() const
{
    const QRect sight = view()->viewport()->rect();
    if (const auto byte = view()->byteAt({sight.width() / 4, sight.height() / 3}))   // of two columns the left one, as at the top
        return *byte;
    const int page = showsPages() ? m_pages->currentPage() : -1;   // its words are not known yet
    return page >= 0 && std::size_t(page) < m_document->units.size() ? m_document->units[std::size_t(page)].text.begin : topByte();
}

std::uint64_t DocumentTab::namedByte() const
{
    if (isJumpInSight())
        return *m_jump;
    const std::uint64_t top = topByte();
    const auto& units = m_document->units;
    const bool isWhole = std::any_of(units.begin(), units.end(), [top](const SourceUnit& unit) { return unit.text.begin == top; });
    return isWhole ? top : std::max(top, atThird());
}

std::uint64_t DocumentTab::topByte() const { return view()->topByte(); }

void DocumentTab::scrollTo(std::uint64_t byte)
{
    view()->scrollToByte(std::min<std::uint64_t>(byte, m_document->text.size()));
    noteJump(byte);
}

void DocumentTab::comeBackTo(std::uint64_t topByte)
{
    scrollTo(topByte);
    m_jump.reset();
    refreshPlace();
}

void DocumentTab::setZoom(int percent) { view()->setZoom(percent); }

void DocumentTab::setTextZoom(int percent) { m_text->setZoom(percent); }

void DocumentTab::setTabOrderBehind(QWidget* before)
{
    setTabOrder(before, m_text);
    setTabOrder(m_text, m_ruler);
    if (m_pages)
        setTabOrder(m_text, m_pages);
}

void DocumentTab::setReadingFont(const QString& family, int pixels) { m_text->setReadingFont(family, pixels); }

void DocumentTab::setHiddenCharacters(bool shown) { m_text->setHiddenCharacters(shown); }

int DocumentTab::zoom() const { return view()->zoom(); }

int DocumentTab::pageNumber() const { return showsPages() ? m_pages->currentPage() + 1 : 0; }

bool DocumentTab::goTo(const QString& label)
{
    const bool isBook = m_document->format == DocumentFormat::Epub;
    const auto isCalled = [isBook, words = label.toStdString()](const SourceUnit& unit) {
        return isBook ? !words.empty() && pageOfPart(unit.label) == words : unit.label == words;
    };
    const auto unit = std::find_if(m_document->units.begin(), m_document->units.end(), isCalled);
    if (unit == m_document->units.end()) {
        const auto place = placeCalled(*m_document, label, topByte());
        if (!place)
            return false;
        Q_EMIT jumped(topByte());
        scrollTo(*place);
        return true;
    }
    Q_EMIT jumped(topByte());
    if (!showsPages())
        scrollTo(unit->text.begin);
    else if (m_pages->goToPage(label))
        notePage(int(unit - m_document->units.begin()));
    return true;
}

void DocumentTab::refreshHeat()
{
    auto runs = heatOf(*m_hub, m_index);
    if (m_pages)
        m_pages->setHeat(runs);
    m_text->setHeat(std::move(runs));
    m_marks = rulerMarksOf(*m_hub, m_index);
    m_ruler->setMarks(m_marks);
    m_ruler->setCompared(comparedMarksOf(*m_hub, m_index));
    refreshThumbnails();
}

void DocumentTab::refreshPlace()
{
    const double size = double(std::max<std::size_t>(1, m_document->text.size()));
    m_ruler->setSight(double(view()->topByte()) / size, double(view()->bottomByte()) / size);
    Q_EMIT placeChanged();
}

QString DocumentTab::placeText() const { return placeWithSection(*m_document, namedByte()); }

void DocumentTab::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    refreshPlace();
}

}  // namespace cairn
