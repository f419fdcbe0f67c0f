#include "ui/study/rank_plot.h"

#include "ui/panels/labels.h"
#include "ui/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace cairn
{
namespace
{

constexpr int kLeft = 32, kHeight = 56, kAxis = 20;

}  // namespace

RankPlot::RankPlot(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Rank over the answer"));
}

void RankPlot::setRanks(std::vector<std::uint32_t> ranks, QStringList words, std::uint32_t blocks, std::vector<std::pair<int,
                        int>> selected)
{
    m_ranks = std::move(ranks);
    m_words = std::move(words);
    m_blocks = std::max(blocks, 2u);
    m_selected = std::move(selected);
    const auto opened = std::count_if(m_ranks.begin(), m_ranks.end(), [](std::uint32_t rank) { return rank > 0; });
    const auto first = std::count(m_ranks.begin(), m_ranks.end(), 1u);
    setAccessibleDescription(tr("Opened for %1 of %n word(s), first for %2", nullptr, int(m_ranks.size())).arg(opened).arg(first));
    update();
}

QSize RankPlot::sizeHint() const { return {356, scaled(kHeight) + scaled(kAxis) + scaled(6)}; }
QRectF RankPlot::plot() const
{
    return QRectF(scaled(kLeft), scaled(4), std::max(20, width() - scaled(kLeft) - 4), scaled(kHeight));
}
double RankPlot::xOf(double word) const { return plot().left() + word / double(std::max<std::size_t>(1, m_ranks.size())) * plot().width(); }
double RankPlot::yOf(double rank) const { return plot().top() + std::log(rank) / std::log(double(m_blocks)) * plot().height(); }

void RankPlot::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setLayoutDirection(Qt::LeftToRight);
    painter.setFont(panelFont(metrics::kAxisFont));
    for (const auto& [begin, end] : m_selected)
        painter.fillRect(QRectF(QPointF(xOf(begin), plot().top()), QPointF(xOf(end), plot().bottom())),
                         themeColour(Role::AccentTint, *this));
    for (std::uint32_t rank = 1; rank < m_blocks; rank *= 10) {
        painter.fillRect(QRectF(plot().left(), std::round(yOf(rank)), plot().width(), 1), themeColour(Role::Grid, *this));
        painter.setPen(themeColour(Role::Muted, *this));
        painter.drawText(QRectF(0, yOf(rank) - scaled(8), scaled(kLeft) - 6, scaled(16)), Qt::AlignVCenter | Qt::AlignRight,
                         QString::number(rank));
    }
    QPainterPath path;
    bool drawing = false;
    for (std::size_t i = 0; i < m_ranks.size(); ++i) {
        if (m_ranks[i] == 0) {
            drawing = false;
            continue;
        }
        const double y = yOf(std::min<double>(m_ranks[i], m_blocks));
        drawing ? path.lineTo(xOf(double(i)), y) : path.moveTo(xOf(double(i)), y);
        path.lineTo(xOf(double(i + 1)), y);
        drawing = true;
    }
    painter.setPen(QPen(themeColour(Role::Meter, *this), 1.5));
    painter.drawPath(path);
    painter.setPen(themeColour(Role::Muted, *this));
    const QRectF axis(plot().left(), plot().bottom() + 4, plot().width(), scaled(kAxis) - 4);
    painter.drawText(axis, Qt::AlignLeft | Qt::AlignVCenter, tr("word 0"));
    if (m_ranks.size() > 1)
        painter.drawText(axis, Qt::AlignRight | Qt::AlignVCenter, QString::number(m_ranks.size() - 1));
    if (m_selected.size() == 1) {
        const double middle = (xOf(m_selected[0].first) + xOf(m_selected[0].second)) / 2;
        const double x = std::clamp(middle, axis.left() + 76, std::max(axis.left() + 76, axis.right() - 56));
        painter.setPen(themeColour(Role::Text, *this));
        painter.drawText(QRectF(x - 40, axis.top(), 80, axis.height()), Qt::AlignCenter, tr("selected"));
    }
}

bool RankPlot::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int word = int((help->pos().x() - plot().left()) / plot().width() * double(m_ranks.size()));
    QString text;
    if (word >= 0 && word < int(m_ranks.size())) {
        const QString name = word < m_words.size() ? m_words[word] : QString();
        text = m_ranks[std::size_t(word)] > 0 ? tr("word %1 \u201C%2\u201D: rank %3").arg(word).arg(name).arg(m_ranks[std::size_t(word)])
                                              : tr("word %1 \u201C%2\u201D: not opened").arg(word).arg(name);
    }
    QToolTip::showText(help->globalPos(), plainTip(text), this);
    return true;
}

}  // namespace cairn
