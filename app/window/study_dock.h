// The dock at the right (experience.md 2): evidence, layers, timeline, heads, and the further views as tabs of their own when they are asked
// for. Turns their intents into places of the reader and questions to the engine. UI thread.
#pragma once

#include "app/window/conversation_controller.h"
#include "app/window/removal_test.h"
#include "core/types/document.h"
#include "ui/selection/selection_hub.h"

#include <QWidget>

#include <functional>

class QStackedWidget;
class QTabWidget;

namespace cairn
{

class BlockCard;
class BlockPlot;
class EvidenceView;
class HeadsView;
class LayersView;
class TimelineView;

class StudyDock final : public QWidget
{
    Q_OBJECT
public:
    StudyDock(ConversationController& conversation, SelectionHub* hub, QWidget* parent = nullptr);   // borrowed

    enum class View { Evidence, Layers, Timeline, Heads };
    void show(View view);
    RemovalTest& removalTest() { return m_removal; }
    void stepEvidence(int direction);                  // to the next or previous block of evidence
    void openCard(std::uint32_t block);
    void barAndAsk(const std::vector<std::uint32_t>& blocks);
    void pinAndAsk(const std::vector<std::uint32_t>& blocks);

Q_SIGNALS:
    void placeChosen(const cairn::DocumentPlace& place);
    void askAgain(const std::function<void(cairn::AskOptions&)>& edit);
    void confirmedByRemoval(bool confirmed);
    void exported(const QByteArray& bytes, const QString& suggestedName);
    void maximiseRequested(bool maximise);
    void problem(const cairn::Error& error);

protected:
    void changeEvent(QEvent* event) override;

private:
    void connectEvidence();
    void connectPlot(BlockPlot* plot);
    void showBlock(std::uint32_t block);
    void showEffects();
    void retranslate();

    ConversationController& m_conversation;
    SelectionHub* m_hub;
    QTabWidget* m_tabs;
    QStackedWidget* m_evidencePage;                    // list or card
    EvidenceView* m_evidence;
    BlockCard* m_card;
    LayersView* m_layers;
    TimelineView* m_timeline;
    HeadsView* m_heads;
    RemovalTest m_removal;
};

}  // namespace cairn
