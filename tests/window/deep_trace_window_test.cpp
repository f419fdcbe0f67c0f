// A deep trace through the real window and engine: asked for in the fold of the question box, seen on a head's page and a block's card,
// there again after reopening; an ordinary answer offers one, and the button asks for it.
#include "app/common/default_paths.h"
#include "app/window/areas/answer_area.h"
#include "app/window/window_actions.h"
#include "tests/support/own_home.h"
#include "tests/support/patience.h"
#include "tests/window/real_window.h"
#include "ui/panels/ask_box.h"
#include "ui/panels/buttons.h"
#include "ui/plots/layers_view.h"
#include "ui/plots/timeline_view.h"
#include "ui/study/block_card.h"
#include "ui/study/block_table.h"
#include "ui/study/head_page.h"
#include "ui/study/heads_view.h"
#include "ui/study/near_misses_row.h"

#include <QSignalSpy>
#include <QTest>

using namespace cairn;
using cairn::test::OwnHome;

namespace
{

// Forty sections: more blocks than a head has places.
std::string towers()
{
    std::string text = "# The towers of the coast\n\n";
    for (int i = 1; i <= 40; ++i) {
        const std::string name = "tower number " + std::to_string(i);
        text += "## Of " + name + "\n\nThe stones of " + name + " came from quarry " + std::to_string(100 + i * 7) +
                ", and its lamp was lit at dusk by a clockwork that had to be wound every " + std::to_string(2 + i % 4) +
                " hours, whatever the weather, while the log was written in pencil because ink froze.\n\n";
    }
    return text;
}

struct Window : test::RealWindow
{
    void ask(const char* question, bool deep)
    {
        AskForm form;
        form.bookOnly = false;
        form.strategy = Strategy::Reread;
        form.answerTokens = 16;
        form.deepTrace = deep;
        window.findChild<AskBox*>()->setForm(form);
        RealWindow::ask(question);
    }
    HeadPage& openHead()
    {
        auto* heads = window.findChild<HeadsView*>();
        Q_EMIT window.findChild<BlockCard*>()->openHead(2, 1);
        return *heads->page();
    }
};

// Who works in a plot and clicks the tab of another one: the keys are that plot's, not those of the first button beside it.
void keysGoOnFromPlotToPlot(MainWindow& window)
{
    window.actions()[Act::Layers]->trigger();
    QWidget* layers = window.findChild<LayersView*>()->heatmap();
    QTRY_VERIFY(layers->isVisible());
    layers->setFocus();
    QTRY_VERIFY(layers->hasFocus());
    window.actions()[Act::Timeline]->trigger();
    QTRY_VERIFY(window.findChild<TimelineView*>()->heatmap()->hasFocus());
    window.actions()[Act::Heads]->trigger();
}

}  // namespace

class DeepTraceWindowTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        if (!defaultModel())
            QSKIP("The default model is missing; packaging/setup.sh fetches it.");
        std::ofstream(m_home.file("towers.md")) << towers();
    }

    void askedForSeenAndThereAgain()
    {
        QString session;
        std::vector<std::uint32_t> kept;
        Strategy asked = Strategy::Reread;
        {
            Window shown;
            MainWindow& window = shown.window;
            QSignalSpy unsaved(&window.session(), &SessionController::saveFailed);
            window.openFiles({m_home.path("towers.md")});
            QTRY_VERIFY(window.session().isOpen());
            session = window.session().contents().folder;
            QTRY_VERIFY_WITH_TIMEOUT(shown.isReady(), 120'000);
            shown.ask("Where did the stones of tower number 9 come from?", false);
            QTRY_VERIFY_WITH_TIMEOUT(window.conversation().shown() != nullptr && !window.conversation().isAnswering(), 120'000);
            const RunPtr ordinary = window.conversation().shown();
            QVERIFY(ordinary->answer.trace.tokens > 0 && !ordinary->answer.trace.isDeep());

            HeadPage& page = shown.openHead();
            auto* none = page.findChild<NoNearMissesRow*>();
            QTRY_VERIFY(none->isVisible());
            QCOMPARE(page.nearlyOpened().rowCount(), 0);
            const auto clickAndWait = [&](const RunPtr& before) {
                none->findChild<LinkButton*>()->click();
                return QTest::qWaitFor([&] {
                    return window.conversation().shown() && window.conversation().shown() != before && !window.conversation().isAnswering();
                }, 120'000);
            };
            QVERIFY(clickAndWait(ordinary));   // the same question, deep
            RunPtr deep = window.conversation().shown();
            QVERIFY(deep->answer.trace.isDeep());
            QCOMPARE(deep->question, ordinary->question);
            QCOMPARE(deep->answer.text, ordinary->answer.text);
            QVERIFY(deep->answer.trace.blocks == ordinary->answer.trace.blocks);
            if (!noNearMisses(*deep).reason.isEmpty()) {   // written from passages alone: the button asks the memory now
                QVERIFY(noNearMisses(*deep).fromMemory);
                QTRY_VERIFY(none->isVisible());
                QVERIFY(clickAndWait(deep));
                deep = window.conversation().shown();
                QVERIFY(deep->answer.strategy == Strategy::Memory);
            }
            QVERIFY(deep->answer.trace.isDeep() && !deep->answer.trace.nearBlocks.empty());
            keysGoOnFromPlotToPlot(window);
            window.hub().change([](Selection& selection) { selection.tokens = std::vector<IndexRange>{{0, 1}}; });   // one word
            QTRY_VERIFY(page.nearlyOpened().rowCount() > 0);
            QVERIFY(!none->isVisible());
            kept = deep->answer.trace.nearBlocks;
            asked = deep->answer.strategy;

            const std::uint32_t block = page.nearlyOpened().row(0).block;
            Q_EMIT page.openCard(block);
            auto* card = window.findChild<BlockCard*>();
            QTRY_VERIFY(card->facts() && card->facts()->block == block);
            QVERIFY(!card->facts()->near.empty());
            QCOMPARE(unsaved.count(), 0);
        }
        Window again;
        again.window.openSession(session);
        QTRY_VERIFY(again.window.conversation().shown() != nullptr);
        const Answer& stored = again.window.conversation().shown()->answer;
        QCOMPARE(stored.strategy, asked);
        QCOMPARE(stored.trace.nearBlocks.size(), kept.size());
        QVERIFY(stored.trace.nearBlocks == kept);
    }

private:
    OwnHome m_home;
};

QTEST_MAIN(DeepTraceWindowTest)
#include "deep_trace_window_test.moc"
