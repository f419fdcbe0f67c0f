#include "ui/study/token_plot.h"

#include "ui/panels/labels.h"
#include "ui/pictures/numbers.h"
#include "ui/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace cairn
{
namespace
{

constexpr int kLeft = 44, kTop = 8, kBottom = 24;
constexpr double kRing = 4;
constexpr int kLabelGap = 4, kLeastLabel = 24;   // px; a narrower one says nothing

}  // namespace

TokenPlot::TokenPlot(QWidget* parent) : QWidget(parent) { setAccessibleName(tr("Log-probability per token, before and after")); }

void TokenPlot::setTokens(QStringList tokens, std::vector<float> before, std::vector<float> after)
{
    m_tokens = std::move(tokens);
    m_before = std::move(before);
    m_after = std::move(after);
    float lowest = -0.1f;
    for (const auto* values : {&m_before, &m_after}) {
        for (const float value : *values)
            lowest = std::min(lowest, std::isfinite(value) ? value : lowest);
    }
    m_lowest = double(lowest) * 1.1;
    countRows();
    update();
}

// The room of a label where every second one stands in the same row.
double TokenPlot::labelRoom() const { return 2 * plot().width() / double(std::max<std::size_t>(1, m_before.size())) - kLabelGap; }

// Those that would overlap are left out.
QStringList TokenPlot::oneRow() const
{
    const QFontMetrics letters(panelFont(metrics::kAxisFont));
    QStringList labels;
    double free = -kLabelGap;
    for (int i = 0; i < int(m_before.size()); ++i) {
        const QString word = m_tokens.value(i).trimmed();
        const double half = letters.horizontalAdvance(word) / 2.0;
        const bool fits = !word.isEmpty() && xOf(i) - half >= free + kLabelGap;
        labels += fits ? word : QString();
        free = fits ? xOf(i) + half : free;
    }
    return labels;
}

void TokenPlot::countRows()
{
    int words = 0, shown = 0;
    for (const QString& label : oneRow())
        shown += !label.isEmpty();
    for (int i = 0; i < int(m_before.size()); ++i)
        words += !m_tokens.value(i).trimmed().isEmpty();
    m_rows = shown == words || labelRoom() < kLeastLabel ? 1 : 2;
}

int TokenPlot::axisRoom() const { return scaled(kBottom) + (m_rows - 1) * QFontMetrics(panelFont(metrics::kAxisFont)).height(); }

QStringList TokenPlot::labels() const
{
    if (m_rows == 1)
        return oneRow();
    const QFontMetrics letters(panelFont(metrics::kAxisFont));
    QStringList labels;
    for (int i = 0; i < int(m_before.size()); ++i)
        labels += letters.elidedText(m_tokens.value(i).trimmed(), Qt::ElideRight, int(labelRoom()));
    return labels;
}

void TokenPlot::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    countRows();
}

QRectF TokenPlot::plot() const { return QRectF(rect()).adjusted(scaled(kLeft), scaled(kTop), -kRing * 2, -axisRoom()); }
double TokenPlot::yOf(float logProbability) const { return plot().top()
                                                   + std::clamp(double(logProbability) / m_lowest, 0.0, 1.0) * plot().height(); }
double TokenPlot::xOf(int token) const { return plot().left()
                                        + (token + 0.5) / double(std::max<std::size_t>(1, m_before.size())) * plot().width(); }

void TokenPlot::paintAxis(QPainter& painter) const
{
    const double power = std::pow(10.0, std::floor(std::log10(-m_lowest / 2)));
    double step = 10 * power;
    for (const double factor : {5.0, 2.0, 1.0}) {
        if (factor * power >= -m_lowest / 3)
            step = factor * power;
    }
    for (double value = 0; value >= m_lowest; value -= step) {
        const double y = std::round(yOf(float(value)));
        painter.fillRect(QRectF(plot().left(), y, plot().width(), 1), themeColour(Role::Grid, *this));
        painter.setPen(themeColour(Role::Muted, *this));
        painter.drawText(QRectF(0, y - scaled(8), scaled(kLeft) - 8, scaled(16)), Qt::AlignRight | Qt::AlignVCenter,
                         axisNumber(value, step));
    }
}

void TokenPlot::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setLayoutDirection(Qt::LeftToRight);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(panelFont(metrics::kAxisFont));
    if (m_before.empty())
        return;
    paintAxis(painter);
    const QColor after = themeColour(Role::CompareA, *this);
    for (int i = 0; i < int(m_before.size()); ++i) {
        const QPointF before(xOf(i), yOf(m_before[std::size_t(i)]));
        if (std::size_t(i) < m_after.size()) {
            const QPointF then(xOf(i), yOf(m_after[std::size_t(i)]));
            painter.setPen(QPen(after, 2));
            painter.drawLine(before, then);
            painter.setPen(Qt::NoPen);
            painter.setBrush(after);
            painter.drawEllipse(then, kRing, kRing);
        }
        painter.setPen(QPen(themeColour(Role::Text, *this), 1.5));
        painter.setBrush(palette().color(QPalette::Base));
        painter.drawEllipse(before, kRing, kRing);
    }
    paintLabels(painter);
}

void TokenPlot::paintLabels(QPainter& painter) const
{
    const int line = painter.fontMetrics().height(), top = height() - axisRoom() + 4;
    const QStringList words = labels();
    painter.setPen(themeColour(Role::Text, *this));
    for (int i = 0; i < int(words.size()); ++i) {
        const double half = painter.fontMetrics().horizontalAdvance(words[i]) / 2.0 + kLabelGap;
        const double left = std::clamp(xOf(i) - half, 0.0, std::max(0.0, width() - 2 * half));
        painter.drawText(QRectF(left, top + i % m_rows * line, 2 * half, scaled(kBottom) - 4), Qt::AlignCenter, words[i]);
    }
}

bool TokenPlot::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto token = int((help->pos().x() - plot().left()) / plot().width() * double(m_before.size()));
    QString words;
    if (token >= 0 && token < int(m_before.size())) {
        words = tr("\u201C%1\u201D: before %2").arg(m_tokens.value(token).trimmed(), twoDigits(double(m_before[std::size_t(token)])));
        if (std::size_t(token) < m_after.size())
            words += tr(", after %1").arg(twoDigits(double(m_after[std::size_t(token)])));
    }
    QToolTip::showText(help->globalPos(), plainTip(words), this);
    return true;
}

}  // namespace cairn
