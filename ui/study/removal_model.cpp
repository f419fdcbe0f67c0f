#include "ui/study/removal_model.h"

#include "ui/pictures/numbers.h"
#include "ui/plots/table_look.h"
#include "ui/study/passage_delegate.h"

#include <algorithm>
#include <cmath>

namespace cairn
{
namespace
{

constexpr double kNoEffect = 1e-6;

}  // namespace

void RemovalModel::setRun(RunPtr run, std::vector<float> baseline, std::vector<std::uint8_t> selected)
{
    const bool sameRun = run == m_run && baseline == m_baseline;
    if (!sameRun)
        beginResetModel();
    m_run = std::move(run);
    m_baseline = std::move(baseline);
    m_selected = std::move(selected);
    if (!sameRun) {
        m_rows.clear();
        endResetModel();
        return;
    }
    for (RemovalRow& row : m_rows) {   // another brush: the same passes, summed over other tokens
        row.effect = row.state == RemovalState::Done ? effectOf(row.logProbabilities) : 0;
        row.deepEffect = row.deep == RemovalState::Done ? effectOf(row.deepLogProbabilities) : 0;
    }
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, Columns - 1));
}

void RemovalModel::setRows(std::vector<RemovalRow> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

std::optional<int> RemovalModel::rowOf(std::uint32_t block) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [block](const RemovalRow& row) { return row.block == block; });
    return found == m_rows.end() ? std::nullopt : std::optional(int(found - m_rows.begin()));
}

void RemovalModel::setPending(const std::set<std::uint32_t>& blocks)
{
    if (m_pending == blocks)
        return;
    m_pending = blocks;
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, Effect), index(rowCount() - 1, Effect));
}

void RemovalModel::touch(int row) { Q_EMIT dataChanged(index(row, 0), index(row, Columns - 1)); }

void RemovalModel::setState(std::uint32_t block, RemovalState state, const QString& failure)
{
    if (const auto row = rowOf(block)) {
        m_rows[std::size_t(*row)].state = state;
        m_rows[std::size_t(*row)].failure = failure;
        touch(*row);
    }
}

void RemovalModel::setResult(std::uint32_t block, std::vector<float> logProbabilities)
{
    const auto at = rowOf(block);
    if (!at)
        return;
    if (logProbabilities.size() != m_baseline.size()) {
        setState(block, RemovalState::Failed, tr("The scores don't belong to this answer."));
        return;
    }
    RemovalRow& row = m_rows[std::size_t(*at)];
    row.state = RemovalState::Done;
    row.effect = effectOf(logProbabilities);
    row.logProbabilities = std::move(logProbabilities);
    touch(*at);
}

void RemovalModel::setDeepState(std::uint32_t block, std::optional<RemovalState> state)
{
    if (const auto row = rowOf(block)) {
        m_rows[std::size_t(*row)].deep = state;
        touch(*row);
    }
}

void RemovalModel::setDeepResult(std::uint32_t block, std::vector<float> logProbabilities)
{
    const auto at = rowOf(block);
    if (!at)
        return;
    if (logProbabilities.size() != m_baseline.size())
        return setDeepState(block, RemovalState::Failed);
    RemovalRow& row = m_rows[std::size_t(*at)];
    row.deep = RemovalState::Done;
    row.deepEffect = effectOf(logProbabilities);
    row.deepLogProbabilities = std::move(logProbabilities);
    touch(*at);
}

bool RemovalModel::hasDeep() const
{
    return std::any_of(m_rows.begin(), m_rows.end(), [](const RemovalRow& row) { return row.deep.has_value(); });
}

double RemovalModel::effectOf(const std::vector<float>& logProbabilities) const
{
    double effect = 0;
    for (std::size_t t = 0; t < std::min(m_baseline.size(), logProbabilities.size()); ++t) {
        if (t < m_selected.size() && m_selected[t])
            effect += double(m_baseline[t]) - double(logProbabilities[t]);
    }
    return effect;
}

int RemovalModel::finished() const
{
    return int(std::count_if(m_rows.begin(), m_rows.end(), [](const RemovalRow& row) {
        return row.state == RemovalState::Done || row.state == RemovalState::Failed;
    }));
}

double RemovalModel::largestEffect() const
{
    double largest = kNoEffect;
    for (const RemovalRow& row : m_rows) {
        if (row.state == RemovalState::Done)
            largest = std::max(largest, std::abs(row.effect));
        if (row.deep == RemovalState::Done)   // one scale for both
            largest = std::max(largest, std::abs(row.deepEffect));
    }
    return largest;
}

std::map<std::uint32_t, double> RemovalModel::effects() const
{
    std::map<std::uint32_t, double> effects;
    for (const RemovalRow& row : m_rows) {
        if (row.state == RemovalState::Done)
            effects[row.block] = row.effect;
    }
    return effects;
}

int RemovalModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_rows.size()); }
int RemovalModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(Columns); }

QString RemovalModel::effectWords(RemovalState state, double effect)
{
    switch (state) {
    case RemovalState::Waiting: return tr("waiting");
    case RemovalState::Running: return tr("running");
    case RemovalState::Failed: return tr("failed");
    case RemovalState::Done: return signedDigits(effect);
    }
    return {};
}

QVariant RemovalModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const RemovalRow& row = m_rows[std::size_t(index.row())];
    const bool words = role == Qt::DisplayRole;
    if (role == Qt::TextAlignmentRole)
        return columnAlignment(index.column() != Place && index.column() != Text);
    if (role == Qt::ToolTipRole && row.state == RemovalState::Failed)
        return QStringLiteral("<span>%1</span>").arg(row.failure.toHtmlEscaped());
    if (index.column() == Text && role == kPassageRole)
        return m_passage ? QVariant::fromValue(m_passage(row.block)) : QVariant();
    if (index.column() == Text && role == kPassageWeightRole)
        return m_passage ? m_passage(row.block).peak() : 0.0f;
    if (!words && role != Qt::EditRole)
        return {};
    switch (index.column()) {
    case Block: return row.block;
    case Place: return m_run->shownLabel(row.block);
    case Text: return QString::fromStdString(m_run->blockText(row.block)).simplified();
    case Evidence: return words ? QVariant(twoDigits(row.evidence)) : QVariant(row.evidence);
    case Effect:
        if (words && row.state == RemovalState::Waiting && !m_pending.contains(row.block))
            return tr("not tested");
        if (words)
            return effectWords(row.state, row.effect);
        return row.state == RemovalState::Done ? QVariant(row.effect) : QVariant();
    case Deep:
        if (words)
            return row.deep ? effectWords(*row.deep, row.deepEffect) : QString();
        return row.deep == RemovalState::Done ? QVariant(row.deepEffect) : QVariant();
    default: return {};
    }
}

QVariant RemovalModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= Columns)
        return {};
    if (role == Qt::TextAlignmentRole)
        return columnAlignment(section != Place && section != Text);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Block: return tr("Block");
    case Place: return tr("Place");
    case Text: return tr("Text");
    case Evidence: return tr("Evidence");
    case Deep: return tr("Deep");
    default: return tr("Effect");
    }
}

}  // namespace cairn
