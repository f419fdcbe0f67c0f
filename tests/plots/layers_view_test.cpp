// Layers: what its cells, words and table say is what the trace holds; selection in, selection and intents out.
#include "tests/plots/shown_plot.h"
#include "tests/support/patience.h"
#include "ui/plots/colour_bar.h"
#include "ui/plots/empty_plot.h"
#include "ui/plots/layers_view.h"
#include "ui/plots/timeline_view.h"

#include <QApplication>
#include <QLineEdit>
#include <QContextMenuEvent>
#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTableView>
#include <QTranslator>
#include <QtTest>

using namespace cairn;

namespace
{

float gate(const SparseMatrix& matrix, std::uint32_t row, std::uint32_t column) { return matrix.at(row, column).value_or(0); }

}  // namespace

class LayersViewTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatEveryHeadWasGivenIsPinned()
    {
        const auto run = samples::madeUpRun();
        Trace& trace = run->answer.trace;
        run->pinned = {9};
        QCOMPARE(pinnedBlocks(*run), std::vector<std::uint32_t>{9});
        const std::size_t last = trace.place(trace.tokens - 1, 0, 0), rows = std::size_t{trace.layers} * trace.heads;
        for (std::size_t row = 0; row < rows; ++row) {
            trace.blocks[last + row * trace.k] = 0;                                        // where the memory begins
            trace.blocks[last + row * trace.k + trace.k - 1] = trace.documentBlocks + 2;   // what is said now
        }
        const std::vector<std::uint32_t> all{0, 9, trace.documentBlocks + 2};
        QCOMPARE(pinnedBlocks(*run), all);
        for (std::size_t place = last; place < last + trace.k; ++place)
            trace.blocks[place] = kNoBlock;                                                // a head that is switched off
        QCOMPARE(pinnedBlocks(*run), all);
        trace.blocks[last + trace.k] = 1;                                                  // one head was not given it
        QCOMPARE(pinnedBlocks(*run), (std::vector<std::uint32_t>{9, trace.documentBlocks + 2}));
        ShownLayers shown(run);
        const HeatmapData& data = shown.view.findChild<HeatmapView*>()->data();
        QCOMPARE(data.pinnedColumns, (std::vector<int>{9, int(trace.documentBlocks + 2)}));
        QVERIFY(data.describe(0, 9).lines.contains(QStringLiteral("Pinned: given to every head, whatever it scores")));
        QVERIFY(!data.describe(0, 8).lines.contains(QStringLiteral("Pinned: given to every head, whatever it scores")));
    }

    void cellsAreTheLargestGates()
    {
        ShownLayers shown;
        const Trace& trace = shown.hub.run()->answer.trace;
        TraceFilter filter;
        filter.hidden = {0};
        const SparseMatrix expected = blockMatrix(trace, filter, {TraceAxis::Layers, TraceMetric::Gate, TraceAggregate::Max, {}});
        QVERIFY(shown.view.heatmap()->cells() == expected);
        QVERIFY(expected.blocks.size() > 50);
    }

    void wordsReadAgainHaveAMarkOfTheirOwn()
    {
        ShownLayers shown;
        const auto columns = [&] { return shown.view.heatmap()->data().rereadColumns; };
        QCOMPARE(columns(), (std::vector<int>{25, 26, 27, 40}));   // as samples::addReread has them; 40: the open last block
        QVERIFY(shown.view.heatmap()->data().describe(0, 26).plain().contains(QStringLiteral("Hollow mark below")));
        shown.change([](Selection& selection) { selection.metric = Metric::Score; });   // re-read words have none
        QVERIFY(columns().empty());
        shown.change([](Selection& selection) {
            selection.metric = Metric::Gate;
            selection.minimum = 0.05;
        });
        QCOMPARE(columns(), (std::vector<int>{25, 26, 27}));   // 0.01 of the open block is too weak
        ShownLayers without(samples::madeUpRun({.tokens = 14, .reread = false}));
        QVERIFY(without.view.heatmap()->data().rereadColumns.empty());
    }

    void pageKeysGoToTheNextLayer()
    {
        ShownLayers shown;
        const std::uint32_t heads = shown.hub.run()->answer.trace.heads;
        shown.view.heatmap()->setCursorCell({1, 26});
        QTest::keyClick(shown.view.heatmap(), Qt::Key_PageDown);
        QCOMPARE(*shown.view.heatmap()->cursorCell(), (HeatmapCell{2, 26}));
        shown.view.unfold(1, true);
        shown.view.unfold(3, true);
        shown.settle();
        shown.view.heatmap()->setCursorCell({3, 26}); // layer 0, layer 1, its first two heads: L1.H1
        QTest::keyClick(shown.view.heatmap(), Qt::Key_PageDown);
        const auto row = [&] { return shown.view.result().job.rows[std::size_t(shown.view.heatmap()->cursorCell()->row)]; };
        QVERIFY(row().layer == 2u && !row().head); // not unfolded
        shown.view.heatmap()->setCursorCell({int(3 + heads), 26});
        QVERIFY(row().layer == 3u);
        QTest::keyClick(shown.view.heatmap(), Qt::Key_PageUp);
        QTest::keyClick(shown.view.heatmap(), Qt::Key_PageUp);
        QTest::keyClick(shown.view.heatmap(), Qt::Key_PageUp);
        QTest::keyClick(shown.view.heatmap(), Qt::Key_PageUp);
        QCOMPARE(shown.view.heatmap()->cursorCell()->row, 0);
    }

    void gAndTheMenuKeyActOnTheCursor()
    {
        ShownLayers shown;
        shown.view.show();
        auto* heatmap = shown.view.heatmap();
        heatmap->setCursorCell({1, 26});
        QTest::keyClick(heatmap, Qt::Key_G);
        QTRY_VERIFY(QApplication::activePopupWidget());
        auto* field = QApplication::activePopupWidget()->findChild<QLineEdit*>();
        QVERIFY(field);
        QTest::keyClicks(field, QStringLiteral("12"));
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_VERIFY(!QApplication::activePopupWidget());
        QVERIFY(heatmap->cursorCell() && heatmap->cursorCell()->row == 1 && heatmap->cursorCell()->column == 12);
        QSignalSpy asked(heatmap, &HeatmapView::menuRequested);
        disconnect(heatmap, &HeatmapView::menuRequested, &shown.view, nullptr);   // the menu would wait for a choice
        QContextMenuEvent menu(QContextMenuEvent::Keyboard, QPoint(0, 0), QPoint(0, 0));
        QApplication::sendEvent(heatmap, &menu);
        QCOMPARE(asked.size(), 1);
        QVERIFY(asked[0][0].toInt() == 1 && asked[0][1].toInt() == 12);
    }

    void f2NamesTheHeadThatACellShows()
    {
        ShownLayers shown;
        const Trace& trace = shown.hub.run()->answer.trace;
        TraceFilter filter;
        filter.hidden = {0};
        filter.layers = std::vector<IndexRange>{{1, 2}};
        const auto found = openings(trace, filter, 26);
        QVERIFY(!found.empty());
        const auto best = std::max_element(found.begin(), found.end(), [](const Opening& a, const Opening& b) { return a.gate < b.gate; });
        shown.view.show();
        shown.view.heatmap()->setCursorCell({1, 26});
        QTest::keyClick(shown.view.heatmap(), Qt::Key_F2);
        QTRY_VERIFY(QApplication::activePopupWidget());
        QTest::keyClicks(QApplication::activePopupWidget(), QStringLiteral("reader"));
        QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Return);
        QVERIFY(shown.hub.headNames() == (std::map<Head, QString>{{{best->layer, best->head}, QStringLiteral("reader")}}));
        shown.view.unfold(1, true);
        shown.settle();
        QVERIFY(shown.view.heatmap()->data().rowLabels.contains(QStringLiteral("L1.H%1 reader").arg(best->head)));
        QVERIFY(!QApplication::activePopupWidget());
    }

    void largeTracesAreSummedOffTheThread()
    {
        ShownLayers shown(samples::madeUpRun({.tokens = 80, .layers = 16, .heads = 16, .k = 4, .blocks = 900}));
        TraceFilter filter;
        filter.hidden = {0};
        const SparseMatrix expected =
            blockMatrix(shown.hub.run()->answer.trace, filter, {TraceAxis::Layers, TraceMetric::Gate, TraceAggregate::Max, {}});
        QTRY_VERIFY(shown.view.heatmap()->cells() == expected);
    }

    void brushedWordsChangeCellsButNotColours()
    {
        ShownLayers shown;
        const HeatmapStyle before = shown.view.heatmap()->style();
        shown.change([](Selection& selection) { selection.tokens = std::vector<IndexRange>{{0, 1}}; });
        QCOMPARE(shown.view.result().job.filter.tokens, (IndexRanges(std::vector<IndexRange>{{0, 1}})));
        QCOMPARE(shown.view.heatmap()->style().high, before.high);
        shown.change([](Selection& selection) { selection.range = {0.1, 0.2}; });
        QCOMPARE(shown.view.heatmap()->style().low, 0.1f);
        QCOMPARE(shown.view.heatmap()->style().high, 0.2f);
    }

    // The lift of a layer's own evidence: shares of its sum without sinks, against those of the neutral question (experience.md 4).
    void liftComparesWithTheNeutralQuestion()
    {
        ShownLayers shown;
        const Run& run = *shown.hub.run();
        std::vector<double> neutral(run.answer.trace.documentBlocks, 1.0);
        neutral[5] = 9;
        shown.hub.setNeutral(neutral);
        shown.change([](Selection& selection) { selection.metric = Metric::Lift; });
        TraceFilter filter;
        filter.hidden = {0};
        const SparseMatrix sums = blockMatrix(run.answer.trace, filter, {TraceAxis::Layers, TraceMetric::Gate, TraceAggregate::Sum, {}});
        const SparseMatrix& cells = shown.view.heatmap()->cells();
        QCOMPARE(cells.blocks, sums.blocks);
        double all = 0, allNeutral = 0;
        for (std::uint32_t i = sums.offsets[1]; i < sums.offsets[2]; ++i)
            all += sums.blocks[i] < neutral.size() ? double(sums.values[i]) : 0;   // words of the open last block have no lift
        for (std::size_t block = 1; block < neutral.size(); ++block)   // block 0 is a sink
            allNeutral += neutral[block];
        int compared = 0;
        for (std::uint32_t i = sums.offsets[1]; i < sums.offsets[2]; ++i) {
            if (sums.blocks[i] >= neutral.size())
                continue;
            const double expected = (double(sums.values[i]) / all + 1e-4) / (neutral[sums.blocks[i]] / allNeutral + 1e-4);
            QVERIFY(std::abs(double(cells.values[i]) - expected) < 1e-3 * expected);
            ++compared;
        }
        QVERIFY(compared > 5);
    }

    void removalShowsWhatWasTestedWhereItWasOpened()
    {
        ShownLayers shown;
        const SparseMatrix gates = shown.view.heatmap()->cells();
        const std::uint32_t tested = gates.blocks[gates.offsets[1]];
        shown.hub.setEffects({{tested, -0.5}});
        shown.change([](Selection& selection) { selection.metric = Metric::Removal; });
        const SparseMatrix& cells = shown.view.heatmap()->cells();
        QVERIFY(!cells.blocks.empty() && cells.rows == gates.rows);
        for (std::uint32_t row = 0; row < gates.rows; ++row) {
            QCOMPARE(cells.at(row, tested).has_value(), gates.at(row, tested).has_value());
            QVERIFY(!cells.at(row, tested) || *cells.at(row, tested) == -0.5f);
        }
        QVERIFY(std::all_of(cells.blocks.begin(), cells.blocks.end(), [=](std::uint32_t block) { return block == tested; }));
        QVERIFY(shown.view.heatmap()->style().low <= -0.5f);   // a negative effect has a colour of its own
    }

    void measuresWithoutDataCanNotBeChosenAndSayWhy()
    {
        ShownLayers shown;
        const auto item = [&](Metric metric) {
            for (QComboBox* box : shown.view.findChildren<QComboBox*>()) {
                if (const int index = box->findData(int(metric)); index >= 0 && box->count() == 5)
                    return qobject_cast<QStandardItemModel*>(box->model())->item(index);
            }
            return static_cast<QStandardItem*>(nullptr);
        };
        QVERIFY(item(Metric::Removal) && !item(Metric::Removal)->isEnabled());
        QVERIFY(item(Metric::Removal)->toolTip().contains(QStringLiteral("Run the removal test first")));
        QVERIFY(!item(Metric::Lift)->isEnabled() && !item(Metric::Lift)->toolTip().isEmpty());
        shown.hub.setNeutral(std::vector<double>(shown.hub.run()->answer.trace.documentBlocks, 1.0));
        shown.hub.setEffects({{3, 0.5}});
        shown.settle();
        QVERIFY(item(Metric::Removal)->isEnabled() && item(Metric::Lift)->isEnabled());
        const SparseMatrix gates = shown.view.heatmap()->cells();
        shown.hub.setEffects({});
        shown.change([](Selection& selection) { selection.metric = Metric::Removal; });
        QVERIFY(shown.view.heatmap()->cells() == gates);   // nothing known: gates, as the choice says
    }

    void unfoldedLayerShowsItsHeads()
    {
        ShownLayers shown;
        const SparseMatrix folded = shown.view.heatmap()->cells();
        shown.view.unfold(1, true);
        shown.settle();
        const SparseMatrix& cells = shown.view.heatmap()->cells();
        QCOMPARE(cells.rows, 4u + 3u);
        QCOMPARE(shown.view.heatmap()->data().rowLabels[3], QStringLiteral("L1.H1"));
        for (std::uint32_t column = 0; column < cells.columns; ++column) {
            QCOMPARE(gate(cells, 0, column), gate(folded, 0, column));
            QCOMPARE(gate(cells, 1, column), std::max({gate(cells, 2, column), gate(cells, 3, column), gate(cells, 4, column)}));
            QCOMPARE(gate(cells, 5, column), gate(folded, 2, column));
        }
        QTest::keyClick(shown.view.heatmap(), Qt::Key_Down);
        QTest::keyClick(shown.view.heatmap(), Qt::Key_Return, Qt::ControlModifier);
        shown.settle();
        QCOMPARE(shown.view.heatmap()->cells().rows, 4u);
    }

    void clickLocksAndShowsTheBlock()
    {
        ShownLayers shown;
        QSignalSpy places(&shown.view, &BlockPlot::showBlocks);
        HeatmapView* plot = shown.view.heatmap();
        shown.view.show();
        const QPoint cell = plot->cellRect({2, 26}).center();
        const auto hit = plot->cellAt(cell);
        QVERIFY(hit);
        QTest::mouseClick(plot->viewport(), Qt::LeftButton, {}, cell);
        QCOMPARE(places.size(), 1);
        QVERIFY(shown.hub.selection().lock);
        QCOMPARE(*shown.hub.selection().lock->layer, std::uint32_t(hit->row));
        QCOMPARE(*shown.hub.selection().lock->block, std::uint32_t(hit->column));
        QTest::keyClick(plot, Qt::Key_Escape);
        QVERIFY(!shown.hub.selection().lock);
    }

    void lockFromElsewhereMovesTheCursor()
    {
        ShownLayers shown;
        shown.change([](Selection& selection) { selection.lock = Lock{{}, 3, {}, 25}; });
        QCOMPARE(shown.view.heatmap()->cursorCell().value(), (HeatmapCell{3, 25}));
    }

    void brushesOfThePlotEnterTheSelection()
    {
        ShownLayers shown;
        Q_EMIT shown.view.heatmap()->columnsBrushed(4, 9);
        Q_EMIT shown.view.heatmap()->rowsBrushed(1, 3);
        QCOMPARE(*shown.hub.selection().blocks, (std::vector<IndexRange>{{4, 9}}));
        QCOMPARE(*shown.hub.selection().layers, (std::vector<IndexRange>{{1, 3}}));
        shown.settle();
        QCOMPARE(shown.view.heatmap()->cells().rows, 4u);   // the plot marks its own axes, it doesn't hide them
        QVERIFY(!shown.view.heatmap()->cells().blocks.empty() && shown.view.heatmap()->cells().blocks.back() > 9);
    }

    void tooltipSaysWhatTheTraceHolds()
    {
        ShownLayers shown;
        const Opening top = shown.view.result().strongest.front();
        const HeatmapTip tip = shown.view.heatmap()->describe({int(top.layer), int(top.block)});
        QCOMPARE(tip.title, QStringLiteral("Layer %1, block %2").arg(top.layer).arg(top.block));
        QVERIFY(tip.lines.front().contains(QStringLiteral("L%1.H%2").arg(top.layer).arg(top.head)));
        QVERIFY(tip.lines.front().contains(QLocale().toString(double(top.gate), 'g', 2)));
        QVERIFY(tip.lines.front().contains(QStringLiteral("rank 1")));
        QVERIFY(tip.quote.contains(QStringLiteral("w%1 w%2").arg(top.block * 8).arg(top.block * 8 + 1)) && tip.quote.size() <= 123);
        QVERIFY(!tip.place.isEmpty());
        QVERIFY(shown.view.heatmap()->describe({0, 0}).lines.front().contains(QStringLiteral("Hidden")));
    }

    void strongestCellsAreListedInOrder()
    {
        ShownLayers shown;
        const QAbstractItemModel* list = shown.view.strongest()->model();
        QVERIFY(list->rowCount() > 5);
        double before = 1e9;
        for (int row = 0; row < list->rowCount(); ++row) {
            const double value = list->index(row, 4).data(Qt::EditRole).toDouble();
            QVERIFY(value <= before);
            before = value;
            const auto layer = list->index(row, 0).data(Qt::EditRole).toUInt(), block = list->index(row, 2).data(Qt::EditRole).toUInt();
            QCOMPARE(float(value), gate(shown.view.heatmap()->cells(), layer, block));
        }
        QSignalSpy places(&shown.view, &BlockPlot::showBlocks);
        Q_EMIT shown.view.strongest()->activated(list->index(1, 0));
        QCOMPARE(*shown.hub.selection().lock->block, list->index(1, 2).data(Qt::EditRole).toUInt());
        QCOMPARE(places.size(), 1);
    }

    void theListFitsANarrowDock()
    {
        ShownLayers shown;
        const QTableView& list = *shown.view.strongest();
        for (const int width : {700, 420, 360, 320}) {
            shown.view.resize(width, 600);
            QTRY_COMPARE(list.horizontalScrollBar()->maximum(), 0);
            for (const int column : {0, 3, 4, 5})
                QVERIFY2(!list.isColumnHidden(column), qPrintable(QString::number(width)));
        }
        QVERIFY(list.isColumnHidden(2) || list.columnWidth(5) < 200);   // there was less room than the words want
    }

    void aLowPanelLeavesItsRoomToThePlot()
    {
        ShownLayers shown;
        shown.view.show();
        shown.view.resize(320, 420);
        QTRY_VERIFY(!shown.view.strongest()->isVisible());
        QTRY_VERIFY(shown.view.heatmap()->viewport()->height() > 120);
        shown.view.resize(320, 700);
        QTRY_VERIFY(shown.view.strongest()->isVisible());
        const int line = shown.view.fontMetrics().height();
        shown.view.resize(320, 48 * line);
        QTRY_COMPARE(shown.view.strongest()->height(), 126);
        shown.view.resize(320, 40 * line);   // fewer rows of it: the plot is worth more
        QTRY_VERIFY(shown.view.strongest()->isVisible() && shown.view.strongest()->height() < 100);
    }

    void tableTwinHoldsTheSameCells()
    {
        ShownLayers shown;
        shown.view.showTable(true);
        QVERIFY(shown.view.showsTable());
        const auto* model = shown.view.findChild<PlotTableModel*>(QString(), Qt::FindDirectChildrenOnly);
        QVERIFY(model);
        const QAbstractItemModelTester tester(const_cast<PlotTableModel*>(model), QAbstractItemModelTester::FailureReportingMode::Fatal);
        const SparseMatrix& cells = shown.view.heatmap()->cells();
        QCOMPARE(std::size_t(model->rowCount()), cells.blocks.size());
        for (int row = 0; row < model->rowCount(); ++row)
            QCOMPARE(float(model->index(row, 3).data(Qt::EditRole).toDouble()),
                     gate(cells, model->index(row, 0).data().toUInt(), model->index(row, 1).data().toUInt()));
        QTest::keyClick(&shown.view, Qt::Key_T);
        QVERIFY(!shown.view.showsTable());
    }

    void menuSendsIntents()
    {
        ShownLayers shown;
        shown.change([](Selection& selection) { selection.blocks = std::vector<IndexRange>{{24, 27}}; });
        QSignalSpy removed(&shown.view, &BlockPlot::removeBlocks), barred(&shown.view, &BlockPlot::barBlocks),
            pinned(&shown.view, &BlockPlot::pinBlocks);
        const auto choose = [&](int column, const QString& words) {
            Q_EMIT shown.view.heatmap()->menuRequested(1, column, {10, 10});
            auto* menu = shown.view.findChild<QMenu*>();
            for (QAction* action : menu->actions()) {
                if (action->text() == words && action->isEnabled())
                    action->trigger();
            }
            delete menu;
        };
        choose(25, QStringLiteral("Remove and re-score"));   // inside the brush: all of it
        choose(30, QStringLiteral("Bar and ask again"));
        choose(30, QStringLiteral("Pin and ask again"));
        QCOMPARE(removed.size(), 1);
        QCOMPARE(removed[0][0].value<std::vector<std::uint32_t>>(), (std::vector<std::uint32_t>{24, 25, 26}));
        QCOMPARE(barred[0][0].value<std::vector<std::uint32_t>>(), std::vector<std::uint32_t>{30});
        QCOMPARE(pinned[0][0].value<std::vector<std::uint32_t>>(), std::vector<std::uint32_t>{30});
    }

    void openLastBlockCannotBeRemoved()
    {
        ShownLayers shown;
        QSignalSpy removed(&shown.view, &BlockPlot::removeBlocks);
        Q_EMIT shown.view.heatmap()->menuRequested(1, 40, {10, 10});
        auto* menu = shown.view.findChild<QMenu*>();
        int disabled = 0;
        for (QAction* action : menu->actions()) {
            disabled += !action->isSeparator() && !action->isEnabled();
            QCOMPARE(action->toolTip().contains(QStringLiteral("do not fill a block")), !action->isSeparator() && !action->isEnabled());
        }
        QCOMPARE(disabled, 3);
    }

    void emptyStatesSayWhatToDo()
    {
        SelectionHub hub;
        LayersView view(&hub);
        view.resize(500, 600);
        view.show();
        test::settle(30);
        auto* empty = view.findChild<EmptyPlot*>();
        QVERIFY(empty->isVisible());
        auto run = samples::madeUpRun();
        run->answer.trace = {};
        hub.setRun(run);
        test::settle(30);
        auto* again = empty->findChild<QPushButton*>();
        QVERIFY(again->isVisible());
        QSignalSpy asked(&view, &BlockPlot::askAgain);
        again->click();
        QCOMPARE(asked.size(), 1);
        hub.setRun(samples::madeUpRun({.tokens = 14}, QStringLiteral("run-8")));
        QTRY_VERIFY(!empty->isVisible());
    }

    void sinksAreShownOnDemand()
    {
        ShownLayers shown;
        QVERIFY(!shown.view.heatmap()->value({0, 0}));
        Q_EMIT shown.view.findChild<ColourBar*>()->hiddenToggled(false);
        shown.settle();
        QVERIFY(shown.view.heatmap()->value({0, 0}));
        QVERIFY(!shown.hub.selection().hideSinks && !shown.hub.selection().hideLocal);
    }

    void anotherLanguageSetsTheWordsAnew()
    {
        ShownLayers shown;
        struct Shout final : QTranslator
        {
            bool isEmpty() const override { return false; }
            QString translate(const char*, const char* source, const char*, int) const override
            {
                return QString::fromUtf8(source).toUpper();
            }
        } shout;
        QCoreApplication::installTranslator(&shout);
        QTRY_COMPARE(shown.view.title(), QStringLiteral("LAYERS"));
        shown.settle();
        QTRY_VERIFY(shown.view.heatmap()->describe({1, 26}).title.startsWith(QStringLiteral("LAYER 1")));
        QCOMPARE(shown.view.strongest()->model()->headerData(5, Qt::Horizontal).toString(), QStringLiteral("FIRST WORDS"));
        QCoreApplication::removeTranslator(&shout);
    }

    void sameMeasureHasTheSameColoursInBothPlots()
    {
        ShownLayers shown(samples::madeUpRun({.tokens = 40, .layers = 6, .heads = 4, .k = 4, .blocks = 300}));
        TimelineView timeline(&shown.hub);
        shown.view.unfold(2, true);
        shown.settle();
        QTRY_VERIFY(timeline.heatmap()->data().rows > 0 && !timeline.isBusy());
        QCOMPARE(timeline.heatmap()->style().high, shown.view.heatmap()->style().high);
        QVERIFY(shown.view.heatmap()->style().high < 1);
    }

    void lookingCostsNoNewResult()
    {
        ShownLayers shown;
        QSignalSpy updated(&shown.view, &BlockPlot::updated);
        shown.change([](Selection& selection) { selection.lock = Lock{{}, 1, {}, 2}; });
        shown.change([](Selection& selection) { selection.scale = SelectionScale::Log; });
        QCOMPARE(updated.size(), 0);
        QCOMPARE(shown.view.heatmap()->style().scale, HeatScale::Logarithmic);
        shown.change([](Selection& selection) { selection.metric = Metric::Score; });
        QCOMPARE(updated.size(), 1);
        QVERIFY(shown.view.heatmap()->style().low < 0);
    }
};

QTEST_MAIN(LayersViewTest)
#include "layers_view_test.moc"
