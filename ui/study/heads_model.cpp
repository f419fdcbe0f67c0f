#include "ui/study/heads_model.h"

#include "ui/pictures/numbers.h"
#include "ui/plots/table_look.h"

#include <algorithm>

namespace cairn
{

void HeadsModel::setStatistics(std::vector<HeadStatistics> statistics, std::uint32_t heads)
{
    const bool sameShape = statistics.size() == m_statistics.size() && heads == m_heads;
    if (sameShape) {
        m_statistics = std::move(statistics);
        if (!m_statistics.empty())
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        return;
    }
    beginResetModel();
    m_statistics = std::move(statistics);
    m_heads = std::max(heads, 1u);
    m_ticked.assign(m_statistics.size(), 0);
    m_pinned.assign(m_statistics.size(), 0);
    m_similarity.clear();
    endResetModel();
    Q_EMIT tickedChanged();
}

void HeadsModel::setTicked(const std::vector<Head>& ticked)
{
    std::fill(m_ticked.begin(), m_ticked.end(), 0);
    for (const Head& head : ticked) {
        if (const int row = rowOf(head); head.head < m_heads && row < rowCount())
            m_ticked[std::size_t(row)] = 1;
    }
    if (!m_ticked.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, 0), {Qt::CheckStateRole});
    Q_EMIT tickedChanged();
}

std::vector<Head> HeadsModel::ticked() const
{
    std::vector<Head> heads;
    for (std::size_t row = 0; row < m_ticked.size(); ++row) {
        if (m_ticked[row])
            heads.push_back(headOf(int(row)));
    }
    return heads;
}

void HeadsModel::setNames(std::map<Head, QString> names)
{
    if (names == m_names)
        return;
    m_names = std::move(names);
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, 0), {Qt::DisplayRole});
}

void HeadsModel::setPinned(Head head, bool pinned)
{
    if (head.head >= m_heads || rowOf(head) >= rowCount())
        return;
    m_pinned[std::size_t(rowOf(head))] = pinned;
    Q_EMIT dataChanged(index(rowOf(head), 0), index(rowOf(head), columnCount() - 1));
}

void HeadsModel::setSimilarity(std::vector<double> similarity, QString to)
{
    m_similarity = std::move(similarity);
    m_similarTo = std::move(to);
    Q_EMIT headerDataChanged(Qt::Horizontal, similarityColumn(), similarityColumn());
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, similarityColumn()), index(rowCount() - 1, similarityColumn()));
}

int HeadsModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_statistics.size()); }
int HeadsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : similarityColumn() + 1;
}

QVariant HeadsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    if (index.column() == 0) {
        const Head head = headOf(index.row());
        switch (role) {
        case Qt::DisplayRole: {
            const auto name = m_names.find(head);
            const QString place = (isPinned(index.row()) ? QStringLiteral("\u2191 ") : QString()) + headName(head.layer, head.head);
            return name == m_names.end() ? place : QStringLiteral("%1 %2").arg(place, name->second);
        }
        case Qt::EditRole: return index.row();   // sorts by layer, then head
        case Qt::CheckStateRole: return m_ticked[std::size_t(index.row())] ? Qt::Checked : Qt::Unchecked;
        default: return {};
        }
    }
    const bool similarity = index.column() == similarityColumn();
    if (similarity && std::size_t(index.row()) >= m_similarity.size())
        return role == Qt::EditRole ? QVariant(0.0) : QVariant();
    const double value = similarity ? m_similarity[std::size_t(index.row())]
                                    : valueOf(m_statistics[std::size_t(index.row())], kHeadStatistics[std::size_t(index.column() - 1)]);
    switch (role) {
    case Qt::DisplayRole:
        return similarity ? measuredDigits(value)
                          : textOf(m_statistics[std::size_t(index.row())], kHeadStatistics[std::size_t(index.column() - 1)]);
    case Qt::EditRole: return value;
    case Qt::TextAlignmentRole: return columnAlignment(true);
    default: return {};
    }
}

bool HeadsModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || index.column() != 0 || role != Qt::CheckStateRole)
        return false;
    m_ticked[std::size_t(index.row())] = value.toInt() == Qt::Checked;
    Q_EMIT dataChanged(index, index, {Qt::CheckStateRole});
    Q_EMIT tickedChanged();
    return true;
}

QVariant HeadsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return columnAlignment(section != 0);
    if (section == 0)
        return role == Qt::DisplayRole ? QVariant(tr("Head")) : QVariant();
    if (section == similarityColumn()) {
        if (role == Qt::DisplayRole)
            return tr("Similar");
        return role == Qt::ToolTipRole ? QVariant(tr("How alike its evidence is to that of %1: cosine over the blocks").arg(m_similarTo))
                                       : QVariant();
    }
    const HeadStatistic statistic = kHeadStatistics[std::size_t(section - 1)];
    if (role == Qt::DisplayRole)
        return shortNameOf(statistic);
    return role == Qt::ToolTipRole ? QVariant(meaningOf(statistic)) : QVariant();
}

Qt::ItemFlags HeadsModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags base = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() == 0 ? base | Qt::ItemIsUserCheckable : base;
}

}  // namespace cairn
