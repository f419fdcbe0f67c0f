// The part of RemovalView that removes blocks deeply: one, several chosen rows, or what a sentence cites.
#include "ui/panels/buttons.h"
#include "ui/pictures/numbers.h"
#include "ui/plots/plot_table.h"
#include "ui/study/removal_view.h"

#include <QTableView>

#include <algorithm>
#include <map>

namespace cairn
{

void RemovalView::setDeepCost(std::function<std::optional<DeepCost>(const Blocks&)> cost)
{
    m_deepCost = std::move(cost);
    updateDeep();
}

void RemovalView::updateDeep()
{
    const Blocks blocks = chosenBlocks();
    const auto row = blocks.size() == 1 ? m_model->rowOf(blocks.front()) : std::nullopt;
    const bool tested = row && m_model->rows()[std::size_t(*row)].deep == RemovalState::Done;
    m_deep->setBlocks(blocks, !blocks.empty() && m_deepCost ? m_deepCost(blocks) : std::nullopt);
    m_deep->setResult(tested ? tr("tested deeply") : togetherWords(blocks));
    m_deep->setBusy(isRunning());
    m_cited->setVisible(!citedBlocks().empty());
}

RemovalView::Blocks RemovalView::chosenBlocks() const
{
    Blocks blocks;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows()) {
        if (index.row() < m_model->rowCount())
            blocks.push_back(m_model->rows()[std::size_t(index.row())].block);
    }
    std::sort(blocks.begin(), blocks.end());
    return blocks;
}

void RemovalView::choose(const Blocks& blocks)
{
    QItemSelection rows;
    for (const std::uint32_t block : blocks) {
        if (const auto row = m_model->rowOf(block))
            rows.select(m_model->index(*row, 0), m_model->index(*row, m_model->columnCount() - 1));
    }
    if (rows.isEmpty())
        return;
    m_table->selectionModel()->setCurrentIndex(rows.indexes().front(), QItemSelectionModel::NoUpdate);
    m_table->selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
}

// The sentence's, where words of it are selected; a citation stands behind its words.
RemovalView::Blocks RemovalView::citedBlocks() const
{
    std::set<std::uint32_t> cited;
    if (!m_shownRun)
        return {};
    const Answer& answer = m_shownRun->answer;
    for (const Citation& citation : answer.citations) {
        bool chosen = false;
        for (std::size_t t = 0; t < std::min(m_model->selected().size(), answer.tokens.size()); ++t) {
            const ByteRange word = answer.tokens[t].text;
            chosen |= m_model->selected()[t] && word.begin < citation.answerRange.end && citation.answerRange.begin < word.end;
        }
        if (chosen)
            cited.insert(citation.blocks.begin(), citation.blocks.end());
    }
    cited.erase(cited.lower_bound(answer.trace.documentBlocks), cited.end());   // the open last block can't be barred
    return {cited.begin(), cited.end()};
}

void RemovalView::chooseCited()
{
    const Blocks cited = citedBlocks();
    Blocks listed;
    for (const RemovalRow& row : m_model->rows())
        listed.push_back(row.block);
    for (const std::uint32_t block : cited) {
        if (!m_model->rowOf(block))
            listed.push_back(block);
    }
    if (listed.size() > m_model->rows().size())
        setBlocks(listed);
    choose(cited);
    m_table->setFocus();
}

QString RemovalView::togetherWords(const Blocks& blocks) const
{
    const auto found = m_together.find(blocks);
    if (found == m_together.end() || found->second.deep.empty())
        return {};
    const QString deep = signedDigits(m_model->effectOf(found->second.deep));
    return found->second.direct.empty() ? tr("%1 removed deeply").arg(deep)
           : tr("%1 barred, %2 deep").arg(signedDigits(m_model->effectOf(found->second.direct)), deep);
}

void RemovalView::setTogetherResult(const Blocks& blocks, std::vector<float> logProbabilities)
{
    m_together[blocks].direct = std::move(logProbabilities);
    updateDeep();
    updateTable();
}

// What a row of the table says of several blocks that were removed together.
QVariant RemovalView::togetherCell(const Blocks& blocks, const Together& together, int column) const
{
    QStringList words;
    double evidence = 0;
    bool isKnown = true;   // all of them are still listed
    for (const std::uint32_t block : blocks) {
        const auto row = m_model->rowOf(block);
        isKnown &= row.has_value();
        evidence += row ? m_model->rows()[std::size_t(*row)].evidence : 0;
        words += column == RemovalModel::Block  ? QString::number(block)
                 : column == RemovalModel::Place ? m_shownRun->shownLabel(block)
                                                 : QString::fromStdString(m_shownRun->blockText(block)).simplified();
    }
    const auto effect = [this](const std::vector<float>& scores) {
        return scores.empty() ? QVariant() : QVariant(m_model->effectOf(scores));
    };
    switch (column) {
    case RemovalModel::Block: return words.join(QStringLiteral(" + "));
    case RemovalModel::Place: words.removeDuplicates(); return words.join(QStringLiteral(", "));
    case RemovalModel::Evidence: return isKnown ? QVariant(evidence) : QVariant();
    case RemovalModel::Effect: return effect(together.direct);
    case RemovalModel::Deep: return effect(together.deep);
    default: return words.join(QStringLiteral(" … "));
    }
}

// The blocks one by one, then those removed together, then the answer as it is; behind the effects what each of the selected words was
// given (log-probability).
void RemovalView::updateTable()
{
    static const std::map<int, QString> kFields{{RemovalModel::Block, QStringLiteral("block")},
                                                {RemovalModel::Evidence, QStringLiteral("evidence")},
                                                {RemovalModel::Effect, QStringLiteral("effect")},
                                                {RemovalModel::Deep, QStringLiteral("deep_effect")}};
    PlotTableData table;
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const auto field = kFields.find(column);
        table.columns += {m_model->headerData(column, Qt::Horizontal).toString(), field != kFields.end(),
                          field == kFields.end() ? QString() : field->second,
                          column == RemovalModel::Effect || column == RemovalModel::Deep};
    }
    std::vector<std::size_t> tokens;
    for (std::size_t token = 0; m_shownRun && token < std::min(m_model->selected().size(), m_baseline.size()); ++token) {
        if (!m_model->selected()[token])
            continue;
        const ByteRange word = m_shownRun->answer.tokens[token].text;
        tokens.push_back(token);
        table.columns += {QStringLiteral("%1 %2").arg(token).arg(
                              QString::fromStdString(m_shownRun->answer.text.substr(word.begin, word.end - word.begin)).trimmed()),
                          true, QStringLiteral("log_probability_%1").arg(token)};
    }
    QList<Blocks> together;
    for (const auto& [blocks, scores] : m_together)
        together += blocks;
    table.rows = m_model->rowCount() + int(together.size()) + (m_model->rowCount() > 0);
    table.value = [this, together, tokens](int row, int column) -> QVariant {
        const auto score = [&](const std::vector<float>& scores) {
            const std::size_t token = tokens[std::size_t(column - RemovalModel::Columns)];
            return token < scores.size() ? QVariant(double(scores[token])) : QVariant();
        };
        const bool isEffect = column < RemovalModel::Columns;
        if (row < m_model->rowCount())
            return isEffect ? m_model->index(row, column).data(Qt::EditRole) : score(m_model->rows()[std::size_t(row)].logProbabilities);
        const qsizetype place = row - m_model->rowCount();
        if (place == together.size())
            return isEffect ? column == RemovalModel::Block ? QVariant(tr("none")) : QVariant() : score(m_baseline);
        const auto found = place < together.size() ? m_together.find(together[place]) : m_together.end();
        if (found == m_together.end())
            return {};
        return isEffect ? togetherCell(found->first, found->second, column) : score(found->second.direct);
    };
    m_rows->setTable(std::move(table));
}

void RemovalView::setRunningDeep(const Blocks& blocks)
{
    if (!m_shownRun || blocks.empty() || (blocks.size() == 1 && !m_model->rowOf(blocks.front())))
        return;
    m_deep->setRunning(blocks);
    if (blocks.size() == 1)
        m_model->setDeepState(blocks.front(), RemovalState::Running);
    updateColumns();
}

void RemovalView::setDeepProgress(std::uint64_t tokens, std::uint64_t totalTokens, double secondsLeft)
{
    if (isRunningDeep())
        m_deep->setProgress(tokens, totalTokens, secondsLeft);
}

void RemovalView::setDeepResult(const Blocks& blocks, std::vector<float> logProbabilities)
{
    m_deep->setRunning({});
    if (blocks.size() == 1)
        m_model->setDeepResult(blocks.front(), std::move(logProbabilities));
    else
        m_together[blocks].deep = std::move(logProbabilities);
    updateColumns();
    updateDeep();
    updateTable();
}

}  // namespace cairn
