#include "ui/study/needle_view.h"

#include "ui/plots/empty_plot.h"
#include "ui/plots/plot_table.h"
#include "ui/study/needle_grid.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <memory>

namespace cairn
{
namespace
{

QString outcomeName(NeedleOutcome outcome)
{
    switch (outcome) {
    case NeedleOutcome::Answered: return NeedleView::tr("answered");
    case NeedleOutcome::RetrievedNotUsed: return NeedleView::tr("retrieved, not used");
    case NeedleOutcome::NotRetrieved: return NeedleView::tr("not retrieved");
    }
    return {};
}

}  // namespace

NeedleView::NeedleView(QWidget* parent)
    : PlotPanel(tr("Needle grid"), parent), m_empty(new EmptyPlot), m_grid(new NeedleGrid), m_table(new PlotTableModel(this)),
      m_cells(new PlotTableModel(this))
{
    setHelp(tr("A sentence was hidden at several depths of texts of several lengths, then asked for. A failure is either that its block "
               "was not opened, or that "
               "it was opened and the answer did not use it."),
            tr("Example: hatched cells in the middle of long texts mean that retrieval loses what stands there."));
    setPlot(new EmptyPlotStack(m_grid, m_empty));
    setViewExporter(
        m_table,
        [this] {
            const QJsonObject from{{QStringLiteral("report"), m_report}};
            return m_report.isEmpty() ? QString() : QString::fromUtf8(QJsonDocument(from).toJson(QJsonDocument::Compact));
        },
        m_cells);
    connect(m_empty, &EmptyPlot::actionRequested, this, &NeedleView::chooseFile);
    connect(m_grid, &NeedleGrid::cellOpened, this, [this](int cell) {
        if (const QString run = m_grid->cells()[std::size_t(cell)].run; !run.isEmpty())
            Q_EMIT openRun(run);
    });
    setResults({}, {});
}

void NeedleView::setResults(const QString& title, std::vector<NeedleResult> results)
{
    m_empty->setReason(results.empty() ? tr("No results of a needle test are loaded.") : QString(), results.empty()
                       ? tr("Open a result file") : QString());
    setBadge(title);
    m_report = title;
    m_grid->setResults(results);
    setTable(results.empty() ? nullptr : m_table);
    PlotTableData table;
    table.columns = {{tr("Depth"), true}, {tr("Blocks"), true}, {tr("Outcome"), false}, {tr("Rank"), true}, {tr("Question"), false},
                     {tr("Answer"), false}};
    table.rows = int(results.size());
    table.value = [kept = std::make_shared<std::vector<NeedleResult>>(std::move(results))](int row, int column) -> QVariant {
        const NeedleResult& result = (*kept)[std::size_t(row)];
        switch (column) {
        case 0: return result.depth;
        case 1: return int(result.blocks);
        case 2: return outcomeName(result.outcome);
        case 3: return result.rank > 0 ? QVariant(int(result.rank)) : QVariant();
        case 4: return result.question;
        default: return result.answer;
        }
    };
    m_table->setTable(std::move(table));
    fillCells();
}

void NeedleView::fillCells()
{
    PlotTableData table;
    table.columns = {{tr("Depth"), true, QStringLiteral("depth")},
                     {tr("Blocks"), true, QStringLiteral("blocks")},
                     {tr("Questions"), true, QStringLiteral("questions")},
                     {tr("Answered"), true, QStringLiteral("answered")},
                     {tr("Retrieved, not used"), true, QStringLiteral("not_used")},
                     {tr("Not retrieved"), true, QStringLiteral("not_retrieved")},
                     {tr("Mean rank"), true, QStringLiteral("mean_rank")}};
    table.rows = int(m_grid->cells().size());
    table.value = [cells = m_grid->cells()](int row, int column) -> QVariant {
        const NeedleCell& cell = cells[std::size_t(row)];
        const int counts[] = {cell.questions, cell.answered, cell.notUsed, cell.notRetrieved};
        switch (column) {
        case 0: return cell.depth;
        case 1: return int(cell.blocks);
        case 6: return cell.meanRank > 0 ? QVariant(cell.meanRank) : QVariant();
        default: return counts[column - 2];
        }
    };
    m_cells->setTable(std::move(table));
}

}  // namespace cairn
