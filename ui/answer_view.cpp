#include "ui/answer_view.h"

#include "ui/text_lines.h"
#include "ui/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr float kAnswerLine = 26, kQuestionLine = 20;   // px

QFont answerFont(const QWidget& widget, int pixels)
{
    QFont font = widget.font();
    font.setPixelSize(pixels);
    return font;
}

double layOut(QTextLayout& layout, int width, float lineHeight)
{
    double y = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        line.setPosition(QPointF(0, y + (lineHeight - line.height()) / 2));
        y += lineHeight;
    }
    layout.endLayout();
    return y;
}

// UTF-16 position of a byte offset.
int positionOf(const std::string& text, std::uint64_t byte)
{
    return int(QString::fromUtf8(text.data(), qsizetype(std::min<std::uint64_t>(byte, text.size()))).size());
}

}  // namespace

AnswerView::AnswerView(QWidget* parent) : QAbstractScrollArea(parent)
{
    setAccessibleName(tr("Answer"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
}

void AnswerView::setQuestion(const QString& question)
{
    m_question = question;
    m_text.clear();
    m_answer = {};
    m_finished = false;
    m_brush.reset();
    rebuild();
}

void AnswerView::appendText(const QString& piece)
{
    m_text += piece;
    rebuild();
    verticalScrollBar()->setValue(verticalScrollBar()->maximum());
}

void AnswerView::setState(const QString& words)
{
    m_state = words;
    viewport()->update();
}

void AnswerView::setHelp(const QString& words)
{
    m_help = words;
    viewport()->update();
}

void AnswerView::setAnswer(const Answer& answer)
{
    m_answer = answer;
    m_question = QString::fromStdString(answer.question);
    m_text = QString::fromStdString(answer.text);
    m_finished = true;
    m_brush.reset();
    rebuild();
    setAccessibleDescription(textWithCitations());
}

void AnswerView::rebuild()
{
    QString shown = m_text;
    m_chips.clear();
    std::vector<int> order(m_finished ? m_answer.citations.size() : 0);
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = int(i);
    const auto end = [this](int citation) { return positionOf(m_answer.text, m_answer.citations[std::size_t(citation)].answerRange.end); };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return end(a) < end(b); });
    int inserted = 0;
    for (const int citation : order) {
        const QString label = QStringLiteral("\u00A0%1\u00A0 ").arg(citation + 1);
        const int at = end(citation) + inserted;
        shown.insert(at, label);
        m_chips.push_back({at, int(label.size()) - 1, citation});
        inserted += int(label.size());
    }
    m_spans.clear();
    for (const AnswerToken& token : m_answer.tokens) {
        Span span{positionOf(m_answer.text, token.text.begin), positionOf(m_answer.text, token.text.end)};
        for (const Chip& chip : m_chips) {   // ascending: positions before it are final
            if (span.begin >= chip.position)
                span = {span.begin + chip.length + 1, span.end + chip.length + 1};
        }
        m_spans.push_back(span);
    }
    m_layout.setText(shown);
    m_questionLayout.setText(m_question);
    relayout();
}

void AnswerView::relayout()
{
    const int width = std::max(100, viewport()->width() - 2 * metrics::kInset);
    m_questionLayout.setFont(answerFont(*this, metrics::kInterfaceFont));
    m_layout.setFont(answerFont(*this, metrics::kAnswerFont));
    QList<QTextLayout::FormatRange> formats;
    for (const Chip& chip : m_chips) {
        QTextLayout::FormatRange range{chip.position, chip.length, {}};
        range.format.setFontWeight(QFont::DemiBold);
        range.format.setProperty(QTextFormat::FontPixelSize, metrics::kAxisFont);
        range.format.setForeground(themeColour(Role::AccentText, *this));
        formats.append(range);
    }
    m_layout.setFormats(formats);
    m_questionHeight = layOut(m_questionLayout, width, kQuestionLine) + metrics::kGap;
    m_textHeight = layOut(m_layout, width, kAnswerLine);
    const int total = int(m_questionHeight + m_textHeight) + 2 * metrics::kInset + int(kQuestionLine);
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(int(kAnswerLine));
    verticalScrollBar()->setRange(0, std::max(0, total - viewport()->height()));
    viewport()->update();
}

QPointF AnswerView::textOrigin() const
{
    return {double(metrics::kInset), metrics::kInset + m_questionHeight - verticalScrollBar()->value()};
}

void AnswerView::paintChip(QPainter& painter, const Chip& chip, QPointF origin) const
{
    forEachLine(m_layout, chip.position, chip.position + chip.length, [&](const QRectF& line) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(themeColour(Role::AccentTint, *this));
        painter.drawRoundedRect(line.translated(origin).adjusted(1, 2, -1, -2), metrics::kRadius, metrics::kRadius);
    });
}

void AnswerView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(viewport()->rect(), palette().color(QPalette::Base));
    if (m_question.isEmpty() && m_text.isEmpty()) {
        painter.setPen(themeColour(Role::Muted, *this));
        painter.drawText(viewport()->rect().adjusted(metrics::kInset, metrics::kInset, -metrics::kInset, -metrics::kInset),
                         Qt::AlignTop | Qt::AlignLeft | Qt::TextWordWrap, m_help);
        return;
    }
    painter.setPen(themeColour(Role::Muted, *this));
    m_questionLayout.draw(&painter, QPointF(metrics::kInset, metrics::kInset - verticalScrollBar()->value()));
    const QPointF origin = textOrigin();
    const cairn::Panel panel = panelOf(palette());
    for (std::size_t i = 0; i < m_spans.size(); ++i) {
        const bool brushed = m_brush && i >= m_brush->first && i < m_brush->second;
        forEachLine(m_layout, m_spans[i].begin, m_spans[i].end, [&](const QRectF& line) {
            const QRectF place = line.translated(origin);
            if (brushed)
                painter.fillRect(place, themeColour(Role::AccentTint, *this));
            painter.fillRect(QRectF(place.left(), place.bottom(), place.width(), 2), answerUnderline(m_answer.tokens[i].memoryShare, panel));
        });
    }
    for (const Chip& chip : m_chips)
        paintChip(painter, chip, origin);
    painter.setPen(themeColour(Role::Text, *this));
    m_layout.draw(&painter, origin);
    painter.setPen(themeColour(Role::Muted, *this));
    painter.drawText(QPointF(origin.x(), origin.y() + m_textHeight + kQuestionLine), m_state);
}

void AnswerView::resizeEvent(QResizeEvent*) { relayout(); }

int AnswerView::positionAt(QPoint point) const
{
    const QPointF local = QPointF(point) - textOrigin();
    QTextLine hit = m_layout.lineAt(0);
    for (int i = 0; i < m_layout.lineCount(); ++i) {
        if (m_layout.lineAt(i).y() <= local.y())
            hit = m_layout.lineAt(i);
    }
    return hit.isValid() ? hit.xToCursor(local.x(), QTextLine::CursorOnCharacter) : 0;
}

std::optional<int> AnswerView::chipAt(QPoint point) const
{
    for (const Chip& chip : m_chips) {
        bool inside = false;
        forEachLine(m_layout, chip.position, chip.position + chip.length,
                    [&](const QRectF& line) { inside |= line.translated(textOrigin()).adjusted(-1, -2, 1, 2).contains(point); });
        if (inside)
            return chip.citation;
    }
    return std::nullopt;
}

std::optional<std::uint32_t> AnswerView::tokenAt(QPoint point) const
{
    const int position = positionAt(point);
    for (std::size_t i = 0; i < m_spans.size(); ++i) {
        if (position >= m_spans[i].begin && position < m_spans[i].end)
            return std::uint32_t(i);
    }
    return std::nullopt;
}

std::optional<std::pair<std::uint32_t, std::uint32_t>> AnswerView::brushedTokens() const { return m_brush; }

void AnswerView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && !chipAt(event->pos()))
        m_brushStart = tokenAt(event->pos());
}

void AnswerView::mouseMoveEvent(QMouseEvent* event)
{
    const auto chip = chipAt(event->pos());
    viewport()->setCursor(chip ? Qt::PointingHandCursor : Qt::IBeamCursor);
    if (chip)
        Q_EMIT citationHovered(*chip, event->globalPosition().toPoint());
    const auto token = m_brushStart ? tokenAt(event->pos()) : std::nullopt;
    if (!token)
        return;
    m_brush = std::pair{std::min(*m_brushStart, *token), std::max(*m_brushStart, *token) + 1};
    viewport()->update();
    Q_EMIT tokensBrushed(m_brush->first, m_brush->second);
}

void AnswerView::mouseReleaseEvent(QMouseEvent* event)
{
    if (const auto chip = chipAt(event->pos()); chip && !m_brushStart) {
        Q_EMIT citationActivated(*chip);
        return;
    }
    const auto token = tokenAt(event->pos());
    if (m_brushStart && token && *token == *m_brushStart) {   // a click: the word
        m_brush = std::pair{*token, *token + 1};
        Q_EMIT tokensBrushed(m_brush->first, m_brush->second);
    } else if (!token && !m_brushStart && m_brush) {
        m_brush.reset();
        Q_EMIT tokensBrushed(0, 0);
    }
    m_brushStart.reset();
    viewport()->update();
}

void AnswerView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        QGuiApplication::clipboard()->setText(textWithCitations());
    } else if (event->key() == Qt::Key_Escape && m_brush) {
        m_brush.reset();
        viewport()->update();
        Q_EMIT tokensBrushed(0, 0);
    } else if (event->key() >= Qt::Key_1 && event->key() <= Qt::Key_9 && std::size_t(event->key() - Qt::Key_1) < m_answer.citations.size()) {
        Q_EMIT citationActivated(event->key() - Qt::Key_1);
    } else {
        QAbstractScrollArea::keyPressEvent(event);
    }
}

QString AnswerView::textWithCitations() const
{
    QString text = m_layout.text();
    for (auto chip = m_chips.rbegin(); chip != m_chips.rend(); ++chip)
        text.replace(chip->position, chip->length, QStringLiteral(" [%1]").arg(chip->citation + 1));
    for (std::size_t i = 0; i < m_answer.citations.size(); ++i) {
        const Citation& citation = m_answer.citations[i];
        const QString place = QString::fromStdString(citation.page.empty() ? citation.section : "p. " + citation.page);
        text += QStringLiteral("\n[%1] %2: \u201C%3\u201D").arg(i + 1).arg(place, QString::fromStdString(citation.text).simplified());
    }
    return text;
}

}  // namespace cairn
