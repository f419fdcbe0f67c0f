// V6 in its frame: which statistic colours the swatches, which heads are shown, colour bar, table twin. UI thread.
#pragma once

#include "ui/plots/plot_panel.h"
#include "ui/study/head_grid.h"

class QComboBox;
class QPushButton;
class QStackedWidget;

namespace cairn
{

class ChipButton;
class ColourBar;
class EmptyPlot;
class HeadSwitch;
class PlotTableModel;

class HeadGridPanel final : public PlotPanel
{
    Q_OBJECT
public:
    explicit HeadGridPanel(HeadsData* heads, QWidget* parent = nullptr);   // borrowed

    HeadGrid* grid() const { return m_grid; }

Q_SIGNALS:
    void headOpened(std::uint32_t layer, std::uint32_t head);
    void askAgain();
    void switchRequested(const std::vector<cairn::Head>& heads, bool off);

private:
    void openMenu(QPoint place);
    void openSetMenu();
    std::vector<Head> chosen() const;         // empty while all are shown
    void refresh();
    void refreshChoice();

    HeadsData* m_data;
    HeadGrid* m_grid;
    QComboBox *m_statistic, *m_set;
    QPushButton* m_edit;                      // the set that is shown
    ColourBar* m_bar;
    EmptyPlot* m_empty;
    PlotTableModel* m_table;
    HeadSwitch* m_switch;
};

}  // namespace cairn
