// The blocks of a removal test as rows (experience.md 6 V12): evidence beside the measured effect D(b). UI thread.
#pragma once

#include "ui/study/passage.h"

#include <QAbstractTableModel>

#include <functional>
#include <map>
#include <optional>
#include <set>

namespace cairn
{

enum class RemovalState { Waiting, Running, Done, Failed };

struct RemovalRow
{
    std::uint32_t block = 0;
    double evidence = 0;
    RemovalState state = RemovalState::Waiting;
    std::vector<float> logProbabilities;   // per answer token without this block; Done
    double effect = 0;                     // D(b) over the selected tokens; Done
    QString failure;                       // one sentence; Failed
    std::optional<RemovalState> deep;      // as if the block had never been in the text; nothing: not asked for
    std::vector<float> deepLogProbabilities;
    double deepEffect = 0;
};

class RemovalModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Block, Place, Text, Evidence, Effect, Deep, Columns };

    using QAbstractTableModel::QAbstractTableModel;

    // `baseline`: log-probability of every answer token with all blocks. `selected`: 1 for each token that counts.
    void setRun(RunPtr run, std::vector<float> baseline, std::vector<std::uint8_t> selected);
    void setRows(std::vector<RemovalRow> rows);
    void setState(std::uint32_t block, RemovalState state, const QString& failure = {});
    void setResult(std::uint32_t block, std::vector<float> logProbabilities);     // as many as answer tokens; else the row says it failed
    void setPending(const std::set<std::uint32_t>& blocks);       // waiting rows of others are not tested
    void setDeepState(std::uint32_t block, std::optional<RemovalState> state);
    void setDeepResult(std::uint32_t block, std::vector<float> logProbabilities);
    void setPassages(std::function<Passage(std::uint32_t)> passage) { m_passage = std::move(passage); }

    const std::vector<RemovalRow>& rows() const { return m_rows; }
    const std::vector<float>& baseline() const { return m_baseline; }
    const std::vector<std::uint8_t>& selected() const { return m_selected; }
    std::optional<int> rowOf(std::uint32_t block) const;
    bool hasDeep() const;                                     // one was asked for
    int finished() const;                                     // done or failed
    double largestEffect() const;                             // by size; at least 1e-6
    std::map<std::uint32_t, double> effects() const;          // of the rows that are done
    double effectOf(const std::vector<float>& logProbabilities) const;   // D over the selected tokens

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    static QString effectWords(RemovalState state, double effect);
    void touch(int row);

    RunPtr m_run;
    std::vector<float> m_baseline;
    std::vector<std::uint8_t> m_selected;
    std::vector<RemovalRow> m_rows;
    std::set<std::uint32_t> m_pending;
    std::function<Passage(std::uint32_t)> m_passage;
};

}  // namespace cairn
