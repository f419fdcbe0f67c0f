// The heads as a table (experience.md 6 V7): one row per head, a tick for "belongs to the set that is being put together". UI thread.
#pragma once

#include "ui/study/head_statistic.h"

#include <QAbstractTableModel>

#include <map>
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
    void setNames(std::map<Head, QString> names);             // shown behind the places
    void setPinned(Head head, bool pinned);                   // stays while the shape does
    bool isPinned(int row) const { return m_pinned[std::size_t(row)] != 0; }
    void setSimilarity(std::vector<double> similarity, QString to);   // 0..1 of every head to one of them; empty: not asked for
    static int similarityColumn() { return 1 + int(kHeadStatistics.size()); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;                    // head, kHeadStatistics, similarity
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
    std::vector<std::uint8_t> m_ticked, m_pinned;
    std::vector<double> m_similarity;
    QString m_similarTo;
    std::map<Head, QString> m_names;
    std::uint32_t m_heads = 1;
};

}  // namespace cairn
