#include "ui/study/unique_blocks_view.h"

#include "ui/panels/labels.h"
#include "ui/plots/choice_name.h"
#include "ui/plots/empty_plot.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/plot_table.h"
#include "ui/plots/plot_words.h"
#include "ui/selection/resolved.h"
#include "ui/study/selected_words.h"
#include "ui/study/unique_blocks_charts.h"
#include "ui/theme.h"

#include <QComboBox>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr int kDefaultWindow = 8;

QWidget* titled(const QString& title, QWidget* chart)
{
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(metrics::kInset, metrics::kGap, metrics::kInset, 4);
    column->addWidget(new Label(title, metrics::kSmallFont, Tone::Muted, QFont::DemiBold));
    column->addWidget(chart, 1);
    return box;
}

// In each layer no more blocks can be opened than there are, nor than places were given.
std::vector<std::uint32_t> boundsOf(const Trace& trace, const TraceFilter& filter)
{
    const HeadMask heads = resolvedHeads(trace, filter);
    const std::uint64_t tokens = resolvedTokens(trace, filter).size();
    std::vector<std::uint32_t> bounds;
    for (std::uint32_t layer = 0; layer < trace.layers; ++layer) {
        const auto first = heads.begin() + std::ptrdiff_t(layer) * trace.heads;
        const auto counted = std::uint64_t(std::count_if(first, first + trace.heads, [](std::uint8_t c) { return c != 0; }));
        bounds.push_back(std::uint32_t(std::min<std::uint64_t>(blockColumns(trace, filter), tokens * counted * trace.k)));
    }
    return bounds;
}

}  // namespace

UniqueBlocksView::UniqueBlocksView(SelectionHub* hub, QWidget* parent)
    : PlotPanel(tr("Unique blocks"), parent), m_hub(hub), m_empty(new EmptyPlot), m_window(new QComboBox), m_bars(new LayerBars),
      m_histogram(new UniqueHistogram), m_total(new Label({}, metrics::kSmallFont, Tone::Muted)), m_table(new PlotTableModel(this))
{
    setHelp(tr("How many different blocks each layer opened for the selected words, and how many it opened in short windows of the "
               "answer. The line is the "
               "most that places allow."),
            tr("Example: a layer far below its line goes back to the same few blocks again and again."));
    for (const int tokens : {1, 4, 8, 16, 32, 64})
        m_window->addItem(tr("%n token(s)", nullptr, tokens), tokens);
    m_window->setCurrentIndex(m_window->findData(kDefaultWindow));
    addFilter(new Label(tr("Window")));
    addFilter(m_window);
    nameChoice(m_window, tr("Window"));
    addFilter(m_total);
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(titled(tr("Per layer"), m_bars));
    splitter->addWidget(titled(tr("Windows of the answer, all layers"), m_histogram));
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    setPlot(new EmptyPlotStack(splitter, m_empty));
    setTable(m_table);
    setFooter(weightsFooter());
    setViewExporter(m_table, [this] { return plotProvenance(*m_hub); });
    connect(m_window, &QComboBox::currentIndexChanged, this, &UniqueBlocksView::refresh);
    connect(m_bars, &LayerBars::layerChosen, this, &UniqueBlocksView::lockLayer);
    connect(m_empty, &EmptyPlot::actionRequested, this, &UniqueBlocksView::askAgain);
    connect(m_hub, &SelectionHub::changed, this, &UniqueBlocksView::refresh);
}

void UniqueBlocksView::setWindow(int tokens)
{
    if (m_window->findData(tokens) < 0)
        m_window->addItem(tr("%n token(s)", nullptr, tokens), tokens);
    m_window->setCurrentIndex(m_window->findData(tokens));
}

void UniqueBlocksView::lockLayer(std::uint32_t layer)
{
    m_hub->change([layer](Selection& selection) {
        Lock lock = selection.lock.value_or(Lock{});
        lock.layer = layer;
        lock.head.reset();
        selection.lock = lock;
    });
}

void UniqueBlocksView::showEvent(QShowEvent*) { refresh(); }

void UniqueBlocksView::refresh()
{
    if (!isVisible())
        return;   // caught up when shown
    const RunPtr& run = m_hub->run();
    const bool usable = run && run->answer.trace.tokens > 0;
    m_empty->setReason(usable ? QString() : !run ? noRunWords(*m_hub) : noTraceWords(*run),
                       run && !usable ? noTraceAction(*run) : QString(), m_hub->whyNotAsked());
    if (!usable)
        return;
    const TraceFilter filter = filterOf(*m_hub);
    const auto& lock = m_hub->selection().lock;
    const auto chosen = lock ? lock->layer : std::nullopt;
    const auto window = std::uint32_t(m_window->currentData().toInt());
    m_perLayer = uniqueBlocks(run->answer.trace, filter);
    m_bounds = boundsOf(run->answer.trace, filter);
    const auto windows = uniqueBlocksInWindows(run->answer.trace, filter, window);
    m_bars->setCounts(m_perLayer, m_bounds);
    m_bars->setChosen(chosen);
    m_histogram->setWindows(windows, m_bounds, chosen);
    m_total->setText(selectedWordsText(*m_hub) + QStringLiteral(", ") + headsWords(run->answer.trace, filter) + QStringLiteral(" \u00B7 ")
                     + modeName(run->answer.trace.mode));
    PlotTableData table;
    table.columns = {{tr("Layer"), true, QStringLiteral("layer")},
                     {tr("Different blocks"), true, QStringLiteral("different_blocks")},
                     {tr("At most"), true, QStringLiteral("at_most")}};
    for (std::size_t i = 0; i < windows.size(); ++i)
        table.columns += {tr("Tokens %1 to %2").arg(i * window).arg(std::min<std::size_t>((i + 1) * window, run->answer.trace.tokens) - 1),
                          true, QStringLiteral("from_token_%1").arg(i * window)};
    table.rows = int(m_perLayer.size());
    table.value = [perLayer = m_perLayer, bounds = m_bounds, windows](int row, int column) -> QVariant {
        const auto layer = std::size_t(row);
        return column == 0 ? row : int(column == 1 ? perLayer[layer] : column == 2 ? bounds[layer]
                                       : windows[std::size_t(column - 3)][layer]);
    };
    m_table->setTable(std::move(table));
}

}  // namespace cairn
