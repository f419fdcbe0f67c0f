// Layers while the answer is written: updates are rare, colours change by doubling, blocks stay where they are.
#include "tests/plots/shown_plot.h"
#include "tests/support/patience.h"

#include <QMenu>
#include <QSignalSpy>

#include <algorithm>
#include <cmath>

using namespace cairn;

namespace
{

struct Live
{
    SelectionHub hub;
    LayersView view{&hub};
    QSignalSpy updated{&view, &BlockPlot::updated};

    Live()
    {
        view.resize(500, 600);
        view.show();
        view.setLive(true);
        updated.clear();
    }
};

}  // namespace

class LayersLiveTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void liveUpdatesAreRareAndColoursDouble()
    {
        Live live;
        QElapsedTimer clock;
        clock.start();
        float first = 0;
        for (std::uint32_t tokens = 1; clock.elapsed() < 400 || live.updated.size() < 3; tokens = std::min(tokens + 1, 12u)) {
            live.hub.setRun(samples::madeUpRun({.tokens = tokens}));
            QTest::qWait(5);
            if (first == 0 && live.updated.size() > 0 && live.view.heatmap()->data().rows > 0)
                first = live.view.heatmap()->style().high;
        }
        const qint64 passed = clock.elapsed();
        QVERIFY2(live.updated.size() <= passed / 50 + 3, qPrintable(QString::number(live.updated.size())));
        const double doublings = std::log2(double(live.view.heatmap()->style().high / first));
        QVERIFY(std::abs(doublings - std::round(doublings)) < 1e-4);
    }

    // No share is above 1, so no range of shares ends there.
    void liveRangesOfSharesEndAtOne()
    {
        Live live;
        float before = 0;
        for (const float gate : {0.3f, 0.7f, 0.95f}) {
            const auto run = samples::madeUpRun({.tokens = 12, .reread = false});
            std::fill(run->answer.trace.gates.begin(), run->answer.trace.gates.end(), floatToHalf(gate));
            live.updated.clear();
            live.hub.setRun(run);
            QTRY_VERIFY(live.updated.size() > 0);
            const float high = live.view.heatmap()->style().high;
            QVERIFY2(high <= 1 && high >= gate - 1e-3f && high >= before, qPrintable(QString::number(high)));
            before = high;
        }
        QCOMPARE(before, 1.0f); // 0.3, 0.6, and not 1.2
    }

    void blocksCannotBeRemovedWhileTheAnswerIsWritten()
    {
        ShownLayers shown;
        shown.view.setLive(true);
        Q_EMIT shown.view.heatmap()->menuRequested(1, 30, {10, 10});
        auto* menu = shown.view.findChild<QMenu*>();
        QVERIFY(menu->toolTipsVisible());
        int disabled = 0;
        for (QAction* action : menu->actions()) {
            if (action->isSeparator() || action->isEnabled())
                continue;
            ++disabled;
            QCOMPARE(action->statusTip(), QStringLiteral("The answer is still being written."));
        }
        QCOMPARE(disabled, 3);
    }
};

QTEST_MAIN(LayersLiveTest)
#include "layers_live_test.moc"
