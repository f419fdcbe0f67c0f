#include "ui/study/share_plot.h"

#include "ui/panels/labels.h"
#include "ui/pictures/numbers.h"
#include "ui/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <numeric>

namespace cairn
{
namespace
{

constexpr int kLeft = 44, kTop = 4, kBars = 60, kGap = 4;

}  // namespace

SharePlot::SharePlot(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Memory and local share per word"));
}

void SharePlot::setShares(std::vector<float> memory, QStringList words)
{
    m_memory = std::move(memory);
    m_words = std::move(words);
    const double mean = m_memory.empty() ? 0 : double(std::accumulate(m_memory.begin(), m_memory.end(), 0.0f)) / double(m_memory.size());
    setAccessibleDescription(tr("Mean memory share %1 over %n word(s)", nullptr, int(m_memory.size())).arg(twoDigits(mean)));
    update();
}

QRectF SharePlot::plot() const { return QRectF(rect()).adjusted(scaled(kLeft), kTop, -metrics::kInset, -legendHeight() - kGap); }

int SharePlot::legendHeight() const { return QFontMetrics(panelFont(metrics::kAxisFont)).height(); }

QSize SharePlot::sizeHint() const { return {360, kTop + kBars + kGap + legendHeight()}; }

void SharePlot::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    QWidget::changeEvent(event);
}

void SharePlot::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setLayoutDirection(Qt::LeftToRight);
    const QRectF area = plot();
    painter.setFont(panelFont(metrics::kAxisFont));
    painter.setPen(themeColour(Role::Muted, *this));
    const int line = legendHeight();
    painter.drawText(QRectF(0, area.top() - 2, scaled(kLeft) - 8, line), Qt::AlignRight, QStringLiteral("1"));
    painter.drawText(QRectF(0, area.bottom() + 2 - line, scaled(kLeft) - 8, line), Qt::AlignRight, QStringLiteral("0"));
    const double pitch = area.width() / double(std::max<std::size_t>(1, m_memory.size()));
    const double gap = pitch > 4 ? 1 : 0;
    for (std::size_t i = 0; i < m_memory.size(); ++i) {
        const QRectF bar(area.left() + double(i) * pitch, area.top(), std::max(1.0, pitch - gap), area.height());
        const double part = double(std::clamp(m_memory[i], 0.0f, 1.0f)) * bar.height();
        painter.fillRect(bar, themeColour(Role::Grid, *this));
        painter.fillRect(QRectF(bar.left(), bar.bottom() - part, bar.width(), part), themeColour(Role::Meter, *this));
    }
    double x = area.left();
    for (const auto& [role, name] : {std::pair(Role::Meter, tr("memory")), std::pair(Role::Grid, tr("local"))}) {
        painter.fillRect(QRectF(x, height() - line / 2.0 - 4, 8, 8), themeColour(role, *this));
        painter.drawText(QRectF(x + 12, height() - line, width(), line), Qt::AlignVCenter, name);
        x += 12 + painter.fontMetrics().horizontalAdvance(name) + metrics::kInset;
    }
}

bool SharePlot::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto word = int((help->pos().x() - plot().left()) / plot().width() * double(m_memory.size()));
    QString text;
    if (word >= 0 && word < int(m_memory.size()))
        text = tr("word %1 \u201C%2\u201D: memory %3, local %4").arg(word).arg(m_words.value(word),
                twoDigits(double(m_memory[std::size_t(word)])),
                                                                      twoDigits(1.0 - double(m_memory[std::size_t(word)])));
    QToolTip::showText(help->globalPos(), plainTip(text), this);
    return true;
}

}  // namespace cairn
