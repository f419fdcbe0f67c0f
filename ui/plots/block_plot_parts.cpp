// Tooltip, menu, table and files of a block plot.
#include "ui/plots/block_plot.h"
#include "ui/panels/allowed_action.h"
#include "ui/plots/block_reasons.h"
#include "ui/plots/drawing.h"
#include "ui/plots/head_names.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/plot_words.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QSpinBox>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace cairn
{
namespace
{

constexpr int kQuoteCharacters = 120;
constexpr std::size_t kTableRows = 5'000;    // the strongest; CSV holds all

// Blocks of the question and its answer are numbered behind the document's.
QString placeOf(const Run& run, std::uint32_t block)
{
    const QString label = run.shownLabel(block);
    const bool isDocument = !label.isEmpty() || block < run.answer.trace.documentBlocks;
    return isDocument ? label : QCoreApplication::translate("cairn::BlockPlot", "of the conversation");
}

// A field for a number that vanishes when it is left.
class BlockField final : public QSpinBox
{
public:
    using QSpinBox::QSpinBox;

protected:
    void keyPressEvent(QKeyEvent* event) override
    {
        if (event->key() == Qt::Key_Escape)
            close();
        else
            QSpinBox::keyPressEvent(event);
    }
};

}  // namespace

QString rankWords(const SparseMatrix& cells, int row, double value, bool bySize)
{
    const auto begin = cells.values.begin() + cells.offsets[std::size_t(row)],
               end = cells.values.begin() + cells.offsets[std::size_t(row) + 1];
    const auto stronger = std::count_if(begin, end, [&](float other) {
        return bySize ? std::abs(double(other)) > std::abs(value) : double(other) > value;
    });
    return BlockPlot::tr("rank %1").arg(stronger + 1);
}

QString measureName(const PlotJob& job)
{
    if (job.measure == Metric::Lift)
        return BlockPlot::tr("lift");
    return job.measure == Metric::Removal ? BlockPlot::tr("removal effect") : metricName(job.metric);
}

QString measureTitle(const PlotJob& job)
{
    QString name = measureName(job);
    name[0] = name[0].toUpper();
    return name;
}

QString aggregateName(const PlotJob& job)
{
    if (job.measure == Metric::Lift)
        return BlockPlot::tr("of summed gates");
    return job.measure == Metric::Removal ? BlockPlot::tr("of opened blocks") : aggregateName(job.aggregate);
}

HeatmapTip BlockPlot::tip(int row, int column) const
{
    const PlotRow& line = m_result.job.rows[std::size_t(row)];
    const Run& run = *m_result.job.run;
    const auto block = std::uint32_t(column);
    HeatmapTip tip;
    tip.title = cellTitle(line, block);
    tip.place = placeOf(run, block);
    tip.quote = quotation(shortened(run.blockText(block), kQuoteCharacters));
    const std::vector<int>& pinned = m_heatmap->data().pinnedColumns;
    if (std::binary_search(pinned.begin(), pinned.end(), column))
        tip.lines += tr("Pinned: given to every head, whatever it scores");
    if (std::binary_search(m_result.job.filter.hidden.begin(), m_result.job.filter.hidden.end(), block))
        tip.lines += tr("Hidden: attention rests here whatever is asked");
    else if (std::binary_search(run.barred.begin(), run.barred.end(), block))
        tip.lines += tr("Left out of this question");
    else if (const auto value = m_heatmap->value({row, column}); !value)
        tip.lines += tr("Not opened");
    else {
        const TraceFilter filter = cellFilter(line);
        const auto found = openings(run.answer.trace, filter, block);
        const auto best = std::max_element(found.begin(), found.end(), [](const Opening& a, const Opening& b) { return a.gate < b.gate; });
        const double sum =
            std::accumulate(found.begin(), found.end(), 0.0, [](double all, const Opening& o) { return all + double(o.gate); });
        const HeadMask mask = resolvedHeads(run.answer.trace, filter);
        const auto cells = double(std::count(mask.begin(), mask.end(), 1)) * double(resolvedTokens(run.answer.trace, filter).size());
        QStringList figures{QStringLiteral("%1 %2").arg(measureTitle(m_result.job), plotNumber(double(*value)))};
        if (best != found.end())
            figures.front() += tr(" (head %1)").arg(namedHead(*m_hub, {best->layer, best->head}));
        figures += tr("mean gate %1").arg(plotNumber(cells > 0 ? sum / cells : 0));
        figures += rankWords(*m_result.cells, row, double(*value));
        tip.lines += figures.join(QStringLiteral(", "));
        if (std::any_of(found.begin(), found.end(), [](const Opening& o) { return o.reread; }))
            tip.lines += tr("Hollow mark below: some of it is on words that were read again");
    }
    if (block == run.answer.trace.documentBlocks && !tip.quote.isEmpty())   // the open one: a document of so many blocks has one more
        tip.lines += whyNotChosen(run, block);
    if (std::binary_search(m_result.tiedRows.begin(), m_result.tiedRows.end(), row))
        tip.lines += tr("Striped row: its last places were mostly decided by ties");
    return tip;
}

void BlockPlot::updateTable()
{
    m_tableIsOld = false;
    const auto cells = m_result.cells;
    auto order = std::make_shared<std::vector<std::pair<std::uint32_t, std::uint32_t>>>();   // row, entry
    for (std::uint32_t row = 0; row < cells->rows; ++row) {
        for (std::uint32_t i = cells->offsets[row]; i < cells->offsets[row + 1]; ++i)
            order->emplace_back(row, i);
    }
    const std::size_t count = std::min(order->size(), kTableRows);
    std::partial_sort(order->begin(), order->begin() + std::ptrdiff_t(count), order->end(), [&](const auto& a, const auto& b) {
        const float left = cells->values[a.second], right = cells->values[b.second];
        return left != right ? left > right : a < b;
    });
    order->resize(count);
    const bool tokens = m_result.job.axis == TraceAxis::Tokens;
    PlotTableData table;
    const auto& lines = m_result.job.rows;
    const bool heads = std::any_of(lines.begin(), lines.end(), [](const PlotRow& line) { return line.head.has_value(); });
    table.columns = {{tokens ? tr("Token") : tr("Layer")}};
    if (tokens)
        table.columns += {tr("Word"), false};
    else if (heads)
        table.columns += {tr("Head")};
    const int second = tokens || heads ? 0 : 1;   // without the second column all others move up
    table.columns += {{tr("Block"), true}, placeColumn(tr("Place")), {measureTitle(m_result.job), true}, {tr("Read again"), false},
                      {tr("First words"), false}};
    const bool counts = m_result.job.measure == Metric::Gate && m_result.job.aggregate == TraceAggregate::Count;
    table.rows = int(count);
    table.total = qint64(cells->blocks.size());
    table.value = [order, cells, tokens, second, counts, rows = lines, run = m_result.job.run,
                   reread = rereadCells(m_result)](int index, int column) -> QVariant {
        const auto [row, entry] = (*order)[std::size_t(index)];
        const PlotRow& line = rows[row];
        switch (column == 0 ? 0 : column + second) {
        case 0: return int(tokens ? line.tokens->first : *line.layer);
        case 1: return tokens ? QVariant(line.label) : line.head ? QVariant(int(*line.head)) : QVariant();
        case 2: return int(cells->blocks[entry]);
        case 3: return placeOf(*run, cells->blocks[entry]);
        case 4: return counts ? QVariant(int(cells->values[entry])) : QVariant(double(cells->values[entry]));
        case 5: return reread[entry] ? tr("yes") : QString();
        default: return shortened(run->blockText(cells->blocks[entry]), kQuoteCharacters);
        }
    };
    m_table->setTable(std::move(table));
}

std::vector<std::uint32_t> BlockPlot::blocksAt(int column) const
{
    const auto block = std::uint32_t(column);
    const IndexRanges& brush = m_hub->selection().blocks;
    if (!brush || !contains(brush, block))
        return {block};
    std::vector<std::uint32_t> blocks;
    for (const IndexRange& range : *brush) {
        for (std::uint32_t each = range.first; each < std::min(range.second, m_result.cells->columns); ++each)
            blocks.push_back(each);
    }
    return blocks;
}

void BlockPlot::openMenu(int row, int column, QPoint position)
{
    if (std::size_t(row) >= m_result.job.rows.size())
        return;
    const std::vector<std::uint32_t> blocks = blocksAt(column);
    const auto own = std::uint32_t(column);
    const bool inDocument = blocks.back() < m_result.job.run->answer.trace.documentBlocks;
    auto* menu = new QMenu(this);
    menu->setToolTipsVisible(true);   // why an action is not possible
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addSection(blocks.size() == 1 ? cellTitle(m_result.job.rows[std::size_t(row)], own)
                                        : tr("%n block(s)", nullptr, int(blocks.size())));
    menu->addAction(tr("Show in the document"), this, [this, blocks] { Q_EMIT showBlocks(blocks); });
    menu->addAction(tr("Open the block's card"), this, [this, own] { Q_EMIT openCard(own); });
    menu->addAction(tr("Lock this cell"), this, [this, row, column] { activate({row, column}); });
    if (const auto head = headAt({row, column})) {
        QAction* name = menu->addAction(tr("Name head %1").arg(namedHead(*m_hub, *head)), this,
                                        [this, row, column] { nameHeadAt({row, column}); });
        name->setShortcut(Qt::Key_F2);
        name->setShortcutContext(Qt::WidgetShortcut);   // shown only: the plot takes the key itself
    }
    if (showsShares(m_result.job)) {
        QAction* renormalise = menu->addAction(tr("Renormalise what is not hidden"), m_hub, &SelectionHub::renormalise);
        renormalise->setCheckable(true);
        renormalise->setChecked(m_hub->selection().renormalise);
    }
    menu->addSeparator();
    QAction* remove = menu->addAction(tr("Remove and re-score"), this, [this, blocks] { Q_EMIT removeBlocks(blocks); });
    QAction* bar = menu->addAction(tr("Bar and ask again"), this, [this, blocks] { Q_EMIT barBlocks(blocks); });
    QAction* pin = menu->addAction(tr("Pin and ask again"), this, [this, blocks] { Q_EMIT pinBlocks(blocks); });
    for (QAction* action : {remove, bar, pin}) {
        if (!inDocument)
            action->setText(tr("%1 (blocks of the document only)").arg(action->text()));
        allowAction(action, !inDocument ? whyNotChosen(*m_result.job.run, blocks.back())
                            : m_live    ? tr("The answer is still being written.")
                            : action == remove ? whyNotScored(*m_hub)
                                               : m_hub->whyNotAsked());
    }
    menu->popup(position);
}

void BlockPlot::goToBlock()
{
    auto* field = new BlockField(this);
    field->setWindowFlag(Qt::Popup);
    field->setAttribute(Qt::WA_DeleteOnClose);
    field->setAccessibleName(tr("Go to block"));
    field->setPrefix(tr("Block "));
    field->setRange(0, int(m_result.cells->columns) - 1);
    field->setMinimumWidth(120);
    const int row = m_heatmap->cursorCell() ? m_heatmap->cursorCell()->row : 0;
    field->setValue(m_heatmap->cursorCell() ? m_heatmap->cursorCell()->column : 0);
    field->move(m_heatmap->mapToGlobal(m_heatmap->plot().topLeft() + QPoint(8, 8)));
    connect(field->findChild<QLineEdit*>(), &QLineEdit::returnPressed, this, [this, field, row] {
        m_heatmap->setCursorCell({row, field->value()});
        field->close();
        m_heatmap->setFocus();
    });
    field->show();
    field->selectAll();
    field->setFocus();
}

void BlockPlot::nameHeadAt(HeatmapCell cell)
{
    if (const auto head = headAt(cell))
        openHeadNameField(m_hub, *head, m_heatmap, m_heatmap->viewport()->mapToGlobal(m_heatmap->cellRect(cell).bottomLeft()));
}

QString BlockPlot::provenance() const
{
    return m_result.job.run ? plotProvenance(*m_result.job.run, m_hub->selection()) : QString();
}

QString BlockPlot::marksHelp()
{
    return tr("Marks: ▼ above a column, every head was given that block; △ below, words of it were read again; hatched, hidden; striped, "
              "ties decided most of that row's last places.");
}

// What is hidden, and what the marks in a picture mean: there is no bubble to tell it.
QString BlockPlot::markWords(const HeatmapPicture& picture)
{
    QStringList words;
    if (!picture.hiddenColumns.empty())
        words += tr("%n sink block(s) hidden", nullptr, int(picture.hiddenColumns.size()));
    if (!picture.barredColumns.empty())
        words += tr("dashed: left out");
    if (!picture.pinnedColumns.empty())
        words += tr("filled marks: pinned");
    if (!picture.rereadColumns.empty())
        words += tr("hollow marks: read again");
    if (!picture.tiedRows.empty())
        words += tr("striped: ties");
    return words.join(QStringLiteral("; "));
}

Result<QByteArray> BlockPlot::exported(PlotFormat format) const
{
    if (m_result.cells->rows == 0)
        return nothingToExport();
    PlotFile file;
    file.picture.matrix = *m_result.cells;
    file.picture.style = m_heatmap->style();
    file.picture.style.panel = cairn::Panel::Light;   // as paper is
    file.picture.title = m_result.job.run->question;
    file.picture.rowName = m_heatmap->data().rowName;
    file.picture.columnName = m_heatmap->data().columnName;
    file.picture.unit = unitWords();
    file.picture.rowLabels = m_heatmap->data().rowLabels;
    file.picture.hiddenColumns = m_heatmap->data().hiddenColumns;
    file.picture.window = m_heatmap->window();
    file.picture.plotSize = m_heatmap->plot().size().expandedTo({480, 240});
    file.picture.footer = weightsFooter();
    file.picture.barredColumns = m_heatmap->data().barredColumns;
    file.picture.pinnedColumns = m_heatmap->data().pinnedColumns;
    file.picture.rereadColumns = m_heatmap->data().rereadColumns;
    file.picture.tiedRows = m_heatmap->data().tiedRows;
    file.picture.note = markWords(file.picture);
    file.provenance = provenance();
    if (format == PlotFormat::Csv)
        file.reread = rereadCells(m_result);
    return writePlot(file, format);
}

}  // namespace cairn
