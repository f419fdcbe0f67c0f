#include "ui/answer_view.h"

#include "ui/answer_accessible.h"
#include "ui/hidden_characters.h"
#include "ui/quotation.h"
#include "ui/text_direction.h"
#include "ui/text_size.h"
#include "ui/theme.h"

#include <QEvent>
#include <QFontDatabase>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace cairn
{
namespace
{

constexpr double kAnswerLine = 26.0 / 15, kQuestionLine = 20.0 / 13;   // of the font's pixels
constexpr double kFaintest = 1.0 / 6;   // of the strongest share: below it no underline, as between two levels of three

// Whether it is read from the right.
bool turn(QTextLayout& layout)
{
    QTextOption option;
    const bool fromRight = setFromRight(option, layout.text());
    layout.setTextOption(option);
    return fromRight;
}

double layOut(QTextLayout& layout, int width, double lineHeight)
{
    double y = 0;
    turn(layout);
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        line.setPosition(QPointF(0, y + (lineHeight - line.height()) / 2));
        y += lineHeight;
    }
    layout.endLayout();
    return y;
}

// Items hang behind their marks, code stands in from the edge.
double layOut(QTextLayout& layout, const std::vector<AnswerMarkup::Line>& lines, int width, double lineHeight)
{
    const bool fromRight = turn(layout);
    const QFontMetricsF letters(layout.font());
    const double step = letters.height();
    auto own = lines.begin();
    double y = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        while (own != lines.end() && std::next(own) != lines.end() && std::next(own)->begin <= line.textStart())
            ++own;
        double x = 0;
        if (own != lines.end() && own->kind == AnswerMarkup::Kind::Item)
            x = own->level * step
                + (line.textStart() > own->begin ? letters.horizontalAdvance(layout.text().mid(own->begin, own->mark)) : 0.0);
        else if (own != lines.end() && own->kind == AnswerMarkup::Kind::Code)
            x = step;
        x = std::min(x, width / 2.0);
        line.setLineWidth(width - x);
        line.setPosition(QPointF(fromRight ? 0 : x, y + (lineHeight - line.height()) / 2));
        y += lineHeight;
    }
    layout.endLayout();
    return y;
}

int positionAt(const QTextLayout& layout, QPointF local)
{
    QTextLine hit = layout.lineAt(0);
    for (int i = 0; i < layout.lineCount(); ++i) {
        if (layout.lineAt(i).y() <= local.y())
            hit = layout.lineAt(i);
    }
    return hit.isValid() ? hit.xToCursor(local.x(), QTextLine::CursorOnCharacter) : 0;
}

}  // namespace

AnswerView::AnswerView(QWidget* parent) : QAbstractScrollArea(parent)
{
    installAnswerAccessibility();
    setAccessibleName(tr("Answer"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
}

void AnswerView::setQuestion(const QString& question)
{
    m_question = question;
    m_written.clear();
    m_writing.invalidate();
    m_answer = {};
    m_finished = false;
    m_brush.reset();
    m_chosen.reset();
    m_shares.clear();
    rebuild();
}

void AnswerView::appendText(const QString& piece)
{
    if (!m_writing.isValid())
        m_writing.start();
    const bool follows = verticalScrollBar()->value() == verticalScrollBar()->maximum();
    m_written += piece;
    rebuild();
    if (follows)
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
}

void AnswerView::setState(const QString& words)
{
    m_state = words;
    relayout();
}

void AnswerView::setHelp(const QString& words)
{
    m_help = words;
    viewport()->update();
}

void AnswerView::setHiddenCharacters(bool shown)
{
    m_hiddenCharacters = shown;
    viewport()->update();
}

void AnswerView::setQuestionVisible(bool visible)
{
    m_questionVisible = visible;
    relayout();
}

void AnswerView::setPlaceNames(NamesPlace names) { m_namesPlace = std::move(names); }

void AnswerView::setAnswer(const Answer& answer)
{
    constexpr qint64 kReadAlong = 1500;   // milliseconds
    const bool wasRead = !m_finished && m_writing.isValid() && m_writing.elapsed() >= kReadAlong;
    const bool isShown = m_finished && answer.text == m_answer.text && answer.question == m_answer.question;
    m_answer = answer;
    m_question = QString::fromStdString(answer.question);
    m_finished = true;
    m_brush.reset();
    m_chosen.reset();
    m_shares.clear();
    rebuild();
    if (!wasRead && !isShown)
        verticalScrollBar()->setValue(0);
    setAccessibleDescription(textWithCitations());
}

void AnswerView::setShares(std::vector<float> perToken)
{
    if (perToken == m_shares)
        return;
    m_shares = std::move(perToken);
    findStrongest();
    viewport()->update();
}

void AnswerView::setPreview(std::optional<std::uint32_t> token)
{
    if (token == m_preview)
        return;
    m_preview = token;
    viewport()->update();
}

void AnswerView::setBrush(std::optional<TokenRange> tokens)
{
    m_brush = tokens && tokens->first < tokens->second ? tokens : std::nullopt;
    viewport()->update();
}

std::optional<AnswerText::Span> AnswerView::brushedPlace() const
{
    if (!m_brush || m_brush->second > m_text.tokens().size())
        return std::nullopt;
    return AnswerText::Span{m_text.tokens()[m_brush->first].begin, m_text.tokens()[m_brush->second - 1].end};
}

void AnswerView::setChosenCitation(std::optional<int> citation)
{
    m_chosen = citation;
    relayout();
}

double AnswerView::shareOf(std::size_t token) const
{
    return token < m_shares.size() ? m_shares[token] : m_shares.empty() ? m_answer.tokens[token].memoryShare : 0;
}

void AnswerView::findStrongest()
{
    m_strongest = 0;
    for (std::size_t i = 0; i < m_text.tokens().size(); ++i)
        m_strongest = std::max(m_strongest, shareOf(i));
}

void AnswerView::rebuild()
{
    m_text = m_finished ? AnswerText(m_answer, tr("not in the text")) : AnswerText(m_written);
    findStrongest();
    m_layout.setText(m_text.shown());
    m_bothDirections = hasBothDirections(m_text.shown());
    m_questionLayout.setText(m_question);
    relayout();
}

QList<QTextLayout::FormatRange> AnswerView::formats() const
{
    QList<QTextLayout::FormatRange> formats;
    const auto add = [&](AnswerText::Span place, auto edit) {
        QTextLayout::FormatRange range{place.begin, place.end - place.begin, {}};
        edit(range.format);
        formats.append(range);
    };
    const int small = sized(*this, metrics::kAxisFont).pixelSize();
    for (const AnswerMarkup::Styled& styled : m_text.styles()) {
        add({styled.begin, styled.end}, [&](QTextCharFormat& format) {
            if (styled.style == AnswerMarkup::Style::Bold)
                format.setFontWeight(QFont::Bold);
            else if (styled.style == AnswerMarkup::Style::Italic)
                format.setFontItalic(true);
            else
                format.setFontFamilies(QFontDatabase::systemFont(QFontDatabase::FixedFont).families());
        });
    }
    for (const AnswerText::Span& span : m_text.unsupported())
        add(span, [&](QTextCharFormat& format) { format.setForeground(themeColour(Role::Muted, *this)); });
    for (const AnswerText::Chip& chip : m_text.chips()) {
        add(chip.place, [&](QTextCharFormat& format) {
            format.setFontWeight(QFont::DemiBold);
            format.setProperty(QTextFormat::FontPixelSize, small);
            format.setForeground(m_chosen == chip.citation ? QColor(Qt::white) : themeColour(Role::AccentText, *this));
        });
    }
    for (const AnswerText::Span& mark : m_text.marks()) {
        add(mark, [&](QTextCharFormat& format) {
            format.setProperty(QTextFormat::FontPixelSize, small);
            format.setForeground(themeColour(Role::Text, *this));
        });
    }
    return formats;
}

void AnswerView::relayout()
{
    const int width = std::max(100, viewport()->width() - 2 * metrics::kInset);
    const QFont question = sized(*this, metrics::kInterfaceFont), answer = sized(*this, metrics::kAnswerFont);
    m_questionLayout.setFont(question);
    m_layout.setFont(answer);
    m_layout.setFormats(formats());
    const double questionLine = question.pixelSize() * kQuestionLine, answerLine = answer.pixelSize() * kAnswerLine;
    m_questionHeight = m_questionVisible ? layOut(m_questionLayout, width, questionLine) + metrics::kGap : 0;
    m_textHeight = layOut(m_layout, m_text.lines(), width, answerLine);
    const int total = int(m_questionHeight + m_textHeight + (m_state.isEmpty() ? 0 : questionLine + 4)) + metrics::kInset;
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(int(answerLine));
    verticalScrollBar()->setRange(0, std::max(0, total - viewport()->height()));
    viewport()->update();
}

QPointF AnswerView::textOrigin() const
{
    return {double(metrics::kInset), metrics::kGap / 2 + m_questionHeight - verticalScrollBar()->value()};
}

void AnswerView::paintTokens(QPainter& painter, QPointF origin) const
{
    const cairn::Panel panel = panelOf(palette());
    for (std::size_t i = 0; i < m_text.tokens().size(); ++i) {
        const AnswerText::Span span = m_text.tokens()[i];
        const double part = m_strongest > 0 ? shareOf(i) / m_strongest : 0;
        const bool brushed = m_brush && i >= m_brush->first && i < m_brush->second;
        forEachLine(laidText(), span.begin, span.end, [&](const QRectF& line) {
            const QRectF place = line.translated(origin);
            if (brushed)
                painter.fillRect(place.adjusted(0, -1, 0, 2), themeColour(Role::AccentTint, *this));
            if (part >= kFaintest)
                painter.fillRect(QRectF(place.left(), place.bottom() + 1, place.width(), 2),
                                 answerUnderline(float((part - kFaintest) / (1 - kFaintest)), panel));
            if (int(i) == m_hovered || m_preview == i)
                painter.fillRect(QRectF(place.left(), place.bottom() + 1, place.width(), 2), themeColour(Role::Accent, panel));
        });
    }
}

void AnswerView::paintChips(QPainter& painter, QPointF origin) const
{
    const auto box = [&](AnswerText::Span place, const QColor& fill, const QPen& pen) {
        forEachLine(laidText(), place.begin, place.end, [&](const QRectF& line) {
            painter.setPen(pen);
            painter.setBrush(fill);
            painter.drawRoundedRect(line.translated(origin).adjusted(0.5, 1.5, -0.5, -1.5), metrics::kRadius, metrics::kRadius);
        });
    };
    for (const AnswerText::Chip& chip : m_text.chips())
        box(chip.place, themeColour(m_chosen == chip.citation ? Role::AccentFill : Role::AccentTint, *this), Qt::NoPen);
    for (const AnswerText::Span& mark : m_text.marks())
        box(mark, Qt::transparent, QPen(themeColour(Role::StrongLine, *this), 1, Qt::DashLine));
}

void AnswerView::paintHidden(QPainter& painter, QPointF origin) const
{
    std::vector<std::pair<int, int>> setIn;
    for (const AnswerText::Chip& chip : m_text.chips())
        setIn.emplace_back(chip.place.begin, chip.place.end);
    for (const AnswerText::Span& mark : m_text.marks())
        setIn.emplace_back(mark.begin, mark.end);
    std::sort(setIn.begin(), setIn.end());
    paintHiddenCharacters(painter, m_layout, origin, {themeColour(Role::StrongLine, *this), themeColour(Role::Accent, *this)}, setIn);
}

void AnswerView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(viewport()->rect(), palette().color(QPalette::Base));
    if (m_question.isEmpty() && m_text.shown().isEmpty()) {
        painter.setPen(themeColour(Role::Muted, *this));
        painter.drawText(viewport()->rect().adjusted(metrics::kInset, metrics::kInset, -metrics::kInset, -metrics::kInset),
                         int(Qt::AlignTop | Qt::AlignLeading) | Qt::TextWordWrap, m_help);
        return;
    }
    painter.setPen(themeColour(Role::Muted, *this));
    if (m_questionVisible)
        m_questionLayout.draw(&painter, QPointF(metrics::kInset, metrics::kGap / 2 - verticalScrollBar()->value()));
    const QPointF origin = textOrigin();
    paintTokens(painter, origin);
    paintChips(painter, origin);
    painter.setPen(themeColour(Role::Text, *this));
    m_layout.draw(&painter, origin);
    if (m_hiddenCharacters)
        paintHidden(painter, origin);
    if (m_state.isEmpty())
        return;
    painter.setFont(sized(*this, metrics::kSmallFont));
    painter.setPen(themeColour(Role::Muted, *this));
    painter.drawText(
        QRectF(origin.x(), origin.y() + m_textHeight + 4, viewport()->width() - 2 * metrics::kInset, painter.fontMetrics().height() + 2),
        int(Qt::AlignLeading | Qt::AlignVCenter) | Qt::TextSingleLine, m_state);
}

void AnswerView::resizeEvent(QResizeEvent*) { relayout(); }

void AnswerView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Answer"));
        rebuild();
    } else if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange ||
               event->type() == QEvent::ApplicationFontChange) {
        relayout();
    }
}

std::optional<int> AnswerView::chipAt(QPoint point) const
{
    for (const AnswerText::Chip& chip : m_text.chips()) {
        bool inside = false;
        forEachLine(laidText(), chip.place.begin, chip.place.end,
                    [&](const QRectF& line) { inside |= line.translated(textOrigin()).adjusted(-1, -2, 1, 2).contains(point); });
        if (inside)
            return chip.citation;
    }
    return std::nullopt;
}

std::optional<std::uint32_t> AnswerView::tokenAt(QPoint point) const
{
    const QPointF local = QPointF(point) - textOrigin();
    if (local.y() < 0 || local.y() > m_textHeight)
        return std::nullopt;
    return m_text.tokenAt(positionAt(m_layout, local));
}

std::optional<std::uint32_t> AnswerView::tokenNear(QPoint point) const
{
    const auto& tokens = m_text.tokens();
    const QPointF local = QPointF(point) - textOrigin();
    if (tokens.empty())
        return std::nullopt;
    if (local.y() > m_textHeight)
        return std::uint32_t(tokens.size() - 1);
    const int position = local.y() < 0 ? 0 : positionAt(m_layout, local);
    const auto behind = std::upper_bound(tokens.begin(), tokens.end(), position,
                                         [](int at, const AnswerText::Span& token) { return at < token.begin; });
    return std::uint32_t(std::max<std::ptrdiff_t>(1, behind - tokens.begin()) - 1);
}

QString AnswerView::textWithCitations() const
{
    QString text = m_text.shown();
    for (auto chip = m_text.chips().rbegin(); chip != m_text.chips().rend(); ++chip)
        text.replace(chip->place.begin, chip->place.end - chip->place.begin, QStringLiteral(" [%1]").arg(chip->citation + 1));
    text.replace(QChar::LineSeparator, QLatin1Char('\n'));
    for (std::size_t i = 0; i < m_answer.citations.size(); ++i) {
        const Citation& citation = m_answer.citations[i];
        QString place = m_namesPlace ? withoutIsolates(m_namesPlace(citation)) : QString();
        if (place.isEmpty() && !citation.page.empty())
            place = tr("p. %1").arg(QString::fromStdString(citation.page));
        else if (place.isEmpty())
            place = QString::fromStdString(citation.section);
        text += QStringLiteral("\n[%1] %2: ").arg(i + 1).arg(place) + quoted(QString::fromStdString(citation.text).simplified());
    }
    return text;
}

}  // namespace cairn
