// The heads as a table (experience.md 6 V7): one row per head, a tick for "belongs to the set that is being put together". UI thread.
#pragma once

#include "ui/study/head_statistic.h"

#include <QAbstractTableModel>

#include <vector>

namespace cairn
{

class HeadsModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    void setStatistics(std::vector<HeadStatistics> statistics, std::uint32_t heads);   // heads per layer; ticks stay while the shape does
    void setTicked(const std::vector<Head>& ticked);
    std::vector<Head> ticked() const;                         // ascending

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;                    // head, then kHeadStatistics
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;   // EditRole: the number itself
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;  // ticks
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    Head headOf(int row) const { return {std::uint32_t(row) / m_heads, std::uint32_t(row) % m_heads}; }
    int rowOf(Head head) const { return int(head.layer * m_heads + head.head); }
    const std::vector<HeadStatistics>& statistics() const { return m_statistics; }

Q_SIGNALS:
    void tickedChanged();

private:
    std::vector<HeadStatistics> m_statistics;
    std::vector<std::uint8_t> m_ticked;
    std::uint32_t m_heads = 1;
};

}  // namespace cairn
