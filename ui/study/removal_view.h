// V12: the same answer scored again with one block barred at a time. What it costs is said first; results stream in; the measured effect
// D(b) stands beside the evidence. Values in by setResult(), intents out; scoring itself happens elsewhere. UI thread.
#pragma once

#include "ui/plots/plot_panel.h"
#include "ui/selection/selection_hub.h"
#include "ui/study/deep_removal_row.h"
#include "ui/study/removal_model.h"

#include <map>
#include <set>

class QProgressBar;
class QPushButton;
class QTableView;

namespace cairn
{

class ChipButton;
class DiffLabel;
class ElidedLabel;
class EmptyPlot;
class Label;
class LinkButton;
class PlotTableModel;
class TokenPlot;

class RemovalView final : public PlotPanel
{
    Q_OBJECT
public:
    explicit RemovalView(SelectionHub* hub, QWidget* parent = nullptr);   // borrowed

    // Values in. Results of blocks that are not in the list are ignored; scores of another length are told as a failed row.
    void setSecondsPerBlock(double seconds);                 // measured or estimated; 0: not known
    void setBlocks(const std::vector<std::uint32_t>& blocks);   // to test; by default the eight with most evidence
    void setBaseline(std::vector<float> logProbabilities);   // of the answer scored with nothing barred; default: as it was written
    void setRunning(std::uint32_t block);                    // listed from then on
    void setResult(std::uint32_t block, std::vector<float> logProbabilities);
    void setFailed(std::uint32_t block, const QString& sentence);
    void setStopped();                                       // running rows wait again, a deep one is given up
    // What a deep removal of the blocks together would cost; nothing: it can't be done now.
    using Blocks = std::vector<std::uint32_t>;               // ascending
    void setDeepCost(std::function<std::optional<DeepCost>(const Blocks& blocks)> cost);
    void updateDeep();                                       // the cost may have changed
    void setRunningDeep(const Blocks& blocks);
    void setDeepProgress(std::uint64_t tokens, std::uint64_t totalTokens, double secondsLeft);
    void setDeepResult(const Blocks& blocks, std::vector<float> logProbabilities);
    void setTogetherResult(const Blocks& blocks, std::vector<float> logProbabilities);   // barred together, for the deep one of several
    void setAnsweredAgain(const QString& how, const Answer& answer);   // "without block 329"

    const RemovalModel& model() const { return *m_model; }
    QTableView* table() const { return m_table; }
    bool isRunning() const { return !m_pending.empty(); }    // one block barred at a time
    bool isRunningDeep() const { return !m_deep->running().empty(); }
    Blocks chosenBlocks() const;                             // the selected rows
    void chooseCited();                                      // selects what the selected words cite, listed if they were not

Q_SIGNALS:
    void rescoreRequested(const std::vector<std::uint32_t>& blocks);   // one after the other, each barred alone
    void deepRequested(const std::vector<std::uint32_t>& blocks);   // directly too, where that is not done yet
    void stopRequested();
    void answerWithout(std::uint32_t block);                 // Remove this: bar it and answer again
    void answerWithOnly(const std::vector<std::uint32_t>& blocks);     // Keep only these: the blocks of the list
    void effectsChanged(const std::map<std::uint32_t, double>& effects);   // for evidence list and card
    void showBlock(std::uint32_t block);
    void openCard(std::uint32_t block);
    void askAgain();

protected:
    void resizeEvent(QResizeEvent* event) override;          // a narrow table leaves the place out

private:
    QWidget* makeRunRow();
    QWidget* makeBelow();
    void refresh();
    void suggest();                                          // the blocks with most evidence
    void start();
    void finish(std::uint32_t block);                        // done or failed
    void updateProgress();
    void updatePlot();
    struct Together
    {
        std::vector<float> direct, deep;                     // log-probabilities
    };
    void updateTable();
    QVariant togetherCell(const Blocks& blocks, const Together& together, int column) const;
    void updateColumns();
    std::optional<std::uint32_t> currentBlock() const;
    void choose(const Blocks& blocks);
    Blocks citedBlocks() const;                              // of the selected words
    QString togetherWords(const Blocks& blocks) const;
    std::vector<std::uint8_t> selectedTokens() const;

    SelectionHub* m_hub;
    RemovalModel* m_model;
    QTableView* m_table;
    EmptyPlot* m_empty;
    ChipButton* m_chip;
    QPushButton* m_run;
    ElidedLabel* m_cost;
    Label *m_plotTitle, *m_againTitle;
    QProgressBar* m_progress;
    TokenPlot* m_plot;
    QPushButton *m_removeThis, *m_keepOnly;
    DiffLabel* m_diff;
    QWidget* m_runRow;
    DeepRemovalRow* m_deep;
    LinkButton* m_cited;
    std::function<std::optional<DeepCost>(const Blocks&)> m_deepCost;
    std::map<Blocks, Together> m_together;                   // several blocks at once
    PlotTableModel* m_rows;
    std::vector<float> m_baseline;
    double m_seconds = 0;
    RunPtr m_shownRun;
    std::set<std::uint32_t> m_pending;                       // asked for, no result yet
    int m_batch = 0;                                         // asked for together
    bool m_ownBlocks = false;
};

}  // namespace cairn
