// The dock at the right (experience.md 2): evidence, layers, timeline, heads, and the further views as tabs of their own when they
// are asked for. Turns their intents into places of the reader and questions to the engine. UI thread.
#pragma once

#include "app/window/session/conversation_controller.h"
#include "app/window/session/removal_test.h"
#include "core/types/back_links.h"
#include "core/types/document.h"
#include "ui/selection/selection_hub.h"
#include "ui/study/deep_removal_row.h"

#include <QWidget>

#include <functional>

class QStackedWidget;

namespace cairn
{

class BlockCard;
class BlockPlot;
class CompareView;
class EvidenceView;
class HeadsView;
class LayersView;
class PlotPanel;
class RemovalView;
class TabRows;
class TimelineView;
class UniqueBlocksView;

class StudyDock final : public QWidget
{
    Q_OBJECT
public:
    StudyDock(ConversationController& conversation, SelectionHub* hub, QWidget* parent = nullptr);   // borrowed

    enum class View { Evidence, Layers, Timeline, Heads, Unique, Compare, Removal };
    void show(View view);
    void keepTabsOf(const StudyDock& other);            // the further views that it shows
    View current() const;                              // one of the four, or a further one
    RemovalTest& removalTest() { return m_removal; }
    void setMaximised(bool maximised);                 // the look of every panel's button
    void setReadingRate(std::function<double()> tokensPerSecond) { m_rate = std::move(tokensPerSecond); }   // measured; 0: not yet
    void updateRemovalCost();                          // more is read, or the rate is known
    void setNeutralEvidence(const std::vector<double>& evidence);   // for the lift; empty: not known
    void setBackLinks(const BackLinkMap& links);       // of the memory that is used now; empty: none are kept
    void compareWith(AnswerId answer);                 // the shown one with this one
    void stepEvidence(int direction);                  // to the next or previous block of evidence
    void openCard(std::uint32_t block);
    void barAndAsk(const std::vector<std::uint32_t>& blocks);
    void pinAndAsk(const std::vector<std::uint32_t>& blocks);
    void askOnly(const std::vector<std::uint32_t>& blocks);
    void switchAndAsk(const std::vector<Head>& heads, bool off);
    void askDeeply(bool fromMemory);             // with near misses; from the memory alone where passages left nothing to compete

Q_SIGNALS:
    void placeChosen(const cairn::DocumentPlace& place);
    void answerWanted(cairn::AnswerId answer);         // in sight, too: what is asked again is this one
    void askAgain(const std::function<void(cairn::AskOptions&)>& edit);
    void confirmedByRemoval(int confirmed, int sentences);   // of those with citations
    void exported(const QByteArray& bytes, const QString& suggestedName);
    void maximiseRequested(bool maximise);
    void widthWanted(int pixels, bool passing);        // of the view that is shown now; passing: as long as it is
    void problem(const cairn::Error& error);
    void printRequested(const QString& text);

protected:
    void changeEvent(QEvent* event) override;

private:
    void connectEvidence();
    void connectPlot(BlockPlot* plot);
    void connectPanel(PlotPanel* panel);
    void connectFurther();
    void connectRemoval();
    void connectDeepRemoval();
    std::optional<DeepCost> deepCost(const std::vector<std::uint32_t>& blocks) const;
    QWidget* page(View view) const;
    void chooseCompared();
    void askAgainBeside(const std::function<void(AskOptions&)>& edit);   // the new answer is compared with this one
    std::vector<std::uint32_t> blocksNow(const std::vector<std::uint32_t>& blocks);
    void showBlock(std::uint32_t block);
    void showEffects();
    void showAskedDeeply();
    bool isWriting();                                  // says so, where something needs the finished answer
    void setLive(bool live);
    void remove(const std::vector<std::uint32_t>& blocks);
    void retranslate();

    ConversationController& m_conversation;
    SelectionHub* m_hub;
    TabRows* m_tabs;
    bool m_widthWaits = false;                 // until the mouse leaves the tabs
    QStackedWidget* m_evidencePage;                    // list or card
    EvidenceView* m_evidence;
    BlockCard* m_card;
    LayersView* m_layers;
    TimelineView* m_timeline;
    HeadsView* m_heads;
    UniqueBlocksView* m_unique;                        // the further views: no tab until they are asked for
    CompareView* m_compare;
    RemovalView* m_removalView;
    bool m_live = false;                               // the plots show an answer that is being written
    RunPtr m_beside;                                   // the next answer is compared with it
    struct AskedDeeply
    {
        Lock lock;
        bool card = false;                             // a block's card was open
    };
    std::optional<AskedDeeply> m_askedDeeply;          // until the answer is there
    RemovalTest m_removal;
    std::function<double()> m_rate;
};

}  // namespace cairn
