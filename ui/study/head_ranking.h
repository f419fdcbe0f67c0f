// V7: the heads ranked by any statistic, with ticks that make a head set, and a scatter of two statistics below. UI thread.
#pragma once

#include "ui/plots/plot_panel.h"
#include "ui/study/heads_data.h"
#include "ui/study/heads_model.h"

class QComboBox;
class QPushButton;
class QSpinBox;
class QStackedWidget;
class QTableView;

namespace cairn
{

class EmptyPlot;
class HeadOrder;
class HeadScatter;
class HeadSwitch;
class Label;

class HeadRanking final : public PlotPanel
{
    Q_OBJECT
public:
    explicit HeadRanking(HeadsData* heads, QWidget* parent = nullptr);   // borrowed

    const HeadsModel& model() const { return *m_model; }
    QTableView* table() const { return m_table; }
    void sortBy(HeadStatistic statistic);
    void tickTop(int count);                                 // the first rows as sorted; pinned ones stand before them
    void tickCopying();                                      // retrieval heads: copy score >= 0.1
    void nameHead(Head head);                                // F2: a field at its row
    void pin(Head head, bool pinned);                        // its row stands above all others, however they are sorted
    void sortBySimilarity(Head head);                        // cosine of the heads' evidence over blocks

Q_SIGNALS:
    void headOpened(std::uint32_t layer, std::uint32_t head);
    void askAgain();
    void switchRequested(const std::vector<cairn::Head>& heads, bool off);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;   // a narrow table leaves columns out
    void resizeEvent(QResizeEvent* event) override;               // in a low panel the table has all the room
    void fitTitles();
    bool titlesFit();                                        // those that share the room are alike, or each as wide as its own title

private:
    QWidget* makeTable();
    QWidget* makeScatter();
    void refresh();
    void openMenu(QPoint place);
    std::optional<Head> currentHead() const;
    QModelIndex rowOf(Head head) const;                      // in the sorted table
    void followLock();
    void keepAsSet();
    void updateCount();
    void setAxes();

    HeadsData* m_data;
    HeadsModel* m_model;
    PlotTableModel* m_export;        // the same numbers, layer and head apart
    HeadOrder* m_sorted;
    QTableView* m_table;
    HeadScatter* m_scatter;
    QComboBox *m_x, *m_y;
    QSpinBox* m_top;
    QPushButton* m_keep;
    QList<QWidget*> m_ticking;       // shown where there are heads to tick
    Label* m_count;
    HeadSwitch* m_switch;
    EmptyPlot* m_empty;
    QStackedWidget* m_stack;
    bool m_following = false;
};

}  // namespace cairn
