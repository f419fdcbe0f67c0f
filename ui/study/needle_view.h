// V13: hidden facts ("needles") asked for at several depths of texts of several lengths: answered, retrieved but not used, or not
// retrieved.
// Takes plain cells; who reads the result file fills them. UI thread.
#pragma once

#include "ui/plots/plot_panel.h"

#include <optional>
#include <vector>

namespace cairn
{

enum class NeedleOutcome { Answered, RetrievedNotUsed, NotRetrieved };

struct NeedleResult              // one question
{
    double depth = 0;            // 0..1 of the text
    std::uint32_t blocks = 0;    // length of the text
    NeedleOutcome outcome = NeedleOutcome::NotRetrieved;
    std::uint32_t rank = 0;      // of the needle's block among all, 1 = best; 0: not scored
    QString question, answer;
    QString run;                 // names the run to open; empty: none was kept
};

class EmptyPlot;
class NeedleGrid;
class PlotTableModel;

class NeedleView final : public PlotPanel
{
    Q_OBJECT
public:
    explicit NeedleView(QWidget* parent = nullptr);
    void setResults(const QString& title, std::vector<NeedleResult> results);   // title: model and strategy
    NeedleGrid* grid() const { return m_grid; }

Q_SIGNALS:
    void openRun(const QString& run);
    void chooseFile();           // nothing is loaded: open a result file

private:
    void fillCells();

    EmptyPlot* m_empty;
    NeedleGrid* m_grid;
    PlotTableModel *m_table, *m_cells; // questions; what the grid counts of them
    QString m_report;            // its title; empty: nothing is loaded
};

}  // namespace cairn
