// Timeline: a row per word, stepping and playing select words for all views.
#include "tests/plots/shown_plot.h"
#include "tests/support/patience.h"
#include "ui/panels/labels.h"
#include "ui/plots/colour_bar.h"
#include "ui/plots/timeline_view.h"

#include <QSignalSpy>
#include <QSlider>
#include <QToolButton>

#include <algorithm>

using namespace cairn;

class TimelineViewTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void rowsAreWordsWithTheirLargestGate()
    {
        ShownTimeline shown;
        QCOMPARE(shown.view.heatmap()->data().rows, 10);
        QCOMPARE(shown.view.heatmap()->data().rowLabels[2], QStringLiteral("quarrelled"));
        TraceFilter filter;
        filter.hidden = {0};
        filter.tokens = std::vector<IndexRange>{{2, 4}};
        const auto expected = blockTotals(shown.hub.run()->answer.trace, filter, TraceAggregate::Max);
        for (std::uint32_t block = 0; block < expected.size(); ++block)
            QCOMPARE(double(shown.view.heatmap()->value({2, int(block)}).value_or(0)), expected[block]);
    }

    // Another view may have shown the sinks alone.
    void theLegendSaysWhatIsHiddenNow()
    {
        ShownTimeline shown;
        const auto says = [&](const QString& words) {
            const auto labels = shown.view.findChild<ColourBar*>()->findChildren<ElidedLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](const ElidedLabel* label) { return label->text() == words; });
        };
        const auto mask = [&](bool sinks, bool local) {
            shown.change([=](Selection& selection) {
                selection.hideSinks = sinks;
                selection.hideLocal = local;
            });
        };
        QVERIFY(says(QStringLiteral("1 sink block(s) and local window hidden")));
        mask(false, true);
        QVERIFY(says(QStringLiteral("local window hidden")));
        mask(true, false);
        QVERIFY(says(QStringLiteral("1 sink block(s) hidden")));
        mask(false, false);
        QVERIFY(says(QStringLiteral("1 sink block(s) and local window shown")));
    }

    void pageKeysShowOneLayerAfterTheOther()
    {
        ShownTimeline shown;
        const std::uint32_t layers = shown.hub.run()->answer.trace.layers;
        QTest::keyClick(shown.view.heatmap(), Qt::Key_PageDown);
        QCOMPARE(*shown.hub.selection().layers, (std::vector<IndexRange>{{0, 1}}));
        QTest::keyClick(shown.view.heatmap(), Qt::Key_PageDown);
        QCOMPARE(*shown.hub.selection().layers, (std::vector<IndexRange>{{1, 2}}));
        shown.settle();
        TraceFilter filter;
        filter.hidden = {0};
        filter.layers = std::vector<IndexRange>{{1, 2}};
        filter.tokens = std::vector<IndexRange>{{2, 4}};
        const auto expected = blockTotals(shown.hub.run()->answer.trace, filter, TraceAggregate::Max);
        for (std::uint32_t block = 0; block < expected.size(); ++block)
            QCOMPARE(double(shown.view.heatmap()->value({2, int(block)}).value_or(0)), expected[block]);
        QTest::keyClick(shown.view.heatmap(), Qt::Key_PageUp);
        QTest::keyClick(shown.view.heatmap(), Qt::Key_PageUp);
        QVERIFY(!shown.hub.selection().layers);
        QTest::keyClick(shown.view.heatmap(), Qt::Key_PageUp);
        QCOMPARE(*shown.hub.selection().layers, (std::vector<IndexRange>{{layers - 1, layers}}));
    }

    void steppingSelectsOneWordAfterTheOther()
    {
        ShownTimeline shown;
        const SparseMatrix before = shown.view.heatmap()->cells();
        QTest::keyClick(&shown.view, Qt::Key_BracketRight);
        QCOMPARE(*shown.hub.selection().tokens, (std::vector<IndexRange>{{0, 1}}));
        QTest::keyClick(&shown.view, Qt::Key_BracketRight);
        QTest::keyClick(&shown.view, Qt::Key_BracketRight);
        QCOMPARE(*shown.hub.selection().tokens, (std::vector<IndexRange>{{2, 4}}));
        QTest::keyClick(&shown.view, Qt::Key_BracketLeft);
        QCOMPARE(*shown.hub.selection().tokens, (std::vector<IndexRange>{{1, 2}}));
        shown.settle();
        QVERIFY(shown.view.heatmap()->cells() == before);   // the plot marks the word, it keeps all cells
        QCOMPARE(shown.view.current(), 1);
        QCOMPARE(shown.view.findChild<QSlider*>()->value(), 1);
        for (int i = 0; i < 20; ++i)
            shown.view.step(-1);
        QCOMPARE(shown.view.current(), 0);
    }

    void nothingCanBePlayedWithoutATrace()
    {
        ShownTimeline shown;
        const auto isAnyEnabled = [&] {
            const auto buttons = shown.view.findChildren<QToolButton*>();
            return shown.view.findChild<QSlider*>()->isEnabled() ||
                   std::any_of(buttons.begin(), buttons.end(), [](const QToolButton* button) {
                       return button->toolTip().contains(QStringLiteral("Space")) && button->isEnabled();
                   });
        };
        QVERIFY(isAnyEnabled());
        auto run = std::make_shared<Run>(*shown.hub.run());
        run->answer.trace = {};
        shown.hub.setRun(run);
        shown.settle();
        QVERIFY(!isAnyEnabled());
    }

    void scrubberSelects()
    {
        ShownTimeline shown;
        shown.view.findChild<QSlider*>()->setValue(9);
        QCOMPARE(*shown.hub.selection().tokens, (std::vector<IndexRange>{{12, 14}}));
        shown.view.findChild<QSlider*>()->setValue(-1);
        QVERIFY(!shown.hub.selection().tokens);
    }

    void steppingBackFromNothingStartsAtTheEnd()
    {
        ShownTimeline shown;
        shown.view.step(-1);
        QCOMPARE(shown.view.current(), 9);
    }

    void playEndsAtTheLastWord()
    {
        ShownTimeline shown;
        shown.view.findChild<QSlider*>()->setValue(8);
        QTest::keyClick(&shown.view, Qt::Key_Space);
        QVERIFY(shown.view.isPlaying());
        QTRY_COMPARE(shown.view.current(), 9);
        QTRY_VERIFY(!shown.view.isPlaying());
        QTest::keyClick(&shown.view, Qt::Key_Space);   // again from the start
        QCOMPARE(shown.view.current(), 0);
        QTest::keyClick(&shown.view, Qt::Key_Space);
        QVERIFY(!shown.view.isPlaying());
    }

    void clickSelectsWordAndLocksBlock()
    {
        ShownTimeline shown;
        QSignalSpy places(&shown.view, &BlockPlot::showBlocks);
        Q_EMIT shown.view.heatmap()->cellActivated(4, 26);
        QCOMPARE(*shown.hub.selection().tokens, (std::vector<IndexRange>{{5, 7}}));
        QCOMPARE(*shown.hub.selection().lock->block, 26u);
        QCOMPARE(places.size(), 1);
    }

    void altDragBrushesWords()
    {
        ShownTimeline shown;
        Q_EMIT shown.view.heatmap()->rowsBrushed(1, 3);
        QCOMPARE(*shown.hub.selection().tokens, (std::vector<IndexRange>{{1, 4}}));
    }

    void unitChangesTheRows()
    {
        ShownTimeline shown;
        shown.hub.change([](Selection& selection) { selection.unit = TokenUnit::Sentence; });
        shown.settle();
        QCOMPARE(shown.view.heatmap()->data().rows, 2);
        shown.hub.change([](Selection& selection) { selection.unit = TokenUnit::Token; });
        shown.settle();
        QCOMPARE(shown.view.heatmap()->data().rows, 14);
    }

    void newWordsAreInSightWhileWriting()
    {
        ShownTimeline shown(samples::madeUpRun({.tokens = 14}));
        shown.view.setLive(true);
        shown.view.show();
        for (std::uint32_t tokens = 20; tokens <= 300; tokens += 70) {
            shown.hub.setRun(samples::madeUpRun({.tokens = tokens, .layers = 1, .heads = 1, .k = 1}));
            test::settle(80);
        }
        const HeatmapWindow window = shown.view.heatmap()->window();
        QVERIFY(window.rows < shown.view.heatmap()->data().rows);
        QVERIFY(window.firstRow + window.rows >= shown.view.heatmap()->data().rows);
    }

    void traceWithoutWordsStillHasRows()
    {
        auto run = samples::madeUpRun();
        run->answer.tokens.clear();
        run->answer.text.clear();
        ShownTimeline shown(run);
        QCOMPARE(shown.view.heatmap()->data().rows, 14);
    }
};

QTEST_MAIN(TimelineViewTest)
#include "timeline_view_test.moc"
