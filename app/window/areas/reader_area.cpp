#include "app/window/areas/reader_area.h"

#include "ui/panels/document_tabs.h"
#include "ui/panels/find_bar.h"
#include "ui/panels/icons.h"
#include "ui/panels/reader_header.h"
#include "ui/plots/empty_plot.h"
#include "ui/reader/page_source.h"

#include <QApplication>
#include <QPushButton>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr int kFlashMs = 2'000;

}  // namespace

ReaderArea::ReaderArea(SelectionHub* hub, QWidget* parent)
    : QWidget(parent), m_hub(hub), m_tabs(new DocumentTabs), m_header(new ReaderHeader), m_find(new FindBar), m_pages(new QStackedWidget),
      m_none(new EmptyPlot), m_unmark(new QTimer(this))
{
    m_unmark->setSingleShot(true);
    m_unmark->setInterval(kFlashMs);
    connect(m_unmark, &QTimer::timeout, this, &ReaderArea::unmarkCited);
    m_tabs->setAccessibleName(tr("Open documents"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_tabs);
    column->addWidget(m_header);
    column->addWidget(m_find);
    column->addWidget(m_pages, 1);
    column->addWidget(m_none, 1);
    connect(m_none, &EmptyPlot::actionRequested, this, &ReaderArea::reopenClosed);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        if (index >= 0) {
            static_cast<DocumentTab*>(m_pages->widget(index))->loadPages();
            m_pages->setCurrentIndex(index);
        }
        sayIfNone();
        keepMatches({});
        m_findRemembered = false;
        m_findJob.cancel();
        refreshHeat();
        Q_EMIT currentChanged();
        Q_EMIT placeChanged();
    });
    connect(this, &ReaderArea::placeChanged, this, &ReaderArea::refreshHeader);
    connect(m_header, &ReaderHeader::modeChosen, this, [this](ReaderMode mode) {
        if (current())
            current()->showPages(mode == ReaderMode::Page);
    });
    connect(m_header, &ReaderHeader::heatToggled, this, [this](bool words) {
        m_hub->change([words](Selection& selection) { selection.metric = words ? Metric::Word : Metric::Gate; });
    });
    connect(m_header, &ReaderHeader::onlyRelevantToggled, this, [this](bool only) {
        if (current())
            current()->setOnlyRelevantPages(only);
    });
    connect(m_find, &FindBar::findRequested, this, &ReaderArea::findAll);
    connect(m_find, &FindBar::nextRequested, this, [this] { findAgain(false); });
    connect(m_find, &FindBar::previousRequested, this, [this] { findAgain(true); });
    connect(m_find, &FindBar::closed, this, [this] {
        m_findRemembered = false;
        if (!current())
            return;
        current()->setFound({});   // F3 goes on with them
        current()->view()->setFocus();
    });
    connect(m_tabs, &QTabBar::tabCloseRequested, this, &ReaderArea::closeTab);
    m_tabs->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_tabs, &QWidget::customContextMenuRequested, this, [this](QPoint point) {
        const int index = m_tabs->tabAt(point) >= 0 ? m_tabs->tabAt(point) : m_tabs->currentIndex();   // by a key: of that in sight
        if (index >= 0)
            Q_EMIT tabMenuAt(static_cast<DocumentTab*>(m_pages->widget(index))->index(), m_tabs->mapToGlobal(point));
    });
    connect(m_hub, &SelectionHub::changed, this, &ReaderArea::refreshHeat);
    sayIfNone();
}

void ReaderArea::setDocuments(std::vector<DocumentPtr> documents, PagesOf pagesOf)
{
    while (m_tabs->count() > 0)
        closeTab(0);
    m_documents = std::move(documents);
    m_pagesOf = std::move(pagesOf);
    m_readUpTo.assign(m_documents.size(), 0);
    m_cited.clear();
    m_textMarks.clear();
    m_closed.clear();
    m_history.clear();
    for (std::uint32_t document = 0; document < m_documents.size(); ++document)
        addTab(makeTab(document));
    m_tabs->setCurrentIndex(0);
    sayIfNone();
    Q_EMIT currentChanged();
    Q_EMIT historyChanged();
}

void ReaderArea::addDocuments(const std::vector<DocumentPtr>& documents)
{
    for (const DocumentPtr& document : documents) {
        m_documents.push_back(document);
        m_readUpTo.push_back(0);
        addTab(makeTab(std::uint32_t(m_documents.size()) - 1));
    }
}

void ReaderArea::replaceDocument(std::uint32_t document, DocumentPtr renamed)
{
    m_documents[document] = std::move(renamed);
    if (DocumentTab* tab = tabOf(document))
        setTabTitle(m_pages->indexOf(tab), document);
}

void ReaderArea::setPlaces(std::uint32_t document, DocumentPtr text)
{
    m_documents[document] = text;
    if (DocumentTab* tab = tabOf(document))
        tab->setPlaces(std::move(text));
}

void ReaderArea::setTabTitle(int index, std::uint32_t document)
{
    m_tabs->setTitle(index, QString::fromStdString(m_documents[document]->title));
}

DocumentTab* ReaderArea::makeTab(std::uint32_t document)
{
    DocumentTab::MakePages pages;
    if (m_pagesOf)
        pages = [document, pagesOf = m_pagesOf] { return pagesOf(document); };
    auto* tab = new DocumentTab(document, m_documents[document], m_hub, std::move(pages));
    tab->setReadUpTo(m_readUpTo[document]);
    tab->setTextZoom(m_textZoom);
    connect(tab, &DocumentTab::placeChanged, this, [this, tab] {
        if (tab == current())
            Q_EMIT placeChanged();
    });
    connect(tab, &DocumentTab::modeChanged, this, &ReaderArea::placeChanged);
    connect(tab, &DocumentTab::jumped, this, [this, document](quint64 from) { leave({document, from}); });
    connect(tab, &DocumentTab::addressActivated, this, &ReaderArea::addressActivated);
    connect(tab, &DocumentTab::contextMenuAt, this, [this, document](quint64 byte, QPoint point) {
        Q_EMIT contextMenuAt({document, {byte, byte + 1}}, point);
    });
    connect(tab, &DocumentTab::zoomChanged, this, [this, tab](int percent) {
        if (!tab->showsPages())
            m_textZoom = percent;
        Q_EMIT placeChanged();
    });
    connect(tab, &DocumentTab::pagesFailed, this, [this, document](const Error& error) { Q_EMIT problem(error, document); });
    tab->setThumbnails(m_thumbnails);
    tab->setHiddenCharacters(m_hiddenCharacters);
    tab->setReadingFont(m_readingFamily, m_readingPixels);
    return tab;
}

void ReaderArea::addTab(DocumentTab* tab, int at)
{
    m_pages->insertWidget(at, tab);
    const auto parts = m_find->findChildren<QWidget*>();
    const auto last = std::find_if(parts.rbegin(), parts.rend(), [](QWidget* part) { return (part->focusPolicy() & Qt::TabFocus) != 0; });
    if (last != parts.rend())
        tab->setTabOrderBehind(*last);
    setTabTitle(m_tabs->insertTab(at, icon(Icon::Page), {}), tab->index());
}

void ReaderArea::closeTab(int index)
{
    auto* tab = static_cast<DocumentTab*>(m_pages->widget(index));
    const bool hadFocus = tab->isAncestorOf(QApplication::focusWidget());
    m_closed.push_back({{tab->index(), tab->topByte()}, index});
    m_pages->removeWidget(tab);
    tab->deleteLater();
    m_tabs->removeTab(index);
    if (hadFocus && m_none->isVisible())
        m_none->action()->setFocus();   // else it would go on to whatever comes next in the window
}

void ReaderArea::sayIfNone()
{
    const bool none = m_tabs->count() == 0;
    const QString words = m_documents.empty() ? tr("No document is open.") : tr("No document is open here. Choose one on the left.");
    m_none->setReason(none ? words : QString(), canReopen() ? tr("Open the last one again") : QString());
    m_none->setVisible(none);
    m_pages->setVisible(!none);
}

void ReaderArea::closeDocument(std::uint32_t document)
{
    DocumentTab* tab = tabOf(document);
    if (!tab)
        return;
    closeTab(m_pages->indexOf(tab));
    m_closed.pop_back();   // not by the person
    sayIfNone();
}

void ReaderArea::closeTabOf(std::uint32_t document)
{
    if (DocumentTab* tab = tabOf(document))
        closeTab(m_pages->indexOf(tab));
}

void ReaderArea::closeCurrent()
{
    if (m_tabs->currentIndex() >= 0)
        closeTab(m_tabs->currentIndex());
}

void ReaderArea::reopenClosed()
{
    if (m_closed.empty())
        return;
    const ClosedTab last = m_closed.back();
    m_closed.pop_back();
    openTab(last.place.document, last.index);
    goTo(last.place, false);
}

void ReaderArea::reopen(std::uint32_t document)
{
    DocumentTab* tab = tabOf(document);
    if (!tab)
        return;
    closeTab(m_pages->indexOf(tab));
    reopenClosed();
}

void ReaderArea::setHiddenCharacters(bool shown)
{
    m_hiddenCharacters = shown;
    for (int index = 0; index < m_pages->count(); ++index)
        static_cast<DocumentTab*>(m_pages->widget(index))->setHiddenCharacters(shown);
}

void ReaderArea::setThumbnails(bool shown)
{
    m_thumbnails = shown;
    for (int index = 0; index < m_pages->count(); ++index)
        static_cast<DocumentTab*>(m_pages->widget(index))->setThumbnails(shown);
}

DocumentTab* ReaderArea::current() const { return static_cast<DocumentTab*>(m_pages->currentWidget()); }

DocumentTab* ReaderArea::tabOf(std::uint32_t document) const
{
    for (int index = 0; index < m_pages->count(); ++index) {
        auto* tab = static_cast<DocumentTab*>(m_pages->widget(index));
        if (tab->index() == document)
            return tab;
    }
    return nullptr;
}

void ReaderArea::openTab(std::uint32_t document, int at)
{
    if (document >= m_documents.size())
        return;
    DocumentTab* tab = tabOf(document);
    if (!tab) {
        tab = makeTab(document);
        addTab(tab, at);
        setCited(m_cited);
        setTextMarks(m_textMarks);
    }
    m_tabs->setCurrentIndex(m_pages->indexOf(tab));
}

void ReaderArea::setReadUpTo(std::uint32_t document, std::uint64_t byte)
{
    if (document >= m_readUpTo.size())
        return;
    m_readUpTo[document] = byte;
    if (DocumentTab* tab = tabOf(document))
        tab->setReadUpTo(byte);
}

void ReaderArea::setCited(std::vector<DocumentPlace> places)
{
    m_cited = std::move(places);
    for (int index = 0; index < m_pages->count(); ++index) {
        auto* tab = static_cast<DocumentTab*>(m_pages->widget(index));
        std::vector<ByteRange> ranges;
        for (const DocumentPlace& place : m_cited) {
            if (place.document == tab->index())
                ranges.push_back(place.range);
        }
        std::sort(ranges.begin(), ranges.end(), [](const ByteRange& a, const ByteRange& b) { return a.begin < b.begin; });
        tab->setCited(std::move(ranges));
    }
    if (m_flashes && !m_cited.empty())
        m_unmark->start();
    else
        m_unmark->stop();
}

void ReaderArea::unmarkCited()
{
    m_cited.clear();
    for (int index = 0; index < m_pages->count(); ++index)
        static_cast<DocumentTab*>(m_pages->widget(index))->unmarkCited();
}

void ReaderArea::setTextMarks(std::vector<std::vector<TextMark>> marks)
{
    m_textMarks = std::move(marks);
    for (int index = 0; index < m_pages->count(); ++index) {
        auto* tab = static_cast<DocumentTab*>(m_pages->widget(index));
        tab->setTextMarks(tab->index() < m_textMarks.size() ? m_textMarks[tab->index()] : std::vector<TextMark>());
    }
}

ReaderPlace ReaderArea::place() const { return current() ? ReaderPlace{current()->index(), current()->topByte()} : ReaderPlace{}; }

void ReaderArea::leave(const ReaderPlace& from)
{
    m_findRemembered = false;   // the next match is a jump of its own
    m_history.leave(from);
    Q_EMIT historyChanged();
}

void ReaderArea::goTo(const DocumentPlace& place)
{
    if (current())
        leave(this->place());
    openDocument(place.document);
    if (current() && current()->index() == place.document)
        current()->showRange(place.range);
}

void ReaderArea::goTo(const ReaderPlace& place, bool remember)
{
    if (remember && current())
        leave(this->place());
    openDocument(place.document);
    if (current() && current()->index() == place.document)
        remember ? current()->scrollTo(place.byte) : current()->comeBackTo(place.byte);
}

void ReaderArea::back()
{
    m_findRemembered = false;
    if (const auto place = m_history.back(this->place()))
        goTo(*place, false);
    Q_EMIT historyChanged();
}

void ReaderArea::forward()
{
    m_findRemembered = false;
    if (const auto place = m_history.forward(this->place()))
        goTo(*place, false);
    Q_EMIT historyChanged();
}

void ReaderArea::setZoom(int percent)
{
    if (current())
        current()->setZoom(percent);   // each view knows its limits
}

int ReaderArea::zoom() const { return current() ? current()->zoom() : 100; }

void ReaderArea::setTextZoom(int percent)
{
    m_textZoom = std::clamp(percent, 50, 300);
    for (int index = 0; index < m_pages->count(); ++index)
        static_cast<DocumentTab*>(m_pages->widget(index))->setTextZoom(m_textZoom);
}

void ReaderArea::setReadingFont(const QString& family, int pixels)
{
    m_readingFamily = family;
    m_readingPixels = pixels;
    for (int index = 0; index < m_pages->count(); ++index)
        static_cast<DocumentTab*>(m_pages->widget(index))->setReadingFont(family, pixels);
}

void ReaderArea::refreshHeader()
{
    DocumentTab* tab = current();
    m_header->setVisible(tab != nullptr);
    if (!tab)
        return;
    m_header->setPagesAvailable(tab->hasPages());
    m_header->setMode(tab->showsPages() ? ReaderMode::Page : ReaderMode::Text);
    m_header->setPlace(tab->placeText());
    m_header->setHeat(m_hub->selection().metric == Metric::Word);
    m_header->setHeatAvailable(m_hub->run() != nullptr);
    m_header->setOnlyRelevant(tab->onlyRelevantPages());
}

void ReaderArea::refreshHeat()
{
    refreshHeader();
    if (current())   // the others when they are shown
        current()->refreshHeat();
}

void ReaderArea::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)   // behind the header's own words
        QMetaObject::invokeMethod(this, [this] { refreshHeader(), sayIfNone(); }, Qt::QueuedConnection);
    QWidget::changeEvent(event);
}

}  // namespace cairn
