#include "ui/study/needle_grid.h"

#include "ui/panels/labels.h"
#include "ui/pictures/hatch.h"
#include "ui/pictures/numbers.h"
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

constexpr int kLeft = 56, kTop = 8, kRight = 12;   // px of the design
constexpr int kSample = 10, kSampleRoom = 14;      // px: a legend's square, and where its words begin

template <typename Value>
std::vector<Value> sortedUnique(std::vector<Value> values)
{
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

}  // namespace

NeedleGrid::NeedleGrid(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Needles by depth and length"));
}

void NeedleGrid::setResults(const std::vector<NeedleResult>& results)
{
    m_depths.clear();
    m_lengths.clear();
    for (const NeedleResult& result : results) {
        m_depths.push_back(result.depth);
        m_lengths.push_back(result.blocks);
    }
    m_depths = sortedUnique(m_depths);
    m_lengths = sortedUnique(m_lengths);
    m_cells.clear();
    m_cursor.reset();
    for (const double depth : m_depths) {
        for (const std::uint32_t blocks : m_lengths) {
            NeedleCell cell{depth, blocks, 0, 0, 0, 0, 0, {}};
            double ranks = 0;
            int ranked = 0, worst = -1;
            for (const NeedleResult& result : results) {
                if (result.depth != depth || result.blocks != blocks)
                    continue;
                ++cell.questions;
                cell.answered += result.outcome == NeedleOutcome::Answered;
                cell.notUsed += result.outcome == NeedleOutcome::RetrievedNotUsed;
                cell.notRetrieved += result.outcome == NeedleOutcome::NotRetrieved;
                ranks += result.rank;
                ranked += result.rank > 0;
                if (int(result.outcome) > worst && !result.run.isEmpty()) {
                    worst = int(result.outcome);
                    cell.run = result.run;
                }
            }
            cell.meanRank = ranked > 0 ? ranks / ranked : 0;
            m_cells.push_back(std::move(cell));
        }
    }
    update();
}

// Below the cells: numbers, what the axes are, and the legend in as many lines as its words need.
QRectF NeedleGrid::plot() const
{
    const int line = lineHeight(), lines = legend().back().line + 1;
    return QRectF(rect()).adjusted(scaled(kLeft), kTop, -kRight, -(3 + line + axisNameHeight() + metrics::kGap + lines * line));
}

int NeedleGrid::lineHeight() const { return QFontMetrics(panelFont(metrics::kAxisFont)).height() + 2; }

int NeedleGrid::axisNameHeight() const { return captionHeight(axisName(), width() - scaled(kLeft) - kRight); }

QString NeedleGrid::axisName() { return tr("depth of the needle × blocks of the text; number: mean rank"); }

std::vector<NeedleGrid::LegendEntry> NeedleGrid::legend() const
{
    std::vector<LegendEntry> entries{{Role::Meter, tr("answered")},
                                     {Role::EvidenceBar, tr("retrieved, not used")},
                                     {Role::Hatch, tr("not retrieved")}};
    const QFontMetrics letters(panelFont(metrics::kAxisFont));
    int x = scaled(kLeft), line = 0;
    for (LegendEntry& entry : entries) {
        const int wanted = kSampleRoom + letters.horizontalAdvance(entry.words) + 1;
        if (x > scaled(kLeft) && x + wanted > width() - kRight) {
            x = scaled(kLeft);
            ++line;
        }
        entry.x = x;
        entry.line = line;
        entry.width = wanted;
        x += wanted + metrics::kInset;
    }
    return entries;
}

int NeedleGrid::indexOf(int row, int column) const
{
    const int columns = int(m_lengths.size()), rows = int(m_depths.size());
    return row >= 0 && row < rows && column >= 0 && column < columns ? row * columns + column : -1;
}

QRectF NeedleGrid::cellRect(int cell) const
{
    const double width = plot().width() / double(m_lengths.size()), height = plot().height() / double(m_depths.size());
    const int row = cell / int(m_lengths.size()), column = cell % int(m_lengths.size());
    return QRectF(plot().left() + column * width, plot().top() + row * height, width, height).adjusted(1, 1, -1, -1);
}

std::optional<int> NeedleGrid::cellAt(QPoint point) const
{
    for (int cell = 0; cell < int(m_cells.size()); ++cell) {
        if (cellRect(cell).contains(point))
            return cell;
    }
    return std::nullopt;
}

QString NeedleGrid::describe(const NeedleCell& cell) const
{
    if (cell.questions == 0)
        return tr("Depth %1 %, %2 blocks: not asked").arg(twoDigits(cell.depth * 100)).arg(cell.blocks);
    QString words = tr("Depth %1 %, %2 blocks: %3 of %n answered", nullptr,
                       cell.questions).arg(twoDigits(cell.depth * 100)).arg(cell.blocks).arg(cell.answered);
    if (cell.notUsed > 0)
        words += tr(", %1 retrieved and not used").arg(cell.notUsed);
    if (cell.notRetrieved > 0)
        words += tr(", %1 not retrieved").arg(cell.notRetrieved);
    return words + (cell.meanRank > 0 ? tr(", mean rank %1").arg(twoDigits(cell.meanRank)) : tr(", no rank: its block was not scored"));
}

void NeedleGrid::paintCell(QPainter& painter, int index) const
{
    const NeedleCell& cell = m_cells[std::size_t(index)];
    const QRectF area = cellRect(index);
    painter.fillRect(area, themeColour(Role::Alternate, *this));
    if (cell.questions == 0)
        return;
    const auto part = [&](int count) { return area.height() * count / cell.questions; };
    QRectF rest = area;
    const QRectF answered(rest.left(), rest.bottom() - part(cell.answered), rest.width(), part(cell.answered));
    painter.fillRect(answered, themeColour(Role::Meter, *this));
    rest.setBottom(answered.top());
    const QRectF notUsed(rest.left(), rest.bottom() - part(cell.notUsed), rest.width(), part(cell.notUsed));
    painter.fillRect(notUsed, themeColour(Role::EvidenceBar, *this));
    rest.setBottom(notUsed.top());
    paintHatch(painter, rest, themeColour(Role::Hatch, *this));
    const QString rank = twoDigits(cell.meanRank);
    const QRectF words(0, 0, painter.fontMetrics().horizontalAdvance(rank) + 8, painter.fontMetrics().height());
    if (cell.meanRank > 0 && area.height() >= words.height() && area.width() >= words.width()) {
        const QRectF place = words.translated(area.center() - words.center());
        painter.fillRect(place, palette().color(QPalette::Base));
        painter.setPen(themeColour(Role::Text, *this));
        painter.drawText(place, Qt::AlignCenter, rank);
    }
}

void NeedleGrid::paintLegend(QPainter& painter) const
{
    const std::vector<LegendEntry> entries = legend();
    const int line = lineHeight(), top = height() - (entries.back().line + 1) * line;
    for (const LegendEntry& entry : entries) {
        const QRectF place(entry.x, top + entry.line * line, entry.width, line);
        const QRectF sample(place.left(), place.center().y() - kSample / 2.0, kSample, kSample);
        if (entry.role == Role::Hatch)
            paintHatch(painter, sample, themeColour(entry.role, *this));
        else
            painter.fillRect(sample, themeColour(entry.role, *this));
        painter.setPen(themeColour(Role::Muted, *this));
        painter.drawText(place.adjusted(kSampleRoom, 0, 0, 0), Qt::AlignVCenter, entry.words);
    }
}

void NeedleGrid::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setLayoutDirection(Qt::LeftToRight);
    painter.setFont(panelFont(metrics::kAxisFont));
    if (m_cells.empty())
        return;
    for (int cell = 0; cell < int(m_cells.size()); ++cell)
        paintCell(painter, cell);
    painter.setPen(themeColour(Role::Muted, *this));
    const int line = lineHeight();
    const QRectF area = plot();
    double above = -line;
    for (int row = 0; row < int(m_depths.size()); ++row) {
        const double y = cellRect(indexOf(row, 0)).center().y();
        if (y - above < line)
            continue;
        painter.drawText(QRectF(0, y - line / 2.0, area.left() - 8, line), Qt::AlignRight | Qt::AlignVCenter,
                         tr("%1 %").arg(twoDigits(m_depths[std::size_t(row)] * 100)));
        above = y;
    }
    double free = -scaled(100);
    for (int column = 0; column < int(m_lengths.size()); ++column) {
        const double x = cellRect(indexOf(0, column)).center().x();
        if (x - free < scaled(44))
            continue;
        painter.drawText(QRectF(x - scaled(32), area.bottom() + 3, scaled(64), line), Qt::AlignCenter,
                         QString::number(m_lengths[std::size_t(column)]));
        free = x;
    }
    painter.drawText(QRectF(area.left(), area.bottom() + 3 + line, area.width(), axisNameHeight()), kCaptionFlags, axisName());
    paintLegend(painter);
    if (m_cursor && hasFocus()) {
        painter.setPen(QPen(themeColour(Role::Accent, *this), 2));
        painter.drawRect(cellRect(*m_cursor));
    }
}

void NeedleGrid::mousePressEvent(QMouseEvent* event)
{
    m_cursor = cellAt(event->pos());
    update();
    if (m_cursor && event->button() == Qt::LeftButton)
        Q_EMIT cellOpened(*m_cursor);
}

void NeedleGrid::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    if (m_cells.empty() || (key != Qt::Key_Return && key != Qt::Key_Enter && (key < Qt::Key_Left || key > Qt::Key_Down))) {
        QWidget::keyPressEvent(event);
        return;
    }
    if ((key == Qt::Key_Return || key == Qt::Key_Enter) && m_cursor) {
        Q_EMIT cellOpened(*m_cursor);
        return;
    }
    const int from = m_cursor.value_or(0), columns = int(m_lengths.size());
    const int row = from / columns + (key == Qt::Key_Down) - (key == Qt::Key_Up);
    const int column = from % columns + (key == Qt::Key_Right) - (key == Qt::Key_Left);
    if (const int to = m_cursor ? indexOf(row, column) : 0; to >= 0)
        m_cursor = to;
    setAccessibleDescription(describe(m_cells[std::size_t(*m_cursor)]));
    update();
}

bool NeedleGrid::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto cell = cellAt(help->pos());
    QToolTip::showText(help->globalPos(), cell ? describe(m_cells[std::size_t(*cell)]) : QString(), this);
    return true;
}

}  // namespace cairn
