#include "ui/study/removal_view.h"

#include "ui/panels/allowed_action.h"
#include "ui/panels/buttons.h"
#include "ui/panels/labels.h"
#include "ui/pictures/numbers.h"
#include "ui/plots/block_reasons.h"
#include "ui/plots/empty_plot.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/plot_table.h"
#include "ui/plots/plot_words.h"
#include "ui/selection/resolved.h"
#include "ui/study/block_table.h"
#include "ui/study/chip_button.h"
#include "ui/study/diff_label.h"
#include "ui/study/effect_delegate.h"
#include "ui/study/selected_words.h"
#include "ui/study/token_plot.h"
#include "ui/study/word_weights.h"
#include "ui/theme.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace cairn
{
namespace
{

constexpr std::size_t kSuggested = 8;
constexpr int kAllColumns = 560;   // px of the design from which on the place has its column
constexpr int kDeepColumn = 148;

}  // namespace

RemovalView::RemovalView(SelectionHub* hub, QWidget* parent)
    : PlotPanel(tr("Removal test"), parent), m_hub(hub), m_model(new RemovalModel(this)), m_table(new QTableView), m_empty(new EmptyPlot),
      m_chip(new ChipButton), m_plot(new TokenPlot), m_diff(new DiffLabel(DiffLabel::Side::Both)), m_rows(new PlotTableModel(this))
{
    setHelp(tr("The same words are scored again while one block is barred. A positive effect means that the words became less likely "
               "without the block: "
               "it helped them."),
            tr("Example: +1.8 means that the words together are about six times less likely without it."));
    setFooter(tr("The same words are scored again with one block barred; no position moves. Later blocks have read it and still carry a "
                 "part."));
    m_deep = new DeepRemovalRow;
    m_runRow = makeRunRow();
    addFilter(m_runRow);
    setUpBlockTable(*m_table, m_model, RemovalModel::Text, RemovalModel::Place);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setItemDelegateForColumn(RemovalModel::Effect, new EffectDelegate(m_model, m_table));
    m_table->setItemDelegateForColumn(RemovalModel::Deep, new EffectDelegate(m_model, m_table));
    m_table->setAccessibleName(tr("Blocks and the effect of removing them"));
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(m_table);
    splitter->addWidget(makeBelow());
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    setPlot(new EmptyPlotStack(splitter, m_empty));
    setTable(m_rows);
    setViewExporter(m_rows, [this] { return plotProvenance(*m_hub); });
    connect(m_hub, &SelectionHub::changed, this, &RemovalView::refresh);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &RemovalView::updatePlot);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RemovalView::updateDeep);
    connect(m_table, &QTableView::clicked, this,
            [this](const QModelIndex& index) { Q_EMIT showBlock(m_model->rows()[std::size_t(index.row())].block); });
    connect(m_table, &QTableView::activated, this,
            [this](const QModelIndex& index) { Q_EMIT openCard(m_model->rows()[std::size_t(index.row())].block); });
    connect(m_empty, &EmptyPlot::actionRequested, this, &RemovalView::askAgain);
    refresh();
}

QWidget* RemovalView::makeRunRow()
{
    auto* box = new QWidget;
    box->setSizePolicy(QSizePolicy::MinimumExpanding, QSizePolicy::Preferred);
    auto* rows = new QVBoxLayout(box);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(metrics::kGap);
    auto* row = new QHBoxLayout;
    row->setSpacing(metrics::kGap);
    rows->addLayout(row);
    auto* deep = new QHBoxLayout;
    deep->setSpacing(metrics::kGap);
    m_cited = new LinkButton(tr("Choose the cited ones"));
    m_cited->setToolTip(tr("Selects the blocks that the chosen words cite, to be removed together"));
    deep->addWidget(m_deep, 1);
    deep->addWidget(m_cited);
    rows->addLayout(deep);
    connect(m_cited, &QAbstractButton::clicked, this, &RemovalView::chooseCited);
    m_run = new QPushButton(tr("Remove and re-score"));
    m_cost = new ElidedLabel(metrics::kSmallFont, Tone::Muted);
    m_progress = new QProgressBar;
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(72, 8);
    m_progress->setAccessibleName(tr("Blocks scored"));
    row->addWidget(m_run);
    row->addWidget(m_progress);
    row->addWidget(m_cost, 1);
    row->addWidget(m_chip);
    connect(m_run, &QPushButton::clicked, this, [this] { isRunning() ? Q_EMIT stopRequested() : start(); });
    connect(m_deep, &DeepRemovalRow::startRequested, this, [this](const Blocks& blocks) {
        m_deep->setRunning(blocks);
        if (blocks.size() == 1)
            m_model->setDeepState(blocks.front(), RemovalState::Waiting);
        updateColumns();
        Q_EMIT deepRequested(blocks);
    });
    connect(m_deep, &DeepRemovalRow::stopRequested, this, &RemovalView::stopRequested);
    connect(m_chip, &QPushButton::clicked, this, [this] { m_hub->change([](Selection& s) { s.tokens.reset(); }); });
    return box;
}

QWidget* RemovalView::makeBelow()
{
    auto* below = new QWidget;
    auto* column = new QVBoxLayout(below);
    column->setContentsMargins(metrics::kInset, metrics::kGap, metrics::kInset, metrics::kGap);
    auto* note = new Label(tr("Positive: the block helped these words. Log-probability is summed over the selected tokens."),
                           metrics::kSmallFont, Tone::Muted);
    note->setWordWrap(true);
    m_plotTitle = new Label({}, metrics::kSmallFont, Tone::Muted, QFont::DemiBold);
    m_againTitle = new Label({}, metrics::kSmallFont, Tone::Muted, QFont::DemiBold);
    m_removeThis = new QPushButton(tr("Remove this"));
    m_removeThis->setToolTip(tr("Bar the chosen block and answer again"));
    m_keepOnly = new QPushButton(tr("Keep only these"));
    m_keepOnly->setToolTip(tr("Answer again with the blocks of the list alone"));
    auto* row = new QHBoxLayout;
    row->addWidget(m_againTitle, 1);
    row->addWidget(m_removeThis);
    row->addWidget(m_keepOnly);
    column->addWidget(note);
    column->addWidget(m_plotTitle);
    column->addWidget(m_plot, 1);
    column->addLayout(row);
    column->addWidget(m_diff);
    connect(m_removeThis, &QPushButton::clicked, this, [this] {
        if (const auto block = currentBlock())
            Q_EMIT answerWithout(*block);
    });
    connect(m_keepOnly, &QPushButton::clicked, this, [this] {
        std::vector<std::uint32_t> blocks;
        for (const RemovalRow& listed : m_model->rows())
            blocks.push_back(listed.block);
        std::sort(blocks.begin(), blocks.end());
        Q_EMIT answerWithOnly(blocks);
    });
    return below;
}

std::vector<std::uint8_t> RemovalView::selectedTokens() const
{
    const TraceFilter filter = filterOf(*m_hub);
    std::vector<std::uint8_t> selected(m_hub->run()->answer.tokens.size(), 0);
    for (std::uint32_t t = 0; t < selected.size(); ++t)
        selected[t] = contains(filter.tokens, t);
    return selected;
}

void RemovalView::refresh()
{
    const RunPtr& run = m_hub->run();
    const bool usable = run && run->answer.trace.tokens > 0;
    const QString none = m_hub->isWriting() ? noRunWords(*m_hub) : tr("Ask a question, then test which blocks its answer needs.");
    m_empty->setReason(usable ? QString() : !run ? none : noTraceWords(*run),
                       run && !usable ? noTraceAction(*run) : QString(), m_hub->whyNotAsked());
    m_runRow->setVisible(usable);
    if (!usable)
        return;
    const bool another = m_shownRun != run;
    if (another) {
        m_shownRun = run;
        m_ownBlocks = false;
        m_pending.clear();
        m_together.clear();
        m_deep->setRunning({});
        m_baseline.clear();
        m_diff->setPieces({});
        m_againTitle->setText({});
        for (const AnswerToken& token : run->answer.tokens)
            m_baseline.push_back(token.logProbability);
    }
    m_model->setRun(run, m_baseline, selectedTokens());
    m_model->setPassages([run, filter = filterOf(*m_hub)](std::uint32_t block) {
        return passageOf(*run, block, wordWeights(run->answer.trace, filter, block));
    });
    if (m_model->finished() == 0 && !isRunning() && !m_ownBlocks)
        suggest();
    const bool narrowed = m_hub->selection().tokens.has_value();
    m_chip->setText(selectedWordsText(*m_hub));
    m_chip->setRemovable(narrowed);
    updateProgress();
    updatePlot();
    updateTable();
    if (m_model->finished() > 0)
        Q_EMIT effectsChanged(m_model->effects());
}

void RemovalView::resizeEvent(QResizeEvent*) { updateColumns(); }

// Deep effects have their column from the first one on.
void RemovalView::updateColumns()
{
    const bool deep = m_model->hasDeep();
    m_table->setColumnHidden(RemovalModel::Deep, !deep);
    m_table->setColumnHidden(RemovalModel::Place, width() < scaled(kAllColumns + (deep ? kDeepColumn : 0)));
}

void RemovalView::suggest()
{
    TraceFilter filter = filterOf(*m_hub);
    filter.hidden = hiddenSinks(*m_hub->run());
    const auto evidence = blockTotals(m_hub->run()->answer.trace, filter);
    std::vector<std::uint32_t> order;
    for (std::uint32_t block = 0; block < std::min<std::size_t>(evidence.size(), m_hub->run()->answer.trace.documentBlocks); ++block) {
        if (evidence[block] > 0)
            order.push_back(block);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return evidence[a] > evidence[b]; });
    order.resize(std::min(order.size(), kSuggested));
    setBlocks(order);
    m_ownBlocks = false;
}

void RemovalView::setSecondsPerBlock(double seconds)
{
    m_seconds = seconds;
    updateProgress();
}

void RemovalView::setBlocks(const std::vector<std::uint32_t>& blocks)
{
    if (!m_shownRun)
        return;
    TraceFilter filter = filterOf(*m_hub);
    filter.hidden.clear();
    const auto evidence = blockTotals(m_shownRun->answer.trace, filter);
    std::vector<RemovalRow> rows;
    for (const std::uint32_t block : blocks) {
        RemovalRow row;
        if (const auto known = m_model->rowOf(block))
            row = m_model->rows()[std::size_t(*known)];
        row.block = block;
        row.evidence = block < evidence.size() ? evidence[block] : 0;
        rows.push_back(std::move(row));
    }
    const Blocks chosen = chosenBlocks();
    m_model->setRows(std::move(rows));
    m_ownBlocks = true;
    choose(chosen);
    if (m_model->rowCount() > 0 && chosenBlocks().empty())
        m_table->selectRow(0);
    updateProgress();
    updateTable();
}

void RemovalView::setBaseline(std::vector<float> logProbabilities)
{
    if (!m_shownRun || logProbabilities.size() != m_baseline.size() || logProbabilities == m_baseline)
        return;
    const Blocks chosen = chosenBlocks();
    std::vector<RemovalRow> rows = m_model->rows();
    m_baseline = std::move(logProbabilities);
    m_model->setRun(m_shownRun, m_baseline, selectedTokens());   // drops the rows: their effects had the other baseline
    m_model->setRows(rows);
    for (RemovalRow& row : rows) {
        if (row.state == RemovalState::Done)
            m_model->setResult(row.block, std::move(row.logProbabilities));
        if (row.deep == RemovalState::Done)
            m_model->setDeepResult(row.block, std::move(row.deepLogProbabilities));
    }
    choose(chosen);
    updatePlot();
}

void RemovalView::start()
{
    std::vector<std::uint32_t> blocks;
    for (const RemovalRow& row : m_model->rows()) {
        if (row.state != RemovalState::Done)
            blocks.push_back(row.block);
    }
    if (blocks.empty())
        return;
    m_pending.insert(blocks.begin(), blocks.end());
    m_batch = int(m_pending.size());
    updateProgress();
    Q_EMIT rescoreRequested(blocks);
}

void RemovalView::setRunning(std::uint32_t block)
{
    if (!m_shownRun)
        return;
    if (!m_model->rowOf(block)) {
        std::vector<std::uint32_t> blocks;
        for (const RemovalRow& row : m_model->rows())
            blocks.push_back(row.block);
        blocks.push_back(block);
        setBlocks(blocks);
    }
    if (m_pending.empty())
        m_batch = 0;
    m_batch += m_pending.insert(block).second;
    m_model->setState(block, RemovalState::Running);
    updateProgress();
}

void RemovalView::finish(std::uint32_t block)
{
    m_pending.erase(block);
    updateProgress();
    updateTable();
    if (currentBlock() == block)
        updatePlot();
}

void RemovalView::setResult(std::uint32_t block, std::vector<float> logProbabilities)
{
    m_model->setResult(block, std::move(logProbabilities));
    finish(block);
    Q_EMIT effectsChanged(m_model->effects());
}

void RemovalView::setFailed(std::uint32_t block, const QString& sentence)
{
    m_model->setState(block, RemovalState::Failed, sentence);
    finish(block);
}

void RemovalView::setStopped()
{
    for (const RemovalRow& row : std::vector<RemovalRow>(m_model->rows())) {
        if (row.state == RemovalState::Running)
            m_model->setState(row.block, RemovalState::Waiting);
        if (row.deep && row.deep != RemovalState::Done)
            m_model->setDeepState(row.block, std::nullopt);
    }
    m_deep->setRunning({});
    m_pending.clear();
    updateColumns();
    updateProgress();
}

void RemovalView::setAnsweredAgain(const QString& how, const Answer& answer)
{
    if (!m_shownRun)
        return;
    m_againTitle->setText(tr("Answered again %1").arg(how));
    m_diff->setPieces(textDiff(QString::fromStdString(m_shownRun->answer.text), QString::fromStdString(answer.text)));
}

void RemovalView::updateProgress()
{
    const int all = m_model->rowCount(), left = isRunning() ? int(m_pending.size()) : all - m_model->finished();
    m_model->setPending(m_pending);
    m_run->setText(isRunning() ? tr("Stop") : tr("Remove and re-score"));
    allowWidget(m_run, isRunning() ? QString()
                       : left > 0  ? whyNotScored(*m_hub)
                       : all > 0   ? tr("All of these blocks are tested")
                                   : tr("There is no block to test"));
    m_progress->setVisible(isRunning());
    m_progress->setRange(0, std::max(1, m_batch));
    m_progress->setValue(m_batch - left);
    QString cost = isRunning() ? tr("%1 of %n block(s)", nullptr, m_batch).arg(m_batch - left)
                   : left > 0  ? tr("%n block(s)", nullptr, left)
                               : tr("%n block(s) tested", nullptr, all);
    if (const auto seconds = int(std::ceil(left * m_seconds)); seconds > 0)
        cost += isRunning() ? tr(", %n s left", nullptr, seconds) : tr(": about %1 s per block, %n s in all", nullptr,
                seconds).arg(twoDigits(m_seconds));
    m_cost->setText(cost);
    updateDeep();
}

std::optional<std::uint32_t> RemovalView::currentBlock() const
{
    const QModelIndex index = m_table->currentIndex();
    return index.isValid() && index.row() < m_model->rowCount() ? std::optional(m_model->rows()[std::size_t(index.row())].block)
           : std::nullopt;
}

void RemovalView::updatePlot()
{
    const auto block = currentBlock();
    allowWidget(m_removeThis, block ? m_hub->whyNotAsked() : tr("Choose a block in the table first"));
    if (m_removeThis->isEnabled())
        m_removeThis->setToolTip(tr("Bar the chosen block and answer again"));
    allowWidget(m_keepOnly, m_model->rowCount() > 0 ? m_hub->whyNotAsked() : tr("There is no block to test"));
    if (m_keepOnly->isEnabled())
        m_keepOnly->setToolTip(tr("Answer again with the blocks of the list alone"));
    updateDeep();
    if (!m_shownRun || !block) {
        m_plotTitle->setText(tr("Log-probability per token"));
        m_plot->setTokens({}, {}, {});
        return;
    }
    const RemovalRow& row = m_model->rows()[std::size_t(*m_model->rowOf(*block))];
    QStringList tokens;
    std::vector<float> before, after;
    for (std::size_t t = 0; t < m_model->selected().size(); ++t) {
        if (!m_model->selected()[t])
            continue;
        const ByteRange range = m_shownRun->answer.tokens[t].text;
        tokens += QString::fromStdString(m_shownRun->answer.text.substr(range.begin, range.size()));
        before.push_back(m_model->baseline()[t]);
        if (row.state == RemovalState::Done)
            after.push_back(row.logProbabilities[t]);
    }
    m_plotTitle->setText(after.empty() ? tr("Log-probability per token")
                         : tr("Log-probability per token: \u25CB before, \u25CF without block %1").arg(*block));
    m_plot->setTokens(std::move(tokens), std::move(before), std::move(after));
}

}  // namespace cairn
