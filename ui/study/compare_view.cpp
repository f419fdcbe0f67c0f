#include "ui/study/compare_view.h"

#include "ui/heatmap_view.h"
#include "ui/panels/allowed_action.h"
#include "ui/panels/buttons.h"
#include "ui/panels/labels.h"
#include "ui/pictures/numbers.h"
#include "ui/plots/block_plot.h"
#include "ui/plots/block_reasons.h"
#include "ui/plots/choice_name.h"
#include "ui/plots/colour_bar.h"
#include "ui/plots/empty_plot.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/plot_table.h"
#include "ui/plots/plot_words.h"
#include "ui/selection/resolved.h"
#include "ui/study/above_plot.h"
#include "ui/study/block_table.h"
#include "ui/study/compared_answer.h"
#include "ui/study/diff_label.h"
#include "ui/plots/head_names.h"
#include "ui/study/word_weights.h"
#include "ui/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QLocale>
#include <QMenu>
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

constexpr std::size_t kLargest = 40;
constexpr int kAllColumns = 480;          // px of the design from which on the place has its column

// What is hidden for one is for the other: the sinks of both, without those in which words stand that one of them cites.
std::vector<std::uint32_t> hiddenSinksOf(const Run& a, const Run& b)
{
    const std::vector<std::uint32_t> ofA = hiddenSinks(a), ofB = hiddenSinks(b);
    std::vector<std::uint32_t> hidden;
    std::set_union(ofA.begin(), ofA.end(), ofB.begin(), ofB.end(), std::back_inserter(hidden));
    std::erase_if(hidden, [&](std::uint32_t block) { return a.citedIn(block) || b.citedIn(block); });
    return hidden;
}

// What counts for both: heads, layers, blocks, weakest gate, sinks; not the brush, whose words only A has.
TraceFilter wholeAnswer(const SelectionHub& hub, const Run& run, const Run& other)
{
    TraceFilter filter = filterOf(hub, run);
    filter.tokens.reset();
    if (hub.selection().hideSinks)
        filter.hidden = hiddenSinksOf(run, other);
    if (filter.renormalised)
        filter.renormalised->hidden = filter.hidden;
    return filter;
}

}  // namespace

CompareView::CompareView(SelectionHub* hub, QWidget* parent)
    : PlotPanel(tr("Compare A and B"), parent), m_hub(hub), m_empty(new EmptyPlot), m_rowsChoice(new QComboBox), m_order(new QComboBox),
      m_swap(new QPushButton(cairn::icon(Icon::Swap), tr("Swap"))), m_heatmap(new HeatmapView), m_bar(new ColourBar),
      m_largest(new BlockTableModel({tr("A"), tr("B"), QStringLiteral("A \u2212 B")}, true, this)), m_largestView(new QTableView),
      m_table(new PlotTableModel(this))
{
    setHelp(tr("Two answers about the same documents. Blue cells were opened more strongly for A, orange ones more strongly for B."),
            tr("Example: an orange column is a passage that only the second answer went to."));
    m_rowsChoice->addItem(tr("Layer × block"), int(TraceAxis::Layers));
    m_rowsChoice->addItem(tr("Head × block"), int(TraceAxis::Heads));
    m_order->addItem(tr("Document order"));
    m_order->addItem(tr("Largest difference first"));
    for (QWidget* filter : {static_cast<QWidget*>(m_rowsChoice), static_cast<QWidget*>(m_order)})
        addFilter(filter);
    nameChoice(m_rowsChoice, tr("Rows"));
    nameChoice(m_order, tr("Order of the blocks"));
    addFilter(m_swap);
    setPlot(new EmptyPlotStack(makeContent(), m_empty));
    setTable(m_table);
    setColourBar(m_bar);
    setFooter(weightsFooter());
    setViewExporter(m_table, [this] { return m_shownB ? comparisonProvenance(*m_hub) : QString(); });
    m_bar->setScales(false);
    colourNames();
    connect(m_swap, &QPushButton::clicked, this, &CompareView::swap);
    connect(m_rowsChoice, &QComboBox::currentIndexChanged, this, &CompareView::showMatrix);
    connect(m_order, &QComboBox::currentIndexChanged, this, [this] {
        fillHeatmap();
        fillTable();
    });
    connect(m_bar, &ColourBar::hiddenToggled, this,
            [this](bool hide) { m_hub->change([hide](Selection& s) { s.hideSinks = s.hideLocal = hide; }); });
    connect(m_bar, &ColourBar::renormaliseToggled, m_hub, &SelectionHub::renormalise);
    connect(m_bar, &ColourBar::rangeChanged, this, [this](double, double high) { clip(float(high)); });
    connect(m_bar, &ColourBar::rangeReset, this, [this] { clip(std::nullopt); });
    connect(m_empty, &EmptyPlot::actionRequested, this, &CompareView::chooseCompared);
    connect(m_hub, &SelectionHub::changed, this, &CompareView::refresh);
}

QWidget* CompareView::makeAnswers()
{
    auto* box = new QWidget;
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(metrics::kInset, metrics::kGap, metrics::kInset, metrics::kGap);
    grid->setHorizontalSpacing(2 * metrics::kInset);
    grid->setVerticalSpacing(4);
    const auto note = [] { return new Label({}, metrics::kSmallFont, Tone::Muted); };
    m_nameA = new Label({}, metrics::kInterfaceFont, Tone::Normal, QFont::DemiBold);
    m_nameB = new Label({}, metrics::kInterfaceFont, Tone::Normal, QFont::DemiBold);
    m_textA = new DiffLabel(DiffLabel::Side::A);
    m_textB = new DiffLabel(DiffLabel::Side::B);
    for (DiffLabel* label : {m_textA, m_textB})
        label->setFocusPolicy(Qt::TabFocus);   // so its menu is within reach of the keys
    m_numbersA = new ElidedLabel(metrics::kSmallFont, Tone::Muted);
    m_numbersB = new ElidedLabel(metrics::kSmallFont, Tone::Muted);
    const std::vector<std::vector<QWidget*>> columns{{m_nameA, m_howA = note(), m_textA, m_numbersA},
                                                     {m_nameB, m_howB = note(), m_textB, m_numbersB}};
    for (int column = 0; column < 2; ++column) {
        for (int row = 0; row < 4; ++row)
            grid->addWidget(columns[std::size_t(column)][std::size_t(row)], row, column, row == 2 ? Qt::Alignment() : Qt::AlignTop);
        grid->setColumnStretch(column, 1);
    }
    for (Label* label : {m_howA, m_howB})
        label->setWordWrap(true);
    return box;
}

QWidget* CompareView::makeContent()
{
    setUpBlockTable(*m_largestView, m_largest, BlockTableModel::Text, BlockTableModel::Place);
    m_largestView->setAccessibleName(tr("Blocks that differ most"));
    m_heatmap->setAccessibleName(tr("A minus B"));
    m_heatmap->setMinimumHeight(160);
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(new AbovePlot(makeAnswers(), m_heatmap));
    splitter->addWidget(m_largestView);
    splitter->setStretchFactor(0, 4);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({480, 150});
    connect(m_heatmap, &HeatmapView::menuRequested, this, [this](int, int cell, QPoint at) { openMenu(blockAt(cell), at); });
    m_largestView->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_largestView, &QWidget::customContextMenuRequested, this, [this](QPoint at) {
        if (const QModelIndex index = m_largestView->indexAt(at); index.isValid())
            openMenu(m_largest->row(index.row()).block, m_largestView->viewport()->mapToGlobal(at));
    });
    for (DiffLabel* label : {m_textA, m_textB}) {
        label->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(label, &QWidget::customContextMenuRequested, this,
                [this, label](QPoint at) { openAnswerMenu(label == m_textA, label->mapToGlobal(at)); });
    }
    connect(m_heatmap, &HeatmapView::cellActivated, this, [this](int, int cell) { lockBlock(blockAt(cell)); });
    connect(m_largestView, &QTableView::clicked, this, [this](const QModelIndex& index) { lockBlock(m_largest->row(index.row()).block); });
    connect(m_largestView, &QTableView::activated, this,
            [this](const QModelIndex& index) { Q_EMIT openCard(m_largest->row(index.row()).block); });
    return splitter;
}

std::uint32_t CompareView::blockAt(int column) const
{
    return std::size_t(column) < m_columns.size() ? m_columns[std::size_t(column)] : std::uint32_t(column);
}

void CompareView::lockBlock(std::uint32_t block)
{
    m_hub->change([block](Selection& selection) {
        Lock lock = selection.lock.value_or(Lock{});
        lock.block = block;
        selection.lock = lock;
    });
    Q_EMIT showBlock(block);
}

// As in the other plots.
void CompareView::openMenu(std::uint32_t block, QPoint globalPosition)
{
    if (!m_shownA || !m_shownB)
        return;
    const bool inDocument = block < m_shownA->answer.trace.documentBlocks;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);   // why an action is not possible
    menu->addSection(tr("block %1 (%2)").arg(block).arg(m_shownA->shownLabel(block)));
    menu->addAction(tr("Show in the document"), this, [this, block] { lockBlock(block); });
    menu->addAction(tr("Open the block's card"), this, [this, block] { Q_EMIT openCard(block); });
    menu->addSeparator();
    QAction* remove = menu->addAction(tr("Remove and re-score"), this, [this, block] { Q_EMIT removeBlock(block); });
    QAction* bar = menu->addAction(tr("Bar and ask again"), this, [this, block] { Q_EMIT barBlock(block); });
    QAction* pin = menu->addAction(tr("Pin and ask again"), this, [this, block] { Q_EMIT pinBlock(block); });
    for (QAction* action : {remove, bar, pin}) {
        if (!inDocument)
            action->setText(tr("%1 (blocks of the document only)").arg(action->text()));
        const QString whyNot = action == remove ? whyNotScored(*m_hub) : m_hub->whyNotAsked();
        allowAction(action, inDocument ? whyNot : tr("This block belongs to no document."));
    }
    menu->addSeparator();
    menu->addAction(tr("Copy the text"), this, [run = m_shownA, block] {
        QApplication::clipboard()->setText(QString::fromStdString(run->blockText(block)));
    });
    menu->popup(globalPosition);
}

void CompareView::openAnswerMenu(bool ofA, QPoint globalPosition)
{
    const RunPtr run = ofA ? m_shownA : m_shownB;
    if (!run)
        return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy the answer"), this, [run] { QApplication::clipboard()->setText(QString::fromStdString(run->answer.text)); });
    menu->addAction(tr("Copy the question"), this, [run] { QApplication::clipboard()->setText(run->question); });
    menu->addAction(tr("Swap"), this, &CompareView::swap);
    menu->popup(globalPosition);
}

void CompareView::swap()
{
    const RunPtr a = m_hub->run(), b = m_hub->compared();
    if (!a || !b)
        return;
    m_hub->setRun(b);
    m_hub->setCompared(a);
    Q_EMIT swapped(b->id);
}

void CompareView::showEvent(QShowEvent*) { refresh(); }
void CompareView::resizeEvent(QResizeEvent*) { m_largestView->setColumnHidden(BlockTableModel::Place, width() < scaled(kAllColumns)); }

void CompareView::refresh()
{
    if (!isVisible())
        return;   // caught up when shown
    const RunPtr a = m_hub->run(), b = m_hub->compared();
    const QString misfit = a && b ? whyNotComparable(*a, *b) : QString();
    QString reason, action;
    if (!a)
        reason = noRunWords(*m_hub);
    else if (!b || !misfit.isEmpty()) {
        reason = b ? misfit : tr("Choose a second answer to compare this one with.");
        action = tr("Choose an answer");
    }
    const bool chosen = reason.isEmpty() && m_empty->isAncestorOf(QApplication::focusWidget());   // the button goes: the keys go on
    m_empty->setReason(reason, action);
    for (QWidget* part : {static_cast<QWidget*>(m_bar), static_cast<QWidget*>(m_rowsChoice), static_cast<QWidget*>(m_order),
                          static_cast<QWidget*>(m_swap)})
        part->setVisible(reason.isEmpty());
    if (!reason.isEmpty()) {
        setBadge({});
        m_shownA = m_shownB = nullptr;
        return;
    }
    const Selection& now = m_hub->selection();
    std::vector<Head> heads = m_hub->headsOf(now.heads);   // a set may have others now
    const bool same = a == m_shownA && b == m_shownB && heads == m_shownHeads && now.heads == m_shown.heads && now.layers == m_shown.layers
                      && now.blocks == m_shown.blocks && now.minimum == m_shown.minimum && now.hideSinks == m_shown.hideSinks
                      && now.hideLocal == m_shown.hideLocal && now.renormalise == m_shown.renormalise;
    if (!same) {
        m_shownA = a;
        m_shownB = b;
        m_shown = now;
        m_shownHeads = std::move(heads);
        m_clip.reset();
        showAnswers();
        showMatrix();
    } else if (rowLabels() != m_heatmap->data().rowLabels) {
        fillHeatmap();   // a head has another name
    }
    showBadge();
    const auto& lock = now.lock;
    if (lock && lock->block) {
        const auto column = std::find(m_columns.begin(), m_columns.end(), *lock->block);
        m_heatmap->setMarkedColumns(column == m_columns.end() ? std::vector<int>{} : std::vector<int>{int(column - m_columns.begin())});
    } else {
        m_heatmap->setMarkedColumns({});
    }
    if (chosen)
        m_heatmap->setFocus();
}

// That an empty plot shows two equal answers is said.
void CompareView::showBadge()
{
    const QString same = m_shownA->question == m_shownB->question ? tr("same document, same question") : tr("same document");
    const bool differs = std::any_of(m_matrix->values.begin(), m_matrix->values.end(), [](float value) { return value != 0; });
    setBadge(differs ? same : tr("%1, no difference").arg(same));
}

void CompareView::colourNames()
{
    for (const auto& [label, role] : {std::pair(m_nameA, Role::CompareA), std::pair(m_nameB, Role::CompareB)}) {
        QPalette colours = label->palette();
        colours.setColor(QPalette::WindowText, themeColour(role, *this));
        label->setPalette(colours);
    }
}

void CompareView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange && m_nameB)
        colourNames();
    PlotPanel::changeEvent(event);
}

void CompareView::showAnswers()
{
    m_nameA->setText(QStringLiteral("A  ") + answerName(*m_shownA));
    m_nameB->setText(QStringLiteral("B  ") + answerName(*m_shownB));
    const bool otherStrategy = m_shownA->answer.strategy != m_shownB->answer.strategy;
    m_howA->setText(howItWasAsked(*m_shownA, otherStrategy));
    m_howB->setText(howItWasAsked(*m_shownB, otherStrategy));
    const auto pieces = textDiff(QString::fromStdString(m_shownA->answer.text), QString::fromStdString(m_shownB->answer.text));
    m_textA->setPieces(pieces);
    m_textB->setPieces(pieces);
    m_numbersA->setText(answerNumbers(m_shownA->answer));
    m_numbersB->setText(answerNumbers(m_shownB->answer));
}

void CompareView::showMatrix()
{
    if (!m_shownA || !m_shownB)
        return;
    const TraceFilter a = wholeAnswer(*m_hub, *m_shownA, *m_shownB), b = wholeAnswer(*m_hub, *m_shownB, *m_shownA);
    const MatrixQuery query{TraceAxis(m_rowsChoice->currentData().toInt()), TraceMetric::Gate, TraceAggregate::Max, {}};
    const SparseMatrix cellsA = blockMatrix(m_shownA->answer.trace, a, query), cellsB = blockMatrix(m_shownB->answer.trace, b, query);
    m_cells = comparedCells(cellsA, cellsB);
    m_matrix = std::make_shared<SparseMatrix>(difference(m_cells, cellsA.rows, std::max(cellsA.columns, cellsB.columns)));
    fillHeatmap();
    fillLargest(a, b);
    fillTable();
}

// Heads by layer and number in it; layers are numbers anyway.
QStringList CompareView::rowLabels() const
{
    const std::uint32_t perLayer = m_shownA->answer.trace.heads;
    QStringList labels;
    for (std::uint32_t row = 0; TraceAxis(m_rowsChoice->currentData().toInt()) == TraceAxis::Heads && row < m_matrix->rows; ++row)
        labels += namedHead(*m_hub, {row / perLayer, row % perLayer});
    return labels;
}

void CompareView::fillHeatmap()
{
    const bool sorted = m_order->currentIndex() == 1;
    if (sorted) {
        m_columns = byDifference(*m_matrix);
    } else {
        m_columns.resize(m_matrix->columns);
        std::iota(m_columns.begin(), m_columns.end(), 0u);
    }
    HeatmapData map;
    map.cells = sorted ? std::make_shared<SparseMatrix>(reordered(*m_matrix, m_columns)) : m_matrix;
    map.rows = int(m_matrix->rows);
    map.columns = int(m_matrix->columns);
    map.difference = true;
    const bool heads = TraceAxis(m_rowsChoice->currentData().toInt()) == TraceAxis::Heads;
    map.rowName = heads ? tr("layer and head") : tr("layer");
    map.columnName = sorted ? tr("block, largest difference first") : tr("block");
    const TraceFilter filter = wholeAnswer(*m_hub, *m_shownA, *m_shownB);
    if (!sorted)
        map.hiddenColumns.assign(filter.hidden.begin(), filter.hidden.end());
    const std::uint32_t perLayer = m_shownA->answer.trace.heads;
    map.rowLabels = rowLabels();
    map.rowsTogether = heads ? int(perLayer) : 1;
    map.describe = [this, heads, perLayer, cells = map.cells, run = m_shownA](int row, int column) {
        const std::uint32_t block = blockAt(column), at = std::uint32_t(row);
        HeatmapTip tip(
            tr("%1, block %2").arg(heads ? namedHead(*m_hub, {at / perLayer, at % perLayer}) : tr("Layer %1").arg(row)).arg(block));
        tip.place = run->shownLabel(block);
        if (const auto value = cells->at(at, std::uint32_t(column)))
            tip.lines += QStringLiteral("A \u2212 B %1, ").arg(signedDigits(double(*value))) + rankWords(*cells, row, double(*value), true);
        tip.quote = quotation(shortened(run->blockText(block), 120));
        return tip;
    };
    m_heatmap->setData(std::move(map));
    m_automaticHigh = m_heatmap->style().high;
    m_heatmap->setPageRows(heads ? int(perLayer) : 1);   // a layer
    const HeadMask mask = resolvedHeads(m_shownA->answer.trace, filter);
    const auto counted = std::count_if(mask.begin(), mask.end(), [](std::uint8_t c) { return c != 0; });
    clip(m_clip);
    m_bar->setValues(m_matrix->values);
    m_bar->setUnit(withRenormalised(
        tr("A \u2212 B, gate, max over %1 and all words; left: B higher, right: A higher").arg(tr("%n head(s)", nullptr, int(counted))),
        filter));
    m_bar->setRenormalised(m_hub->selection().renormalise);
    const MaskWords hidden = maskWords(*m_hub, int(hiddenSinksOf(*m_shownA, *m_shownB).size()));
    m_bar->setHidden(hidden.words, hidden.isHidden);
}

// Differences have a range of their own: that of the other plots is of gates.
void CompareView::clip(std::optional<float> high)
{
    m_clip = high;
    float largest = 0;
    for (const float value : m_matrix->values)
        largest = std::max(largest, std::abs(value));
    m_heatmap->setRange(0, high.value_or(m_automaticHigh));
    m_bar->setStyle(m_heatmap->style(), largest, !high);
}

void CompareView::fillLargest(const TraceFilter& a, const TraceFilter& b)
{
    const auto left = blockTotals(m_shownA->answer.trace, a, TraceAggregate::Max), right = blockTotals(m_shownB->answer.trace, b,
            TraceAggregate::Max);
    std::vector<BlockTableRow> rows;
    for (std::uint32_t block = 0; block < std::max(left.size(), right.size()); ++block) {
        const double x = block < left.size() ? left[block] : 0, y = block < right.size() ? right[block] : 0;
        if (x != y)
            rows.push_back({block, {x, y, x - y}});
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const BlockTableRow& x, const BlockTableRow& y) { return std::abs(x.numbers[2]) > std::abs(y.numbers[2]); });
    rows.resize(std::min(rows.size(), kLargest));
    m_largest->setRows(m_shownA, std::move(rows), [one = m_shownA, other = m_shownB, a, b](std::uint32_t block) {
        const Passage passage = passageOf(*one, block, wordWeights(one->answer.trace, a, block));
        return passage.words.empty() ? passageOf(*other, block, wordWeights(other->answer.trace, b, block)) : passage;
    });
}

void CompareView::fillTable()
{
    if (!m_shownA)
        return;
    auto cells = std::make_shared<std::vector<ComparedCell>>(m_cells);
    if (m_order->currentIndex() == 1) {
        std::stable_sort(cells->begin(), cells->end(),
                         [](const ComparedCell& x, const ComparedCell& y) { return std::abs(x.a - x.b) > std::abs(y.a - y.b); });
    }
    const bool heads = TraceAxis(m_rowsChoice->currentData().toInt()) == TraceAxis::Heads;
    PlotTableData table;
    table.columns = {{tr("Layer"), true, QStringLiteral("layer")}};
    if (heads)
        table.columns += {tr("Head"), true, QStringLiteral("head")};
    table.columns += {{tr("Block"), true, QStringLiteral("block")},
                      placeColumn(tr("Place")),
                      {tr("A"), true, QStringLiteral("a")},
                      {tr("B"), true, QStringLiteral("b")},
                      {QStringLiteral("A \u2212 B"), true, QStringLiteral("difference"), true},
                      {tr("First words"), false}};
    table.rows = int(cells->size());
    table.value = [cells, heads, perLayer = m_shownA->answer.trace.heads, run = m_shownA](int index, int column) -> QVariant {
        const ComparedCell& cell = (*cells)[std::size_t(index)];
        if (column == 0)
            return int(heads ? cell.row / perLayer : cell.row);
        switch (heads ? column : column + 1) {   // without heads all others move up
        case 1: return int(cell.row % perLayer);
        case 2: return int(cell.block);
        case 3: return run->shownLabel(cell.block);
        case 4: return double(cell.a);
        case 5: return double(cell.b);
        case 6: return double(cell.a - cell.b);
        default: return shortened(run->blockText(cell.block), 120);
        }
    };
    m_table->setTable(std::move(table));
}

}  // namespace cairn
