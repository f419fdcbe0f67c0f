// V4, where: layers (rows) x blocks, the strongest gate over words and heads; a layer unfolds to its heads (double click,
// Ctrl+Enter). Below: the strongest cells with head, place and first words. Shift-drag brushes blocks, alt-drag layers. UI thread.
#pragma once

#include "ui/plots/block_plot.h"

#include <set>

class QComboBox;
class QPushButton;
class QTableView;

namespace cairn
{

class ColumnFit;

class LayersView final : public BlockPlot
{
    Q_OBJECT
public:
    explicit LayersView(SelectionHub* hub, QWidget* parent = nullptr);

    void unfold(std::uint32_t layer, bool unfolded);
    bool isUnfolded(std::uint32_t layer) const { return m_unfolded.contains(layer); }
    QTableView* strongest() const { return m_list; }

protected:
    PlotJob job() const override;
    QString unitWords() const override;
    QString cellTitle(const PlotRow& row, std::uint32_t block) const override;
    void shown() override;
    void mark() override;
    void stepLayer(int direction) override;
    void retranslate() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showList();                       // if the plot keeps room enough; the table has it all the same
    void makeFilters();
    void updateFilters();
    void openHeadsMenu();
    void openWordsMenu();
    void lockListed(int row);

    std::set<std::uint32_t> m_unfolded;
    bool m_hasWordHeat = false;            // in the text, where gates are shown or were before another measure
    QComboBox* m_metric;
    QComboBox* m_aggregate;
    QPushButton* m_heads;
    QPushButton* m_words;
    QPushButton* m_fit;
    QTableView* m_list;
    ColumnFit* m_columns = nullptr;
    PlotTableModel* m_listModel;
};

}  // namespace cairn
