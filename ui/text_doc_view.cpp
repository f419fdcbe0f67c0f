#include "ui/text_doc_view.h"

#include "ui/document_accessible.h"
#include "ui/hidden_characters.h"
#include "ui/marker_tint.h"
#include "ui/theme.h"

#include <QEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace cairn
{
namespace
{

constexpr int kTopMargin = 24, kMarkBar = 2;   // px

std::optional<ByteRange> clipped(ByteRange range, ByteRange to)
{
    const ByteRange result{std::max(range.begin, to.begin), std::min(range.end, to.end)};
    return result.begin < result.end ? std::optional(result) : std::nullopt;
}

// The lines of what a paragraph, which stands at `piece`, holds of a range of the text.
template <typename Draw>
void forEachLine(const LaidParagraph& laid, ByteRange piece, ByteRange range, Draw draw)
{
    if (const auto part = clipped(range, piece))
        forEachLine(laid.lines(), laid.positionAt(std::uint32_t(part->begin - piece.begin)),
                    laid.positionAt(std::uint32_t(part->end - piece.begin)), draw);
}

}  // namespace

TextDocView::TextDocView(QWidget* parent) : DocumentView(parent)
{
    installDocumentAccessibility();
    setAccessibleName(tr("Document text"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    viewport()->setCursor(Qt::IBeamCursor);
    viewport()->setMouseTracking(true);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this] {
        viewport()->update();
        Q_EMIT positionChanged(topByte());
    });
    relayout();
}

void TextDocView::setDocument(const CanonicalText* document)
{
    m_document = document;
    m_heat.clear();
    m_highlights.clear();
    m_marks.clear();
    forgetSelection();
    m_kept.reset();
    m_paragraphs.setDocument(document);
    m_pictureOf = {};
    verticalScrollBar()->setValue(0);
    relayout();
}

void TextDocView::setPictures(std::vector<TextPicture> pictures, PictureOf pictureOf)
{
    const std::uint64_t top = m_paragraphs.count() > 0 ? topByte() : 0;
    m_paragraphs.setPictures(std::move(pictures));
    m_pictureOf = std::move(pictureOf);
    updateScrollBar();
    if (top > 0)
        scrollToByte(top);   // what is being read stays in sight; at the start a cover comes into it
    viewport()->update();
}

void TextDocView::setHiddenCharacters(bool shown)
{
    m_hiddenCharacters = shown;
    viewport()->update();
}

void TextDocView::setHeat(std::vector<HeatRun> runs)
{
    m_heat = std::move(runs);
    viewport()->update();
}

void TextDocView::setHighlights(std::vector<ByteRange> ranges)
{
    m_highlights = std::move(ranges);
    viewport()->update();
}

void TextDocView::setTextMarks(std::vector<TextMark> marks)
{
    m_marks = std::move(marks);
    viewport()->update();
}

void TextDocView::setReadUpTo(std::uint64_t byte)
{
    m_readUpTo = byte;
    viewport()->update();
}

void TextDocView::setZoom(int percent)
{
    percent = std::clamp(percent, 50, 300);
    if (percent == m_zoom)
        return;
    m_zoom = percent;
    relayout();
    Q_EMIT zoomChanged(percent);
}

void TextDocView::setReadingFont(const QString& family, int pixels)
{
    m_family = family;
    m_pixels = pixels > 0 ? std::clamp(pixels, 8, 48) : metrics::kPageFont;
    relayout();
}

void TextDocView::relayout()
{
    const std::uint64_t top = m_paragraphs.count() > 0 ? topByte() : 0;
    TextStyle style;
    style.body = QFont(m_family.isEmpty() ? QStringLiteral("Noto Serif") : m_family);
    style.body.setStyleHint(QFont::Serif);
    style.body.setPixelSize(m_pixels * m_zoom / 100);
    const int widest = metrics::kTextMeasureMax * m_pixels / metrics::kPageFont * m_zoom / 100;
    style.zoom = m_zoom / 100.0;
    style.width = std::clamp(viewport()->width() - 4 * metrics::kInset, 120, std::max(widest, 120));
    m_paragraphs.setStyle(style);
    updateScrollBar();
    if (top > 0)
        scrollToByte(top);
    viewport()->update();
}

void TextDocView::updateScrollBar()
{
    m_scrolledTotal = m_paragraphs.heights().total();
    const int total = int(m_scrolledTotal) + 2 * kTopMargin;
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(int(float(m_paragraphs.style().body.pixelSize()) * m_paragraphs.style().lineHeight));
    verticalScrollBar()->setRange(0, std::max(0, total - viewport()->height()));
}

int TextDocView::left() const { return std::max(2 * metrics::kInset, (viewport()->width() - m_paragraphs.style().width) / 2); }
double TextDocView::scrollTop() const { return verticalScrollBar()->value() - kTopMargin; }

void TextDocView::settleVisible()
{
    if (m_paragraphs.count() == 0)
        return;
    const std::size_t first = m_paragraphs.heights().at(std::max(0.0, scrollTop()));
    const double within = scrollTop() - m_paragraphs.heights().top(first);
    double y = -within;
    for (std::size_t i = first; i < m_paragraphs.count() && y < viewport()->height(); ++i) {
        m_paragraphs.ensure(i);
        y += m_paragraphs.heights().height(i);
    }
    if (m_paragraphs.heights().total() != m_scrolledTotal)   // a question for a place may have laid one out meanwhile
        updateScrollBar();
}

std::uint64_t TextDocView::topByte() const
{
    if (m_paragraphs.count() == 0)
        return 0;
    return m_kept && verticalScrollBar()->value() == m_keptAt ? *m_kept : lineAt(std::max(0.0, scrollTop())).begin;
}

std::uint64_t TextDocView::bottomByte() const
{
    return m_paragraphs.count() == 0 ? 0 : lineAt(std::max(0.0, scrollTop()) + viewport()->height() - 1).end;
}

ByteRange TextDocView::lineAt(double y) const
{
    const std::size_t index = m_paragraphs.heights().at(y);
    auto& paragraphs = const_cast<TextParagraphs&>(m_paragraphs);   // a cache: laying out changes no value
    const LaidParagraph& laid = paragraphs.laid(index);
    const ByteRange piece = m_paragraphs.piece(index).text;
    const double within = y - m_paragraphs.heights().top(index);
    for (int i = 0; i < laid.layout->lineCount(); ++i) {
        const QTextLine line = laid.layout->lineAt(i);
        if (line.y() + line.height() > within)
            return {piece.begin + laid.byteAt(line.textStart()), piece.begin + laid.byteAt(line.textStart() + line.textLength())};
    }
    return {piece.begin, piece.end};
}

void TextDocView::scrollToByte(std::uint64_t byte, int below)
{
    if (m_paragraphs.count() == 0)
        return;
    const std::size_t index = m_paragraphs.pieceAt(byte);
    if (m_paragraphs.ensure(index))
        updateScrollBar();
    const LaidParagraph& laid = m_paragraphs.laid(index);
    const std::uint64_t begin = m_paragraphs.piece(index).text.begin;
    const int position = laid.positionAt(std::uint32_t(byte > begin ? byte - begin : 0));
    const QTextLine line = laid.layout->lineForTextPosition(position);
    // Never a fraction above the line: the one before it would be the first in sight.
    const double top = m_paragraphs.heights().top(index) + (line.isValid() ? line.y() : 0);
    const bool first = index == 0 && line.isValid() && line.lineNumber() == 0;   // with its margin, and what stands above it
    verticalScrollBar()->setValue(first ? 0 : int(std::ceil(top)) + kTopMargin - below);
    m_kept = below == 0 ? std::optional(byte) : std::nullopt;
    m_keptAt = verticalScrollBar()->value();
}

void TextDocView::showRange(ByteRange range)
{
    settleVisible();
    const auto lines = rectanglesOf(range);
    const QRect sight = viewport()->rect();
    if (!lines.empty() && sight.contains(lines.front()) && sight.contains(lines.back()))
        return;
    for (int pass = 0; pass < 3; ++pass) {   // laying out what comes into sight moves it: estimates become exact
        scrollToByte(range.begin, viewport()->height() / 3);
        settleVisible();
    }
    viewport()->update();
}

std::vector<QRect> TextDocView::rectanglesOf(ByteRange range)
{
    std::vector<QRect> rectangles;
    if (m_paragraphs.count() == 0)
        return rectangles;
    settleVisible();
    const double bottom = scrollTop() + viewport()->height();
    for (std::size_t i = m_paragraphs.pieceAt(range.begin); i < m_paragraphs.count(); ++i) {
        const Paragraph& piece = m_paragraphs.piece(i);
        const double top = m_paragraphs.heights().top(i);
        if (piece.text.begin >= range.end || top > bottom)
            break;
        if (top + m_paragraphs.heights().height(i) < scrollTop())
            continue;
        const QPointF origin(left(), top - scrollTop());
        forEachLine(m_paragraphs.laid(i), piece.text, range,
                    [&](const QRectF& line) { rectangles.push_back(line.translated(origin).toAlignedRect()); });
    }
    return rectangles;
}

std::optional<std::uint64_t> TextDocView::byteAt(QPoint point)
{
    if (m_paragraphs.count() == 0)
        return std::nullopt;
    settleVisible();
    const double y = std::clamp(scrollTop() + point.y(), 0.0, std::max(0.0, m_paragraphs.heights().total() - 1));
    const std::size_t index = m_paragraphs.heights().at(y);
    const LaidParagraph& laid = m_paragraphs.laid(index);
    const double within = y - m_paragraphs.heights().top(index);
    const QTextLine hit = laid.lineNear(QPointF(point.x() - left(), within));
    const int position = hit.isValid() ? hit.xToCursor(point.x() - left()) : 0;
    return m_paragraphs.piece(index).text.begin + laid.byteAt(position);
}

void TextDocView::paintBackground(QPainter& painter, const LaidParagraph& laid, ByteRange piece, ByteRange range, QPointF origin,
                                  const QColor& colour)
{
    forEachLine(laid, piece, range, [&](const QRectF& line) { painter.fillRect(line.translated(origin), colour); });
}

void TextDocView::paintUnderline(QPainter& painter, const LaidParagraph& laid, ByteRange piece, ByteRange range, QPointF origin)
{
    forEachLine(laid, piece, range, [&](const QRectF& line) {
        const QRectF place = line.translated(origin);
        painter.fillRect(QRectF(place.left(), place.bottom(), place.width(), 2), themeColour(Role::Accent, *this));
    });
}

// Words with a note have dots below, a pinned passage has a bar beside its lines, a barred one is struck through.
void TextDocView::paintMarkLines(QPainter& painter, const LaidParagraph& laid, ByteRange piece, const TextMark& mark, QPointF origin)
{
    if (mark.kind == TextMark::Highlight)
        return;
    forEachLine(laid, piece, mark.range, [&](const QRectF& line) {
        const QRectF place = line.translated(origin);
        if (mark.kind == TextMark::Note)
            paintNoteDots(painter, place, panelOf(palette()));
        else if (mark.kind == TextMark::Pinned)
            painter.fillRect(QRectF(left() - kMarkBar * 3, place.top(), kMarkBar, place.height()), themeColour(Role::Accent, *this));
        else
            painter.fillRect(QRectF(place.left(), place.center().y(), place.width(), 1), themeColour(Role::Muted, *this));
    });
}

void TextDocView::paintPictures(QPainter& painter, std::size_t index, QPointF origin)
{
    const auto [first, last] = m_paragraphs.picturesOf(index);
    for (std::size_t picture = first; picture < last; ++picture) {
        const QRectF place = m_paragraphs.pictureRect(index, picture).translated(origin);
        if (!place.intersects(viewport()->rect()))
            continue;
        const QImage image = m_pictureOf ? m_pictureOf(picture, int(std::lround(place.width() * devicePixelRatioF()))) : QImage();
        if (image.isNull())
            painter.fillRect(place, themeColour(Role::Grid, *this));
        else
            painter.drawImage(place, image);
    }
}

void TextDocView::paintPiece(QPainter& painter, std::size_t index, double y)
{
    const LaidParagraph& laid = m_paragraphs.laid(index);
    const ByteRange piece = m_paragraphs.piece(index).text;
    const QPointF origin(left(), y);
    paintPictures(painter, index, origin);
    const cairn::Panel panel = panelOf(palette());
    QList<QTextLayout::FormatRange> colours;   // of words on strong tints
    const auto endsBefore = [](const HeatRun& run, std::uint64_t at) { return run.range.end <= at; };
    for (auto run = std::lower_bound(m_heat.begin(), m_heat.end(), piece.begin, endsBefore);
         run != m_heat.end() && run->range.begin < piece.end; ++run) {
        paintBackground(painter, laid, piece, run->range, origin, evidenceTint(run->strength, panel));
        const QColor colour = evidenceText(run->strength, panel);
        if (const auto part = clipped(run->range, piece); part && colour != themeColour(Role::Text, panel)) {
            const int begin = laid.positionAt(std::uint32_t(part->begin - piece.begin));
            colours.append({begin, laid.positionAt(std::uint32_t(part->end - piece.begin)) - begin, {}});
            colours.last().format.setForeground(colour);
        }
    }
    if (laid.isRow)
        painter.fillRect(m_paragraphs.ruleBelow(index).translated(origin), themeColour(Role::Grid, *this));
    for (const TextMark& mark : m_marks)
        if (mark.kind == TextMark::Highlight)
            paintBackground(painter, laid, piece, mark.range, origin, markerTint(panel));
    if (const auto selected = selection())
        paintBackground(painter, laid, piece, *selected, origin, themeColour(Role::AccentTint, *this));
    painter.setPen(themeColour(piece.begin >= m_readUpTo ? Role::Muted : Role::Text, *this));
    laid.layout->draw(&painter, origin, colours);
    if (m_hiddenCharacters)
        paintHiddenCharacters(painter, *laid.layout, origin, {themeColour(Role::StrongLine, *this), themeColour(Role::Accent, *this)});
    painter.setPen(themeColour(Role::Accent, *this));
    for (const ByteRange range : foundIn(piece))
        forEachLine(laid, piece, range, [&](const QRectF& line) { paintFrame(painter, line.translated(origin)); });
    for (const ByteRange range : m_highlights)
        paintUnderline(painter, laid, piece, range, origin);
    for (const TextMark& mark : m_marks)
        paintMarkLines(painter, laid, piece, mark, origin);
}

void TextDocView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.fillRect(viewport()->rect(), palette().color(QPalette::Base));
    if (m_paragraphs.count() == 0)
        return;
    settleVisible();
    const std::size_t first = m_paragraphs.heights().at(std::max(0.0, scrollTop()));
    double y = m_paragraphs.heights().top(first) - scrollTop();
    for (std::size_t i = first; i < m_paragraphs.count() && y < viewport()->height(); ++i) {
        paintPiece(painter, i, y);
        y += m_paragraphs.heights().height(i);
    }
}

void TextDocView::resizeEvent(QResizeEvent*) { relayout(); }

void TextDocView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        viewport()->update();
    QAbstractScrollArea::changeEvent(event);
}

}  // namespace cairn
