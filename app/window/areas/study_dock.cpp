#include "app/window/areas/study_dock.h"

#include "app/window/settings/head_settings.h"
#include "ui/panels/labels.h"
#include "ui/panels/tab_rows.h"
#include "ui/plots/layers_view.h"
#include "ui/plots/timeline_view.h"
#include "ui/study/block_card.h"
#include "ui/study/compare_matrix.h"
#include "ui/study/compare_view.h"
#include "ui/study/evidence_view.h"
#include "ui/study/head_grid_panel.h"
#include "ui/study/head_page.h"
#include "ui/study/head_ranking.h"
#include "ui/study/heads_view.h"
#include "ui/study/removal_view.h"
#include "ui/study/unique_blocks_view.h"

#include <QApplication>
#include <QEvent>
#include <QListView>
#include <QMenu>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace cairn
{
namespace
{

// What the views need to be read without scrolling (mock-ups of the window).
constexpr std::ptrdiff_t kComparedShown = 12;
constexpr int kEvidenceWidth = 364, kPlotWidth = 508, kTableWidth = 620;

bool isOfOneAnswer(StudyDock::View view) { return view == StudyDock::View::Compare || view == StudyDock::View::Removal; }

}  // namespace

StudyDock::StudyDock(ConversationController& conversation, SelectionHub* hub, QWidget* parent)
    : QWidget(parent), m_conversation(conversation), m_hub(hub), m_tabs(new TabRows), m_evidencePage(new QStackedWidget),
      m_evidence(new EvidenceView(hub)), m_card(new BlockCard(hub)), m_layers(new LayersView(hub)), m_timeline(new TimelineView(hub)),
      m_heads(new HeadsView(hub)), m_unique(new UniqueBlocksView(hub, this)), m_compare(new CompareView(hub, this)),
      m_removalView(new RemovalView(hub, this)), m_removal(conversation)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_tabs);
    m_evidencePage->addWidget(m_evidence);
    m_evidencePage->addWidget(m_card);
    for (QWidget* view : {static_cast<QWidget*>(m_evidencePage), static_cast<QWidget*>(m_layers), static_cast<QWidget*>(m_timeline),
                          static_cast<QWidget*>(m_heads)})
        m_tabs->add(TabRows::Row::Always, view);
    for (QWidget* further : {static_cast<QWidget*>(m_unique), static_cast<QWidget*>(m_compare), static_cast<QWidget*>(m_removalView)})
        further->hide();
    const auto want = [this] {
        const QWidget* shown = m_tabs->current();
        const bool table = shown == m_compare || shown == m_removalView;
        m_widthWaits = false;
        const bool evidence = shown == m_evidencePage;
        Q_EMIT widthWanted(table ? kTableWidth : evidence ? kEvidenceWidth : kPlotWidth, !evidence);
    };
    connect(m_tabs, &TabRows::currentChanged, this, [this, want] {
        // The keys go on from plot to plot, and not to the first button beside it.
        const QWidget* focused = QApplication::focusWidget();
        const bool moved = focused && m_tabs->current()->isAncestorOf(focused);
        if (auto* plot = qobject_cast<BlockPlot*>(m_tabs->current()); plot && moved)
            plot->plot()->setFocus();
        else if (moved && m_evidence->list()->isVisible())
            m_evidence->list()->setFocus();
        m_widthWaits = m_tabs->isPressed();   // no other tab comes under the pointer
        if (!m_widthWaits)
            want();
    });
    connect(m_tabs, &TabRows::closed, this, [this](QWidget* closed) {
        if (closed == page(View::Compare))
            m_hub->setCompared(nullptr);   // the ruler has one lane again
    });
    connect(m_tabs, &TabRows::pointerLeft, this, [this, want] {
        if (m_widthWaits)
            want();
    });
    new HeadSettings(m_hub, this);
    connectEvidence();
    connectFurther();
    connectRemoval();
    connectPlot(m_layers);
    connectPlot(m_timeline);
    connect(m_heads, &HeadsView::showBlock, this, &StudyDock::showBlock);
    connect(m_heads, &HeadsView::openCard, this, &StudyDock::openCard);
    connect(m_heads, &HeadsView::askAgain, this, [this] { Q_EMIT askAgain([](AskOptions&) {}); });
    connect(m_heads, &HeadsView::switchRequested, this, &StudyDock::switchAndAsk);
    connect(m_heads, &HeadsView::deepTraceRequested, this, &StudyDock::askDeeply);
    connect(m_hub, &SelectionHub::changed, this, &StudyDock::showEffects);
    connect(&m_conversation, &ConversationController::liveRunChanged, this, [this] { setLive(true); });
    connect(&m_conversation, &ConversationController::liveChanged, this, [this] {
        m_hub->setWriting(m_conversation.isAnswering());
        if (!m_conversation.isAnswering())
            setLive(false);
    });
    connect(&m_removal, &RemovalTest::measured, this, &StudyDock::showEffects);
    connect(&m_removal, &RemovalTest::confirmed, this, &StudyDock::confirmedByRemoval);
    connect(&m_removal, &RemovalTest::failed, this, &StudyDock::problem);
    retranslate();
}

void StudyDock::connectEvidence()
{
    connectPanel(m_evidence);
    for (PlotPanel* panel : {static_cast<PlotPanel*>(m_heads->ranking()), static_cast<PlotPanel*>(m_heads->grid()),
                             static_cast<PlotPanel*>(m_heads->page())})
        connectPanel(panel);
    connect(m_card, &BlockCard::printRequested, this, &StudyDock::printRequested);
    connect(m_evidence, &EvidenceView::showBlock, this, &StudyDock::showBlock);
    connect(m_evidence, &EvidenceView::openCard, this, &StudyDock::openCard);
    connect(m_evidence, &EvidenceView::removeBlock, this, [this](std::uint32_t block) { remove({block}); });
    connect(m_evidence, &EvidenceView::barBlock, this, [this](std::uint32_t block) { barAndAsk({block}); });
    connect(m_evidence, &EvidenceView::pinBlock, this, [this](std::uint32_t block) { pinAndAsk({block}); });
    connect(m_evidence, &EvidenceView::askAgain, this, [this] { Q_EMIT askAgain([](AskOptions&) {}); });
    connect(m_card, &BlockCard::closed, this, [this] { m_evidencePage->setCurrentWidget(m_evidence); });
    connect(m_card, &BlockCard::showBlock, this, &StudyDock::showBlock);
    connect(m_card, &BlockCard::removeBlock, this, [this](std::uint32_t block) { remove({block}); });
    connect(m_card, &BlockCard::barBlock, this, [this](std::uint32_t block) { barAndAsk({block}); });
    connect(m_card, &BlockCard::pinBlock, this, [this](std::uint32_t block) { pinAndAsk({block}); });
    connect(m_card, &BlockCard::stepRequested, this, &StudyDock::stepEvidence);
    connect(m_card, &BlockCard::saveRequested, this, &StudyDock::exported);
    connect(m_card, &BlockCard::maximiseRequested, this, &StudyDock::maximiseRequested);
    connect(m_card, &BlockCard::deepTraceRequested, this, &StudyDock::askDeeply);
    connect(m_card, &BlockCard::openHead, this, [this](std::uint32_t layer, std::uint32_t head) {
        m_tabs->setCurrent(m_heads);
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
    connect(plot, &BlockPlot::removeBlocks, this, [this](const std::vector<std::uint32_t>& blocks) { remove(blocks); });
    connect(plot, &BlockPlot::barBlocks, this, &StudyDock::barAndAsk);
    connect(plot, &BlockPlot::pinBlocks, this, &StudyDock::pinAndAsk);
    connect(plot, &BlockPlot::askAgain, this, [this] { Q_EMIT askAgain([](AskOptions&) {}); });
    connectPanel(plot);
}

void StudyDock::setMaximised(bool maximised)
{
    for (PlotPanel* panel : findChildren<PlotPanel*>())
        panel->setMaximised(maximised);
    m_card->setMaximised(maximised);
}

void StudyDock::connectPanel(PlotPanel* panel)
{
    connect(panel, &PlotPanel::exported, this, &StudyDock::exported);
    connect(panel, &PlotPanel::maximiseRequested, this, &StudyDock::maximiseRequested);
    connect(panel, &PlotPanel::exportFailed, this, [this](const QString& sentence) {
        Q_EMIT problem({ErrorCode::Io, sentence.toStdString()});
    });
}

void StudyDock::connectFurther()
{
    const auto again = [this] { Q_EMIT askAgain([](AskOptions&) {}); };
    connectPanel(m_unique);
    connectPanel(m_compare);
    connect(m_unique, &UniqueBlocksView::askAgain, this, again);
    connect(m_compare, &CompareView::showBlock, this, &StudyDock::showBlock);
    connect(m_compare, &CompareView::openCard, this, &StudyDock::openCard);
    connect(m_compare, &CompareView::removeBlock, this, [this](std::uint32_t block) {
        show(View::Removal);
        remove({block});
    });
    connect(m_compare, &CompareView::barBlock, this, [this](std::uint32_t block) { barAndAsk({block}); });
    connect(m_compare, &CompareView::pinBlock, this, [this](std::uint32_t block) { pinAndAsk({block}); });
    connect(m_compare, &CompareView::swapped, this, [this](const QString& run) {
        Q_EMIT answerWanted(AnswerId(run.section(QLatin1Char('-'), 1).toLongLong()));   // "run-7": ui/run.h
    });
    connect(m_compare, &CompareView::chooseCompared, this, &StudyDock::chooseCompared);
    connect(&m_conversation, &ConversationController::answerFinished, this, [this] {
        const RunPtr beside = std::exchange(m_beside, nullptr);
        if (beside && m_hub->run() && !(beside->memoryIsGone && !whyNotComparable(*m_hub->run(), *beside).isEmpty())) {
            m_hub->setCompared(beside);
            show(View::Compare);
        } else if (isOfOneAnswer(current()) && !m_hub->compared()) {
            show(View::Evidence);   // it was about an answer before
        }
        showAskedDeeply();
    });
    connect(&m_conversation, &ConversationController::askFailed, this, [this] {
        m_beside.reset();
        m_askedDeeply.reset();
    });
}

void StudyDock::connectRemoval()
{
    connectPanel(m_removalView);
    connect(m_removalView, &RemovalView::rescoreRequested, this, &StudyDock::remove);
    connect(m_removalView, &RemovalView::stopRequested, this, [this] {
        m_removal.cancel();
        m_removalView->setStopped();
    });
    connect(m_removalView, &RemovalView::answerWithout, this, [this](std::uint32_t block) { barAndAsk({block}); });
    connect(m_removalView, &RemovalView::answerWithOnly, this, &StudyDock::askOnly);
    connect(m_removalView, &RemovalView::showBlock, this, &StudyDock::showBlock);
    connect(m_removalView, &RemovalView::openCard, this, &StudyDock::openCard);
    connect(m_removalView, &RemovalView::askAgain, this, [this] { Q_EMIT askAgain([](AskOptions&) {}); });
    connect(&m_removal, &RemovalTest::started, m_removalView, &RemovalView::setRunning);
    connect(&m_removal, &RemovalTest::measured, this, [this](std::uint32_t block) {
        m_removalView->setBaseline(m_removal.baseline());
        m_removalView->setResult(block, m_removal.results().at(block));
        m_removalView->setSecondsPerBlock(m_removal.secondsPerBlock());
    });
    connect(&m_removal, &RemovalTest::failed, m_removalView, &RemovalView::setStopped);
    connect(&m_removal, &RemovalTest::stopped, m_removalView, &RemovalView::setStopped);
    connectDeepRemoval();
}

void StudyDock::connectDeepRemoval()
{
    m_removalView->setDeepCost([this](const RemovalView::Blocks& blocks) { return deepCost(blocks); });
    connect(m_removalView, &RemovalView::deepRequested, this, [this](const RemovalView::Blocks& blocks) {
        if (isWriting())
            m_removalView->setStopped();
        else
            m_removal.removeDeeply(blocks);
    });
    connect(&m_removal, &RemovalTest::deepStarted, m_removalView, &RemovalView::setRunningDeep);
    connect(&m_removal, &RemovalTest::deepProgressed, m_removalView, &RemovalView::setDeepProgress);
    connect(&m_removal, &RemovalTest::togetherMeasured, this, [this](const RemovalTest::Blocks& blocks) {
        m_removalView->setBaseline(m_removal.baseline());
        m_removalView->setTogetherResult(blocks, m_removal.togetherResults().at(blocks));
    });
    connect(&m_removal, &RemovalTest::deepMeasured, this, [this](const RemovalTest::Blocks& blocks) {
        m_removalView->setDeepResult(blocks, m_removal.deepResults().at(blocks));
    });
}

void StudyDock::updateRemovalCost() { m_removalView->updateDeep(); }

std::optional<DeepCost> StudyDock::deepCost(const std::vector<std::uint32_t>& blocks) const
{
    const auto tokens = m_conversation.tokensReadWithout(blocks);
    if (!tokens)
        return std::nullopt;
    const double usual = m_rate ? m_rate() : 0, rate = m_removal.deepTokensPerSecond() > 0 ? m_removal.deepTokensPerSecond() : usual;
    return DeepCost{*tokens, rate > 0 ? double(*tokens) / rate : 0};
}

QWidget* StudyDock::page(View view) const
{
    switch (view) {
    case View::Evidence: return m_evidencePage;
    case View::Layers: return m_layers;
    case View::Timeline: return m_timeline;
    case View::Heads: return m_heads;
    case View::Unique: return m_unique;
    case View::Compare: return m_compare;
    case View::Removal: return m_removalView;
    }
    return m_evidencePage;
}

void StudyDock::show(View view)
{
    QWidget* shown = page(view);
    if (!m_tabs->has(shown)) {
        m_tabs->add(TabRows::Row::AskedFor, shown);
        retranslate();
    }
    m_tabs->setCurrent(shown);
    if (view == View::Evidence)
        m_evidencePage->setCurrentWidget(m_evidence);
    if (view == View::Compare && !m_hub->compared() && isVisible())
        chooseCompared();
}

void StudyDock::keepTabsOf(const StudyDock& other)
{
    for (const View view : {View::Unique, View::Compare, View::Removal}) {
        if (other.m_tabs->has(other.page(view)) && !m_tabs->has(page(view)))
            m_tabs->add(TabRows::Row::AskedFor, page(view));
    }
    retranslate();
}

StudyDock::View StudyDock::current() const
{
    for (const View view : {View::Layers, View::Timeline, View::Heads, View::Unique, View::Compare, View::Removal}) {
        if (m_tabs->current() == page(view))
            return view;
    }
    return View::Evidence;
}

// The same question's first, the newest of them at the top; a long conversation fills no screen.
void StudyDock::chooseCompared()
{
    struct Other
    {
        AnswerId id;
        QString question;
        int number;   // as the answer's own panel counts
    };
    const auto shown = m_conversation.shownId();
    const QString asked = m_conversation.shown() ? m_conversation.shown()->question : QString();
    std::vector<Other> others;
    for (const auto& [id, question] : m_conversation.allAnswers())
        others.insert(others.begin(), {id, question, int(others.size()) + 1});
    const auto hasNoTrace = [&](AnswerId answer) { return m_conversation.recordOf(answer)->traceBytes == 0; };
    std::erase_if(others, [&](const Other& other) { return other.id == shown || hasNoTrace(other.id); });
    const auto rest = std::stable_partition(others.begin(), others.end(), [&](const Other& other) { return other.question == asked; });
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("compared"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QMenu* into = menu;
    for (auto other = others.begin(); other != others.end(); ++other) {
        if (other == rest && !menu->isEmpty())
            into->addSeparator();
        if (into == menu && other - others.begin() == kComparedShown)
            into = menu->addMenu(tr("Earlier answers"));
        const QString words = tr("Answer %1: %2").arg(other->number).arg(other->question);
        into->addAction(menuWords(words), this, [this, answer = other->id] { compareWith(answer); });
    }
    if (menu->isEmpty())
        menu->addAction(tr("Ask another question first"))->setEnabled(false);
    menu->popup(mapToGlobal(QPoint(width() / 4, height() / 3)));
}

void StudyDock::compareWith(AnswerId answer)
{
    m_conversation.load(answer, this, [this](const RunPtr& run) {
        if (!run)
            return;
        m_hub->setCompared(run);
        show(View::Compare);
    });
}

void StudyDock::setNeutralEvidence(const std::vector<double>& evidence)
{
    m_evidence->setNeutralEvidence(evidence);
    m_card->setNeutralEvidence(evidence);
    m_hub->setNeutral(evidence);
}

void StudyDock::setBackLinks(const BackLinkMap& links)
{
    m_evidence->setBackLinks(links);
    m_card->setBackLinks(links);
}

void StudyDock::showEffects()
{
    auto effects = m_removal.effects(m_hub->selection().tokens);
    m_hub->setEffects(effects);
    m_card->setEffects(effects);
    m_evidence->setEffects(std::move(effects));
}

void StudyDock::retranslate()
{
    const std::pair<View, QString> names[] = {
        {View::Evidence, tr("Evidence")},    {View::Layers, tr("Layers")},   {View::Timeline, tr("Timeline")}, {View::Heads, tr("Heads")},
        {View::Unique, tr("Unique blocks")}, {View::Compare, tr("Compare")}, {View::Removal, tr("Removal")}};
    for (const auto& [view, name] : names)
        m_tabs->setName(page(view), name);
    m_tabs->setRowName(TabRows::Row::Always, tr("Views of the answer"));
    m_tabs->setRowName(TabRows::Row::AskedFor, tr("Further views of the answer"));
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
    const auto place = run ? run->shownPlace(block) : std::nullopt;
    if (place)
        Q_EMIT placeChosen(*place);
}

void StudyDock::setLive(bool live)
{
    if (std::exchange(m_live, live) == live)
        return;
    m_layers->setLive(live);
    m_timeline->setLive(live);
}

bool StudyDock::isWriting()
{
    if (m_conversation.isAnswering())
        Q_EMIT problem({ErrorCode::Busy, tr("The answer is still being written. Wait for its end, or stop it.").toStdString()});
    return m_conversation.isAnswering();
}

void StudyDock::remove(const std::vector<std::uint32_t>& blocks)
{
    if (!isWriting())
        m_removal.remove(blocks);
}

void StudyDock::openCard(std::uint32_t block)
{
    m_hub->change([=](Selection& selection) { selection.lock = Lock{{}, {}, {}, block}; });
    m_evidencePage->setCurrentWidget(m_card);
    m_tabs->setCurrent(m_evidencePage);
}

}  // namespace cairn
