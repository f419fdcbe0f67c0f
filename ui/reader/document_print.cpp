#include "ui/reader/document_print.h"

#include <QFontMetricsF>
#include <QPageLayout>
#include <QTextLayout>

#include <algorithm>
#include <utility>

namespace cairn
{
namespace
{

constexpr double kMostDotsPerInch = 300; // of a page's picture: words are sharp, and A3 stays below kMaxPicturePixels
constexpr double kTextDotsPerInch = 96;  // the text's own px
constexpr int kTextPixels = 14;          // 10.5 points
constexpr float kLineHeight = 1.4f;
constexpr double kFooter = 30; // px below the text
constexpr int kLinesAfterHeading = 2;

} // namespace

DocumentPrint::DocumentPrint(PrintWishes wishes, PageSource* source, QObject* parent)
    : QObject(parent), m_wishes(std::move(wishes)), m_source(source)
{
    m_next.setSingleShot(true);
    connect(&m_next, &QTimer::timeout, this, &DocumentPrint::step);
    if (!m_source) {
        m_next.start(0);
        return;
    }
    m_source->setParent(this);
    connect(m_source, &PageSource::opened, this, &DocumentPrint::opened);
    connect(m_source, &PageSource::pageReady, this, &DocumentPrint::take);
    connect(m_source, &PageSource::pageFailed, this, [this](int page, int width, const QString&) { take(page, width, {}); });
    connect(m_source, &PageSource::failed, this, [this](const Error& error) {
        if (m_wishes.pages)
            return giveUp(error);
        m_source->disconnect(this); // the text alone
        m_source = nullptr;
        m_next.start(0);
    });
    if (!m_source->pages().empty())
        opened();
}

DocumentPrint::~DocumentPrint()
{
    if (m_painter.isActive())
        m_painter.end();
}

void DocumentPrint::opened()
{
    m_next.start(0);
}
void DocumentPrint::stop()
{
    end();
}

void DocumentPrint::giveUp(const Error& error)
{
    if (std::exchange(m_ended, true))
        return;
    if (m_painter.isActive())
        m_painter.end();
    Q_EMIT failed(error);
}

void DocumentPrint::end()
{
    if (std::exchange(m_ended, true))
        return;
    if (m_painter.isActive())
        m_painter.end();
    Q_EMIT finished(m_printed);
}

void DocumentPrint::take(int page, int width, const QImage& picture)
{
    const auto asked = m_asked.find(page);
    if (asked == m_asked.end() || asked->second != width)
        return; // someone else's question
    m_pictures[page] = picture;
    m_next.start(0);
}

Error paperRefused()
{
    return {ErrorCode::Io, "The printer did not take the page, or the file can't be written. Choose another printer or place."};
}

// The painter begins with the first page: before that the paper can still be without a page.
bool DocumentPrint::beginPage()
{
    const bool ready = m_painter.isActive() ? m_wishes.paper->newPage() : m_painter.begin(m_wishes.paper.get());
    if (!ready)
        giveUp(paperRefused());
    ++m_printed;
    return ready;
}

void DocumentPrint::step()
{
    if (!m_ended)
        m_wishes.pages ? stepPages() : stepText();
}

void DocumentPrint::stepPages()
{
    const int pages = int(m_source->pages().size()), last = m_wishes.range.last > 0 ? std::min(m_wishes.range.last, pages) : pages;
    if (!std::exchange(m_started, true))
        m_page = std::max(1, m_wishes.range.first);
    if (m_page > last)
        return end();
    const double dots = m_wishes.paper->logicalDpiX();
    const QRect space = m_wishes.paper->pageLayout().paintRectPixels(int(dots));
    const PdfPageInfo& info = m_source->pages()[std::size_t(m_page - 1)];
    const double scale = std::min(space.width() / double(info.width), space.height() / double(info.height));
    const QSizeF size(info.width * scale, info.height * scale);
    const auto picture = m_pictures.find(m_page - 1);
    if (picture == m_pictures.end()) {
        const int width = std::max(1, int(size.width() * std::min(1.0, kMostDotsPerInch / dots)));
        if (m_asked.emplace(m_page - 1, width).second) {
            Q_EMIT progressed(m_page, last);
            m_source->requestPage(m_page - 1, width);
        }
        return;
    }
    if (!beginPage())
        return;
    const QRectF place(QPointF((space.width() - size.width()) / 2, (space.height() - size.height()) / 2), size);
    m_painter.setRenderHint(QPainter::SmoothPixmapTransform);
    if (picture->second.isNull())
        m_painter.drawText(place, Qt::AlignCenter, tr("This page could not be drawn."));
    else
        m_painter.drawImage(place, picture->second);
    m_pictures.erase(picture);
    ++m_page;
    m_next.start(0);
}

void DocumentPrint::stepText()
{
    if (!std::exchange(m_started, true)) {
        const double dots = m_wishes.paper->logicalDpiX();
        const QRect space = m_wishes.paper->pageLayout().paintRectPixels(int(dots));
        m_scale = dots / kTextDotsPerInch;
        m_width = space.width() / m_scale;
        m_height = space.height() / m_scale - kFooter;
        TextStyle style;
        style.body = QFont(m_wishes.family.isEmpty() ? QStringLiteral("Noto Serif") : m_wishes.family);
        style.body.setStyleHint(QFont::Serif);
        style.body.setHintingPreference(QFont::PreferNoHinting); // it is scaled to the paper
        style.body.setPixelSize(kTextPixels);
        style.lineHeight = kLineHeight;
        style.width = std::max(60, int(m_width));
        m_paragraphs.setDocument(m_wishes.text.get());
        m_paragraphs.setStyle(style);
        std::vector<TextPicture> pictures;
        for (const PdfPageInfo& info : m_source ? m_source->pages() : std::vector<PdfPageInfo>())
            pictures.push_back({info.place, QSizeF(double(info.width), double(info.height))});
        m_paragraphs.setPictures(std::move(pictures));
    }
    const int page = m_page;
    while (!m_ended && m_page == page && m_piece < m_paragraphs.count())
        if (!placePiece())
            return;
    if (m_ended)
        return;
    if (m_piece == m_paragraphs.count() || (m_wishes.range.last > 0 && m_page > m_wishes.range.last)) {
        if (!m_turned)
            footer();
        return end();
    }
    Q_EMIT progressed(m_page, 0);
    m_next.start(0);
}

void DocumentPrint::turnPage()
{
    footer();
    ++m_page;
    m_y = 0;
    m_turned = true;
}

void DocumentPrint::footer()
{
    if (!m_wishes.range.holds(m_page) || !m_painter.isActive())
        return;
    QFont font(m_paragraphs.style().body);
    font.setPixelSize(11);
    m_painter.setFont(font);
    const QRectF line(0, m_height + 8, m_width, kFooter - 8);
    const QString title = QFontMetricsF(font).elidedText(QString::fromStdString(m_wishes.text->title), Qt::ElideRight, m_width - 80);
    m_painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, title);
    m_painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, QString::number(m_page));
}

// Lines and pictures of one piece until the page is full.
bool DocumentPrint::placePiece()
{
    m_paragraphs.ensure(m_piece);
    if (!placePictures())
        return false;
    const LaidParagraph& laid = m_paragraphs.laid(m_piece);
    const QTextLayout& layout = *laid.layout;
    const Paragraph& piece = m_paragraphs.piece(m_piece);
    const auto [firstPicture, lastPicture] = m_paragraphs.picturesOf(m_piece);
    for (int behind = 0; m_line < layout.lineCount(); m_line = behind) {
        behind = laid.isRow ? layout.lineCount() : m_line + 1;   // cells stay beside each other
        const QTextLine line = layout.lineAt(m_line);
        const double tall = laid.isRow ? double(laid.height) : line.height();
        const double above = m_line == 0 && !m_turned && firstPicture == lastPicture ? line.y() : 0;
        double needed = above + tall;
        if (m_line == 0 && piece.kind == ParagraphKind::Heading) // never alone at the foot of a page
            needed = m_paragraphs.heights().height(m_piece) + kLinesAfterHeading * line.height();
        if (!m_turned && m_y + needed > m_height) {
            turnPage();
            return true;
        }
        if (m_turned && m_wishes.range.holds(m_page)) {
            if (!beginPage())
                return false;
            m_painter.resetTransform();
            m_painter.scale(m_scale, m_scale);
            m_painter.setPen(Qt::black);
        }
        m_turned = false;
        m_y += above;
        for (int i = m_line; i < behind && m_wishes.range.holds(m_page); ++i)
            layout.lineAt(i).draw(&m_painter, QPointF(0, m_y - line.y()));
        const double next = behind < layout.lineCount() ? layout.lineAt(behind).y() - line.y() : tall;
        m_y += std::max(next, tall);
    }
    const int last = layout.lineCount() - 1;
    const double lines = last < 0 ? 0 : layout.lineAt(last).y() + layout.lineAt(last).height();
    const double bottom = laid.isRow ? layout.lineAt(0).y() + double(laid.height) : lines;
    m_y += std::max(0.0, double(m_paragraphs.heights().height(m_piece)) - bottom);
    ++m_piece;
    m_line = 0;
    m_picture = 0;
    return true;
}

// False: one is waited for, or the paper was not taken.
bool DocumentPrint::placePictures()
{
    const auto [first, last] = m_paragraphs.picturesOf(m_piece);
    while (m_source && first + m_picture < last && m_line == 0) {
        const int picture = int(first + m_picture);
        const QRectF place = m_paragraphs.pictureRect(m_piece, std::size_t(picture));
        const QSizeF size = place.size() * std::min(1.0, m_height / place.height());
        if (!m_turned && m_y + size.height() > m_height) {
            turnPage();
            continue;
        }
        if (m_wishes.range.holds(m_page)) {
            const int width = std::max(1, int(size.width() * std::min(m_scale, kMostDotsPerInch / kTextDotsPerInch)));
            if (m_asked.emplace(picture, width).second) {
                m_source->requestPage(picture, width);
                return false;
            }
            const auto ready = m_pictures.find(picture);
            if (ready == m_pictures.end())
                return false;
            if (m_turned && !beginPage())
                return false;
            m_painter.resetTransform();
            m_painter.scale(m_scale, m_scale);
            m_painter.setPen(Qt::black);
            m_painter.drawImage(QRectF(QPointF((m_width - size.width()) / 2, m_y), size), ready->second);
            m_pictures.erase(ready);
        }
        m_turned = false;
        m_y += size.height() + 12;
        ++m_picture;
    }
    return true;
}

} // namespace cairn
