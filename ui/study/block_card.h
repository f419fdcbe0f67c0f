// One block in full (experience.md 6 V9): its words, place and numbers, who opened it, its rank over the answer, what can be done with it.
// Shows the block that the selection locks (lock.block). UI thread.
#pragma once

#include "core/types/back_links.h"
#include "ui/study/block_facts.h"

#include <QWidget>

#include <map>
#include <vector>

class QPushButton;
class QStackedWidget;

namespace cairn
{

class BackLinksRow;
class ElidedLabel;
class EmptyPlot;
class Label;
class NearMissesRow;
class OpenedByPlot;
class PassageWidget;
class RankPlot;
class SymbolButton;

class BlockCard final : public QWidget
{
    Q_OBJECT
public:
    explicit BlockCard(SelectionHub* hub, QWidget* parent = nullptr);   // borrowed

    void setEffects(std::map<std::uint32_t, double> effects);           // D(b) of the selected tokens, where measured
    void setNeutralEvidence(std::vector<double> evidence);              // for the lift; empty: none is shown
    void setBackLinks(BackLinkMap links);                               // of the memory that blocks are counted in; empty: none are kept
    void setMaximised(bool maximised);                                  // the button's look; the window does it
    const std::optional<BlockFacts>& facts() const { return m_facts; }  // as shown last; nullopt: no block is locked, or no trace

Q_SIGNALS:
    void closed();                              // back to the list
    void stepRequested(int direction);          // n, N: next or previous evidence
    void showBlock(std::uint32_t block);
    void removeBlock(std::uint32_t block);
    void barBlock(std::uint32_t block);
    void pinBlock(std::uint32_t block);
    void openHead(std::uint32_t layer, std::uint32_t head);
    void deepTraceRequested(bool fromMemory);   // ask again
    void printRequested(const QString& text);
    void maximiseRequested(bool maximise);
    void saveRequested(const QByteArray& json, const QString& suggestedName);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeHeader();
    QWidget* makeContent();
    QWidget* makeActions();
    void refresh();
    void showFacts();

    SelectionHub* m_hub;
    std::vector<QPushButton*> m_choices;       // that a block can have or not
    std::optional<BlockFacts> m_facts;
    std::map<std::uint32_t, double> m_effects;
    std::vector<double> m_neutral;
    BackLinkMap m_links;
    BackLinksRow* m_leansOn;
    QStackedWidget* m_stack;
    EmptyPlot* m_empty;
    Label* m_title;
    ElidedLabel* m_place;
    PassageWidget* m_passage;
    Label *m_counts, *m_evidence, *m_gate, *m_lift, *m_effect, *m_liftName, *m_effectName, *m_over;
    ElidedLabel *m_leansNote, *m_openedNote, *m_nearNote, *m_rankNote;
    OpenedByPlot* m_opened;
    NearMissesRow* m_near;
    RankPlot* m_ranks;
    SymbolButton* m_maximise = nullptr;
    bool m_maximised = false;
};

}  // namespace cairn
