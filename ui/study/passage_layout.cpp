#include "ui/study/passage_layout.h"

#include "ui/text_direction.h"
#include "ui/text_lines.h"
#include "ui/theme.h"

#include <QApplication>
#include <QFontInfo>
#include <QPainter>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace cairn
{
namespace
{

constexpr double kQuoteFont = 13.5, kQuoteLine = 21;   // px beside the interface font

double zoom() { return double(QFontInfo(QApplication::font()).pixelSize()) / metrics::kInterfaceFont; }

}  // namespace

QFont quoteFont()
{
    QFont font(QStringLiteral("Noto Serif"));
    font.setStyleHint(QFont::Serif);
    font.setPixelSize(qRound(kQuoteFont * zoom()));
    return font;
}

namespace
{

constexpr QChar kEllipsis(0x2026);

bool isLetter(QChar c) { return c.isLetterOrNumber(); }
bool hasLetter(const QString& text) { return std::any_of(text.begin(), text.end(), isLetter); }

}  // namespace

int quoteLineHeight() { return qRound(kQuoteLine * zoom()); }

float tintOf(float weight, float fullWeight) { return fullWeight > 0 ? std::sqrt(std::min(weight / fullWeight, 1.0f)) : 0; }

PassageLayout::PassageLayout(Passage passage, int width, int maximumLines)
    : m_passage(std::move(passage)), m_lineHeight(quoteLineHeight())
{
    const QFont font = quoteFont();
    lay(font, width);
    if (maximumLines <= 0 || m_lines <= maximumLines)
        return;
    const Passage whole = m_passage;
    const int begin = m_layout->lineAt(maximumLines - 1).textStart();   // of the last line
    int end = begin + m_layout->lineAt(maximumLines - 1).textLength();
    do {   // whole words, until the "…" has room too
        const int space = int(m_passage.text.lastIndexOf(QLatin1Char(' '), end - 2));
        end = space > begin ? space + 1 : end - 1;
        cutAt(end);
        lay(font, width);
    } while (m_lines > maximumLines && end > begin + 1);
    if (!hasLetter(m_passage.text) && hasLetter(whole.text)) {   // no whole word has room: letters of the first
        m_passage = whole;
        const int first = int(std::find_if(whole.text.begin(), whole.text.end(), isLetter) - whole.text.begin());
        const QFontMetrics metrics(font);
        for (end = first + 1; end < whole.text.size() && metrics.horizontalAdvance(whole.text.left(end + 1) + kEllipsis) <= width;)
            ++end;
        cutAt(end);
        lay(font, width, QTextOption::NoWrap);
    }
    m_lines = std::min(m_lines, maximumLines);
}

void PassageLayout::cutAt(int end)
{
    m_passage.text = m_passage.text.left(end) + kEllipsis;
    for (TintedWord& word : m_passage.words)
        word.end = std::min(word.end, end);
    std::erase_if(m_passage.words, [](const TintedWord& word) { return word.begin >= word.end; });
    for (auto& cited : m_passage.cited)
        cited.second = std::min(cited.second, end);
    std::erase_if(m_passage.cited, [](const std::pair<int, int>& cited) { return cited.first >= cited.second; });
}

void PassageLayout::lay(const QFont& font, int width, QTextOption::WrapMode wrap)
{
    m_layout = std::make_unique<QTextLayout>(m_passage.text, font);
    m_bothDirections = hasBothDirections(m_passage.text);
    QTextOption option;
    option.setWrapMode(wrap);
    setFromRight(option, m_passage.text);
    m_layout->setTextOption(option);
    m_layout->setCacheEnabled(true);
    m_lines = 0;
    m_layout->beginLayout();
    for (QTextLine line = m_layout->createLine(); line.isValid(); line = m_layout->createLine()) {
        line.setLineWidth(std::max(width, 20));
        line.setPosition(QPointF(0, m_lines * m_lineHeight + (m_lineHeight - line.height()) / 2));
        ++m_lines;
    }
    m_layout->endLayout();
}

void PassageLayout::paint(QPainter& painter, QPointF origin, float fullWeight, const QWidget& widget) const
{
    const cairn::Panel panel = panelOf(widget.palette());
    const double inset = (m_lineHeight - m_layout->lineAt(0).height()) / 2;
    const auto fill = [&](int begin, int end, float tint) {
        forEachLine({*m_layout, m_bothDirections}, begin, end, [&](const QRectF& line) {
            painter.fillRect(line.translated(origin).adjusted(0, 1 - inset, 0, inset - 1), evidenceTint(tint, panel));
        });
    };
    QList<QTextLayout::FormatRange> colours;
    for (std::size_t i = 0; i < m_passage.words.size(); ++i) {
        const TintedWord& word = m_passage.words[i];
        const float tint = tintOf(word.weight, fullWeight);
        if (tint < kFaintest)
            continue;
        fill(word.begin, word.end, tint);
        if (i + 1 < m_passage.words.size() && m_passage.words[i + 1].begin == word.end + 1) {   // the space between two tinted words
            if (const float next = tintOf(m_passage.words[i + 1].weight, fullWeight); next >= kFaintest)
                fill(word.end, word.end + 1, std::min(tint, next));
        }
        QTextLayout::FormatRange range{word.begin, word.end - word.begin, {}};
        range.format.setForeground(evidenceText(tint, panel));
        colours.append(range);
    }
    painter.setPen(themeColour(Role::Text, widget));
    drawLines(painter, *m_layout, origin, colours);
    for (const auto& [begin, end] : m_passage.cited) {
        forEachLine({*m_layout, m_bothDirections}, begin, end, [&](const QRectF& line) {
            const QRectF place = line.translated(origin);
            painter.fillRect(QRectF(place.left(), std::floor(place.bottom() + inset) - 2, place.width(), 2),
                             themeColour(Role::Accent, widget));
        });
    }
}

}  // namespace cairn
