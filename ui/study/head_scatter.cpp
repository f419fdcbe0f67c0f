#include "ui/study/head_scatter.h"

#include "ui/panels/labels.h"
#include "ui/pictures/axis_ticks.h"
#include "ui/pictures/numbers.h"
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

constexpr int kLeft = 44, kBottom = 40, kTop = 10, kRight = 14, kReach = 12; // left and bottom: at least, large letters take more

// Numbers at the side, numbers and a caption below.
int leftOf(const QFontMetrics& letters)
{
    return std::max(kLeft, letters.horizontalAdvance(QStringLiteral("0.0021")) + 10);
}
int bottomOf(const QFontMetrics& letters)
{
    return std::max(kBottom, 2 * letters.height() + 8);
}

constexpr double kDot = 3, kTickedDot = 4;

}  // namespace

HeadScatter::HeadScatter(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(160, 120);
    setAccessibleName(tr("Two statistics of the heads"));
}

void HeadScatter::setModel(const HeadsModel* model)
{
    m_model = model;
    const auto again = [this] {
        updateRanges();
        update();
    };
    connect(model, &QAbstractItemModel::dataChanged, this, again);
    connect(model, &QAbstractItemModel::modelReset, this, again);
    again();
}

void HeadScatter::setAxes(HeadStatistic x, HeadStatistic y)
{
    m_x = x;
    m_y = y;
    updateRanges();
    update();
}

void HeadScatter::setLocked(std::optional<Head> head)
{
    m_locked = head;
    update();
}

void HeadScatter::updateRanges()
{
    m_xMax = m_yMax = 0;
    for (const HeadStatistics& statistics : m_model->statistics()) {
        m_xMax = std::max(m_xMax, valueOf(statistics, m_x));
        m_yMax = std::max(m_yMax, valueOf(statistics, m_y));
    }
    m_xMax = m_xMax > 0 ? m_xMax * 1.05 : 1;
    m_yMax = m_yMax > 0 ? m_yMax * 1.05 : 1;
    setAccessibleDescription(tr("%1 against %2").arg(nameOf(m_y), nameOf(m_x)));
}

QRectF HeadScatter::plot() const
{
    const QFontMetrics letters(panelFont(metrics::kAxisFont));
    return QRectF(rect()).adjusted(leftOf(letters), kTop, -kRight, -bottomOf(letters));
}

QPointF HeadScatter::placeOf(Head head) const
{
    const HeadStatistics& statistics = m_model->statistics()[std::size_t(m_model->rowOf(head))];
    return {plot().left() + valueOf(statistics, m_x) / m_xMax * plot().width(),
            plot().bottom() - valueOf(statistics, m_y) / m_yMax * plot().height()};
}

std::optional<Head> HeadScatter::headAt(QPoint point) const
{
    std::optional<Head> best;
    double nearest = kReach;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QPointF away = placeOf(m_model->headOf(row)) - QPointF(point);
        if (const double distance = std::hypot(away.x(), away.y()); distance < nearest) {
            nearest = distance;
            best = m_model->headOf(row);
        }
    }
    return best;
}

void HeadScatter::paintAxes(QPainter& painter) const
{
    const QRectF area = plot();
    painter.setFont(panelFont(metrics::kAxisFont));
    const int line = painter.fontMetrics().height();
    const double stepY = axisStep(m_yMax, std::max(1, int(area.height() / 44)));
    for (double value = 0; value <= m_yMax; value += stepY) {
        const double y = std::round(area.bottom() - value / m_yMax * area.height());
        painter.fillRect(QRectF(area.left(), y, area.width(), 1), themeColour(Role::Grid, *this));
        painter.setPen(themeColour(Role::Muted, *this));
        painter.drawText(QRectF(0, y - line, area.left() - 6, 2 * line), Qt::AlignRight | Qt::AlignVCenter, axisNumber(value, stepY));
    }
    const double stepX = axisStep(m_xMax, std::max(1, int(area.width() / 72)));
    for (double value = 0; value <= m_xMax; value += stepX) {
        const double x = area.left() + value / m_xMax * area.width();
        painter.drawText(QRectF(x - 36, area.bottom() + 4, 72, line), Qt::AlignCenter, axisNumber(value, stepX));
    }
    const auto caption = [](HeadStatistic statistic) {
        return unitOf(statistic).isEmpty() ? nameOf(statistic) : nameOf(statistic) + QStringLiteral(", ") + unitOf(statistic);
    };
    painter.drawText(QRectF(area.left(), area.bottom() + 4 + line, area.width(), line), Qt::AlignCenter, caption(m_x));
    painter.setPen(themeColour(Role::Text, *this));
}

void HeadScatter::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setLayoutDirection(Qt::LeftToRight);
    painter.setRenderHint(QPainter::Antialiasing);
    if (!m_model || m_model->rowCount() == 0)
        return;
    paintAxes(painter);
    QColor faint = themeColour(Role::Muted, *this);
    faint.setAlphaF(0.4f);
    painter.setPen(Qt::NoPen);
    for (const bool ticked : {false, true}) {   // ticked ones on top
        painter.setBrush(ticked ? themeColour(Role::Meter, *this) : faint);
        for (int row = 0; row < m_model->rowCount(); ++row) {
            const bool isTicked = m_model->index(row, 0).data(Qt::CheckStateRole).toInt() == Qt::Checked;
            if (isTicked == ticked)
                painter.drawEllipse(placeOf(m_model->headOf(row)), ticked ? kTickedDot : kDot, ticked ? kTickedDot : kDot);
        }
    }
    if (m_locked && m_model->rowOf(*m_locked) < m_model->rowCount()) {
        const QPointF place = placeOf(*m_locked);
        painter.setBrush(themeColour(Role::Meter, *this));
        painter.drawEllipse(place, kTickedDot, kTickedDot);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(themeColour(Role::Accent, *this), 2));
        painter.drawEllipse(place, kTickedDot + 3, kTickedDot + 3);
        painter.setPen(themeColour(Role::Text, *this));
        const bool leftSide = place.x() > plot().center().x();
        const double width = scaled(80), line = scaled(16);
        const QRectF words(leftSide ? place.x() - 12 - width : place.x() + 12, place.y() - line / 2, width, line);
        const QRectF halo = painter.boundingRect(words, (leftSide ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
                                                 headName(m_locked->layer, m_locked->head));
        painter.fillRect(halo.adjusted(-2, 0, 2, 0), palette().color(QPalette::Base));
        painter.drawText(words, (leftSide ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter, headName(m_locked->layer, m_locked->head));
    }
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(themeColour(Role::Accent, *this), 1, Qt::DotLine));
        painter.drawRect(rect().adjusted(1, 1, -2, -2));
    }
}

void HeadScatter::mousePressEvent(QMouseEvent* event)
{
    if (!m_model || event->button() != Qt::LeftButton)
        return;
    if (const auto head = headAt(event->pos()))
        Q_EMIT headChosen(head->layer, head->head);
}

void HeadScatter::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const auto head = m_model ? headAt(event->pos()) : std::nullopt)
        Q_EMIT headOpened(head->layer, head->head);
}

void HeadScatter::keyPressEvent(QKeyEvent* event)
{
    const int direction = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (!m_model || m_model->rowCount() == 0 || direction == 0) {
        if (m_locked && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
            Q_EMIT headOpened(m_locked->layer, m_locked->head);
        else
            QWidget::keyPressEvent(event);
        return;
    }
    std::vector<int> order(std::size_t(m_model->rowCount()));
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = int(i);
    std::stable_sort(order.begin(), order.end(), [this](int a, int b) {
        return valueOf(m_model->statistics()[std::size_t(a)], m_x) < valueOf(m_model->statistics()[std::size_t(b)], m_x);
    });
    int at = direction > 0 ? -1 : int(order.size());
    if (m_locked)
        at = int(std::find(order.begin(), order.end(), m_model->rowOf(*m_locked)) - order.begin());
    const Head head = m_model->headOf(order[std::size_t(std::clamp(at + direction, 0, int(order.size()) - 1))]);
    Q_EMIT headChosen(head.layer, head.head);
}

bool HeadScatter::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || !m_model)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto head = headAt(help->pos());
    QString words;
    if (head) {
        const HeadStatistics& statistics = m_model->statistics()[std::size_t(m_model->rowOf(*head))];
        words = QStringLiteral("%1: %2 %3, %4 %5").arg(headName(head->layer, head->head), nameOf(m_x), textOf(statistics, m_x), nameOf(m_y),
                                                       textOf(statistics, m_y));
    }
    QToolTip::showText(help->globalPos(), words, this);
    return true;
}

}  // namespace cairn
