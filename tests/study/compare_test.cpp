// The plot of A - B: by plain loops, signs and colours, order. The words of both: compared_answers_test.cpp.
#include "shown_comparison.h"

#include "tests/support/patience.h"
#include "ui/heatmap_view.h"
#include "ui/panels/labels.h"
#include "ui/plots/colour_bar.h"
#include "ui/plots/plot_table.h"
#include "ui/study/block_table.h"
#include "ui/study/compare_matrix.h"
#include "ui/study/diff_label.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLocale>
#include <QMenu>
#include <QSet>
#include <QSignalSpy>
#include <QTableView>
#include <QtTest>

using namespace cairn;
using test::otherRun;
using Shown = test::ShownComparison;

namespace
{

// Largest gate of a layer on a block, by plain loops.
float naiveMax(const Trace& trace, std::uint32_t layer, std::uint32_t block)
{
    float largest = 0;
    for (std::uint32_t t = 0; t < trace.tokens; ++t) {
        for (std::uint32_t h = 0; h < trace.heads; ++h) {
            for (std::uint32_t i = 0; i < trace.k; ++i) {
                const std::size_t place = trace.place(t, layer, h) + i;
                if (trace.blocks[place] == block)
                    largest = std::max(largest, halfToFloat(trace.gates[place]));
            }
        }
    }
    return largest;
}

void choose(CompareView& view, const QString& name, int index)
{
    for (QComboBox* box : view.findChildren<QComboBox*>()) {
        if (box->accessibleName() == name)
            box->setCurrentIndex(index);
    }
}

}  // namespace

class CompareTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void rowsOfHeadsAreNamedByLayerAndHead()
    {
        Shown shown;
        QVERIFY(shown.view.heatmap()->data().rowLabels.isEmpty());   // layers: numbers
        choose(shown.view, QStringLiteral("Rows"), 1);
        const Trace& trace = shown.a->answer.trace;
        const QStringList labels = shown.view.heatmap()->data().rowLabels;
        QCOMPARE(labels.size(), qsizetype(trace.layers * trace.heads));
        QCOMPARE(labels.front(), QStringLiteral("L0.H0"));
        QCOMPARE(labels.back(), QStringLiteral("L%1.H%2").arg(trace.layers - 1).arg(trace.heads - 1));
        QCOMPARE(shown.view.heatmap()->data().rowsTogether, int(trace.heads));
        shown.hub.nameHead({0, 0}, QStringLiteral("copier"));
        test::settle(40);
        QCOMPARE(shown.view.heatmap()->data().rowLabels.front(), QStringLiteral("L0.H0 copier"));
    }

    void whatIsHiddenOfBothIsSaid()
    {
        Shown shown;
        shown.hub.change([](Selection& selection) { selection.hideSinks = false; });   // as the evidence shows them
        test::settle(40);
        const auto labels = shown.view.findChild<ColourBar*>()->findChildren<ElidedLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
                            [](const ElidedLabel* label) { return label->text() == QStringLiteral("local window hidden"); }));
    }

    // Its ends can be dragged, as in the other plots; differences have a range of their own.
    void theColourBarClipsDifferences()
    {
        Shown shown;
        auto* bar = shown.view.findChild<ColourBar*>();
        const float high = shown.view.heatmap()->style().high;
        Q_EMIT bar->rangeChanged(0, double(high) / 2);
        QCOMPARE(shown.view.heatmap()->style().high, high / 2);
        QCOMPARE(bar->style().high, high / 2);
        QVERIFY(!shown.hub.selection().range);
        choose(shown.view, QStringLiteral("Order of the blocks"), 1);
        QCOMPARE(shown.view.heatmap()->style().high, high / 2);
        Q_EMIT bar->rangeReset();
        QCOMPARE(shown.view.heatmap()->style().high, high);
        QCOMPARE(bar->style().high, high);
    }

    void cellsAreAMinusB()
    {
        Shown shown;
        const SparseMatrix& matrix = shown.view.matrix();
        QCOMPARE(matrix.rows, 4u);
        int seen = 0;
        for (std::uint32_t layer = 0; layer < 4; ++layer) {
            for (std::uint32_t block = 1; block < 40; ++block) {
                const float expected = naiveMax(shown.a->answer.trace, layer, block) - naiveMax(shown.b->answer.trace, layer, block);
                QCOMPARE(matrix.at(layer, block).value_or(0.0f), expected);
                seen += expected != 0;
            }
        }
        QVERIFY(seen > 40);
    }

    void everyBlockHasTheMenuOfOtherPlots()
    {
        Shown shown;
        QSignalSpy removed(&shown.view, &CompareView::removeBlock), barred(&shown.view, &CompareView::barBlock),
            pinned(&shown.view, &CompareView::pinBlock), opened(&shown.view, &CompareView::openCard), gone(&shown.view, &CompareView::showBlock);
        const auto choose = [&](const char* words) {
            auto* menu = shown.view.findChild<QMenu*>();
            QVERIFY(menu);
            QAction* chosen = nullptr;
            for (QAction* action : menu->actions())
                chosen = action->text() == QLatin1String(words) ? action : chosen;
            QVERIFY2(chosen && chosen->isEnabled(), words);
            chosen->trigger();
            delete menu;
        };
        const auto onMap = [&](const char* words) {
            Q_EMIT shown.view.heatmap()->menuRequested(0, 7, {});
            choose(words);
        };
        onMap("Remove and re-score");
        onMap("Bar and ask again");
        onMap("Pin and ask again");
        onMap("Open the block's card");
        onMap("Show in the document");
        for (const QSignalSpy* spy : {&removed, &barred, &pinned, &opened, &gone}) {
            QCOMPARE(spy->count(), 1);
            QCOMPARE(spy->front()[0].value<std::uint32_t>(), 7u);
        }
        auto* largest = shown.view.findChild<QTableView*>();
        for (auto* table : shown.view.findChildren<QTableView*>())
            largest = table->accessibleName() == QLatin1String("Blocks that differ most") ? table : largest;
        const std::uint32_t block = shown.view.differences().row(1).block;
        Q_EMIT largest->customContextMenuRequested(largest->visualRect(largest->model()->index(1, 0)).center());
        choose("Copy the text");
        QCOMPARE(QApplication::clipboard()->text(), QString::fromStdString(shown.a->blockText(block)));
        auto* words = shown.view.findChild<DiffLabel*>();
        Q_EMIT words->customContextMenuRequested({});
        choose("Copy the answer");
        QCOMPARE(QApplication::clipboard()->text(), QString::fromStdString(shown.a->answer.text));
    }

    void swappingChangesEverySignAndNothingElse()
    {
        Shown shown;
        const SparseMatrix before = shown.view.matrix();
        QSignalSpy swapped(&shown.view, &CompareView::swapped);
        shown.view.swap();
        QCOMPARE(swapped.size(), 1);
        QCOMPARE(swapped.front().front().toString(), shown.b->id);   // what is asked again now
        test::settle(40);
        const SparseMatrix& after = shown.view.matrix();
        QVERIFY(before.blocks == after.blocks && before.offsets == after.offsets);
        for (std::size_t i = 0; i < before.values.size(); ++i)
            QCOMPARE(after.values[i], -before.values[i]);
        QCOMPARE(shown.hub.run()->id, shown.b->id);
    }

    void aIsBlueBIsOrangeAndNothingIsThePanel()
    {
        for (const cairn::Panel panel : {cairn::Panel::Light, cairn::Panel::Dark}) {
            const QColor a(differenceColour(1.0f, panel)), b(differenceColour(-1.0f, panel)), none(differenceColour(0.0f, panel));
            QVERIFY(a.blue() > a.red());
            QVERIFY(b.red() > b.blue());
            QCOMPARE(none.rgb(), ColourMap(panel).panelColour());
        }
        Shown shown;
        QVERIFY(shown.view.heatmap()->data().difference);
    }

    void sortedColumnsShowTheirOwnBlocks()
    {
        Shown shown;
        const auto order = byDifference(shown.view.matrix());
        const SparseMatrix sorted = reordered(shown.view.matrix(), order);
        for (std::uint32_t row = 0; row < sorted.rows; ++row) {
            for (std::uint32_t column = 0; column < sorted.columns; ++column)
                QVERIFY(sorted.at(row, column) == shown.view.matrix().at(row, order[column]));
        }
        float previous = 1e9f;
        for (std::uint32_t column = 0; column < sorted.columns; ++column) {
            float largest = 0;
            for (std::uint32_t row = 0; row < sorted.rows; ++row)
                largest = std::max(largest, std::abs(sorted.at(row, column).value_or(0.0f)));
            QVERIFY(largest <= previous);
            previous = largest;
        }
    }

    void clickInASortedPlotNamesTheRightBlock()
    {
        Shown shown;
        QSignalSpy show(&shown.view, &CompareView::showBlock);
        choose(shown.view, CompareView::tr("Order of the blocks"), 1);
        Q_EMIT shown.view.heatmap()->cellActivated(0, 0);
        QCOMPARE(show.count(), 1);
        QCOMPARE(show[0][0].toUInt(), byDifference(shown.view.matrix())[0]);
    }

    void listOfLargestIsOrderedAndKeepsTheRulesOfItsKind()
    {
        Shown shown;
        const BlockTableModel& largest = shown.view.differences();
        QAbstractItemModelTester tester(const_cast<BlockTableModel*>(&largest), QAbstractItemModelTester::FailureReportingMode::Fatal);
        QVERIFY(largest.rowCount() > 5);
        for (int row = 0; row < largest.rowCount(); ++row) {
            const auto& numbers = largest.row(row).numbers;
            QVERIFY(std::abs(numbers[2] - (numbers[0] - numbers[1])) < 1e-9);
            if (row > 0)
                QVERIFY(std::abs(numbers[2]) <= std::abs(largest.row(row - 1).numbers[2]));
        }
    }

    void theTableHoldsAAndBBesideTheirDifference()
    {
        Shown shown;
        shown.view.showTable(true);
        const auto* table = shown.view.findChild<PlotTable*>();
        const QAbstractItemModel& rows = table->shown();
        QStringList heads;
        for (int column = 0; column < rows.columnCount(); ++column)
            heads += rows.headerData(column, Qt::Horizontal).toString();
        QCOMPARE(heads, (QStringList{CompareView::tr("Layer"), CompareView::tr("Block"), CompareView::tr("Place"), CompareView::tr("A"),
                                     CompareView::tr("B"), QStringLiteral("A \u2212 B"), CompareView::tr("First words")}));
        const auto number = [&](int row, int column) { return float(rows.index(row, column).data(Qt::EditRole).toDouble()); };
        int both = 0;
        QSet<std::pair<int, int>> seen;
        for (int row = 0; row < rows.rowCount(); ++row) {
            const auto layer = std::uint32_t(number(row, 0)), block = std::uint32_t(number(row, 1));
            const float a = naiveMax(shown.a->answer.trace, layer, block), b = naiveMax(shown.b->answer.trace, layer, block);
            QCOMPARE(number(row, 3), a);
            QCOMPARE(number(row, 4), b);
            QCOMPARE(number(row, 5), a - b);
            QVERIFY(a > 0 || b > 0);
            both += a > 0 && b > 0;
            seen.insert({int(layer), int(block)});
        }
        QVERIFY(both > 10 && seen.size() == rows.rowCount());
        for (std::uint32_t layer = 0; layer < 4; ++layer) {   // and no cell is missing
            for (std::uint32_t block = 1; block < 40; ++block) {
                const bool opened = naiveMax(shown.a->answer.trace, layer, block) > 0 || naiveMax(shown.b->answer.trace, layer, block) > 0;
                QCOMPARE(seen.contains({int(layer), int(block)}), opened);
            }
        }
    }

    void theTableFollowsTheOrderOfThePlotAndTheSwap()
    {
        Shown shown;
        shown.view.showTable(true);
        const QAbstractItemModel& rows = shown.view.findChild<PlotTable*>()->shown();
        const auto number = [&](int row, int column) { return rows.index(row, column).data(Qt::EditRole).toDouble(); };
        choose(shown.view, CompareView::tr("Order of the blocks"), 1);
        for (int row = 1; row < rows.rowCount(); ++row)
            QVERIFY(std::abs(number(row, 5)) <= std::abs(number(row - 1, 5)));
        choose(shown.view, CompareView::tr("Order of the blocks"), 0);
        const double a = number(5, 3), b = number(5, 4);
        shown.view.swap();
        test::settle(40);
        QCOMPARE(number(5, 3), b);
        QCOMPARE(number(5, 4), a);
        QCOMPARE(number(5, 5), double(float(b) - float(a)));
        choose(shown.view, CompareView::tr("Rows"), 1);
        QCOMPARE(rows.headerData(1, Qt::Horizontal).toString(), CompareView::tr("Head"));
        QVERIFY(number(0, 1) < 3 && rows.columnCount() == 8);
    }

    void copiesAndCsvHoldAllThree()
    {
        Shown shown;
        shown.view.showTable(true);
        auto* table = shown.view.findChild<PlotTable*>();
        table->view()->selectRow(2);
        table->copySelection();
        const QStringList copied = QApplication::clipboard()->text().split(QLatin1Char('\t'));
        QCOMPARE(copied.size(), 7);
        const Result<QByteArray> csv = shown.view.bytesOf(PlotFormat::Csv);
        QVERIFY(csv);
        const QList<QByteArray> lines = csv->split('\n');   // origin, heads, cells
        QVERIFY(lines[1].contains(",A,B,A \xE2\x88\x92 B,"));
        const QByteArrayList fields = lines[4].split(',');
        for (const int column : {0, 1, 3, 4, 5})
            QCOMPARE(fields[column].toDouble(), copied[column].toDouble());
    }

    void largeCountsAreGroupedAsTheLanguageDoes()
    {
        const QLocale before;
        QLocale::setDefault(QLocale(QLocale::German));
        auto first = std::make_shared<Run>(*madeRun());
        first->answer.coverage = {1234, 5678, 56789};
        SelectionHub hub;
        CompareView view(&hub);
        view.resize(700, 700);
        view.show();
        hub.setRun(first);
        hub.setCompared(otherRun(first));
        test::settle(60);   // one change a frame
        QStringList words;
        for (const ElidedLabel* label : view.findChildren<ElidedLabel*>())
            words += label->text();
        QLocale::setDefault(before);
        QVERIFY2(words.join(u' ').contains(QLatin1String("1.234 of 56.789")), qPrintable(words.join(u'|')));
    }
};

QTEST_MAIN(CompareTest)
#include "compare_test.moc"
