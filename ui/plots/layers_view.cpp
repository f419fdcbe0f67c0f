#include "ui/plots/layers_view.h"

#include "ui/panels/buttons.h"
#include "ui/panels/labels.h"
#include "ui/plots/choice_name.h"
#include "ui/plots/column_fit.h"
#include "ui/plots/head_names.h"
#include "ui/plots/plot_words.h"
#include "ui/plots/table_look.h"
#include "ui/theme.h"

#include <QComboBox>
#include <QMenu>
#include <QStandardItemModel>
#include <QTableView>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr std::uint32_t kListed = 50;
constexpr int kListHeight = 126, kLowListHeight = 78;   // head line and four rows, and two
constexpr int kLinesBesideList = 46, kLinesBesideLowList = 36;   // of text: a panel of fewer needs them for the plot
constexpr int kListedValue = 4;            // the column that the strongest are sorted by
constexpr int kFewHeads = 16;              // "strongest 16 heads"
constexpr int kFirstWords = 80;

void selectData(QComboBox* box, int value)
{
    const QSignalBlocker quiet(box);
    box->setCurrentIndex(std::max(box->findData(value), 0));
}

// The box is as wide as what it shows, its menu as its words.
void fitToChoice(QComboBox* box)
{
    const int letter = std::max(1, box->fontMetrics().horizontalAdvance(QLatin1Char('X')));
    box->setMinimumContentsLength(box->fontMetrics().horizontalAdvance(box->currentText()) / letter + 1);
}

// A choice that can't be made says why.
void allow(QComboBox* box, int data, bool possible, const QString& reason)
{
    const int index = box->findData(data);
    if (auto* items = qobject_cast<QStandardItemModel*>(box->model()); items && index >= 0) {
        items->item(index)->setEnabled(possible);
        items->item(index)->setToolTip(possible ? QString() : plainTip(reason));
    }
}

}  // namespace

LayersView::LayersView(SelectionHub* hub, QWidget* parent)
    : BlockPlot(tr("Layers"), hub, parent), m_metric(new QComboBox), m_aggregate(new QComboBox), m_heads(new QPushButton),
      m_words(new QPushButton), m_fit(new QPushButton), m_list(new QTableView), m_listModel(new PlotTableModel(this))
{
    makeFilters();
    dressTable(m_list);
    m_list->setModel(m_listModel);
    m_columns = new ColumnFit(m_list);
    m_columns->keep(kListedValue);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->setFixedHeight(kListHeight);
    addBelow(m_list);
    retranslate();
    connect(hub, &SelectionHub::changed, this, &LayersView::updateFilters);   // what can be chosen needs no new result
    connect(m_list, &QAbstractItemView::clicked, this, [this](const QModelIndex& index) { lockListed(index.row()); });
    connect(m_list, &QAbstractItemView::activated, this, [this](const QModelIndex& index) { lockListed(index.row()); });
    connect(heatmap(), &HeatmapView::rowUnfolded, this, [this](int row) {
        if (std::size_t(row) < result().job.rows.size())
            unfold(*result().job.rows[std::size_t(row)].layer, !isUnfolded(*result().job.rows[std::size_t(row)].layer));
    });
    connect(heatmap(), &HeatmapView::rowsBrushed, this, [this](int begin, int end) {
        const auto& rows = result().job.rows;
        this->hub()->change([&](Selection& selection) {
            selection.layers = std::vector<IndexRange>{{*rows[std::size_t(begin)].layer, *rows[std::size_t(end) - 1].layer + 1}};
        });
    });
}

void LayersView::makeFilters()
{
    for (const Metric metric : {Metric::Gate, Metric::Score, Metric::Memory, Metric::Lift, Metric::Removal})
        m_metric->addItem({}, int(metric));
    for (const Aggregate aggregate : {Aggregate::Auto, Aggregate::Mean, Aggregate::Sum, Aggregate::Count})
        m_aggregate->addItem({}, int(aggregate));
    for (QComboBox* box : {m_metric, m_aggregate})
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    for (QPushButton* button : {m_heads, m_words})
        button->setMinimumWidth(64);   // a narrow dock stays narrow
    for (QWidget* filter : std::initializer_list<QWidget*>{m_metric, m_aggregate, m_heads, m_words, m_fit})
        addFilter(filter);
    addFilter(m_fit);
    connect(m_fit, &QPushButton::clicked, heatmap(), &HeatmapView::fit);
    connect(m_heads, &QPushButton::clicked, this, &LayersView::openHeadsMenu);
    connect(m_words, &QPushButton::clicked, this, &LayersView::openWordsMenu);
    connect(m_metric, &QComboBox::activated, this, [this] {
        hub()->change([this](Selection& selection) {
            const auto metric = Metric(m_metric->currentData().toInt());
            selection.metric = metric == Metric::Gate && m_hasWordHeat ? Metric::Word : metric;   // the reader's tint is as it was
            selection.range.reset();
        });
    });
    connect(m_aggregate, &QComboBox::activated, this, [this] {
        hub()->change([this](Selection& selection) {
            selection.aggregate = Aggregate(m_aggregate->currentData().toInt());
            selection.range.reset();
        });
    });
}

void LayersView::retranslate()
{
    setTitle(tr("Layers"));
    setHelp(tr("Each row is a layer of the model, each column a block of the document; the stronger the colour, the more a head of that "
               "layer looked at the block. Double click a layer to see its heads."),
            tr("Example: a strong cell in row 16, column 329 means that a head of layer 16 spent much of its attention on block 329.")
                + QLatin1Char('\n') + marksHelp());
    const QStringList metrics{tr("Gate"), tr("Score"), tr("Memory share"), tr("Lift"), tr("Removal")};
    const QStringList aggregates{tr("Max"), tr("Mean"), tr("Sum"), tr("Count")};
    for (int i = 0; i < metrics.size(); ++i)
        m_metric->setItemText(i, metrics[i]);
    for (int i = 0; i < aggregates.size(); ++i)
        m_aggregate->setItemText(i, aggregates[i]);
    nameChoice(m_metric, tr("Measure"));
    nameChoice(m_aggregate, tr("How cells are joined"));
    m_list->setAccessibleName(tr("Strongest cells"));
    m_fit->setText(tr("Fit"));
    m_fit->setToolTip(tr("Show all layers and blocks (0)"));
    m_fit->setMaximumWidth(m_fit->fontMetrics().horizontalAdvance(m_fit->text()) + 24);
    BlockPlot::retranslate();
}

void LayersView::updateFilters()
{
    const Selection& selection = hub()->selection();
    const Metric metric = shownMetric(*hub());
    if (selection.metric == Metric::Gate || selection.metric == Metric::Word)
        m_hasWordHeat = selection.metric == Metric::Word;
    selectData(m_metric, int(metric == Metric::Word ? Metric::Gate : metric));
    const bool known = hub()->run() != nullptr;
    const Trace none;
    const Trace& trace = known ? hub()->run()->answer.trace : none;
    allow(m_metric, int(Metric::Lift), known && hub()->measures().know(Metric::Lift, trace),
          tr("Lift compares with a question about nothing in particular, which is asked by itself when the engine has time."));
    allow(m_metric, int(Metric::Removal), known && hub()->measures().know(Metric::Removal, trace), tr("Run the removal test first."));
    selectData(m_aggregate, int(selection.aggregate == Aggregate::Max ? Aggregate::Auto : selection.aggregate));
    for (QComboBox* box : {m_metric, m_aggregate})
        fitToChoice(box);
    const bool any = result().job.run != nullptr;
    for (QWidget* filter : std::initializer_list<QWidget*>{m_metric, m_aggregate, m_heads, m_words, m_fit})
        filter->setEnabled(any && (filter != m_aggregate || result().job.measure == Metric::Gate));
    if (!any) {
        m_heads->setText(tr("All heads"));
        m_words->setText(tr("All words"));
        return;
    }
    const QString heads = headsWords(result().job.run->answer.trace, result().job.filter);
    m_heads->setText(selection.heads.isAll() ? tr("All %1").arg(heads) : heads);
    m_words->setText(selection.tokens ? tokensWords(*result().job.run, result().job.filter, selection.unit)
                     : isLive()       ? tr("All words so far")
                                      : tr("All words"));
}

void LayersView::openHeadsMenu()
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("All heads"), this, [this] { hub()->change([](Selection& selection) { selection.heads = {}; }); });
    for (const std::string& name : hub()->headSetNames())
        menu->addAction(tr("Head set: %1").arg(QString::fromStdString(name)), this, [this, name] {
            hub()->change([&](Selection& selection) { selection.heads = {name, {}}; });
        });
    menu->addAction(tr("The %n head(s) with most evidence", nullptr, kFewHeads), this, [this] {
        const Trace& trace = hub()->run()->answer.trace;
        TraceFilter filter = filterOf(*hub());
        filter.heads.clear();
        const HeadMask mask = strongestHeads(trace, filter, kFewHeads);
        std::vector<Head> heads;
        for (std::uint32_t i = 0; i < mask.size(); ++i) {
            if (mask[i])
                heads.push_back({i / trace.heads, i % trace.heads});
        }
        hub()->change([&](Selection& selection) { selection.heads = {{}, heads}; });
    });
    menu->popup(m_heads->mapToGlobal(QPoint(0, m_heads->height())));
}

void LayersView::openWordsMenu()
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("All words of the answer"), this, [this] { hub()->change([](Selection& selection) { selection.tokens.reset(); }); });
    menu->addAction(tr("All layers"), this, [this] { hub()->change([](Selection& selection) { selection.layers.reset(); }); });
    menu->addAction(tr("All blocks"), this, [this] { hub()->change([](Selection& selection) { selection.blocks.reset(); }); });
    menu->popup(m_words->mapToGlobal(QPoint(0, m_words->height())));
}

PlotJob LayersView::job() const
{
    PlotJob job;
    job.run = hub()->run();
    const Trace& trace = job.run->answer.trace;
    job.filter = filterOf(*hub());
    job.filter.layers.reset();   // brushed rows and columns are marked, not hidden
    job.filter.blocks.reset();
    chooseMetric(job, *hub());
    job.axis = TraceAxis::Layers;
    job.strongest = kListed;
    const bool labels = !m_unfolded.empty();
    for (std::uint32_t layer = 0; layer < trace.layers; ++layer) {
        job.rows.push_back({layer, {}, {}, labels ? QString::number(layer) : QString()});
        for (std::uint32_t head = 0; head < trace.heads && isUnfolded(layer); ++head)
            job.rows.push_back({layer, head, {}, namedHead(*hub(), {layer, head})});
    }
    return job;
}

QString LayersView::unitWords() const
{
    const PlotJob& job = result().job;
    const QString words = tr("%1, %2 over %3 and %4")
                              .arg(measureName(job), aggregateName(job), headsWords(job.run->answer.trace, job.filter),
                                   tokensWords(*job.run, job.filter, hub()->selection().unit));
    return withRenormalised(words, job.filter);
}

QString LayersView::cellTitle(const PlotRow& row, std::uint32_t block) const
{
    return row.head ? tr("%1, block %2").arg(namedHead(*hub(), {*row.layer, *row.head})).arg(block)
                    : tr("Layer %1, block %2").arg(*row.layer).arg(block);
}

void LayersView::unfold(std::uint32_t layer, bool unfolded)
{
    if (unfolded)
        m_unfolded.insert(layer);
    else
        m_unfolded.erase(layer);
    refresh();
}

void LayersView::shown()
{
    updateFilters();
    PlotTableData table;
    table.columns = {{tr("Layer")}, {tr("Head")}, {tr("Block")}, placeColumn(tr("Place")), {measureTitle(result().job)},
                     {tr("First words"), false}};
    table.rows = int(result().strongest.size());
    table.value = [found = result().strongest, values = result().strongestValues, run = result().job.run](int row, int column) -> QVariant {
        const Opening& opening = found[std::size_t(row)];
        switch (column) {
        case 0: return int(opening.layer);
        case 1: return int(opening.head);
        case 2: return int(opening.block);
        case 3: return shortPlaceOf(*run, opening.block);
        case 4: return double(values[std::size_t(row)]);
        default: return shortened(run->blockText(opening.block), kFirstWords);
        }
    };
    m_listModel->setTable(std::move(table));
    m_columns->renew();
    showList();
}

void LayersView::showList()
{
    const int lines = height() / fontMetrics().height();
    m_list->setFixedHeight(lines >= kLinesBesideList ? kListHeight : kLowListHeight);
    m_list->setVisible(m_listModel->rowCount() > 0 && lines >= kLinesBesideLowList);
}

void LayersView::resizeEvent(QResizeEvent* event)
{
    BlockPlot::resizeEvent(event);
    showList();
}

void LayersView::mark()
{
    BlockPlot::mark();
    const Selection& selection = hub()->selection();
    std::vector<int> rows;
    for (std::size_t row = 0; row < result().job.rows.size(); ++row) {
        const PlotRow& line = result().job.rows[row];
        if (selection.layers && contains(selection.layers, *line.layer))
            rows.push_back(int(row));
        const bool locked = selection.lock && selection.lock->layer == line.layer && selection.lock->head == line.head;
        if (locked && selection.lock->block)
            heatmap()->setCursorCell({int(row), int(*selection.lock->block)});
    }
    heatmap()->setMarkedRows(std::move(rows));
}

// Among unfolded heads to the same head of the next layer, if that one is unfolded, too.
void LayersView::stepLayer(int direction)
{
    const auto& rows = result().job.rows;
    const HeatmapCell cell = heatmap()->cursorCell().value_or(HeatmapCell{});
    const PlotRow from = rows[std::size_t(cell.row)];
    const std::uint32_t layers = rows.back().layer.value_or(0) + 1;
    if ((direction < 0 && *from.layer == 0) || (direction > 0 && *from.layer + 1 == layers))
        return;
    const std::uint32_t layer = *from.layer + std::uint32_t(direction);
    const auto of = [&](std::optional<std::uint32_t> head) {
        return std::find_if(rows.begin(), rows.end(), [&](const PlotRow& row) { return row.layer == layer && row.head == head; });
    };
    const auto same = of(from.head);
    heatmap()->setCursorCell({int((same != rows.end() ? same : of({})) - rows.begin()), cell.column});
}

void LayersView::lockListed(int row)
{
    const Opening opening = result().strongest[std::size_t(row)];
    hub()->change([&](Selection& selection) { selection.lock = Lock{{}, opening.layer, {}, opening.block}; });
    Q_EMIT showBlocks({opening.block});
}

}  // namespace cairn
