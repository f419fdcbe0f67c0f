// The hub: one signal per frame, what another run resets, the ladder of Esc.
#include "tests/support/patience.h"
#include "tests/support/run_samples.h"
#include "ui/selection/selection_hub.h"

#include <QSignalSpy>
#include <QtTest>

using namespace cairn;

class SelectionHubTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void manyChangesAreOneSignal()
    {
        SelectionHub hub;
        QSignalSpy changed(&hub, &SelectionHub::changed);
        for (std::uint32_t end = 1; end < 200; ++end)
            hub.change([=](Selection& selection) { selection.tokens = std::vector<IndexRange>{{0, end}}; });
        QCOMPARE(changed.size(), 0);
        QTRY_COMPARE(changed.size(), 1);
        QCOMPARE(hub.selection().tokens->front().second, 199u);
        test::settle(40);
        QCOMPARE(changed.size(), 1);
    }

    void framesAreAtLeastSixteenMillisecondsApart()
    {
        SelectionHub hub;
        QSignalSpy changed(&hub, &SelectionHub::changed);
        QElapsedTimer clock;
        clock.start();
        for (std::uint32_t i = 1; clock.elapsed() < 200 || changed.size() < 3; ++i) {
            hub.change([=](Selection& selection) { selection.minimum = i; });
            QCoreApplication::processEvents();
        }
        const qint64 passed = clock.elapsed();
        QVERIFY2(changed.size() <= passed / 16 + 2, qPrintable(QString::number(changed.size())));
    }

    void sameSelectionIsNoChange()
    {
        SelectionHub hub;
        QSignalSpy changed(&hub, &SelectionHub::changed);
        hub.set(hub.selection());
        test::settle(30);
        QCOMPARE(changed.size(), 0);
    }

    void brushesArePutInOrder()
    {
        SelectionHub hub;
        hub.change([](Selection& selection) {
            selection.tokens = std::vector<IndexRange>{{8, 9}, {1, 4}, {3, 6}, {7, 7}};
            selection.heads.heads = std::vector<Head>{{2, 1}, {0, 3}, {2, 1}};
        });
        QCOMPARE(*hub.selection().tokens, (std::vector<IndexRange>{{1, 6}, {8, 9}}));
        QCOMPARE(hub.selection().heads.heads->size(), std::size_t(2));
    }

    void anotherRunResetsTokensBlocksAndLock()
    {
        SelectionHub hub;
        hub.setRun(samples::madeUpRun());
        hub.change([](Selection& selection) {
            selection.tokens = std::vector<IndexRange>{{1, 2}};
            selection.blocks = std::vector<IndexRange>{{3, 4}};
            selection.layers = std::vector<IndexRange>{{0, 2}};
            selection.lock = Lock{{}, 1, {}, 3};
            selection.scale = SelectionScale::Log;
        });
        hub.setRun(samples::madeUpRun({.tokens = 14}, QStringLiteral("run-7"), 2));   // grows while it is written
        QVERIFY(hub.selection().tokens && hub.selection().lock);
        hub.setRun(samples::madeUpRun({.tokens = 14}, QStringLiteral("run-8")));
        QCOMPARE(hub.selection().a, std::string("run-8"));
        QVERIFY(!hub.selection().tokens && !hub.selection().blocks && !hub.selection().lock);
        QVERIFY(hub.selection().layers);
        QCOMPARE(hub.selection().scale, SelectionScale::Log);
    }

    void comparedRunMustBeOfTheSameDocuments()
    {
        SelectionHub hub;
        const auto a = samples::madeUpRun();
        auto same = samples::madeUpRun({.tokens = 14}, QStringLiteral("run-8"));
        hub.setRun(a);
        hub.setCompared(same);
        QCOMPARE(hub.selection().b, std::string("run-8"));
        auto other = samples::madeUpRun({.tokens = 14, .blocks = 20}, QStringLiteral("run-9"));
        hub.setCompared(other);
        QVERIFY(!hub.compared() && hub.selection().b.empty());
        hub.setCompared(same);
        hub.setRun(other);
        QVERIFY(!hub.compared() && hub.selection().b.empty());
    }

    void theComparedRunChangesPlacesWithTheShownOne()
    {
        SelectionHub hub;
        const auto first = samples::madeUpRun(), second = samples::madeUpRun({.tokens = 14}, QStringLiteral("run-8"));
        hub.setRun(first);
        hub.setCompared(second);
        hub.setRun(second);
        QCOMPARE(hub.run(), second);
        QCOMPARE(hub.compared(), first);
        QCOMPARE(hub.selection().a, std::string("run-8"));
        QCOMPARE(hub.selection().b, first->id.toStdString());
        hub.setRun(samples::madeUpRun({.tokens = 14}, QStringLiteral("run-9")));
        QCOMPARE(hub.compared(), first);   // a third one is compared with the same
    }

    void selectionOfAnotherRunDropsTheRun()
    {
        SelectionHub hub;
        hub.setRun(samples::madeUpRun());
        hub.change([](Selection& selection) { selection.a = "run-9"; });
        QVERIFY(!hub.run());
        hub.change([](Selection& selection) { selection.tokens = std::vector<IndexRange>{{1, 2}}; });
        hub.setRun(samples::madeUpRun({.tokens = 14}, QStringLiteral("run-9")));
        QVERIFY(hub.run() && hub.selection().tokens);   // restored: nothing is reset
    }

    void escapeGivesUpTheInnermost()
    {
        SelectionHub hub;
        hub.change([](Selection& selection) {
            selection.tokens = std::vector<IndexRange>{{1, 2}};
            selection.blocks = std::vector<IndexRange>{{3, 4}};
            selection.layers = std::vector<IndexRange>{{5, 6}};
            selection.lock = Lock{};
        });
        QVERIFY(hub.unlockOne() && !hub.selection().lock && hub.selection().blocks);
        QVERIFY(hub.unlockOne() && !hub.selection().blocks && hub.selection().layers);
        QVERIFY(hub.unlockOne() && !hub.selection().layers && hub.selection().tokens);
        QVERIFY(hub.unlockOne() && !hub.selection().tokens);
        QVERIFY(!hub.unlockOne());
    }

    void namedHeadsAreResolved()
    {
        SelectionHub hub;
        hub.setRun(samples::madeUpRun());
        hub.setHeadSet("retrieval", {{3, 1}, {0, 2}});
        QCOMPARE(hub.headsOf({"retrieval", {}}), (std::vector<Head>{{0, 2}, {3, 1}}));
        QCOMPARE(hub.headsOf({"unknown", {}}).size(), std::size_t(12));
        QCOMPARE(hub.headsOf({}).size(), std::size_t(12));
        QCOMPARE(hub.headSetNames(), std::vector<std::string>{"retrieval"});
    }

    void hoverIsSaidOnce()
    {
        SelectionHub hub;
        QSignalSpy hovered(&hub, &SelectionHub::hoverChanged);
        hub.setHover({1, {}, {}, 4});
        hub.setHover({1, {}, {}, 4});
        QCOMPARE(hovered.size(), 1);
        QVERIFY(toJson(hub.selection()).find("hover") == std::string::npos);
    }
};

QTEST_MAIN(SelectionHubTest)
#include "selection_hub_test.moc"
