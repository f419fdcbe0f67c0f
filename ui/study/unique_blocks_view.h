// V10: how many different blocks each layer opened, over the whole selection and per window of the answer. UI thread.
#pragma once

#include "ui/plots/plot_panel.h"
#include "ui/selection/selection_hub.h"

class QComboBox;

namespace cairn
{

class EmptyPlot;
class Label;
class LayerBars;
class PlotTableModel;
class UniqueHistogram;

class UniqueBlocksView final : public PlotPanel
{
    Q_OBJECT
public:
    explicit UniqueBlocksView(SelectionHub* hub, QWidget* parent = nullptr);   // borrowed

    void setWindow(int tokens);
    const std::vector<std::uint32_t>& perLayer() const { return m_perLayer; }
    const std::vector<std::uint32_t>& bounds() const { return m_bounds; }      // min(blocks, tokens x heads x k)
    UniqueHistogram* histogram() const { return m_histogram; }
    LayerBars* bars() const { return m_bars; }

Q_SIGNALS:
    void askAgain();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void lockLayer(std::uint32_t layer);

    SelectionHub* m_hub;
    EmptyPlot* m_empty;
    QComboBox* m_window;
    LayerBars* m_bars;
    UniqueHistogram* m_histogram;
    Label* m_total;
    PlotTableModel* m_table;
    std::vector<std::uint32_t> m_perLayer, m_bounds;
};

}  // namespace cairn
