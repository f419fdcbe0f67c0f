#include "ui/plots/column_fit.h"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>

#include <algorithm>
#include <numeric>

namespace cairn
{
namespace
{

constexpr int kWidestWords = 200, kShortWords = 126, kLeastWords = 72;   // px

}  // namespace

ColumnFit::ColumnFit(QTableView* table) : QObject(table), m_table(table)
{
    table->horizontalHeader()->setStretchLastSection(false);   // the last one in sight reaches the edge
    table->viewport()->installEventFilter(this);
    table->installEventFilter(this);
}

bool ColumnFit::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Resize && m_table->isVisible()) {
        spread();
        Q_EMIT changed();
    }
    if (watched == m_table && event->type() == QEvent::Show)
        renew();
    return QObject::eventFilter(watched, event);
}

bool ColumnFit::isWords(int column) const
{
    return m_table->model()->headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt() & Qt::AlignLeft;
}

void ColumnFit::renew()
{
    m_wanted.clear();
    if (m_table->isVisible() && m_table->model()) {
        for (int column = 0; column < m_table->model()->columnCount(); ++column)
            m_table->setColumnHidden(column, false);
        m_table->resizeColumnsToContents();
        for (int column = 0; column < m_table->model()->columnCount(); ++column)
            m_wanted.push_back(m_table->columnWidth(column));
        spread();
    }
    Q_EMIT changed();
}

void ColumnFit::spread()
{
    const int columns = int(m_wanted.size()), room = m_table->viewport()->width();
    if (columns == 0 || columns != m_table->model()->columnCount())
        return;
    const QHeaderView& header = *m_table->horizontalHeader();
    std::vector<int> least = m_wanted, width = m_wanted;
    std::vector<bool> hidden(m_wanted.size());
    for (int column = 0; column < columns; ++column) {
        const auto at = std::size_t(column);
        if (!isWords(column))
            continue;
        width[at] = std::min(m_wanted[at], kWidestWords);
        least[at] = width[at] <= kShortWords ? width[at] : kLeastWords;
    }
    int needed = std::accumulate(least.begin(), least.end(), 0);
    for (int column = columns - 1; column > 0 && needed > room; --column) {
        if (isWords(column) || column == m_kept || (header.isSortIndicatorShown() && column == header.sortIndicatorSection()))
            continue;
        hidden[std::size_t(column)] = true;
        needed -= least[std::size_t(column)];
    }
    int over = -room, gives = 0, wants = 0;
    for (std::size_t at = 0; at < width.size(); ++at) {
        over += hidden[at] ? 0 : width[at];
        gives += hidden[at] ? 0 : width[at] - least[at];
        wants += hidden[at] ? 0 : m_wanted[at] - width[at];
    }
    const int free = std::clamp(-over, 0, wants);   // words that are cut have it before the last column
    m_hidden = 0;
    int left = room, last = 0;
    for (int column = 0; column < columns; ++column) {
        const auto at = std::size_t(column);
        const int gap = width[at] - least[at];
        const int taken = over <= 0 || gives == 0 ? 0 : int(std::min<qint64>(gap, (qint64(over) * gap + gives - 1) / gives));
        const int given = free == 0 ? 0 : int(qint64(free) * (m_wanted[at] - width[at]) / wants);
        const int own = width[at] - taken + given;
        m_table->setColumnHidden(column, hidden[at]);
        m_table->setColumnWidth(column, own);
        m_hidden += hidden[at];
        left -= hidden[at] ? 0 : own;
        last = hidden[at] ? last : column;
    }
    if (left > 0)
        m_table->setColumnWidth(last, m_table->columnWidth(last) + left);
}

}  // namespace cairn
