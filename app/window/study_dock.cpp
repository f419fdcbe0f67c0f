#include "app/window/study_dock.h"

#include "ui/study/block_card.h"
#include "ui/study/evidence_view.h"

#include <QStackedWidget>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace cairn
{
namespace
{

void addAll(std::vector<BlockId>& blocks, const std::vector<std::uint32_t>& added)
{
    for (const std::uint32_t block : added) {
        if (std::find(blocks.begin(), blocks.end(), BlockId(block)) == blocks.end())
            blocks.push_back(BlockId(block));
    }
}

void removeAll(std::vector<BlockId>& blocks, const std::vector<std::uint32_t>& removed)
{
    std::erase_if(blocks, [&](BlockId block) { return std::find(removed.begin(), removed.end(), block.value) != removed.end(); });
}

}  // namespace

StudyDock::StudyDock(ConversationController& conversation, SelectionHub* hub, QWidget* parent)
    : QWidget(parent), m_conversation(conversation), m_hub(hub), m_tabs(new QTabWidget), m_evidencePage(new QStackedWidget),
      m_evidence(new EvidenceView(hub)), m_card(new BlockCard(hub))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_tabs);
    m_tabs->setDocumentMode(true);
    m_evidencePage->addWidget(m_evidence);
    m_evidencePage->addWidget(m_card);
    m_tabs->addTab(m_evidencePage, tr("Evidence"));
    connect(m_evidence, &EvidenceView::showBlock, this, &StudyDock::showBlock);
    connect(m_evidence, &EvidenceView::openCard, this, &StudyDock::openCard);
    connect(m_evidence, &EvidenceView::barBlock, this, [this](std::uint32_t block) { barAndAsk({block}); });
    connect(m_evidence, &EvidenceView::pinBlock, this, [this](std::uint32_t block) { pinAndAsk({block}); });
    connect(m_evidence, &EvidenceView::askAgain, this, [this] { Q_EMIT askAgain([](AskOptions&) {}); });
    connect(m_card, &BlockCard::closed, this, [this] { m_evidencePage->setCurrentWidget(m_evidence); });
    connect(m_card, &BlockCard::showBlock, this, &StudyDock::showBlock);
    connect(m_card, &BlockCard::barBlock, this, [this](std::uint32_t block) { barAndAsk({block}); });
    connect(m_card, &BlockCard::pinBlock, this, [this](std::uint32_t block) { pinAndAsk({block}); });
    connect(m_card, &BlockCard::stepRequested, this, &StudyDock::stepEvidence);
    connect(m_card, &BlockCard::saveRequested, this, &StudyDock::exported);
}

void StudyDock::show(View view)
{
    if (view == View::Evidence)
        m_tabs->setCurrentWidget(m_evidencePage);
}

void StudyDock::stepEvidence(int direction)
{
    if (direction > 0)
        m_evidence->showNext();
    else
        m_evidence->showPrevious();
}

void StudyDock::showBlock(std::uint32_t block)
{
    const RunPtr& run = m_hub->run();
    if (!run || run->map->isEmpty() || block >= run->map->pieces())
        return;
    const auto places = run->map->placesOf(BlockId(block));
    if (!places.empty())
        Q_EMIT placeChosen(places.front());
}

void StudyDock::openCard(std::uint32_t block)
{
    m_hub->change([=](Selection& selection) { selection.lock = Lock{{}, {}, {}, block}; });
    m_evidencePage->setCurrentWidget(m_card);
    m_tabs->setCurrentWidget(m_evidencePage);
}

void StudyDock::barAndAsk(const std::vector<std::uint32_t>& blocks)
{
    Q_EMIT askAgain([blocks](AskOptions& options) {
        removeAll(options.controls.pinned, blocks);
        addAll(options.controls.barred, blocks);
    });
}

void StudyDock::pinAndAsk(const std::vector<std::uint32_t>& blocks)
{
    Q_EMIT askAgain([blocks](AskOptions& options) {
        removeAll(options.controls.barred, blocks);
        addAll(options.controls.pinned, blocks);
    });
}

}  // namespace cairn
