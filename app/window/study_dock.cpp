#include "app/window/study_dock.h"

#include "ui/plots/layers_view.h"
#include "ui/plots/timeline_view.h"
#include "ui/study/block_card.h"
#include "ui/study/evidence_view.h"
#include "ui/study/heads_view.h"

#include <QEvent>
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
      m_evidence(new EvidenceView(hub)), m_card(new BlockCard(hub)), m_layers(new LayersView(hub)), m_timeline(new TimelineView(hub)),
      m_heads(new HeadsView(hub)), m_removal(conversation)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_tabs);
    m_tabs->setDocumentMode(true);
    m_evidencePage->addWidget(m_evidence);
    m_evidencePage->addWidget(m_card);
    for (QWidget* view : {static_cast<QWidget*>(m_evidencePage), static_cast<QWidget*>(m_layers), static_cast<QWidget*>(m_timeline),
                          static_cast<QWidget*>(m_heads)})
        m_tabs->addTab(view, QString());
    connectEvidence();
    connectPlot(m_layers);
    connectPlot(m_timeline);
    connect(m_heads, &HeadsView::showBlock, this, &StudyDock::showBlock);
    connect(m_heads, &HeadsView::openCard, this, &StudyDock::openCard);
    connect(m_heads, &HeadsView::askAgain, this, [this] { Q_EMIT askAgain([](AskOptions&) {}); });
    connect(m_hub, &SelectionHub::changed, this, &StudyDock::showEffects);
    connect(&m_removal, &RemovalTest::measured, this, &StudyDock::showEffects);
    connect(&m_removal, &RemovalTest::confirmed, this, &StudyDock::confirmedByRemoval);
    connect(&m_removal, &RemovalTest::failed, this, &StudyDock::problem);
    retranslate();
}

void StudyDock::connectEvidence()
{
    connect(m_evidence, &EvidenceView::showBlock, this, &StudyDock::showBlock);
    connect(m_evidence, &EvidenceView::openCard, this, &StudyDock::openCard);
    connect(m_evidence, &EvidenceView::removeBlock, this, [this](std::uint32_t block) { m_removal.remove({block}); });
    connect(m_evidence, &EvidenceView::barBlock, this, [this](std::uint32_t block) { barAndAsk({block}); });
    connect(m_evidence, &EvidenceView::pinBlock, this, [this](std::uint32_t block) { pinAndAsk({block}); });
    connect(m_evidence, &EvidenceView::askAgain, this, [this] { Q_EMIT askAgain([](AskOptions&) {}); });
    connect(m_card, &BlockCard::closed, this, [this] { m_evidencePage->setCurrentWidget(m_evidence); });
    connect(m_card, &BlockCard::showBlock, this, &StudyDock::showBlock);
    connect(m_card, &BlockCard::removeBlock, this, [this](std::uint32_t block) { m_removal.remove({block}); });
    connect(m_card, &BlockCard::barBlock, this, [this](std::uint32_t block) { barAndAsk({block}); });
    connect(m_card, &BlockCard::pinBlock, this, [this](std::uint32_t block) { pinAndAsk({block}); });
    connect(m_card, &BlockCard::stepRequested, this, &StudyDock::stepEvidence);
    connect(m_card, &BlockCard::saveRequested, this, &StudyDock::exported);
    connect(m_card, &BlockCard::openHead, this, [this](std::uint32_t layer, std::uint32_t head) {
        m_tabs->setCurrentWidget(m_heads);
        m_heads->openHead(layer, head);
    });
}

void StudyDock::connectPlot(BlockPlot* plot)
{
    connect(plot, &BlockPlot::showBlocks, this, [this](const std::vector<std::uint32_t>& blocks) {
        if (!blocks.empty())
            showBlock(blocks.front());
    });
    connect(plot, &BlockPlot::openCard, this, &StudyDock::openCard);
    connect(plot, &BlockPlot::removeBlocks, this, [this](const std::vector<std::uint32_t>& blocks) { m_removal.remove(blocks); });
    connect(plot, &BlockPlot::barBlocks, this, &StudyDock::barAndAsk);
    connect(plot, &BlockPlot::pinBlocks, this, &StudyDock::pinAndAsk);
    connect(plot, &BlockPlot::askAgain, this, [this] { Q_EMIT askAgain([](AskOptions&) {}); });
    connect(plot, &PlotPanel::exported, this, &StudyDock::exported);
    connect(plot, &PlotPanel::maximiseRequested, this, &StudyDock::maximiseRequested);
}

void StudyDock::show(View view)
{
    QWidget* const views[] = {m_evidencePage, m_layers, m_timeline, m_heads};
    m_tabs->setCurrentWidget(views[int(view)]);
    if (view == View::Evidence)
        m_evidencePage->setCurrentWidget(m_evidence);
}

void StudyDock::showEffects()
{
    auto effects = m_removal.effects(m_hub->selection().tokens);
    m_card->setEffects(effects);
    m_evidence->setEffects(std::move(effects));
}

void StudyDock::retranslate()
{
    const QString names[] = {tr("Evidence"), tr("Layers"), tr("Timeline"), tr("Heads")};
    for (int tab = 0; tab < m_tabs->count(); ++tab)
        m_tabs->setTabText(tab, names[tab]);
}

void StudyDock::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
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
