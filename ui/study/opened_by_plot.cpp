#include "ui/study/opened_by_plot.h"

#include "ui/panels/labels.h"
#include "ui/pictures/axis_ticks.h"
#include "ui/pictures/heatmap_raster.h"
#include "ui/pictures/numbers.h"
#include "ui/plot_colours.h"
#include "ui/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <tuple>

namespace cairn
{
namespace
{

constexpr int kLeft = 32, kAxis = 20, kReach = 12;
constexpr double kPoint = 0.8;

}  // namespace

OpenedByPlot::OpenedByPlot(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Opened by: layer and head"));
}

void OpenedByPlot::setGates(std::vector<float> gates, std::uint32_t layers, std::uint32_t heads)
{
    m_gates = std::move(gates);
    m_layers = layers;
    m_heads = heads;
    m_largest = m_gates.empty() ? 0 : *std::max_element(m_gates.begin(), m_gates.end());
    m_cursor.reset();
    const auto opened = std::count_if(m_gates.begin(), m_gates.end(), [](float gate) { return gate > 0; });
    setAccessibleDescription(tr("Opened by %1 of %n head(s), largest gate %2", nullptr,
                                int(m_gates.size())).arg(opened).arg(twoDigits(double(m_largest))));
    updateGeometry();
    update();
}

void OpenedByPlot::setChosen(std::optional<Head> head)
{
    m_chosen = head;
    update();
}

int OpenedByPlot::rowPitch() const { return scaled(m_heads > 16 ? 9 : 13); }
double OpenedByPlot::columnPitch() const { return double(width() - scaled(kLeft) - 6) / std::max(1u, m_layers); }
QSize OpenedByPlot::sizeHint() const { return {356, int(m_heads) * rowPitch() + scaled(kAxis)}; }
QPointF OpenedByPlot::centre(Head head) const
{
    return {scaled(kLeft) + (head.layer + 0.5) * columnPitch(), (head.head + 0.5) * rowPitch()};
}

QString OpenedByPlot::describe(Head head) const
{
    return gate(head) > 0 ? tr("%1: gate %2").arg(headName(head.layer, head.head), twoDigits(double(gate(head))))
                          : tr("%1 did not open this block").arg(headName(head.layer, head.head));
}

std::optional<Head> OpenedByPlot::headAt(QPoint point) const
{
    if (m_gates.empty())
        return std::nullopt;
    const Head nearest{std::uint32_t(std::clamp(int((point.x() - scaled(kLeft)) / columnPitch()), 0, int(m_layers) - 1)),
                       std::uint32_t(std::clamp(point.y() / rowPitch(), 0, int(m_heads) - 1))};
    const QPointF away = QPointF(point) - centre(nearest);
    return std::abs(away.x()) <= kReach && std::abs(away.y()) <= kReach ? std::optional(nearest) : std::nullopt;
}

void OpenedByPlot::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setLayoutDirection(Qt::LeftToRight);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(panelFont(metrics::kAxisFont));
    painter.setPen(themeColour(Role::Muted, *this));
    const int rowStep = tickStep(m_heads, m_heads * rowPitch() / double(scaled(22)));
    for (std::uint32_t head = 0; head < m_heads; head += std::uint32_t(rowStep))
        painter.drawText(QRectF(0, centre({0, head}).y() - scaled(8), scaled(kLeft) - 8, scaled(16)), Qt::AlignVCenter | Qt::AlignLeft,
                         QStringLiteral("H%1").arg(head));
    const int columnStep = tickStep(m_layers, (width() - scaled(kLeft)) / double(scaled(44)));
    for (std::uint32_t layer = 0; layer < m_layers; layer += std::uint32_t(columnStep)) {
        const QString name = layer == 0 ? QStringLiteral("L0") : QString::number(layer);
        const QRectF place(centre({layer, 0}).x() - scaled(20), height() - scaled(kAxis) + 2, scaled(40), scaled(kAxis) - 2);
        painter.drawText(place, Qt::AlignCenter, name);
    }
    const ColourMap colours(panelOf(palette()), plotColours());
    const HeatmapStyle style{HeatScale::SquareRoot, 0, std::max(m_largest, 1e-9f), panelOf(palette())};
    const double largest = std::min<double>({6.0, columnPitch() * 0.55, rowPitch() * 0.5});
    painter.setPen(Qt::NoPen);
    for (std::uint32_t layer = 0; layer < m_layers; ++layer) {
        for (std::uint32_t head = 0; head < m_heads; ++head) {
            const float level = scaled(gate({layer, head}), style);
            painter.setBrush(level > 0 ? QColor(colours.colour(level)) : themeColour(Role::StrongLine, *this));
            const double radius = level > 0 ? std::max(1.3, largest * double(level)) : kPoint;
            painter.drawEllipse(centre({layer, head}), radius, radius);
        }
    }
    painter.setBrush(Qt::NoBrush);
    const auto keys = hasFocus() ? std::optional(m_cursor.value_or(m_chosen.value_or(Head{}))) : std::nullopt;
    for (const auto& [head, width, out] : {std::tuple(m_chosen, 2.0, 1.5), std::tuple(keys, 1.0, 3.5)}) {   // one around the other
        if (head && head->layer < m_layers && head->head < m_heads) {
            painter.setPen(QPen(themeColour(Role::Accent, *this), width));
            painter.drawEllipse(centre(*head), largest + out, largest + out);
        }
    }
}

void OpenedByPlot::mousePressEvent(QMouseEvent* event)
{
    if (const auto head = headAt(event->pos()); head && event->button() == Qt::LeftButton) {
        m_cursor = head;
        Q_EMIT headChosen(head->layer, head->head);
    }
}

void OpenedByPlot::keyPressEvent(QKeyEvent* event)
{
    const bool page = event->key() == Qt::Key_PageUp || event->key() == Qt::Key_PageDown;
    const bool arrow = page || (event->key() >= Qt::Key_Left && event->key() <= Qt::Key_Down);
    if (m_gates.empty() || (!arrow && event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter)) {
        QWidget::keyPressEvent(event);
        return;
    }
    Head head = m_cursor.value_or(m_chosen.value_or(Head{}));
    if (!arrow) {
        Q_EMIT headChosen(head.layer, head.head);
        return;
    }
    const auto moved = [](std::uint32_t from, int by,
                          std::uint32_t count) { return std::uint32_t(std::clamp(int(from) + by, 0, int(count) - 1)); };
    const bool on = event->key() == Qt::Key_Right || event->key() == Qt::Key_PageDown;
    const bool back = event->key() == Qt::Key_Left || event->key() == Qt::Key_PageUp;
    head.layer = moved(head.layer, int(on) - int(back), m_layers);
    head.head = moved(head.head, event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0, m_heads);
    m_cursor = head;
    setAccessibleDescription(describe(head));
    update();
}

bool OpenedByPlot::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto head = headAt(help->pos());
        QToolTip::showText(help->globalPos(), head ? describe(*head) : QString(), this);
        return true;
    }
    return QWidget::event(event);
}

}  // namespace cairn
