// Links of PdfDocView: by pointer, and by keys from one to the next of the pages in sight.
#include "ui/reader/pdf_doc_view.h"
#include "ui/theme.h"

#include <QAccessible>
#include <QGuiApplication>
#include <QPainter>
#include <QScrollBar>
#include <QStyleHints>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr int kSpokenCharacters = 80;   // of a link's words
constexpr int kRoomAround = 24;         // px between a chosen link and the edge

QRectF boxOf(const PageLink& link)
{
    return {QPointF(double(link.box.left), double(link.box.top)), QPointF(double(link.box.right), double(link.box.bottom))};
}

}  // namespace

const PageLink* PdfDocView::linkAt(QPoint point) const
{
    if (m_layout.count() == 0)
        return nullptr;
    const QPoint at = point - origin();
    const int page = m_layout.pageAt(at.y());
    const QPointF points = m_layout.toPoints(page, at);
    for (const PageLink& link : m_loader.links(page)) {
        if (boxOf(link).contains(points))
            return &link;
    }
    return nullptr;
}

// A click that began and ended on the same link; dragging over one selects its words.
std::optional<PageLink> PdfDocView::clickedLink(QPoint releasedAt) const
{
    const PageLink* link = linkAt(releasedAt);
    const bool stayed = (releasedAt - m_pressedAt).manhattanLength() < QGuiApplication::styleHints()->startDragDistance();
    return link && stayed && link == linkAt(m_pressedAt) ? std::optional(*link) : std::nullopt;
}

QString PdfDocView::linkTip(const PageLink& link) const
{
    return link.page == PageLink::kNoPage ? QString::fromStdString(link.address) : tr("Go to page %1").arg(pageLabel(int(link.page)));
}

const PageLink* PdfDocView::chosenLink() const
{
    if (!m_link)
        return nullptr;
    const auto& links = m_loader.links(m_link->first);
    return m_link->second < links.size() ? &links[m_link->second] : nullptr;
}

QRect PdfDocView::linkPlace(LinkId link) const
{
    return m_layout.toPixels(link.first, boxOf(m_loader.links(link.first)[link.second])).translated(origin()).toAlignedRect();
}

// In reading order: pages, then from top to bottom.
std::vector<PdfDocView::LinkId> PdfDocView::linksInSight() const
{
    std::vector<LinkId> found;
    const auto [first, last] = visiblePages();
    for (int page = first; page <= last; ++page) {
        const auto& links = m_loader.links(page);
        const std::size_t before = found.size();
        for (std::size_t i = 0; m_layout.shown(page) && i < links.size(); ++i)
            found.push_back({page, i});
        std::stable_sort(found.begin() + std::ptrdiff_t(before), found.end(), [&](const LinkId& a, const LinkId& b) {
            const GlyphBox &left = links[a.second].box, &right = links[b.second].box;
            return std::pair(left.top, left.left) < std::pair(right.top, right.left);
        });
    }
    return found;
}

// Tab goes through the links of the pages in sight, from the first one that is seen on, and then leaves the view.
bool PdfDocView::focusNextPrevChild(bool next)
{
    const auto links = linksInSight();
    const auto seen = [this](const LinkId& link) { return viewport()->rect().intersects(linkPlace(link)); };
    const auto now = m_link ? std::find(links.begin(), links.end(), *m_link) : links.end();
    std::optional<LinkId> chosen;
    if (now != links.end()) {
        if (next ? now + 1 != links.end() : now != links.begin())
            chosen = next ? *(now + 1) : *(now - 1);
    } else if (next) {
        if (const auto first = std::find_if(links.begin(), links.end(), seen); first != links.end())
            chosen = *first;
    } else if (const auto last = std::find_if(links.rbegin(), links.rend(), seen); last != links.rend()) {
        chosen = *last;
    }
    chooseLink(chosen);
    return chosen || QAbstractScrollArea::focusNextPrevChild(next);
}

void PdfDocView::chooseLink(std::optional<LinkId> link)
{
    m_link = link;
    if (link) {
        const QRect place = linkPlace(*link), room = viewport()->rect().adjusted(0, kRoomAround, 0, -kRoomAround);
        if (const int over = place.top() - room.top(), under = place.bottom() - room.bottom(); over < 0 || under > 0)
            verticalScrollBar()->setValue(verticalScrollBar()->value() + (over < 0 ? over : under));
    }
    const QString words = link ? spokenLink() : QString();
    if (words != accessibleDescription()) {
        setAccessibleDescription(words);
        QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&changed);
    }
    viewport()->update();
}

// "Link “3.1 Programmers' Model”: Go to page 27"
QString PdfDocView::spokenLink()
{
    const QRect place = linkPlace(*m_link);
    const auto begin = byteAt({place.left() + 1, place.center().y()}), end = byteAt({place.right() - 1, place.center().y()});
    QString words;
    if (m_document && begin && end && *begin < *end)
        words = QString::fromUtf8(m_document->text.data() + *begin, qsizetype(*end - *begin)).simplified().left(kSpokenCharacters);
    const QString target = linkTip(*chosenLink());
    return words.isEmpty() ? tr("Link: %1").arg(target) : tr("Link “%1”: %2").arg(words, target);
}

void PdfDocView::paintChosenLink(QPainter& painter, int page) const
{
    if (!hasFocus() || !chosenLink() || m_link->first != page)
        return;
    painter.setPen(QPen(themeColour(Role::Accent, cairn::Panel::Light), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(linkPlace(*m_link).adjusted(-1, -1, 1, 1));
}

}  // namespace cairn
