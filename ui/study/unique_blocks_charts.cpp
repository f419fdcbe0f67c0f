#include "ui/study/unique_blocks_charts.h"

#include "ui/panels/labels.h"
#include "ui/pictures/axis_ticks.h"
#include "ui/study/axis_caption.h"
#include "ui/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace cairn
{
namespace
{

constexpr int kTop = 4, kRight = 16;
constexpr std::uint32_t kBins = 24;

int leftEdge() { return scaled(44); }   // beside the plot: numbers
int lineHeight() { return scaled(16); }

// Of what the numbers below the plot count
int nameHeight(int width, const QString& caption) { return std::max(lineHeight(), captionHeight(caption, width - leftEdge() - kRight)); }

int axisHeight(int width, const QString& caption) { return 2 + lineHeight() + nameHeight(width, caption); }

QRectF numberPlace(const QRectF& area, double x) { return {x - scaled(32), area.bottom() + 2, double(scaled(64)), double(lineHeight())}; }

void paintCaption(QPainter& painter, const QRectF& area, const QWidget& widget, const QString& caption)
{
    painter.setPen(themeColour(Role::Muted, widget));
    painter.drawText(QRectF(area.left(), area.bottom() + 1 + lineHeight(), area.width(), nameHeight(widget.width(), caption)), kCaptionFlags,
                     caption);
}

}  // namespace

LayerBars::LayerBars(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Different blocks per layer"));
}

void LayerBars::setCounts(std::vector<std::uint32_t> perLayer, std::vector<std::uint32_t> bounds)
{
    m_counts = std::move(perLayer);
    m_bounds = std::move(bounds);
    m_most = 1;
    for (const auto* values : {&m_counts, &m_bounds})
        m_most = std::max(m_most, values->empty() ? 1u : *std::max_element(values->begin(), values->end()));
    updateGeometry();
    update();
}

void LayerBars::setChosen(std::optional<std::uint32_t> layer)
{
    m_chosen = layer;
    if (layer && *layer < m_counts.size())
        setAccessibleDescription(tr("Layer %1: %2 of at most %3 blocks").arg(*layer).arg(m_counts[*layer]).arg(m_bounds[*layer]));
    update();
}

QString LayerBars::caption() { return tr("different blocks; line: no more are possible"); }
QSize LayerBars::sizeHint() const { return {360, kTop + int(m_counts.size()) * 12 + axisHeight(360, caption())}; }
QRectF LayerBars::plot() const { return QRectF(rect()).adjusted(leftEdge(), kTop, -kRight, -axisHeight(width(), caption())); }
double LayerBars::rowHeight() const { return plot().height() / double(std::max<std::size_t>(1, m_counts.size())); }
double LayerBars::lengthOf(std::uint32_t count) const { return double(count) / m_most * plot().width(); }

std::optional<std::uint32_t> LayerBars::layerAt(QPoint point) const
{
    const double row = (point.y() - plot().top()) / rowHeight();
    return row >= 0 && row < double(m_counts.size()) ? std::optional(std::uint32_t(row)) : std::nullopt;
}

void LayerBars::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setLayoutDirection(Qt::LeftToRight);
    const QRectF area = plot();
    painter.setFont(panelFont(metrics::kAxisFont));
    const int step = tickStep(m_most, area.width() / double(scaled(64)));
    for (std::uint32_t value = 0; value <= m_most; value += std::uint32_t(step)) {
        const double x = std::round(area.left() + lengthOf(value));
        painter.fillRect(QRectF(x, area.top(), 1, area.height()), themeColour(Role::Grid, *this));
        painter.setPen(themeColour(Role::Muted, *this));
        painter.drawText(numberPlace(area, x), Qt::AlignCenter, QString::number(value));
    }
    paintCaption(painter, area, *this, caption());
    const double row = rowHeight();
    const int every = tickStep(double(m_counts.size()), area.height() / double(scaled(18)));
    for (std::size_t layer = 0; layer < m_counts.size(); ++layer) {
        const double y = area.top() + double(layer) * row;
        const bool chosen = m_chosen && *m_chosen == layer;
        if (chosen)
            painter.fillRect(QRectF(area.left(), y, area.width(), row), themeColour(Role::AccentTint, *this));
        const double gap = row > 6 ? 1.5 : 0.5;
        painter.fillRect(QRectF(area.left(), y + gap, std::max(m_counts[layer] > 0 ? 2.0 : 0.0, lengthOf(m_counts[layer])),
                                std::max(1.0, row - 2 * gap)),
                         themeColour(chosen ? Role::Accent : Role::Meter, *this));
        painter.fillRect(QRectF(area.left() + lengthOf(m_bounds[layer]) - 1, y, 2, row), themeColour(Role::Muted, *this));
        if (int(layer) % every == 0) {
            painter.setPen(themeColour(Role::Muted, *this));
            painter.drawText(QRectF(0, y + row / 2 - lineHeight() / 2.0, leftEdge() - 8, lineHeight()), Qt::AlignRight | Qt::AlignVCenter,
                             QStringLiteral("L%1").arg(layer));
        }
    }
    if (hasFocus()) {
        painter.setPen(QPen(themeColour(Role::Accent, *this), 1, Qt::DotLine));
        painter.drawRect(rect().adjusted(1, 1, -2, -2));
    }
}

void LayerBars::mousePressEvent(QMouseEvent* event)
{
    if (const auto layer = layerAt(event->pos()); layer && event->button() == Qt::LeftButton)
        Q_EMIT layerChosen(*layer);
}

void LayerBars::keyPressEvent(QKeyEvent* event)
{
    const int by = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    if (by == 0 || m_counts.empty()) {
        QWidget::keyPressEvent(event);
        return;
    }
    const int from = m_chosen ? int(*m_chosen) : by > 0 ? -1 : int(m_counts.size());
    Q_EMIT layerChosen(std::uint32_t(std::clamp(from + by, 0, int(m_counts.size()) - 1)));
}

bool LayerBars::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto layer = layerAt(help->pos());
    QToolTip::showText(help->globalPos(), layer
                       ? tr("Layer %1: %2 different blocks of at most %3").arg(*layer).arg(m_counts[*layer]).arg(m_bounds[*layer])
                                                : QString(), this);
    return true;
}

UniqueHistogram::UniqueHistogram(QWidget* parent) : QWidget(parent) { setAccessibleName(tr("Windows by different blocks")); }

void UniqueHistogram::setWindows(const std::vector<std::vector<std::uint32_t>>& windows, const std::vector<std::uint32_t>& bounds,
                                 std::optional<std::uint32_t> chosen)
{
    std::uint32_t most = 0;
    for (const auto& layers : windows) {
        for (const std::uint32_t count : layers)
            most = std::max(most, count);
    }
    const std::uint32_t width = most / kBins + 1;
    m_bins.clear();
    for (std::uint32_t from = 0; from <= most; from += width)
        m_bins.push_back({from, from + width - 1, 0, 0});
    for (const auto& layers : windows) {
        for (std::size_t layer = 0; layer < layers.size(); ++layer) {
            if (bounds[layer] == 0)
                continue;
            CountBin& bin = m_bins[layers[layer] / width];
            ++bin.windows;
            bin.ofChosen += chosen && *chosen == layer;
        }
    }
    m_hasChosen = chosen.has_value();
    update();
}

QString UniqueHistogram::caption() const
{
    return m_hasChosen ? tr("different blocks; blue: the chosen layer") : tr("different blocks");
}
QRectF UniqueHistogram::plot() const { return QRectF(rect()).adjusted(leftEdge(), kTop + 8, -kRight, -axisHeight(width(), caption())); }

void UniqueHistogram::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setLayoutDirection(Qt::LeftToRight);
    painter.setFont(panelFont(metrics::kAxisFont));
    if (m_bins.empty())
        return;
    const QRectF area = plot();
    std::uint32_t highest = 1;
    for (const CountBin& bin : m_bins)
        highest = std::max(highest, bin.windows);
    const int step = tickStep(highest, area.height() / double(scaled(40)));
    for (std::uint32_t value = 0; value <= highest; value += std::uint32_t(step)) {
        const double y = std::round(area.bottom() - double(value) / highest * area.height());
        painter.fillRect(QRectF(area.left(), y, area.width(), 1), themeColour(Role::Grid, *this));
        painter.setPen(themeColour(Role::Muted, *this));
        painter.drawText(QRectF(0, y - lineHeight() / 2.0, leftEdge() - 8, lineHeight()), Qt::AlignRight | Qt::AlignVCenter,
                         QString::number(value));
    }
    const double pitch = area.width() / double(m_bins.size());
    double free = -scaled(100);
    for (std::size_t i = 0; i < m_bins.size(); ++i) {
        const auto bar = [&](std::uint32_t count, Role role) {
            const double height = count == 0 ? 0 : std::max(2.0, double(count) / highest * area.height());
            painter.fillRect(QRectF(area.left() + double(i) * pitch + 0.5, area.bottom() - height, std::max(1.0, pitch - 1), height),
                             themeColour(role, *this));
        };
        bar(m_bins[i].windows, m_hasChosen ? Role::Muted : Role::Meter);
        bar(m_bins[i].ofChosen, Role::Accent);
        const double x = area.left() + (double(i) + 0.5) * pitch;
        if (x - free < scaled(36))
            continue;
        painter.setPen(themeColour(Role::Muted, *this));
        painter.drawText(numberPlace(area, x), Qt::AlignCenter, QString::number(m_bins[i].from));
        free = x;
    }
    paintCaption(painter, area, *this, caption());
}

bool UniqueHistogram::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || m_bins.empty())
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int index = int((help->pos().x() - plot().left()) / plot().width() * double(m_bins.size()));
    QString words;
    if (index >= 0 && index < int(m_bins.size())) {
        const CountBin& bin = m_bins[std::size_t(index)];
        words = tr("%1 to %2 blocks: %n window(s) of a layer", nullptr, int(bin.windows)).arg(bin.from).arg(bin.to);
    }
    QToolTip::showText(help->globalPos(), words, this);
    return true;
}

}  // namespace cairn
