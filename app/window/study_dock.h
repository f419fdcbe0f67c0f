// The dock at the right (experience.md 2): evidence, layers, timeline, heads, and the further views as tabs of their own when they are asked
// for. Turns their intents into places of the reader and questions to the engine. UI thread.
#pragma once

#include "app/window/conversation_controller.h"
#include "core/types/document.h"
#include "ui/selection/selection_hub.h"

#include <QWidget>

#include <functional>
#include <map>

class QStackedWidget;
class QTabWidget;

namespace cairn
{

class BlockCard;
class EvidenceView;

class StudyDock final : public QWidget
{
    Q_OBJECT
public:
    StudyDock(ConversationController& conversation, SelectionHub* hub, QWidget* parent = nullptr);   // borrowed

    enum class View { Evidence, Layers, Timeline, Heads, Unique, Compare, Removal, Needle };
    void show(View view);
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

private:
    void showBlock(std::uint32_t block);

    ConversationController& m_conversation;
    SelectionHub* m_hub;
    QTabWidget* m_tabs;
    QStackedWidget* m_evidencePage;                    // list or card
    EvidenceView* m_evidence;
    BlockCard* m_card;
    std::map<RequestId, std::uint32_t> m_removals;     // block of each removal on its way
};

}  // namespace cairn
