// How PdfDocView draws: paper, picture, tint, grey, underline, from back to front. Tints are multiplied, so that the type stays as dark as
// it is; paper is white in the dark look too, so marks on it have their light colours.
#include "ui/reader/pdf_doc_view.h"
#include "ui/marker_tint.h"
#include "ui/sentences/sentences.h"
#include "ui/theme.h"

#include <QPainter>

namespace cairn
{
namespace
{

constexpr int kShadow = 3;          // pixels below and beside the paper
constexpr int kUnreadAlpha = 110;   // of 255: black words of an unread page keep a contrast of 5 : 1, they can be read all the same
constexpr double kUnderline = 2;
constexpr float kSelectionLightness = 0.82f;

}  // namespace

void PdfDocView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), themeColour(panelOf(palette()) == cairn::Panel::Light ? Role::Grid : Role::Window, *this));
    if (m_failed && m_layout.count() == 0)
        return paintNote(painter, viewport()->rect(), errorWords(*m_failed));
    if (m_source && m_layout.count() == 0)
        return paintNote(painter, viewport()->rect(), tr("Opening the pages…"));
    const auto [first, last] = visiblePages();
    for (int page = first; page <= last; ++page)
        if (m_layout.shown(page))
            paintPage(painter, page);
}

void PdfDocView::paintPage(QPainter& painter, int page)
{
    const QRect place = m_layout.page(page).translated(origin());
    QColor shadow(Qt::black);
    for (int i = kShadow; i >= 1; --i) {
        shadow.setAlpha(28 / i);
        painter.fillRect(place.adjusted(-i + 1, 0, i, i), shadow);
    }
    painter.fillRect(place.adjusted(-1, -1, 1, 1), themeColour(Role::StrongLine, *this));
    painter.fillRect(place, Qt::white);
    painter.save();
    painter.setClipRect(place);
    paintPicture(painter, page, place);
    paintTextMarks(painter, page, true);
    paintMarks(painter, page);
    paintSelection(painter, page, place);
    paintUnread(painter, page, place);
    paintUnderlines(painter, page);
    paintTextMarks(painter, page, false);
    paintChosenLink(painter, page);
    painter.restore();
}

void PdfDocView::paintPicture(QPainter& painter, int page, const QRect& place)
{
    const QImage picture = m_loader.picture(page);
    if (picture.isNull()) {
        const QString failure = m_loader.failure(page);
        paintNote(painter, place, !failure.isEmpty() ? tr("This page could not be drawn.") : m_failed ? errorWords(*m_failed) : QString());
        return;
    }
    const QSizeF fitting = QSizeF(picture.size()) / devicePixelRatioF();
    const bool exact = std::abs(fitting.width() - place.width()) < 1 && std::abs(fitting.height() - place.height()) < 1;
    painter.setRenderHint(QPainter::SmoothPixmapTransform, !exact);
    painter.drawImage(exact ? QRectF(place.topLeft(), fitting) : QRectF(place), picture);
}

const std::vector<PdfDocView::Mark>& PdfDocView::heatOn(int page)
{
    const auto known = m_heatMarks.constFind(page);
    if (known != m_heatMarks.constEnd())
        return *known;
    std::vector<Mark> marks;
    const ByteRange text = m_map.textOf(page);
    const auto endsBefore = [](const HeatRun& run, std::uint64_t at) { return run.range.end <= at; };
    for (auto run = std::lower_bound(m_heat.begin(), m_heat.end(), text.begin, endsBefore);
         run != m_heat.end() && run->range.begin < text.end; ++run)
        if (run->strength > 0)
            for (const QRectF& place : placesOn(page, run->range))
                marks.push_back({place, run->strength});
    return *m_heatMarks.insert(page, std::move(marks));
}

void PdfDocView::paintMarks(QPainter& painter, int page)
{
    if (!m_loader.geometry(page))
        return;
    painter.setCompositionMode(QPainter::CompositionMode_Multiply);
    for (const Mark& mark : heatOn(page))
        painter.fillRect(m_layout.toPixels(page, mark.place).translated(origin()), evidenceTint(mark.strength, cairn::Panel::Light));
    painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
}

// Over the words as they are, not over their tint: amber under blue would be green.
void PdfDocView::paintSelection(QPainter& painter, int page, const QRect& place)
{
    const auto selected = selection();
    if (!selected)
        return;
    QColor blue = themeColour(Role::Accent, cairn::Panel::Light);
    blue.setHslF(blue.hslHueF(), blue.hslSaturationF(), kSelectionLightness);
    for (const QRectF& points : placesOn(page, *selected)) {
        const QRectF words = m_layout.toPixels(page, points).translated(origin());
        painter.save();
        painter.setClipRect(words, Qt::IntersectClip);
        painter.fillRect(words, Qt::white);
        paintPicture(painter, page, place);
        painter.setCompositionMode(QPainter::CompositionMode_Multiply);
        painter.fillRect(words, blue);
        painter.restore();
    }
}

// From where the reading stands to the page's end. Within a page the line is exact once its characters are known.
void PdfDocView::paintUnread(QPainter& painter, int page, const QRect& place)
{
    const ByteRange text = m_map.textOf(page);
    if (m_map.pages() == 0 || text.end <= m_readUpTo)
        return;
    const int top = text.begin >= m_readUpTo ? place.top() : int(heightOf(m_readUpTo)) + origin().y();
    QColor grey = themeColour(Role::Window, cairn::Panel::Light);
    grey.setAlpha(kUnreadAlpha);
    painter.fillRect(QRect(place.left(), top, place.width(), place.bottom() + 1 - top), grey);
}

void PdfDocView::paintUnderlines(QPainter& painter, int page)
{
    painter.setPen(themeColour(Role::Accent, cairn::Panel::Light));
    for (const ByteRange range : foundIn(m_map.textOf(page)))
        for (const QRectF& points : placesOn(page, range))
            paintFrame(painter, m_layout.toPixels(page, points).translated(origin()));
    for (const ByteRange range : m_highlights)
        for (const QRectF& points : placesOn(page, range)) {
            const QRectF place = m_layout.toPixels(page, points).translated(origin());
            painter.fillRect(QRectF(place.left(), place.bottom() - kUnderline / 2, place.width(), kUnderline),
                             themeColour(Role::Accent, cairn::Panel::Light));
        }
}

// Pages are paper: their colours are the light ones.
void PdfDocView::paintTextMarks(QPainter& painter, int page, bool tints)
{
    if (!m_loader.geometry(page))
        return;
    const ByteRange text = m_map.textOf(page);
    for (const TextMark& mark : m_textMarks) {
        if (tints != (mark.kind == TextMark::Highlight) || mark.range.begin >= text.end || mark.range.end <= text.begin)
            continue;
        for (const QRectF& points : placesOn(page, mark.range)) {
            const QRectF place = m_layout.toPixels(page, points).translated(origin());
            if (mark.kind == TextMark::Highlight) {
                painter.setCompositionMode(QPainter::CompositionMode_Multiply);
                painter.fillRect(place, markerTint(cairn::Panel::Light));
                painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
            } else if (mark.kind == TextMark::Note) {
                paintNoteDots(painter, place, cairn::Panel::Light);
            } else if (mark.kind == TextMark::Pinned) {
                painter.fillRect(QRectF(place.left() - 3 * kUnderline, place.top(), kUnderline, place.height()),
                                 themeColour(Role::Accent, cairn::Panel::Light));
            } else {
                painter.fillRect(QRectF(place.left(), place.center().y(), place.width(), 1), themeColour(Role::Muted, cairn::Panel::Light));
            }
        }
    }
}

void PdfDocView::paintNote(QPainter& painter, const QRect& place, const QString& text)
{
    const bool onPaper = m_layout.count() > 0;
    painter.setPen(onPaper ? themeColour(Role::Muted, cairn::Panel::Light) : themeColour(Role::Muted, *this));
    painter.drawText(place.adjusted(metrics::kInset, metrics::kInset, -metrics::kInset, -metrics::kInset),
                     Qt::AlignCenter | Qt::TextWordWrap, text);
}

}  // namespace cairn
