#include "ui/plots/block_plot.h"

#include "ui/panels/labels.h"
#include "ui/plots/chapters.h"
#include "ui/plots/colour_bar.h"
#include "ui/plots/empty_plot.h"
#include "ui/plots/plot_words.h"
#include "ui/plots/view_export.h"

#include <QKeyEvent>
#include <QStackedLayout>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr int kLiveMs = 50;                     // at most 20 updates a second while the answer is written
constexpr std::size_t kInlineRecords = 60'000;  // up to here a matrix takes about 2 ms: no thread, no flicker

std::size_t recordsOf(const PlotJob& job)
{
    const Trace& trace = job.run->answer.trace;
    return resolvedTokens(trace, job.filter).size() * trace.layers * trace.heads * trace.k;
}

// A part of one: no cell, and no end of its range, is above 1.
bool isShare(const PlotJob& job)
{
    return job.measure == Metric::Gate && job.metric != TraceMetric::Score &&
           (job.aggregate == TraceAggregate::Max || job.aggregate == TraceAggregate::Mean);
}

}  // namespace

BlockPlot::BlockPlot(const QString& title, SelectionHub* hub, QWidget* parent)
    : PlotPanel(title, parent), m_hub(hub), m_heatmap(new HeatmapView), m_bar(new ColourBar), m_empty(new EmptyPlot),
      m_table(new PlotTableModel(this))
{
    m_heatmap->setAccessibleName(title);
    m_heatmap->setPageRows(0);
    setPlot(new EmptyPlotStack(m_heatmap, m_empty));
    setTable(m_table);
    setColourBar(m_bar);
    setFooter(weightsFooter());
    setExporter(allPlotFormats(), [this](PlotFormat format) { return exported(format); });
    connect(this, &PlotPanel::tableShown, this, [this](bool table) {
        if (table && m_tableIsOld)
            updateTable();
    });
    m_delay.setSingleShot(true);
    connect(&m_delay, &QTimer::timeout, this, &BlockPlot::start);
    connect(m_hub, &SelectionHub::changed, this, &BlockPlot::refresh);
    connect(m_hub, &SelectionHub::hoverChanged, this, [this] {
        const auto block = m_hub->hover().block;
        m_heatmap->setPreview(block ? std::optional(int(*block)) : std::nullopt);
    });
    connect(m_heatmap, &HeatmapView::cellActivated, this, [this](int row, int column) { activate({row, column}); });
    connect(m_heatmap, &HeatmapView::cellHovered, this, [this](int row, int column) { hover(row, column); });
    connect(m_heatmap, &HeatmapView::menuRequested, this, &BlockPlot::openMenu);
    connect(m_heatmap, &HeatmapView::escapePressed, this, [this] {
        if (m_hub->unlockOne())
            return;
        m_heatmap->clearCursor();
        Q_EMIT maximiseRequested(false);
    });
    connect(m_heatmap, &HeatmapView::columnsBrushed, this, [this](int begin, int end) {
        m_hub->change([&](Selection& s) { s.blocks = std::vector<IndexRange>{{std::uint32_t(begin), std::uint32_t(end)}}; });
    });
    connect(m_empty, &EmptyPlot::actionRequested, this, &BlockPlot::askAgain);
    connect(m_bar, &ColourBar::rangeChanged, this, [this](double low, double high) {
        m_hub->change([&](Selection& s) { s.range = {low, high}; });
    });
    connect(m_bar, &ColourBar::rangeReset, this, [this] { m_hub->change([](Selection& s) { s.range.reset(); }); });
    connect(m_bar, &ColourBar::hiddenToggled, this,
            [this](bool hide) { m_hub->change([=](Selection& s) { s.hideSinks = s.hideLocal = hide; }); });
    connect(m_bar, &ColourBar::renormaliseToggled, m_hub, &SelectionHub::renormalise);
    connect(m_bar, &ColourBar::scaleChosen, this, [this](HeatScale scale) {
        m_hub->change([=](Selection& s) {
            s.scale = scale == HeatScale::Linear        ? SelectionScale::Linear
                      : scale == HeatScale::Logarithmic ? SelectionScale::Log
                                                        : SelectionScale::Sqrt;
        });
    });
    QMetaObject::invokeMethod(this, &BlockPlot::refresh, Qt::QueuedConnection);   // the class above is complete then
}

BlockPlot::~BlockPlot() = default;

void BlockPlot::setLive(bool live)
{
    m_live = live;
    m_liveHigh = 0;
    refresh();
}

void BlockPlot::retranslate()
{
    PlotPanel::retranslate();
    setFooter(weightsFooter());
    m_heatmap->setAccessibleName(title());
    m_result = {};   // its words are of the other language
    refresh();
}

// What nobody sees follows a live answer when it is shown, or when the answer is finished.
void BlockPlot::showEvent(QShowEvent* event)
{
    PlotPanel::showEvent(event);
    if (m_live)
        refresh();
}

void BlockPlot::refresh()
{
    if (m_live && !isVisible())
        return;
    const qint64 since = m_sinceStart.isValid() ? m_sinceStart.elapsed() : kLiveMs;
    if (!m_delay.isActive())
        m_delay.start(m_live ? int(std::clamp<qint64>(kLiveMs - since, 0, kLiveMs)) : 0);
}

// The range of the result shown holds on while only the chosen words change.
PlotJob BlockPlot::nextJob() const
{
    PlotJob next = job();
    PlotJob alike = m_result.job;
    alike.filter.tokens = next.filter.tokens;
    alike.automatic.reset();
    if (m_result.job.run && alike == next)
        next.automatic = m_result.automatic;
    if (next.automatic && m_result.job.filter.tokens == next.filter.tokens)
        next.automatic = m_result.job.automatic;   // nothing changed at all
    return next;
}

void BlockPlot::start()
{
    m_sinceStart.start();
    if (!m_hub->run() || m_hub->run()->answer.trace.tokens == 0) {
        m_job.cancel();
        showEmpty();
        return;
    }
    PlotJob next = nextJob();
    if (next == m_result.job) {
        m_job.cancel();
        follow();
        return;
    }
    if (recordsOf(next) <= kInlineRecords) {
        m_job.cancel();
        take(compute(std::move(next)));
    } else {
        m_job.start<PlotResult>([next = std::move(next)] { return compute(next); }, [this](PlotResult result) { take(std::move(result)); });
    }
}

void BlockPlot::showEmpty()
{
    m_result = {};
    m_heatmap->setData({});
    m_table->setTable({});
    m_tableIsOld = false;
    m_bar->hide();
    setBadge({});
    if (m_hub->run())
        m_empty->setReason(noTraceWords(*m_hub->run()), noTraceAction(*m_hub->run()), m_hub->whyNotAsked());
    else
        m_empty->setReason(noRunWords(*m_hub));
    shown();
    Q_EMIT updated();
}

HeatmapData BlockPlot::heatmapData() const
{
    const Run& run = *m_result.job.run;
    HeatmapData cells;
    cells.cells = m_result.cells;
    cells.rowName = m_result.job.axis == TraceAxis::Tokens ? tr("word") : tr("layer");
    cells.columnName = tr("block");
    cells.unit = unitWords();
    const bool labels =
        std::any_of(m_result.job.rows.begin(), m_result.job.rows.end(), [](const PlotRow& row) { return !row.label.isEmpty(); });
    for (const PlotRow& row : m_result.job.rows) {
        if (labels)
            cells.rowLabels += row.label;
    }
    cells.hiddenColumns.assign(m_result.job.filter.hidden.begin(), m_result.job.filter.hidden.end());
    cells.barredColumns.assign(run.barred.begin(), run.barred.end());
    for (const std::uint32_t block : pinnedBlocks(run))
        cells.pinnedColumns.push_back(int(block));
    cells.rereadColumns = m_result.rereadColumns;
    cells.tiedRows = m_result.tiedRows;
    cells.chapters = m_chapters;
    cells.profile = true;
    cells.range = m_result.automatic;
    cells.describe = [this](int row, int column) { return tip(row, column); };
    return cells;
}

void BlockPlot::take(PlotResult result)
{
    m_result = std::move(result);
    const RunPtr& run = m_result.job.run;
    if (m_chaptersOf != run) {
        m_chapters = chaptersOf(*run);
        m_chaptersOf = run;
    }
    m_empty->setReason({});
    m_heatmap->setData(heatmapData());
    m_tableIsOld = true;
    if (showsTable())
        updateTable();
    shown();
    follow();
    Q_EMIT updated();
}

void BlockPlot::follow()
{
    setBadge(m_live ? tr("live, %1").arg(tokensWords(*m_result.job.run, {}, m_hub->selection().unit)) : QString());
    applyRange();
    updateBar();
    mark();
}

void BlockPlot::applyRange()
{
    const Selection& selection = m_hub->selection();
    const HeatScale scale = selection.scale == SelectionScale::Linear ? HeatScale::Linear
                            : selection.scale == SelectionScale::Log  ? HeatScale::Logarithmic
                                                                      : HeatScale::SquareRoot;
    m_heatmap->setScale(scale);
    auto [low, high] = m_result.automatic;
    if (m_live) {   // grows by doubling, so that colours don't flicker with each word
        if (m_liveHigh <= 0)
            m_liveHigh = high;
        while (m_liveHigh < high)
            m_liveHigh = isShare(m_result.job) && high <= 1 ? std::min(m_liveHigh * 2, 1.0f) : m_liveHigh * 2;
        high = m_liveHigh;
    }
    if (selection.range)
        m_heatmap->setRange(float(selection.range->first), float(selection.range->second));
    else
        m_heatmap->setRange(low, high);
}

void BlockPlot::updateBar()
{
    m_bar->show();
    m_bar->setStyle(m_heatmap->style(), m_result.largest, !m_hub->selection().range);
    m_bar->setUnit(unitWords());
    m_bar->setValues(m_result.cells->values);
    m_bar->setMode(modeName(m_result.job.run->answer.trace.mode));
    const MaskWords mask = maskWords(*m_hub);
    m_bar->setHidden(mask.words, mask.isHidden);
    m_bar->setRenormalised(showsShares(m_result.job) ? std::optional(m_hub->selection().renormalise) : std::nullopt);
}

TraceFilter BlockPlot::cellFilter(const PlotRow& row) const
{
    TraceFilter filter = m_result.job.filter;
    if (row.layer)
        filter.layers = std::vector<IndexRange>{{*row.layer, *row.layer + 1}};
    if (row.tokens)
        filter.tokens = std::vector<IndexRange>{*row.tokens};
    if (row.layer && row.head) {
        const Trace& trace = m_result.job.run->answer.trace;
        const HeadMask allowed = resolvedHeads(trace, m_result.job.filter);
        filter.heads.assign(allowed.size(), 0);
        const std::size_t index = std::size_t{*row.layer} * trace.heads + *row.head;
        filter.heads[index] = allowed[index];
    }
    return filter;
}

Lock BlockPlot::lockOf(HeatmapCell cell) const
{
    const PlotRow& row = m_result.job.rows[std::size_t(cell.row)];
    Lock lock;
    lock.layer = row.layer;
    lock.head = row.head;
    if (row.tokens)
        lock.token = row.tokens->first;
    lock.block = std::uint32_t(cell.column);
    return lock;
}

std::optional<Head> BlockPlot::headAt(HeatmapCell cell) const
{
    if (!m_result.job.run || std::size_t(cell.row) >= m_result.job.rows.size())
        return std::nullopt;
    const PlotRow& row = m_result.job.rows[std::size_t(cell.row)];
    if (row.layer && row.head)
        return Head{*row.layer, *row.head};
    const auto found = openings(m_result.job.run->answer.trace, cellFilter(row), std::uint32_t(cell.column));
    const auto best = std::max_element(found.begin(), found.end(), [](const Opening& a, const Opening& b) { return a.gate < b.gate; });
    return best == found.end() ? std::nullopt : std::optional(Head{best->layer, best->head});
}

void BlockPlot::activate(HeatmapCell cell)
{
    if (std::size_t(cell.row) >= m_result.job.rows.size())
        return;
    m_hub->change([&](Selection& selection) { selection.lock = lockOf(cell); });
    Q_EMIT showBlocks({std::uint32_t(cell.column)});
}

void BlockPlot::hover(int row, int column)
{
    Hover hover;
    if (row >= 0 && std::size_t(row) < m_result.job.rows.size()) {
        const Lock place = lockOf({row, column});
        hover = {place.token, place.layer, place.head, place.block};
    }
    m_hub->setHover(hover);
}

void BlockPlot::mark()
{
    std::vector<int> columns;
    const Selection& selection = m_hub->selection();
    for (const IndexRange& range : selection.blocks.value_or(std::vector<IndexRange>{})) {
        for (std::uint32_t block = range.first; block < std::min(range.second, m_result.cells->columns); ++block)
            columns.push_back(int(block));
    }
    if (selection.lock && selection.lock->block)
        columns.push_back(int(*selection.lock->block));
    m_heatmap->setMarkedColumns(std::move(columns));
}

void BlockPlot::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_G && event->modifiers() == Qt::NoModifier && m_result.cells->columns > 0)
        goToBlock();
    else if (event->key() == Qt::Key_F2 && m_heatmap->cursorCell())
        nameHeadAt(*m_heatmap->cursorCell());
    else if ((event->key() == Qt::Key_PageUp || event->key() == Qt::Key_PageDown) && m_result.job.run)
        stepLayer(event->key() == Qt::Key_PageDown ? 1 : -1);
    else
        PlotPanel::keyPressEvent(event);
}

}  // namespace cairn
