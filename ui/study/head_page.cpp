#include "ui/study/head_page.h"

#include "ui/heatmap_view.h"
#include "ui/panels/buttons.h"
#include "ui/panels/downward_area.h"
#include "ui/panels/flow_layout.h"
#include "ui/panels/labels.h"
#include "ui/pictures/numbers.h"
#include "ui/plots/block_plot.h"
#include "ui/plots/empty_plot.h"
#include "ui/plots/head_names.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/plot_table.h"
#include "ui/plots/plot_words.h"
#include "ui/selection/resolved.h"
#include "ui/study/block_table.h"
#include "ui/study/head_statistic.h"
#include "ui/study/head_switch.h"
#include "ui/study/near_misses_row.h"
#include "ui/study/share_plot.h"
#include "ui/study/word_weights.h"
#include "ui/theme.h"

#include <QGridLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QTableView>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace cairn
{
namespace
{

constexpr int kNumberFont = 16, kTopBlocks = 12, kNumberColumns = 4;
constexpr std::uint32_t kNearBlocks = 24;

TraceFilter filterOfHead(const SelectionHub& hub, Head head)
{
    TraceFilter filter = filterOf(hub);
    const Trace& trace = hub.run()->answer.trace;
    filter.layers.reset();
    filter.heads.assign(std::size_t{trace.layers} * trace.heads, 0);
    filter.heads[std::size_t{head.layer} * trace.heads + head.head] = 1;
    return filter;
}

// Numbers under their names, in as many columns (at most four) as have room for the longest name.
class NumberGrid final : public QWidget
{
public:
    NumberGrid() : m_grid(new QGridLayout(this))
    {
        m_grid->setContentsMargins(metrics::kInset, metrics::kGap, metrics::kInset, metrics::kGap);
        m_grid->setVerticalSpacing(2);
        m_grid->setSizeConstraint(QLayout::SetNoConstraint);
    }

    void add(QWidget* name, QWidget* number)
    {
        m_cells.push_back({name, number});
        arrange(kNumberColumns);
    }

    QSize minimumSizeHint() const override { return {widest() + 2 * metrics::kInset, m_grid->minimumSize().height()}; }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QWidget::resizeEvent(event);
        fit();
    }

    bool event(QEvent* event) override
    {
        const bool done = QWidget::event(event);
        if (event->type() == QEvent::LayoutRequest)   // other letters, other words
            fit();
        return done;
    }

private:
    int widest() const
    {
        int width = 1;
        for (const auto& [name, number] : m_cells)
            width = std::max({width, name->sizeHint().width(), number->sizeHint().width()});
        return width;
    }

    void fit()
    {
        const int space = std::max(0, m_grid->horizontalSpacing()), room = width() - 2 * metrics::kInset + space;
        int columns = std::clamp(room / (widest() + space), 1, kNumberColumns);
        if (columns == 3)   // rows of one length
            columns = 2;
        if (columns != m_columns)
            arrange(columns);
    }

    void arrange(int columns)
    {
        m_columns = columns;
        for (int i = 0; i < int(m_cells.size()); ++i) {
            m_grid->addWidget(m_cells[std::size_t(i)].first, i / columns * 2, i % columns);
            m_grid->addWidget(m_cells[std::size_t(i)].second, i / columns * 2 + 1, i % columns);
        }
        for (int column = 0; column < kNumberColumns; ++column)
            m_grid->setColumnStretch(column, column < columns ? 1 : 0);
        updateGeometry();
    }

    QGridLayout* m_grid;
    std::vector<std::pair<QWidget*, QWidget*>> m_cells;
    int m_columns = 0;
};

// A low window scrolls; page keys are the page's own.
class PageArea final : public DownwardArea
{
public:
    explicit PageArea(QWidget* content) : DownwardArea(content)
    {
        viewport()->setBackgroundRole(QPalette::Base);
        setFocusPolicy(Qt::NoFocus);
    }

protected:
    void keyPressEvent(QKeyEvent* event) override { event->ignore(); }
};

}  // namespace

HeadPage::HeadPage(HeadsData* heads, QWidget* parent)
    : PlotPanel(tr("Head"), parent), m_data(heads), m_empty(new EmptyPlot), m_heatmap(new HeatmapView), m_shares(new SharePlot),
      m_blocks(new BlockTableModel({tr("Gate")}, false, this)),
      m_near(new BlockTableModel({tr("Rank"), tr("Score"), tr("Short by")}, false, this)), m_table(new PlotTableModel(this)),
      m_switch(new HeadSwitch(tr("Choose a head in the ranking or in the grid."))), m_unit(new Label({}, metrics::kSmallFont, Tone::Muted)),
      m_solo(new QPushButton(tr("Solo"))), m_hide(new QPushButton(tr("Hide in views"))),
      m_previous(new SymbolButton(Icon::EvidenceUp, tr("Previous head (Shift+Page up)"))),
      m_next(new SymbolButton(Icon::EvidenceDown, tr("Next head (Shift+Page down)")))
{
    addFilter(m_solo);
    addFilter(m_hide);
    addFilter(m_previous);
    addFilter(m_next);
    auto* area = new PageArea(makeContent());
    setPlot(new EmptyPlotStack(area, m_empty));
    area->setFocusProxy(m_heatmap);
    setDrawn(area->widget());
    setTable(m_table);
    addBelow(m_switch);
    setFooter(weightsFooter());
    setViewExporter(m_table, [this] {
        fillTable();
        return plotProvenance(m_data->hub());
    });
    connect(this, &PlotPanel::tableShown, this, [this](bool shown) {
        if (shown)
            fillTable();
    });
    connect(m_solo, &QPushButton::clicked, this, [this] { if (m_shown) m_data->solo(*m_shown); });
    connect(m_hide, &QPushButton::clicked, this, &HeadPage::hideInViews);
    connect(m_previous, &QToolButton::clicked, this, &HeadPage::showPrevious);
    connect(m_next, &QToolButton::clicked, this, &HeadPage::showNext);
    connect(m_empty, &EmptyPlot::actionRequested, this, &HeadPage::askAgain);
    connect(m_switch, &HeadSwitch::switchRequested, this, &HeadPage::switchRequested);
    connect(m_data, &HeadsData::changed, this, &HeadPage::refresh);
    connect(m_data, &HeadsData::choiceChanged, this, [this] {
        if (m_data->lockedHead() != m_shown)
            refresh();
        else if (m_shown)
            setTitle(tr("Head %1").arg(namedHead(m_data->hub(), *m_shown)));
    });
    refresh();
}

QWidget* HeadPage::makeNumbers()
{
    auto* box = new NumberGrid;
    for (int i = 0; i < int(kHeadStatistics.size()); ++i) {
        const HeadStatistic statistic = kHeadStatistics[std::size_t(i)];
        auto* name = new Label(nameOf(statistic), metrics::kSmallFont, Tone::Muted);
        name->setToolTip(meaningOf(statistic));
        m_numbers.push_back(new Label({}, kNumberFont, Tone::Normal, QFont::DemiBold));
        box->add(name, m_numbers.back());
    }
    return box;
}

QWidget* HeadPage::makeContent()
{
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(makeNumbers());
    const auto head = [&](const QString& title, Label* note) {
        auto* row = new QHBoxLayout;
        row->setContentsMargins(metrics::kInset, 0, metrics::kInset, 0);
        row->addWidget(new Label(title, metrics::kSmallFont, Tone::Muted, QFont::DemiBold));
        row->addStretch(1);
        if (note)
            row->addWidget(note);
        column->addLayout(row);
    };
    head(tr("Words × blocks"), m_unit);
    m_heatmap->setMinimumHeight(140);
    m_heatmap->setPageRows(0);
    m_heatmap->setAccessibleName(tr("Words × blocks of one head"));
    column->addWidget(m_heatmap, 3);
    head(tr("Memory and local share per word"), nullptr);
    column->addWidget(m_shares);
    head(tr("Top blocks"), nullptr);
    column->addWidget(m_blockView = makeBlockView(m_blocks, tr("Top blocks of the head")), 2);
    m_blockView->horizontalHeader()->hide();
    head(tr("Nearly opened"), m_nearNote = new Label({}, metrics::kSmallFont, Tone::Muted));
    column->addWidget(m_nearView = makeBlockView(m_near, tr("Blocks that the head nearly opened")), 2);
    m_noNear = new NoNearMissesRow;
    m_noNear->setContentsMargins(metrics::kInset, 0, metrics::kInset, metrics::kGap);
    column->addWidget(m_noNear);
    connect(m_noNear, &NoNearMissesRow::deepTraceRequested, this, &HeadPage::deepTraceRequested);
    connect(m_heatmap, &HeatmapView::cellActivated, this, [this](int, int block) { lockBlock(std::uint32_t(block)); });
    return content;
}

QTableView* HeadPage::makeBlockView(BlockTableModel* model, const QString& name)
{
    auto* view = new QTableView;
    setUpBlockTable(*view, model, BlockTableModel::Text, BlockTableModel::Place);
    view->setAccessibleName(name);
    view->setMinimumHeight(3 * metrics::kRowHeight);
    connect(view, &QTableView::clicked, this, [this, model](const QModelIndex& index) { lockBlock(model->row(index.row()).block); });
    connect(view, &QTableView::activated, this,
            [this, model](const QModelIndex& index) { Q_EMIT openCard(model->row(index.row()).block); });
    return view;
}

// And shows where it stands.
void HeadPage::lockBlock(std::uint32_t block)
{
    m_data->hub().change([block](Selection& selection) {
        Lock lock = selection.lock.value_or(Lock{});
        lock.block = block;
        selection.lock = lock;
    });
    Q_EMIT showBlock(block);
}

void HeadPage::explain()
{
    const RunPtr& run = m_data->hub().run();
    const QString words = run && run->answer.trace.isDeep()
                              ? tr("Words have a tint by how the head weighed them; below stand the blocks that came next behind those "
                                   "that it opened.")
                              : tr("Words have a tint where the head was among the 32 that read most for a word of the answer.");
    setHelp(tr("Everything one head did while the answer was written: which blocks it opened for which word, and how much of its "
               "attention went to "
               "memory. Page up and Page down go to the same head of the next layer, with Shift to the next head.") +
                QLatin1Char(' ') + words,
            tr("Example: a dark column is a block that the head held on to over many words."));
}

void HeadPage::refresh()
{
    QString reason = m_data->emptyReason();
    QString action = m_data->hub().run() && !reason.isEmpty() ? noTraceAction(*m_data->hub().run()) : QString();
    m_shown = m_data->lockedHead();
    if (reason.isEmpty() && !m_shown)
        reason = tr("Choose a head in the ranking or in the grid.");
    m_empty->setReason(reason, action, m_data->hub().whyNotAsked());
    m_switch->setHeads(m_shown ? std::vector<Head>{*m_shown} : std::vector<Head>(), m_data->hub());
    m_switch->setVisible(reason.isEmpty());
    for (QPushButton* button : {m_solo, m_hide})
        button->setEnabled(reason.isEmpty());
    for (QToolButton* button : {m_previous, m_next})   // with none chosen they go to the first and the last
        button->setEnabled(m_data->emptyReason().isEmpty());
    setTitle(m_shown ? tr("Head %1").arg(namedHead(m_data->hub(), *m_shown)) : tr("Head"));
    explain();
    if (reason.isEmpty())
        showHead(*m_shown);
    m_table->setTable({});
    if (showsTable())
        fillTable();
}

void HeadPage::showHead(Head head)
{
    const SelectionHub& hub = m_data->hub();
    const TraceFilter filter = filterOfHead(hub, head);
    for (std::size_t i = 0; i < kHeadStatistics.size(); ++i) {
        const QString unit = unitOf(kHeadStatistics[i]) == tr("bits") ? QStringLiteral(" ") + tr("bits") : QString();
        m_numbers[i]->setText(textOf(m_data->of(head), kHeadStatistics[i]) + unit);
    }
    fillHeatmap(filter);
    fillBlocks(filter);
    fillNear(filter);
    const auto words = tokenGroups(hub.run()->answer, TokenUnit::Word);
    const auto memory = memoryPerToken(hub.run()->answer.trace, filter);
    std::vector<float> shares;
    QStringList names;
    for (const TokenGroup& word : words) {
        if (filter.tokens && !contains(filter.tokens, word.tokens.first))
            continue;
        double sum = 0;
        for (std::uint32_t t = word.tokens.first; t < std::min<std::size_t>(word.tokens.second, memory.size()); ++t)
            sum += double(memory[t]);
        shares.push_back(float(sum / std::max(1u, word.tokens.second - word.tokens.first)));
        names += word.text;
    }
    m_shares->setShares(std::move(shares), std::move(names));
}

void HeadPage::fillHeatmap(const TraceFilter& filter)
{
    const SelectionHub& hub = m_data->hub();
    const RunPtr run = hub.run();
    const auto words = tokenGroups(run->answer, TokenUnit::Word);
    MatrixQuery query{TraceAxis::Tokens, TraceMetric::Gate, TraceAggregate::Max, tokenRows(words)};
    HeatmapData map;
    auto cells = std::make_shared<SparseMatrix>(blockMatrix(run->answer.trace, filter, query));
    map.rows = int(cells->rows);
    map.columns = int(cells->columns);
    map.rowName = tr("word");
    map.columnName = tr("block");
    map.hiddenColumns.assign(filter.hidden.begin(), filter.hidden.end());
    map.cells = cells;
    const float largest = cells->values.empty() ? 0 : *std::max_element(cells->values.begin(), cells->values.end());
    map.unit = withRenormalised(tr("gate, max %1").arg(twoDigits(double(largest))), filter);
    m_unit->setText(map.unit + QStringLiteral(" \u00B7 ") + modeName(run->answer.trace.mode));
    map.describe = [run, words, cells, hidden = filter.hidden](int row, int column) {
        HeatmapTip tip(tr("word %1 \u201C%2\u201D, block %3").arg(row).arg(std::size_t(row) < words.size() ? words[std::size_t(row)].text
                : QString()).arg(column));
        tip.place = run->shownLabel(std::uint32_t(column));
        if (const auto value = cells->at(std::uint32_t(row), std::uint32_t(column)))
            tip.lines += tr("gate %1").arg(twoDigits(double(*value))) + QStringLiteral(", ") + rankWords(*cells, row, double(*value));
        else if (std::binary_search(hidden.begin(), hidden.end(), std::uint32_t(column)))
            tip.lines += BlockPlot::tr("Hidden: attention rests here whatever is asked");
        else
            tip.lines += BlockPlot::tr("Not opened");
        tip.quote = quotation(shortened(run->blockText(std::uint32_t(column)), 120));
        return tip;
    };
    m_heatmap->setData(std::move(map));
}

// What was opened for each word, and behind it what a deep trace knows of the nearly opened: ten thousand rows, so that they are made
// for those who look at them.
void HeadPage::fillTable()
{
    const RunPtr run = m_data->hub().run();
    if (!run || !m_shown || !m_data->emptyReason().isEmpty())
        return m_table->setTable({});
    const TraceFilter filter = filterOfHead(m_data->hub(), *m_shown);
    const std::shared_ptr<const SparseMatrix> cells = m_heatmap->data().cells;
    const auto words = tokenGroups(run->answer, TokenUnit::Word);
    const auto near = std::make_shared<const std::vector<NearMiss>>(nearMisses(run->answer.trace, filter));
    PlotTableData table;
    table.columns = {{tr("Word"), true, QStringLiteral("word")},
                     {tr("Text"), false},
                     {tr("Block"), true, QStringLiteral("block")},
                     {tr("Gate"), true, QStringLiteral("gate")}};
    if (run->answer.trace.isDeep())
        table.columns += {{tr("Rank"), true, QStringLiteral("rank")},
                          {tr("Score"), true, QStringLiteral("score")},
                          {tr("Short by"), true, QStringLiteral("short_by")}};
    const int opened = int(cells->values.size());
    table.rows = opened + int(near->size());
    table.value = [cells, words, near, opened, wordOf = tokenRows(words)](int row, int column) -> QVariant {
        const NearMiss* miss = row < opened ? nullptr : &(*near)[std::size_t(row - opened)];
        const auto of = miss ? std::ptrdiff_t(miss->token < wordOf.size() ? wordOf[miss->token] : 0)
                             : std::upper_bound(cells->offsets.begin(), cells->offsets.end(), std::uint32_t(row)) -
                                   cells->offsets.begin() - 1;
        switch (column) {
        case 0: return int(of);
        case 1: return std::size_t(of) < words.size() ? words[std::size_t(of)].text : QString();
        case 2: return int(miss ? miss->block : cells->blocks[std::size_t(row)]);
        case 3: return miss ? QVariant() : double(cells->values[std::size_t(row)]);
        case 4: return miss ? int(miss->rank) : QVariant();
        case 5: return miss ? double(miss->score) : QVariant();
        default: return miss && miss->gap ? double(*miss->gap) : QVariant();
        }
    };
    m_table->setTable(std::move(table));
}

void HeadPage::fillNear(const TraceFilter& filter)
{
    const RunPtr run = m_data->hub().run();
    NoNearMisses why = noNearMisses(*run);
    std::vector<BlockTableRow> rows;
    if (why.reason.isEmpty()) {
        for (const NearMiss& near : cairn::nearlyOpened(run->answer.trace, filter, kNearBlocks))
            rows.push_back({near.block, {double(near.rank), double(near.score), near.gap ? double(*near.gap) : std::nan("")}});
        if (rows.empty())
            why.reason = tr("This head found no block better than another, or opened all that came close.");
    }
    m_nearNote->setText(rows.empty() ? QString() : tr("best place in the queue for a word"));
    m_nearView->setVisible(!rows.empty());
    m_noNear->setReason(why, m_data->hub().whyNotAsked());
    m_near->setRows(run, std::move(rows), [run](std::uint32_t block) { return passageOf(*run, block, {}); });
}

void HeadPage::fillBlocks(const TraceFilter& filter)
{
    const RunPtr run = m_data->hub().run();
    const auto largest = blockTotals(run->answer.trace, filter, TraceAggregate::Max);
    std::vector<BlockTableRow> rows;
    for (std::uint32_t block = 0; block < largest.size(); ++block) {
        if (largest[block] > 0)
            rows.push_back({block, {largest[block]}});
    }
    std::stable_sort(rows.begin(), rows.end(), [](const BlockTableRow& a, const BlockTableRow& b) { return a.numbers[0] > b.numbers[0]; });
    rows.resize(std::min<std::size_t>(rows.size(), kTopBlocks));
    TraceFilter weights = filter;
    weights.hidden.clear();
    m_blocks->setRows(run, std::move(rows), [run, weights](std::uint32_t block) {
        return passageOf(*run, block, wordWeights(run->answer.trace, weights, block));
    });
}

void HeadPage::step(int by)
{
    const int count = int(m_data->layers() * m_data->heads());
    if (count == 0)
        return;
    const auto now = m_data->lockedHead();
    const int from = now ? int(now->layer * m_data->heads() + now->head) : (by > 0 ? -1 : count);
    const auto to = std::uint32_t(std::clamp(from + by, 0, count - 1));
    m_data->lockHead({to / m_data->heads(), to % m_data->heads()});
}

void HeadPage::stepLayer(int by)
{
    const Head from = m_data->lockedHead().value_or(m_shown.value_or(Head{}));   // keys may be faster than the picture
    if (m_data->layers() == 0 || (by < 0 && from.layer == 0) || (by > 0 && from.layer + 1 == m_data->layers()))
        return;
    m_data->lockHead({from.layer + std::uint32_t(by), from.head});
}

void HeadPage::showNext() { step(1); }
void HeadPage::showPrevious() { step(-1); }

void HeadPage::hideInViews()
{
    if (!m_shown)
        return;
    std::vector<Head> others = m_data->hub().headsOf(m_data->hub().selection().heads);
    std::erase(others, *m_shown);
    m_data->hub().change([&](Selection& selection) {
        selection.heads = {};
        selection.heads.heads = others;
    });
}

void HeadPage::keyPressEvent(QKeyEvent* event)
{
    const int direction = event->key() == Qt::Key_PageDown ? 1 : event->key() == Qt::Key_PageUp ? -1 : 0;
    if (direction != 0 && event->modifiers().testFlag(Qt::ShiftModifier))
        step(direction);
    else if (direction != 0)
        stepLayer(direction);
    else if (event->key() == Qt::Key_F2 && m_shown && m_data->emptyReason().isEmpty())
        openHeadNameField(&m_data->hub(), *m_shown, m_heatmap, mapToGlobal(QPoint(metrics::kInset, metrics::kPanelHeader)));
    else
        PlotPanel::keyPressEvent(event);
}

}  // namespace cairn
