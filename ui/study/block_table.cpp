#include "ui/study/block_table.h"

#include "ui/pictures/numbers.h"
#include "ui/plots/table_look.h"
#include "ui/study/passage_delegate.h"
#include "ui/theme.h"

#include <QHeaderView>
#include <QTableView>

#include <algorithm>
#include <cmath>

namespace cairn
{

BlockTableModel::BlockTableModel(QStringList numberNames, bool differences, QObject* parent)
    : QAbstractTableModel(parent), m_names(std::move(numberNames)), m_differences(differences)
{
}

void BlockTableModel::setRows(RunPtr run, std::vector<BlockTableRow> rows, std::function<Passage(std::uint32_t block)> passage)
{
    beginResetModel();
    m_run = std::move(run);
    m_rows = std::move(rows);
    m_passage = std::move(passage);
    endResetModel();
}

std::optional<int> BlockTableModel::rowOf(std::uint32_t block) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [block](const BlockTableRow& row) { return row.block == block; });
    return found == m_rows.end() ? std::nullopt : std::optional(int(found - m_rows.begin()));
}

bool BlockTableModel::isWhole(int number) const
{
    return std::all_of(m_rows.begin(), m_rows.end(), [at = std::size_t(number)](const BlockTableRow& row) {
        return std::isnan(row.numbers[at]) || row.numbers[at] == std::round(row.numbers[at]);
    });
}

int BlockTableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_rows.size()); }
int BlockTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : FirstNumber + int(m_names.size()); }

QVariant BlockTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const BlockTableRow& row = m_rows[std::size_t(index.row())];
    if (role == Qt::TextAlignmentRole)
        return columnAlignment(index.column() != Place && index.column() != Text);
    if (index.column() >= FirstNumber) {
        const double number = row.numbers[std::size_t(index.column() - FirstNumber)];
        if (std::isnan(number))
            return {};
        if (role == Qt::DisplayRole)
            return m_differences && index.column() == columnCount() - 1 ? signedDigits(number)
                   : isWhole(index.column() - FirstNumber)              ? twoDigits(number)
                                                                        : measuredDigits(number);
        if (role == Qt::EditRole)
            return number;
        return {};
    }
    switch (index.column()) {
    case Place: return role == Qt::DisplayRole ? QVariant(m_run->shownLabel(row.block)) : role == Qt::EditRole ? QVariant(row.block)
            : QVariant();
    case Block: return role == Qt::DisplayRole || role == Qt::EditRole ? QVariant(row.block) : QVariant();
    default: break;
    }
    if (role == kPassageRole)
        return QVariant::fromValue(m_passage(row.block));
    if (role == kPassageWeightRole)
        return m_passage(row.block).peak();
    return role == Qt::DisplayRole || role == Qt::EditRole ? QVariant(QString::fromStdString(m_run->blockText(row.block)).simplified())
           : QVariant();
}

QVariant BlockTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return columnAlignment(section != Place && section != Text);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Place: return tr("Place");
    case Block: return tr("Block");
    case Text: return tr("Text");
    default: return m_names[section - FirstNumber];
    }
}

void setUpBlockTable(QTableView& view, QAbstractItemModel* model, int textColumn, int placeColumn)
{
    view.setModel(model);
    view.setSelectionBehavior(QAbstractItemView::SelectRows);
    view.setSelectionMode(QAbstractItemView::SingleSelection);
    dressTable(&view);
    view.setWordWrap(false);
    view.verticalHeader()->setDefaultSectionSize(metrics::kRowHeight);
    view.horizontalHeader()->setStretchLastSection(false);
    view.horizontalHeader()->setMinimumSectionSize(36);
    view.horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    view.horizontalHeader()->setSectionResizeMode(textColumn, QHeaderView::Stretch);
    limitColumn(&view, placeColumn);
    view.setItemDelegateForColumn(textColumn, new PassageDelegate(&view));
}

}  // namespace cairn
