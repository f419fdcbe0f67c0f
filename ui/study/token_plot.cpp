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
    update();
}

QRectF TokenPlot::plot() const { return QRectF(rect()).adjusted(scaled(kLeft), scaled(kTop), -kRing * 2, -scaled(kBottom)); }
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
    double free = plot().left() - scaled(kLeft);   // words that would overlap are left to the tooltip
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
        const QString word = m_tokens.value(i).trimmed();
        const double half = painter.fontMetrics().horizontalAdvance(word) / 2.0;
        if (word.isEmpty() || xOf(i) - half < free + 4)
            continue;
        painter.setPen(themeColour(Role::Text, *this));
        const QRectF place(xOf(i) - half - 4, height() - scaled(kBottom) + 4, 2 * half + 8, scaled(kBottom) - 4);
        painter.drawText(place, Qt::AlignCenter, word);
        free = xOf(i) + half;
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
