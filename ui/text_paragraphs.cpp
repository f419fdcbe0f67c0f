#include "ui/text_paragraphs.h"

#include "ui/text_direction.h"

#include <QFontMetricsF>
#include <QTextOption>

#include <algorithm>
#include <cmath>

namespace cairn
{
namespace
{

constexpr std::uint64_t kPieceBytes = 20'000;
constexpr float kHeadingScales[] = {1.6f, 1.35f, 1.2f, 1.1f, 1.05f, 1.0f};
constexpr int kIndentPerLevel = 20;   // px, list items and quotes
constexpr float kBelow = 0.75f, kBelowItem = 0.25f;   // of the font's size: below a paragraph, and a list's item or a table's row
constexpr float kCodeLine = 1.4f, kRowLine = 1.5f;   // of the font's size
constexpr float kTallestRow = 20;                    // lines; a longer one is text that was put into a table
constexpr std::size_t kMeasuredRows = 120;           // of a table, spread over it
constexpr float kPictureMargin = 12;  // px below each picture
constexpr double kTallestPicture = 720;   // px at zoom 100: a cover fits into a window

std::uint64_t characterStart(const std::string& text, std::uint64_t at)
{
    while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80)
        --at;
    return at;
}

void appendPieces(const std::string& text, const Paragraph& paragraph, std::vector<Paragraph>& pieces)
{
    Paragraph rest = paragraph;
    while (rest.text.size() > kPieceBytes) {
        Paragraph piece = rest;
        std::uint64_t cut = rest.text.begin + kPieceBytes;
        const auto space = text.rfind(' ', cut);
        cut = space != text.npos && space > rest.text.begin ? space + 1 : characterStart(text, cut);
        piece.text.end = cut;
        pieces.push_back(piece);
        rest.text.begin = cut;
    }
    pieces.push_back(rest);
}

float spaceAbove(const Paragraph& paragraph, float pixelSize)
{
    return paragraph.kind == ParagraphKind::Heading ? pixelSize * 1.25f : 0;
}

QFont fontOf(const Paragraph& paragraph, const TextStyle& style)
{
    QFont font = style.body;
    if (paragraph.kind == ParagraphKind::Heading) {
        const auto level = std::clamp<std::size_t>(paragraph.level, 1, std::size(kHeadingScales)) - 1;
        font.setPixelSize(int(float(font.pixelSize()) * kHeadingScales[level] + 0.5f));
        font.setBold(true);
    } else if (paragraph.kind == ParagraphKind::Code) {
        font.setFamilies({QStringLiteral("DejaVu Sans Mono"), QStringLiteral("monospace")});
        font.setPixelSize(std::max(8, font.pixelSize() - 2));
    }
    return font;
}

float lineHeightOf(const Paragraph& paragraph, const TextStyle& style)
{
    const auto pixels = float(fontOf(paragraph, style).pixelSize());
    switch (paragraph.kind) {
    case ParagraphKind::Code: return pixels * kCodeLine;
    case ParagraphKind::TableRow: return pixels * std::min(style.lineHeight, kRowLine);
    default: return pixels * style.lineHeight;
    }
}

// Its lines break between words, or within one that is too long. Are they set from the right?
bool setWrapped(QTextLayout& layout)
{
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    const bool fromRight = setFromRight(option, layout.text());
    layout.setTextOption(option);
    return fromRight;
}

// Each cell begins a line.
QString withoutBorders(QString row, const std::vector<int>& borders)
{
    for (const int border : borders)
        row[border] = QChar::LineSeparator;
    return row;
}

int indentOf(const Paragraph& paragraph)
{
    if (paragraph.kind == ParagraphKind::ListItem || paragraph.kind == ParagraphKind::Quote)
        return kIndentPerLevel * std::max<int>(1, paragraph.level);
    return 0;
}

// Byte offset of every UTF-16 position; empty for ASCII.
std::vector<std::uint32_t> byteOffsets(QStringView text, std::size_t bytes)
{
    if (std::size_t(text.size()) == bytes)
        return {};
    std::vector<std::uint32_t> offsets;
    offsets.reserve(std::size_t(text.size()) + 1);
    std::uint32_t at = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        offsets.push_back(at);
        const QChar unit = text[i];
        if (unit.isHighSurrogate() && i + 1 < text.size()) {
            offsets.push_back(at);
            ++i;
            at += 4;
        } else {
            at += unit.unicode() < 0x80 ? 1 : unit.unicode() < 0x800 ? 2 : 3;
        }
    }
    offsets.push_back(at);
    return offsets;
}

}  // namespace

int LaidParagraph::positionAt(std::uint32_t byte) const
{
    if (bytes.empty())
        return std::min<int>(int(byte), int(layout->text().size()));
    return int(std::lower_bound(bytes.begin(), bytes.end() - 1, byte) - bytes.begin());
}

QTextLine LaidParagraph::lineNear(QPointF point) const
{
    QTextLine nearest = layout->lineAt(0);
    const auto beside = [&](const QTextLine& line) { return std::max({0.0, line.x() - point.x(), point.x() - line.x() - line.width()}); };
    for (int i = 1; i < layout->lineCount(); ++i) {
        const QTextLine line = layout->lineAt(i);
        const qreal away = isRow ? beside(line) : 0, least = isRow ? beside(nearest) : 0;
        if (away < least || (away == least && line.y() <= point.y()))
            nearest = line;
    }
    return nearest;
}

void TextParagraphs::setDocument(const CanonicalText* document)
{
    m_document = document;
    m_pieces.clear();
    m_tables.clear();
    m_columns.clear();
    m_pictures.clear();
    if (document) {
        for (const Paragraph& paragraph : document->paragraphs)
            appendPieces(document->text, paragraph, m_pieces);
        findTables();
    }
    m_cache.clear();
    estimateHeights();
}

void TextParagraphs::setPictures(std::vector<TextPicture> pictures)
{
    m_pictures = std::move(pictures);
    m_cache.clear();
    estimateHeights();
}

// Never wider than the text, never enlarged beyond the zoom.
QSizeF TextParagraphs::shownSize(const TextPicture& picture) const
{
    const QSizeF wanted = picture.size * m_style.zoom;
    const double scale = std::min({1.0, m_style.width / wanted.width(), kTallestPicture * m_style.zoom / wanted.height()});
    return {std::max(1.0, std::round(wanted.width() * scale)), std::max(1.0, std::round(wanted.height() * scale))};
}

std::pair<std::size_t, std::size_t> TextParagraphs::picturesOf(std::size_t index) const
{
    const auto before = [](const TextPicture& picture, std::uint64_t byte) { return picture.place < byte; };
    const std::uint64_t from = index == 0 ? 0 : m_pieces[index - 1].text.end;   // those between paragraphs too
    const std::uint64_t to = index + 1 == m_pieces.size() ? UINT64_MAX : m_pieces[index].text.end;
    const auto first = std::lower_bound(m_pictures.begin(), m_pictures.end(), from, before);
    const auto last = std::lower_bound(first, m_pictures.end(), to, before);
    return {std::size_t(first - m_pictures.begin()), std::size_t(last - m_pictures.begin())};
}

float TextParagraphs::picturesAbove(std::size_t index) const
{
    float height = 0;
    const auto [first, last] = picturesOf(index);
    for (std::size_t picture = first; picture < last; ++picture)
        height += float(shownSize(m_pictures[picture]).height()) + kPictureMargin;
    return height;
}

QRectF TextParagraphs::pictureRect(std::size_t index, std::size_t picture) const
{
    double y = double(spaceAbove(m_pieces[index], float(m_style.body.pixelSize())));
    for (std::size_t above = picturesOf(index).first; above < picture; ++above)
        y += shownSize(m_pictures[above]).height() + double(kPictureMargin);
    const QSizeF size = shownSize(m_pictures[picture]);
    return {QPointF(std::floor((m_style.width - size.width()) / 2), y), size};
}

void TextParagraphs::setStyle(const TextStyle& style)
{
    m_style = style;
    m_columns.clear();
    m_cache.clear();
    estimateHeights();
}

std::size_t TextParagraphs::pieceAt(std::uint64_t byte) const
{
    const auto after = [](const Paragraph& piece, std::uint64_t at) { return piece.text.end <= at; };
    const auto found = std::lower_bound(m_pieces.begin(), m_pieces.end(), byte, after);
    return std::min<std::size_t>(std::size_t(found - m_pieces.begin()), m_pieces.empty() ? 0 : m_pieces.size() - 1);
}

void TextParagraphs::estimateHeights()
{
    const auto size = float(m_style.body.pixelSize());
    const float characterWidth = float(QFontMetricsF(m_style.body).averageCharWidth());
    std::vector<float> estimates;
    estimates.reserve(m_pieces.size());
    for (std::size_t index = 0; index < m_pieces.size(); ++index) {
        const Paragraph& piece = m_pieces[index];
        const float perLine = std::max(1.0f, float(m_style.width - indentOf(piece)) / characterWidth);
        const float lines = std::ceil(float(piece.text.size()) / perLine);
        estimates.push_back(std::max(1.0f, lines) * size * m_style.lineHeight + spaceAbove(piece, size) + spaceBelow(index)
                            + (m_pictures.empty() ? 0 : picturesAbove(index)));
    }
    m_heights.reset(std::move(estimates));
}

std::unique_ptr<LaidParagraph> TextParagraphs::lay(std::size_t index) const
{
    const Paragraph& paragraph = m_pieces[index];
    const char* begin = m_document->text.data() + paragraph.text.begin;
    QString text = QString::fromUtf8(begin, qsizetype(paragraph.text.size()));
    auto laid = std::make_unique<LaidParagraph>();
    laid->bytes = byteOffsets(text, std::size_t(paragraph.text.size()));
    text.replace(u'\n', QChar::LineSeparator);
    const QFont font = fontOf(paragraph, m_style);
    laid->bothDirections = hasBothDirections(text);
    const float top = spaceAbove(paragraph, float(m_style.body.pixelSize())) + picturesAbove(index);
    const TableColumns& columns = columnsOf(index);
    if (const auto borders = columns.left.empty() ? std::vector<int>() : cellBorders(text); !borders.empty()) {
        laid->layout = std::make_unique<QTextLayout>(withoutBorders(text, borders), font);
        laid->height = layCells(*laid, borders, columns, index, top);
        laid->isRow = laid->height <= kTallestRow * lineHeightOf(paragraph, m_style);
    }
    if (!laid->isRow) {
        laid->layout = std::make_unique<QTextLayout>(text, font);
        laid->height = layLines(*laid, index, top);
    }
    return laid;
}

float TextParagraphs::layLines(LaidParagraph& laid, std::size_t index, float top) const
{
    const bool fromRight = setWrapped(*laid.layout);
    const float lineHeight = lineHeightOf(m_pieces[index], m_style);
    const float leading = (lineHeight - float(QFontMetricsF(laid.layout->font()).height())) / 2;
    const int indent = indentOf(m_pieces[index]);
    float y = top;
    laid.layout->beginLayout();
    for (QTextLine line = laid.layout->createLine(); line.isValid(); line = laid.layout->createLine()) {
        line.setLineWidth(m_style.width - indent);
        line.setPosition(QPointF(fromRight ? 0 : indent, y + leading));
        y += lineHeight;
    }
    laid.layout->endLayout();
    return y - top;
}

float TextParagraphs::layCells(LaidParagraph& laid, const std::vector<int>& borders, const TableColumns& columns, std::size_t index,
                               float top) const
{
    const bool fromRight = setWrapped(*laid.layout);
    const QFontMetricsF metrics(laid.layout->font());
    const float lineHeight = lineHeightOf(m_pieces[index], m_style), leading = (lineHeight - float(metrics.height())) / 2;
    const auto blank = float(metrics.horizontalAdvance(QLatin1Char(' ')));
    std::size_t cell = 0;
    float y = top, bottom = top;
    laid.layout->beginLayout();
    for (QTextLine line = laid.layout->createLine(); line.isValid(); line = laid.layout->createLine()) {
        const bool begins = cell < borders.size() && cell + 1 < columns.left.size() && line.textStart() > borders[cell];
        if (begins) {
            ++cell;
            y = top;
        }
        const float width = columns.width[cell], left = columns.left[cell];
        const float before = begins ? blank : 0;   // the one behind the bar
        line.setLineWidth(width + before);
        line.setPosition(QPointF(fromRight ? m_style.width - left - width : left - before, y + leading));
        y += lineHeight;
        bottom = std::max(bottom, y);
    }
    laid.layout->endLayout();
    return bottom - top;
}

void TextParagraphs::findTables()
{
    for (std::size_t i = 0; i < m_pieces.size(); ++i) {
        if (m_pieces[i].kind != ParagraphKind::TableRow)
            continue;
        if (!m_tables.empty() && m_tables.back().last == i && !isLastRow(i - 1))
            m_tables.back().last = i + 1;
        else
            m_tables.push_back({i, i + 1});
    }
}

bool TextParagraphs::isLastRow(std::size_t index) const
{
    const bool isRowNext = index + 1 < m_pieces.size() && m_pieces[index + 1].kind == ParagraphKind::TableRow;
    return !isRowNext || m_pieces[index + 1].text.begin > m_pieces[index].text.end + 1;   // rows of one table have no blank line between
}

const TableColumns& TextParagraphs::columnsOf(std::size_t index) const
{
    static const TableColumns none;
    const auto endsBefore = [](const Rows& rows, std::size_t at) { return rows.last <= at; };
    const auto table = std::lower_bound(m_tables.begin(), m_tables.end(), index, endsBefore);
    if (table == m_tables.end() || table->first > index)
        return none;
    const auto [known, isNew] = m_columns.try_emplace(table->first);
    if (isNew) {
        const std::size_t step = (table->last - table->first + kMeasuredRows - 1) / kMeasuredRows;
        std::vector<QStringList> rows;
        for (std::size_t i = table->first; i < table->last; i += step) {
            const ByteRange text = m_pieces[i].text;
            rows.push_back(cellsOf(QString::fromUtf8(m_document->text.data() + text.begin, qsizetype(text.size()))));
        }
        known->second = tableColumns(rows, fontOf(m_pieces[table->first], m_style), float(m_style.width));
    }
    return known->second;
}

QRectF TextParagraphs::ruleBelow(std::size_t index)
{
    const TableColumns& columns = columnsOf(index);
    const auto pixels = float(m_style.body.pixelSize());
    const float top = spaceAbove(m_pieces[index], pixels) + picturesAbove(index) + laid(index).height + kBelowItem * pixels - 1;
    return {0, double(top), double(columns.left.empty() ? 0 : columns.left.back() + columns.width.back()), 1};
}

float TextParagraphs::spaceBelow(std::size_t index) const
{
    const auto pixels = float(m_style.body.pixelSize());
    switch (m_pieces[index].kind) {
    case ParagraphKind::ListItem: return pixels * kBelowItem;
    case ParagraphKind::TableRow: return pixels * (isLastRow(index) ? kBelow + kBelowItem : kBelowItem);
    default: return pixels * kBelow;
    }
}

bool TextParagraphs::ensure(std::size_t index)
{
    if (m_cache.contains(index))
        return false;
    auto laid = lay(index);
    const auto size = float(m_style.body.pixelSize());
    const float height = laid->height + spaceAbove(m_pieces[index], size) + spaceBelow(index) + picturesAbove(index);
    m_cache.insert(index, laid.release());
    if (std::abs(height - m_heights.height(index)) < 0.01f)
        return false;
    m_heights.set(index, height);
    return true;
}

const LaidParagraph& TextParagraphs::laid(std::size_t index)
{
    ensure(index);
    return *m_cache.object(index);
}

}  // namespace cairn
