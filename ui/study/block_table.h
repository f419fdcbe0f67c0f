// Blocks as rows: place, number, words, and one or more numbers (experience.md 6 V8, V11). Passages are made when a row is painted. UI
// thread.
#pragma once

#include "ui/study/passage.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <functional>

class QTableView;

namespace cairn
{

struct BlockTableRow
{
    std::uint32_t block = 0;
    std::vector<double> numbers;   // one per name; NaN: none
};

class BlockTableModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Place, Block, Text, FirstNumber };

    // differences: last number with sign
    explicit BlockTableModel(QStringList numberNames, bool differences = false, QObject* parent = nullptr);

    // `passage`: the words of a block with their tint.
    void setRows(RunPtr run, std::vector<BlockTableRow> rows, std::function<Passage(std::uint32_t block)> passage);
    const BlockTableRow& row(int row) const { return m_rows[std::size_t(row)]; }
    std::optional<int> rowOf(std::uint32_t block) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    bool isWhole(int number) const;   // counts and ranks; measures among them have their two digits

    QStringList m_names;
    bool m_differences;
    RunPtr m_run;
    std::vector<BlockTableRow> m_rows;
    std::function<Passage(std::uint32_t)> m_passage;
};

// The look that such tables share: no grid, rows of 28 px, the words take the room that is left.
void setUpBlockTable(QTableView& view, QAbstractItemModel* model, int textColumn, int placeColumn);

}  // namespace cairn
