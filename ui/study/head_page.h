// V8: one head in full: its numbers, words x blocks, memory and local share per word, the blocks it read most
// and those it nearly opened. Shows the head that the
// selection locks (lock.layer, lock.head). UI thread.
#pragma once

#include "ui/plots/plot_panel.h"
#include "ui/study/heads_data.h"

class QPushButton;
class QTableView;
class QToolButton;

namespace cairn
{

class BlockTableModel;
class EmptyPlot;
class HeadSwitch;
class HeatmapView;
class Label;
class NoNearMissesRow;
class PlotTableModel;
class SharePlot;

class HeadPage final : public PlotPanel
{
    Q_OBJECT
public:
    explicit HeadPage(HeadsData* heads, QWidget* parent = nullptr);   // borrowed

    HeatmapView* heatmap() const { return m_heatmap; }
    const BlockTableModel& topBlocks() const { return *m_blocks; }
    const BlockTableModel& nearlyOpened() const { return *m_near; }   // empty: no deep trace, or all was opened

public Q_SLOTS:
    void showNext();                                 // head; Shift+Page down
    void showPrevious();

Q_SIGNALS:
    void showBlock(std::uint32_t block);
    void openCard(std::uint32_t block);
    void askAgain();
    void deepTraceRequested(bool fromMemory);        // ask again
    void switchRequested(const std::vector<cairn::Head>& heads, bool off);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* makeContent();
    QWidget* makeNumbers();
    void refresh();
    void showHead(Head head);
    void fillHeatmap(const TraceFilter& filter);
    void fillBlocks(const TraceFilter& filter);
    void fillNear(const TraceFilter& filter);
    void fillTable();                                // while it is seen, or written to a file
    void lockBlock(std::uint32_t block);
    void explain();
    QTableView* makeBlockView(BlockTableModel* model, const QString& name);
    void step(int by);
    void stepLayer(int by);                          // the same head of the next layer
    void hideInViews();

    HeadsData* m_data;
    EmptyPlot* m_empty;
    HeatmapView* m_heatmap;
    SharePlot* m_shares;
    BlockTableModel* m_blocks;
    QTableView* m_blockView;
    BlockTableModel* m_near;
    QTableView* m_nearView;
    NoNearMissesRow* m_noNear;
    Label* m_nearNote;
    PlotTableModel* m_table;
    HeadSwitch* m_switch;
    std::vector<Label*> m_numbers;                   // one per kHeadStatistics
    Label* m_unit;
    QPushButton *m_solo, *m_hide;
    QToolButton *m_previous, *m_next;
    std::optional<Head> m_shown;
};

}  // namespace cairn
