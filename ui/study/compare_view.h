// V11: two answers about the same documents: their texts side by side with what differs, A - B as a heatmap (blue: A opened it more,
// orange: B), the blocks that differ most; the table twin holds A, B and A - B of every cell that either opened, in the plot's order. Shows
// the hub's run and compared run; all words of both. UI thread.
#pragma once

#include "core/types/trace_query.h"
#include "ui/plots/plot_panel.h"
#include "ui/selection/selection_hub.h"
#include "ui/study/compare_matrix.h"

#include <memory>

class QComboBox;
class QPushButton;
class QTableView;

namespace cairn
{

class BlockTableModel;
class ColourBar;
class DiffLabel;
class EmptyPlot;
class HeatmapView;
class ElidedLabel;
class Label;
class PlotTableModel;

class CompareView final : public PlotPanel
{
    Q_OBJECT
public:
    explicit CompareView(SelectionHub* hub, QWidget* parent = nullptr);   // borrowed

    HeatmapView* heatmap() const { return m_heatmap; }
    const BlockTableModel& differences() const { return *m_largest; }
    const SparseMatrix& matrix() const { return *m_matrix; }              // A - B in document order

public Q_SLOTS:
    void swap();                                             // A becomes B

Q_SIGNALS:
    void showBlock(std::uint32_t block);
    void openCard(std::uint32_t block);
    void removeBlock(std::uint32_t block);                   // remove and re-score, of A; so are the next two
    void barBlock(std::uint32_t block);                      // bar and ask again
    void pinBlock(std::uint32_t block);                      // pin and ask again
    void swapped(const QString& run);                        // this one is A now
    void chooseCompared();                                   // there is no B yet, or none that fits

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeAnswers();
    QWidget* makeContent();
    void refresh();
    void showAnswers();
    void showBadge();
    void colourNames();
    void showMatrix();
    QStringList rowLabels() const;
    void fillHeatmap();
    void clip(std::optional<float> high);                    // of the colours; nullopt: as far as the data asks for
    void fillLargest(const TraceFilter& a, const TraceFilter& b);
    void fillTable();
    std::uint32_t blockAt(int column) const;
    void lockBlock(std::uint32_t block);
    void openMenu(std::uint32_t block, QPoint globalPosition);
    void openAnswerMenu(bool ofA, QPoint globalPosition);

    SelectionHub* m_hub;
    EmptyPlot* m_empty;
    QComboBox *m_rowsChoice, *m_order;
    QPushButton* m_swap;
    Label *m_nameA = nullptr, *m_nameB = nullptr, *m_howA, *m_howB;
    ElidedLabel *m_numbersA, *m_numbersB;
    DiffLabel *m_textA, *m_textB;
    HeatmapView* m_heatmap;
    ColourBar* m_bar;
    BlockTableModel* m_largest;
    QTableView* m_largestView;
    PlotTableModel* m_table;
    std::shared_ptr<const SparseMatrix> m_matrix = std::make_shared<SparseMatrix>();
    std::vector<ComparedCell> m_cells;                       // what either of them opened
    std::vector<std::uint32_t> m_columns;                    // block of each column
    float m_automaticHigh = 1;
    std::optional<float> m_clip;
    RunPtr m_shownA, m_shownB;
    Selection m_shown;
    std::vector<Head> m_shownHeads;          // of its set, whatever that holds by now
};

}  // namespace cairn
