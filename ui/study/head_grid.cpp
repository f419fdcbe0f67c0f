#include "ui/study/head_grid.h"

#include "ui/panels/labels.h"
#include "ui/pictures/axis_ticks.h"
#include "ui/pictures/numbers.h"
#include "ui/plot_colours.h"
#include "ui/plots/head_names.h"
#include "ui/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <tuple>

namespace cairn
{
namespace
{

constexpr int kRight = 8, kBottom = 4;
constexpr int kWidest = 60, kNarrowest = 12, kLowest = 12, kHighest = 26;

int leftEdge() { return scaled(36); }   // beside the cells: layers
int topEdge() { return scaled(24); }    // above them: heads

}  // namespace

HeadGrid::HeadGrid(HeadsData* heads, QWidget* parent) : QAbstractScrollArea(parent), m_data(heads)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Layer × head"));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setBackgroundRole(QPalette::Base);
    connect(m_data, &HeadsData::changed, this, &HeadGrid::refresh);
    connect(m_data, &HeadsData::choiceChanged, this, [this] {
        m_cursor = m_data->lockedHead();
        viewport()->update();
    });
    refresh();
}

void HeadGrid::setStatistic(HeadStatistic statistic)
{
    m_statistic = statistic;
    m_range.reset();
    refresh();
}

void HeadGrid::setScale(HeatScale scale)
{
    m_style.scale = scale;
    refresh();
}

void HeadGrid::setRange(std::optional<std::pair<float, float>> range)
{
    m_range = range;
    refresh();
}

void HeadGrid::refresh()
{
    m_largest = 0;
    for (const HeadStatistics& head : m_data->statistics())
        m_largest = std::max(m_largest, valueOf(head, m_statistic));
    std::tie(m_style.low, m_style.high) = m_range.value_or(std::pair(0.0f, m_largest > 0 ? float(m_largest) : 1.0f));
    m_cursor = m_data->lockedHead();
    m_image = {};
    updateScrollBar();
    viewport()->update();
    Q_EMIT rangeChanged();
}

HeadGridLayout HeadGrid::layout() const
{
    HeadGridLayout cells{int(m_data->layers()), int(m_data->heads()), kWidest, kLowest};
    if (cells.layers == 0 || cells.heads == 0)
        return cells;
    cells.cellWidth = std::clamp((viewport()->width() - leftEdge() - kRight) / cells.heads, kNarrowest, kWidest);
    cells.cellHeight = std::clamp((viewport()->height() - topEdge() - kBottom) / cells.layers, kLowest, kHighest);
    return cells;
}

void HeadGrid::updateScrollBar()
{
    const HeadGridLayout cells = layout();
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(cells.cellHeight);
    verticalScrollBar()->setRange(0, std::max(0, topEdge() + cells.layers * cells.cellHeight + kBottom - viewport()->height()));
}

QRect HeadGrid::cellRect(Head head) const
{
    const HeadGridLayout cells = layout();
    return {leftEdge() + int(head.head) * cells.cellWidth, topEdge() + int(head.layer) * cells.cellHeight - verticalScrollBar()->value(),
            cells.cellWidth - 2,
            cells.cellHeight - 1};
}

std::optional<Head> HeadGrid::headAt(QPoint point) const
{
    const HeadGridLayout cells = layout();
    const int x = point.x() - leftEdge(), y = point.y() - topEdge() + verticalScrollBar()->value();
    if (x < 0 || y < 0 || x >= cells.heads * cells.cellWidth || y >= cells.layers * cells.cellHeight)
        return std::nullopt;
    return Head{std::uint32_t(y / cells.cellHeight), std::uint32_t(x / cells.cellWidth)};
}

QString HeadGrid::describe(Head head) const
{
    if (m_data->isOff(head))
        return tr("%1: switched off for this answer").arg(namedHead(m_data->hub(), head));
    const HeadStatistics& of = m_data->of(head);
    QString words =
        QStringLiteral("%1: %2 %3").arg(namedHead(m_data->hub(), head), nameOf(m_statistic), textOf(of, m_statistic));
    for (const HeadStatistic statistic : {HeadStatistic::MemoryShare, HeadStatistic::Strongest, HeadStatistic::UniqueBlocks}) {
        if (statistic != m_statistic)
            words += QStringLiteral("\n%1 %2").arg(nameOf(statistic), textOf(of, statistic));
    }
    return words;
}

void HeadGrid::paintLabels(QPainter& painter, const HeadGridLayout& cells) const
{
    painter.setFont(panelFont(metrics::kAxisFont));
    painter.setPen(themeColour(Role::Muted, *this));
    const bool room = painter.fontMetrics().horizontalAdvance(QStringLiteral("L88")) <= leftEdge() - 6; // else the number alone
    const int line = scaled(16);
    const int every = tickStep(cells.layers, cells.layers * cells.cellHeight / double(line));
    painter.fillRect(0, 0, viewport()->width(), topEdge(), palette().color(QPalette::Base));
    for (int layer = 0; layer < cells.layers; layer += every) {
        const QRect cell = cellRect({std::uint32_t(layer), 0});
        if (cell.center().y() < topEdge())
            continue;   // scrolled out of sight
        painter.drawText(QRect(0, cell.center().y() - line / 2, leftEdge() - 6, line), Qt::AlignRight | Qt::AlignVCenter,
                         room ? QStringLiteral("L%1").arg(layer) : QString::number(layer));
    }
    const int step = tickStep(cells.heads, cells.heads * cells.cellWidth / double(scaled(30)));
    for (int head = 0; head < cells.heads; head += step) {
        const QRect cell = cellRect({0, std::uint32_t(head)});
        painter.drawText(QRect(cell.center().x() - scaled(24), 2, scaled(48), topEdge() - 6), Qt::AlignCenter,
                         QStringLiteral("H%1").arg(head));
    }
}

void HeadGrid::paintMarks(QPainter& painter) const
{
    painter.setBrush(Qt::NoBrush);
    if (!m_data->hub().selection().heads.isAll()) {
        painter.setPen(themeColour(Role::Text, *this));
        for (std::uint32_t layer = 0; layer < m_data->layers(); ++layer) {
            for (std::uint32_t head = 0; head < m_data->heads(); ++head) {
                if (m_data->isShown({layer, head}))
                    painter.drawRect(cellRect({layer, head}).adjusted(0, 0, -1, -1));
            }
        }
    }
    painter.setPen(QPen(themeColour(Role::Muted, *this), 2));
    for (const Head& head : m_data->hub().run()->switchedOff) {   // struck through
        if (head.layer < m_data->layers() && head.head < m_data->heads())
            painter.drawLine(cellRect(head).bottomLeft(), cellRect(head).topRight());
    }
    painter.setPen(themeColour(Role::Accent, *this));
    for (const Head& head : dragged())
        painter.drawRect(cellRect(head).adjusted(0, 0, -1, -1));
    if (const auto locked = m_data->lockedHead()) {
        painter.setPen(QPen(themeColour(Role::Accent, *this), 2));
        painter.drawRect(cellRect(*locked).adjusted(0, 0, -1, -1));
    }
    if (m_cursor && hasFocus() && m_cursor->layer < m_data->layers() && m_cursor->head < m_data->heads()) {
        painter.setPen(QPen(themeColour(Role::Accent, *this), 1, Qt::DotLine));
        painter.drawRect(cellRect(*m_cursor).adjusted(-2, -2, 1, 1));
    }
}

void HeadGrid::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.setLayoutDirection(Qt::LeftToRight);
    painter.fillRect(viewport()->rect(), palette().color(QPalette::Base));
    const HeadGridLayout cells = layout();
    if (m_data->statistics().empty() || !m_data->hub().run())
        return;
    if (m_image.isNull()) {
        m_style.panel = panelOf(palette());
        m_style.scheme = plotColours();
        const HeadGridColours colours{palette().color(QPalette::Base).rgb(), themeColour(Role::Alternate, *this).rgb(),
                                      themeColour(Role::Muted, *this).rgb()};
        m_image = headGridImage(m_data->statistics(), cells, m_statistic, m_style, colours);
    }
    painter.drawImage(leftEdge(), topEdge() - verticalScrollBar()->value(), m_image);
    paintMarks(painter);
    paintLabels(painter, cells);
}

void HeadGrid::resizeEvent(QResizeEvent*)
{
    m_image = {};
    updateScrollBar();
}

void HeadGrid::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange)
        m_image = {};
    if (event->type() == QEvent::FontChange)
        updateScrollBar();
    QAbstractScrollArea::changeEvent(event);
}

std::vector<Head> HeadGrid::dragged() const
{
    std::vector<Head> heads;
    if (!m_press || !m_drag || *m_press == *m_drag)
        return heads;
    for (std::uint32_t layer = std::min(m_press->layer, m_drag->layer); layer <= std::max(m_press->layer, m_drag->layer); ++layer) {
        for (std::uint32_t head = std::min(m_press->head, m_drag->head); head <= std::max(m_press->head, m_drag->head); ++head)
            heads.push_back({layer, head});
    }
    return heads;
}

void HeadGrid::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_press = m_drag = headAt(event->pos());
}

void HeadGrid::mouseMoveEvent(QMouseEvent* event)
{
    const auto head = headAt(event->pos());
    Hover hover;
    if (head) {
        hover.layer = head->layer;
        hover.head = head->head;
    }
    m_data->hub().setHover(hover);
    if (m_press && head && event->buttons().testFlag(Qt::LeftButton)) {
        m_drag = head;
        viewport()->update();
    }
}

void HeadGrid::takeDragged()
{
    const std::vector<Head> heads = dragged();
    m_data->hub().change([&](Selection& selection) {
        selection.heads = {};
        selection.heads.heads = heads;
    });
    Q_EMIT headSetChosen(heads);
}

void HeadGrid::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_press)
        return;
    if (!dragged().empty())
        takeDragged();
    else if (headAt(event->pos()) == m_press)
        m_data->solo(*m_press);
    m_press.reset();
    m_drag.reset();
    viewport()->update();
}

void HeadGrid::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const auto head = headAt(event->pos())) {
        m_press.reset();
        Q_EMIT headOpened(head->layer, head->head);
    }
}

void HeadGrid::moveCursor(int layers, int heads)
{
    const Head from = m_cursor.value_or(Head{});
    const auto moved = [](std::uint32_t at, int by,
                          std::uint32_t count) { return std::uint32_t(std::clamp(int(at) + by, 0, int(count) - 1)); };
    m_cursor = m_cursor ? Head{moved(from.layer, layers, m_data->layers()), moved(from.head, heads, m_data->heads())} : from;
    setAccessibleDescription(describe(*m_cursor));
    const QRect cell = cellRect(*m_cursor);
    if (cell.top() < topEdge())
        verticalScrollBar()->setValue(verticalScrollBar()->value() - (topEdge() - cell.top()));
    else if (cell.bottom() > viewport()->height())
        verticalScrollBar()->setValue(verticalScrollBar()->value() + cell.bottom() - viewport()->height() + 1);
    viewport()->update();
}

void HeadGrid::nameHead(Head head)
{
    openHeadNameField(&m_data->hub(), head, this, viewport()->mapToGlobal(cellRect(head).bottomLeft()));
}

void HeadGrid::keyPressEvent(QKeyEvent* event)
{
    if (m_data->statistics().empty())
        return QAbstractScrollArea::keyPressEvent(event);
    const int most = 1 << 20;
    switch (event->key()) {
    case Qt::Key_Left: return moveCursor(0, -1);
    case Qt::Key_Right: return moveCursor(0, 1);
    case Qt::Key_Up:
    case Qt::Key_PageUp:
        return moveCursor(-1, 0);
    case Qt::Key_Down:
    case Qt::Key_PageDown:
        return moveCursor(1, 0);
    case Qt::Key_Home: return moveCursor(0, -most);
    case Qt::Key_End: return moveCursor(0, most);
    case Qt::Key_F2:
        if (m_cursor)
            nameHead(*m_cursor);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_cursor && event->modifiers().testFlag(Qt::ControlModifier))
            Q_EMIT headOpened(m_cursor->layer, m_cursor->head);
        else if (m_cursor)
            m_data->solo(*m_cursor);
        return;
    case Qt::Key_Escape:
        if (!m_data->hub().selection().heads.isAll()) {
            m_data->hub().change([](Selection& selection) { selection.heads = {}; });
            return;
        }
        [[fallthrough]];
    default: QAbstractScrollArea::keyPressEvent(event);
    }
}

void HeadGrid::focusInEvent(QFocusEvent*) { viewport()->update(); }
void HeadGrid::focusOutEvent(QFocusEvent*) { viewport()->update(); }
void HeadGrid::leaveEvent(QEvent*) { m_data->hub().setHover({}); }

bool HeadGrid::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto head = m_data->statistics().empty() ? std::nullopt : headAt(help->pos());
    QToolTip::showText(help->globalPos(), head ? describe(*head) : QString(), viewport());
    return true;
}

}  // namespace cairn
