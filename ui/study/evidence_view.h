// The dock's first tab (experience.md 6 V9): which blocks the selected words of the answer opened, as cards by strength or by page.
// Reads tokens, heads, layers, blocks and "hide sinks" of the selection, writes lock.block. Intents leave as signals. UI thread.
#pragma once

#include "core/types/back_links.h"
#include "ui/plots/plot_panel.h"
#include "ui/selection/selection_hub.h"
#include "ui/study/evidence_model.h"

class QListView;
class QStackedWidget;

namespace cairn
{

class ChipButton;
class EmptyPlot;
class EvidenceLegend;
class EvidenceList;
class PlotTableModel;
class Segments;

class EvidenceView final : public PlotPanel
{
    Q_OBJECT
public:
    explicit EvidenceView(SelectionHub* hub, QWidget* parent = nullptr);   // `hub` is borrowed

    // D(b) of the selected tokens, where measured: shown on the cards.
    void setEffects(std::map<std::uint32_t, double> effects);
    // Evidence per block of the fixed neutral question; empty: no lift is shown.
    void setNeutralEvidence(std::vector<double> evidence);

    // What blocks leaned on while they were read: a column of the table. Empty: none are kept.
    void setBackLinks(BackLinkMap links);

    const EvidenceModel& model() const { return *m_model; }
    EvidenceModel& model() { return *m_model; }
    QListView* list() const;

public Q_SLOTS:
    void showNext();                            // next card, and its place in the document; n
    void showPrevious();                        // N

Q_SIGNALS:
    void showBlock(std::uint32_t block);        // its place in the document
    void openCard(std::uint32_t block);
    void removeBlock(std::uint32_t block);      // remove and re-score
    void barBlock(std::uint32_t block);         // bar and ask again
    void pinBlock(std::uint32_t block);         // pin and ask again
    void askAgain();                            // the answer has no stored trace

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void refresh();
    void refreshChip();
    void refreshLegend();
    void refreshTable();
    void follow();                              // the locked block becomes the current card
    void step(int direction);
    void choose(int row);                       // lock and show
    void openMenu(QPoint position);
    QString emptyReason() const;
    QString whyNotRemoved(std::uint32_t block) const;

    SelectionHub* m_hub;
    BackLinkMap m_links;
    EvidenceModel* m_model;
    EvidenceList* m_list;
    ChipButton* m_chip;
    Segments* m_order;
    EvidenceLegend* m_legend;
    EmptyPlot* m_empty;
    PlotTableModel* m_table;
    QStackedWidget* m_stack;
    Selection m_shownSelection;
    std::vector<Head> m_shownHeads;          // of the selection's set, whatever that holds by now
    RunPtr m_shownRun;
    bool m_following = false;
};

}  // namespace cairn
