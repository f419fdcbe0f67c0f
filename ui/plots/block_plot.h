// What layers (V4) and timeline (V5) have in common: a heatmap of blocks that follows the selection, its legend, table twin, menu
// and export. Reads and writes the SelectionHub; the matrix is made off the window's thread when the trace is large. Intents leave
// as signals. UI thread.
#pragma once

#include "ui/heatmap_view.h"
#include "ui/plots/latest_job.h"
#include "ui/plots/plot_panel.h"
#include "ui/plots/plot_table.h"
#include "ui/selection/resolved.h"

#include <QElapsedTimer>
#include <QTimer>

#include <memory>
#include <vector>

class QMenu;
class QPushButton;

namespace cairn
{

class ColourBar;
class EmptyPlot;
struct HeatmapPicture;

// One row of the plot: the records that it joins.
struct PlotRow
{
    std::optional<std::uint32_t> layer, head;
    std::optional<IndexRange> tokens;
    QString label;
    bool operator==(const PlotRow&) const = default;
};

// Everything the worker needs, by value.
struct PlotJob
{
    RunPtr run;
    TraceFilter filter;
    TraceMetric metric = TraceMetric::Gate;
    Metric measure = Metric::Gate;      // Lift, Removal: what a cell shows instead, of the block that was opened there
    BlockMeasures measures;
    TraceAggregate aggregate = TraceAggregate::Max;
    TraceAxis axis = TraceAxis::Layers;
    std::vector<std::uint32_t> tokenRows;
    std::vector<PlotRow> rows;          // Layers: unfolded heads stand behind their layer
    std::uint32_t strongest = 0;        // cells to name in the list below
    std::optional<std::pair<float, float>> automatic;   // the whole run's range, where it is known already
    bool operator==(const PlotJob&) const = default;
};

struct PlotResult
{
    PlotJob job;
    std::shared_ptr<const SparseMatrix> cells = std::make_shared<SparseMatrix>();
    std::pair<float, float> automatic{0.0f, 1.0f};   // over all tokens of the run
    float largest = 0;
    std::vector<Opening> strongest;     // cells, by the measure that is drawn; each by the record that has most of it
    std::vector<float> strongestValues; // of these
    std::vector<int> tiedRows;          // most choices at the cut were ties
    std::vector<int> rereadColumns;     // blocks of which chosen heads read words again, for chosen tokens; ascending
};

// Metric, measure and aggregate as the hub's selection asks for them; the filter keeps renormalising where gates are shown.
void chooseMetric(PlotJob& job, const SelectionHub& hub);
bool showsShares(const PlotJob& job);      // which renormalising changes
QString measureName(const PlotJob& job);   // "gate", "lift"
QString measureTitle(const PlotJob& job);  // "Gate", "Lift": where it begins a line or heads a column
QString aggregateName(const PlotJob& job); // of a measure of blocks there is none to choose

QString rankWords(const SparseMatrix& cells, int row, double value, bool bySize = false);   // "rank 2": of a cell's value in its row

// Blocks that every head was given, whatever it scored: the person's pins, and of the automatic ones those that stand in every row of the
// last word (where the memory begins, what is said now). Ascending.
std::vector<std::uint32_t> pinnedBlocks(const Run& run);

PlotResult compute(PlotJob job);        // any thread

// [cells] 1: the value is not that of opened blocks alone, words of the block that were read again have part in it (or are its largest).
std::vector<std::uint8_t> rereadCells(const PlotResult& result);

class BlockPlot : public PlotPanel
{
    Q_OBJECT
public:
    BlockPlot(const QString& title, SelectionHub* hub, QWidget* parent);   // `hub` is borrowed
    ~BlockPlot() override;

    void setLive(bool live);                               // the answer is being written: badge, follows, at most 20 updates a second
    HeatmapView* heatmap() const { return m_heatmap; }
    const PlotResult& result() const { return m_result; }
    bool isBusy() const { return m_job.isBusy() || m_delay.isActive(); }
    QString provenance() const;                            // JSON: run, model, question, selection, trace hash

Q_SIGNALS:
    void showBlocks(const std::vector<std::uint32_t>& blocks);     // in the document
    void openCard(std::uint32_t block);
    void removeBlocks(const std::vector<std::uint32_t>& blocks);   // remove and re-score
    void barBlocks(const std::vector<std::uint32_t>& blocks);      // bar and ask again
    void pinBlocks(const std::vector<std::uint32_t>& blocks);      // pin and ask again
    void askAgain();                                               // the answer has no stored trace
    void updated();                                                // a new result is shown

protected:
    virtual PlotJob job() const = 0;                       // REQUIRES: a run with a trace
    virtual QString unitWords() const = 0;
    virtual QString cellTitle(const PlotRow& row, std::uint32_t block) const = 0;
    virtual void shown() {}                                // after a new result
    virtual void mark();                                   // lock, brushed columns and rows of the selection
    virtual void activate(HeatmapCell cell);               // click or Enter
    virtual void hover(int row, int column);
    virtual void stepLayer(int direction) = 0;             // page up, page down
    void refresh();                                        // ask for a new result, soon
    static QString marksHelp();                            // what the marks in the plot say
    void retranslate() override;
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;

    SelectionHub* hub() const { return m_hub; }
    bool isLive() const { return m_live; }
    TraceFilter cellFilter(const PlotRow& row) const;      // the records of one row
    Lock lockOf(HeatmapCell cell) const;
    std::optional<Head> headAt(HeatmapCell cell) const;    // of the row, else the one with the largest gate on the block there

private:
    void start();
    PlotJob nextJob() const;
    void take(PlotResult result);
    void showEmpty();
    HeatmapData heatmapData() const;
    void follow();                                         // what needs no new result: range, scale, marks
    void applyRange();
    void updateBar();
    void updateTable();
    HeatmapTip tip(int row, int column) const;
    void openMenu(int row, int column, QPoint position);
    std::vector<std::uint32_t> blocksAt(int column) const; // the brush when the block is in it, else the block
    void goToBlock();
    void nameHeadAt(HeatmapCell cell);
    static QString markWords(const HeatmapPicture& picture);
    Result<QByteArray> exported(PlotFormat format) const;

    SelectionHub* m_hub;
    HeatmapView* m_heatmap;
    ColourBar* m_bar;
    EmptyPlot* m_empty;
    PlotTableModel* m_table;
    LatestJob m_job;
    QTimer m_delay;
    QElapsedTimer m_sinceStart;
    PlotResult m_result;
    std::vector<HeatmapChapter> m_chapters;
    RunPtr m_chaptersOf;
    float m_liveHigh = 0;
    bool m_tableIsOld = false;                             // rows are sorted when they are looked at
    bool m_live = false;
};

}  // namespace cairn
