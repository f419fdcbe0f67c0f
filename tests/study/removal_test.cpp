// The removal test: totals over the selected tokens, streaming results, cost, intents.
#include "made_run.h"

#include "tests/support/patience.h"
#include "ui/plots/plot_table.h"
#include "ui/study/diff_label.h"
#include "ui/study/removal_view.h"
#include "ui/study/token_plot.h"

#include <QAbstractItemModelTester>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QtTest>

using namespace cairn;

namespace
{

struct Shown
{
    SelectionHub hub;
    RunPtr run = madeRun();
    RemovalView view{&hub};

    Shown()
    {
        view.resize(640, 800);
        view.show();
        hub.setRun(run);
        hub.change([](Selection& selection) { selection.tokens = std::vector<IndexRange>{{3, 7}}; });
        test::settle(40);
    }
    std::vector<float> scores(float shift) const
    {
        std::vector<float> scores;
        for (std::size_t t = 0; t < run->answer.tokens.size(); ++t)
            scores.push_back(run->answer.tokens[t].logProbability - shift * float(t + 1));
        return scores;
    }
    QPushButton* button(const QString& text)
    {
        for (QPushButton* candidate : view.findChildren<QPushButton*>()) {
            if (candidate->text() == text)
                return candidate;
        }
        return nullptr;
    }
};

}  // namespace

class RemovalTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void modelKeepsTheRulesOfItsKind()
    {
        Shown shown;
        QAbstractItemModelTester tester(const_cast<RemovalModel*>(&shown.view.model()),
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
        const std::uint32_t block = shown.view.model().rows()[0].block;
        shown.view.setRunning(block);
        shown.view.setResult(block, shown.scores(0.1f));
        shown.view.setBlocks({block, 5, 6});
        shown.view.setBaseline(shown.scores(0.0f));
        shown.hub.setRun(madeRun({12, 4, 3, 3, 40, 8, 99}));
        test::settle(40);
    }

    void theStrongestBlocksAreSuggestedAndNoSink()
    {
        Shown shown;
        QCOMPARE(shown.view.model().rowCount(), 8);
        for (std::size_t i = 1; i < shown.view.model().rows().size(); ++i) {
            QVERIFY(shown.view.model().rows()[i - 1].evidence >= shown.view.model().rows()[i].evidence);
            QVERIFY(shown.view.model().rows()[i].block != 0);
        }
    }

    void anAnswerWhoseMemoryIsGoneIsNotScoredAgain()
    {
        Shown shown;
        QVERIFY(shown.button(QStringLiteral("Remove and re-score"))->isEnabled());
        auto gone = std::make_shared<Run>(*shown.run);
        gone->memoryIsGone = true;
        shown.hub.setRun(gone);
        test::settle(40);
        QPushButton* score = shown.button(QStringLiteral("Remove and re-score"));
        QVERIFY(!score->isEnabled());
        QVERIFY2(score->toolTip().contains(QStringLiteral("Documents were removed")), qPrintable(score->toolTip()));
        QVERIFY(shown.button(QStringLiteral("Remove this"))->isEnabled());   // it is asked again, of the memory of now
    }

    void effectIsBeforeMinusAfterOverTheSelectedTokens()
    {
        Shown shown;
        const std::uint32_t block = shown.view.model().rows()[2].block;
        shown.view.setResult(block, shown.scores(0.1f));
        const double expected = 0.1 * (4 + 5 + 6 + 7);   // tokens 3..6
        QVERIFY(std::abs(shown.view.model().rows()[2].effect - expected) < 1e-4);
        shown.hub.change([](Selection& selection) { selection.tokens = std::vector<IndexRange>{{0, 2}}; });
        test::settle(40);
        const auto row = shown.view.model().rowOf(block);
        QVERIFY(row.has_value());
        QVERIFY(std::abs(shown.view.model().rows()[std::size_t(*row)].effect - 0.1 * (1 + 2)) < 1e-4);   // another brush: no new pass
    }

    void resultsOfAnotherLengthFailInTheirRow()
    {
        Shown shown;
        const std::uint32_t block = shown.view.model().rows()[0].block;
        shown.view.setResult(block, {0.1f, 0.2f});
        QVERIFY(shown.view.model().rows()[0].state == RemovalState::Failed);
        QVERIFY(shown.view.model().effects().empty());
        shown.view.setResult(9999, shown.scores(0.1f));   // not in the list: ignored
        QCOMPARE(shown.view.model().finished(), 1);
    }

    void runAsksForTheBlocksThatAreLeftAndStopsOnRequest()
    {
        Shown shown;
        const auto words = [&](int row) { return shown.view.model().index(row, RemovalModel::Effect).data().toString(); };
        QCOMPARE(words(1), RemovalModel::tr("not tested"));
        QSignalSpy asked(&shown.view, &RemovalView::rescoreRequested), stopped(&shown.view, &RemovalView::stopRequested);
        const std::uint32_t first = shown.view.model().rows()[0].block;
        shown.view.setResult(first, shown.scores(0.1f));
        QTest::mouseClick(shown.button(RemovalView::tr("Remove and re-score")), Qt::LeftButton);
        QCOMPARE(asked.count(), 1);
        const auto blocks = asked[0][0].value<std::vector<std::uint32_t>>();
        QCOMPARE(blocks.size(), std::size_t(7));
        QVERIFY(std::find(blocks.begin(), blocks.end(), first) == blocks.end());
        QVERIFY(shown.view.isRunning());
        QCOMPARE(words(1), RemovalModel::tr("waiting"));
        QTest::mouseClick(shown.button(RemovalView::tr("Stop")), Qt::LeftButton);
        QCOMPARE(stopped.count(), 1);
        shown.view.setRunning(blocks[0]);
        QVERIFY(shown.view.model().rows()[1].state == RemovalState::Running);
        shown.view.setStopped();
        QVERIFY(!shown.view.isRunning());
        QVERIFY(shown.view.model().rows()[1].state == RemovalState::Waiting);
        QCOMPARE(words(1), RemovalModel::tr("not tested"));
    }

    void aBlockTestedFromElsewhereJoinsTheList()
    {
        Shown shown;
        std::uint32_t block = 1;
        while (shown.view.model().rowOf(block))
            ++block;
        shown.view.setRunning(block);
        QVERIFY(shown.view.isRunning());
        QCOMPARE(shown.view.model().rowCount(), 9);
        shown.view.table()->selectRow(3);
        shown.view.setBaseline(shown.scores(0.01f));
        shown.view.setResult(block, shown.scores(0.1f));
        QVERIFY(!shown.view.isRunning());   // the others were never asked for
        QVERIFY(std::abs(shown.view.model().rows()[8].effect - 0.09 * (4 + 5 + 6 + 7)) < 1e-4);
        QCOMPARE(shown.view.table()->currentIndex().row(), 3);
    }

    void lastResultEndsTheRunAndEveryResultIsTold()
    {
        Shown shown;
        QSignalSpy told(&shown.view, &RemovalView::effectsChanged);
        QTest::mouseClick(shown.button(RemovalView::tr("Remove and re-score")), Qt::LeftButton);
        for (const RemovalRow& row : std::vector<RemovalRow>(shown.view.model().rows()))
            shown.view.setResult(row.block, shown.scores(0.05f));
        QVERIFY(!shown.view.isRunning());
        QCOMPARE(told.count(), 8);
        QCOMPARE((told.last()[0].value<std::map<std::uint32_t, double>>().size()), std::size_t(8));
    }

    void deepRemovalSaysItsCostBeforeItBegins()
    {
        Shown shown;
        QPushButton* deeply = shown.button(DeepRemovalRow::tr("Remove deeply"));
        QVERIFY(deeply && !deeply->isEnabled());             // nobody knows what it would read
        shown.view.setDeepCost([](const RemovalView::Blocks&) { return DeepCost{12'345, 19.4}; });
        shown.view.table()->selectRow(2);
        const std::uint32_t block = shown.view.model().rows()[2].block;
        QVERIFY(deeply->isEnabled());
        const QString cost = DeepRemovalRow::tr("%1: reads %2 tokens again").arg(DeepRemovalRow::tr("Block %1").arg(block), QLocale().toString(12'345))
                             + DeepRemovalRow::tr(", about %1 s").arg(20);
        QCOMPARE(deeply->accessibleDescription(), cost);
        shown.view.setDeepCost([](const RemovalView::Blocks&) { return DeepCost{12'345, 600}; });
        QVERIFY(deeply->accessibleDescription().endsWith(DeepRemovalRow::tr(", about %1 min").arg(10)));
        QSignalSpy asked(&shown.view, &RemovalView::deepRequested);
        deeply->setFocus();
        QTest::keyClick(deeply, Qt::Key_Space);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked[0][0].value<std::vector<std::uint32_t>>(), std::vector<std::uint32_t>{block});
    }

    void deepEffectStandsBesideTheDirectOne()
    {
        Shown shown;
        shown.view.setDeepCost([](const RemovalView::Blocks&) { return DeepCost{100, 1}; });
        shown.view.table()->selectRow(1);
        const std::uint32_t block = shown.view.model().rows()[1].block;
        QVERIFY(shown.view.table()->isColumnHidden(RemovalModel::Deep));
        QPushButton* deeply = shown.button(DeepRemovalRow::tr("Remove deeply"));
        QTest::mouseClick(deeply, Qt::LeftButton);
        QVERIFY(!shown.view.table()->isColumnHidden(RemovalModel::Deep));
        shown.view.setResult(block, shown.scores(0.1f));
        shown.view.setRunningDeep({block});
        shown.view.setDeepProgress(25, 100, 3);
        QVERIFY(deeply->accessibleDescription().contains(QStringLiteral("75")));
        shown.view.setDeepResult({block}, shown.scores(0.3f));
        QVERIFY(!shown.view.isRunningDeep());
        shown.view.setBaseline(shown.scores(0.01f));         // measured anew: both effects follow
        const auto row = std::size_t(*shown.view.model().rowOf(block));
        QVERIFY(std::abs(shown.view.model().rows()[row].effect - 0.09 * (4 + 5 + 6 + 7)) < 1e-4);
        QVERIFY(std::abs(shown.view.model().rows()[row].deepEffect - 0.29 * (4 + 5 + 6 + 7)) < 1e-4);
        QVERIFY(std::abs(shown.view.model().largestEffect() - 0.29 * (4 + 5 + 6 + 7)) < 1e-4);
        QVERIFY(!deeply->isEnabled());                       // it has its result
        shown.hub.change([](Selection& selection) { selection.tokens = std::vector<IndexRange>{{0, 2}}; });
        test::settle(40);
        QVERIFY(std::abs(shown.view.model().rows()[row].deepEffect - 0.29 * (1 + 2)) < 1e-4);
    }

    void blocksRemovedTogetherHaveARowOfTheTableAndOfTheCsv()
    {
        Shown shown;
        const auto& rows = shown.view.model().rows();
        std::vector<std::uint32_t> pair{rows[0].block, rows[2].block};
        std::sort(pair.begin(), pair.end());
        shown.view.setTogetherResult(pair, shown.scores(0.2f));
        shown.view.setDeepResult(pair, shown.scores(0.4f));
        shown.view.showTable(true);
        const QAbstractItemModel& table = shown.view.findChild<PlotTable*>()->shown();
        QCOMPARE(table.rowCount(), int(rows.size()) + 2);   // and the answer as it is
        const auto cell = [&](int column) { return table.index(int(rows.size()), column).data(Qt::EditRole); };
        QCOMPARE(cell(RemovalModel::Block).toString(), QStringLiteral("%1 + %2").arg(pair[0]).arg(pair[1]));
        QCOMPARE(cell(RemovalModel::Evidence).toDouble(), rows[0].evidence + rows[2].evidence);
        QVERIFY(std::abs(cell(RemovalModel::Effect).toDouble() - 0.2 * (4 + 5 + 6 + 7)) < 1e-4);
        QVERIFY(std::abs(cell(RemovalModel::Deep).toDouble() - 0.4 * (4 + 5 + 6 + 7)) < 1e-4);
        const QString csv = QString::fromUtf8(csvOf(*shown.view.findChild<PlotTableModel*>()));
        QVERIFY2(csv.contains(QLatin1Char('\n') + cell(RemovalModel::Block).toString() + QLatin1Char(',')), qPrintable(csv));
        QCOMPARE(csv.trimmed().count(QLatin1Char('\n')), table.rowCount());   // and the head line
    }

    void theTableHoldsWhatEveryWordWasGiven()
    {
        Shown shown;
        const auto& rows = shown.view.model().rows();
        shown.view.setResult(rows[1].block, shown.scores(0.5f));
        shown.view.showTable(true);
        const QAbstractItemModel& table = shown.view.findChild<PlotTable*>()->shown();
        QCOMPARE(table.columnCount(), RemovalModel::Columns + 4);   // words 3 to 6
        const int last = table.rowCount() - 1;
        for (int word = 0; word < 4; ++word) {
            const auto token = std::size_t(3 + word);
            const int column = RemovalModel::Columns + word;
            QVERIFY(table.headerData(column, Qt::Horizontal).toString().startsWith(QString::number(token)));
            QCOMPARE(float(table.index(1, column).data(Qt::EditRole).toDouble()), shown.scores(0.5f)[token]);
            QVERIFY(!table.index(0, column).data(Qt::EditRole).isValid());   // not tested yet
            QCOMPARE(float(table.index(last, column).data(Qt::EditRole).toDouble()), shown.run->answer.tokens[token].logProbability);
        }
    }

    void aStoppedDeepRemovalLeavesTheDirectResult()
    {
        Shown shown;
        shown.view.setDeepCost([](const RemovalView::Blocks&) { return DeepCost{100, 1}; });
        shown.view.table()->selectRow(1);
        const std::uint32_t block = shown.view.model().rows()[1].block;
        QSignalSpy stopped(&shown.view, &RemovalView::stopRequested);
        QPushButton* deeply = shown.button(DeepRemovalRow::tr("Remove deeply"));
        QTest::mouseClick(deeply, Qt::LeftButton);
        shown.view.setResult(block, shown.scores(0.1f));
        shown.view.setRunningDeep({block});
        QTest::mouseClick(deeply, Qt::LeftButton);           // Stop now
        QCOMPARE(stopped.count(), 1);
        shown.view.setStopped();
        QVERIFY(!shown.view.isRunningDeep() && deeply->isEnabled());
        QVERIFY(shown.view.model().rows()[1].state == RemovalState::Done && !shown.view.model().rows()[1].deep);
        QVERIFY(shown.view.table()->isColumnHidden(RemovalModel::Deep));
    }

    void removeThisAndKeepOnlyAreIntents()
    {
        Shown shown;
        QSignalSpy without(&shown.view, &RemovalView::answerWithout), only(&shown.view, &RemovalView::answerWithOnly);
        shown.view.table()->selectRow(1);
        QTest::mouseClick(shown.button(RemovalView::tr("Remove this")), Qt::LeftButton);
        QTest::mouseClick(shown.button(RemovalView::tr("Keep only these")), Qt::LeftButton);
        QCOMPARE(without.count(), 1);
        QCOMPARE(without[0][0].toUInt(), shown.view.model().rows()[1].block);
        QCOMPARE(only[0][0].value<std::vector<std::uint32_t>>().size(), std::size_t(8));
    }

    void answeredAgainShowsBothTextsMarked()
    {
        Shown shown;
        Answer again;
        again.text = "Ever since, it is always tea-time.";
        shown.view.setAnsweredAgain(QStringLiteral("without block 21"), again);
        const QString shownText = shown.view.findChild<DiffLabel*>()->shownText();
        QVERIFY(shownText.contains(QStringLiteral("six o'clock")));
        QVERIFY(shownText.contains(QStringLiteral("tea-time.")));
    }

    void aBlockHasThePlaceOfTheWordsCitedInIt()   // as its card among the evidence
    {
        Shown shown;
        auto run = std::make_shared<Run>(*shown.run);
        auto document = std::make_shared<CanonicalText>(*run->documents.front());
        document->format = DocumentFormat::Text;
        for (std::uint64_t begin = 0; begin + 5 <= document->text.size(); begin += 5)
            document->paragraphs.push_back({{begin, begin + 5}});
        run->documents = {document};
        shown.hub.setRun(run);
        test::settle(40);
        const std::uint32_t block = run->answer.citations.front().blocks.front();
        const auto row = shown.view.model().rowOf(block);
        QVERIFY(row && run->shownLabel(block) != run->blockLabel(block));
        QCOMPARE(shown.view.model().index(int(*row), RemovalModel::Place).data().toString(), run->shownLabel(block));
    }

    void lowerLogProbabilityStandsLower()
    {
        TokenPlot plot;
        plot.resize(400, 160);
        plot.setTokens({QStringLiteral("a"), QStringLiteral("b")}, {-0.1f, -0.5f}, {-0.3f, -2.0f});
        QVERIFY(plot.yOf(-2.0f) > plot.yOf(-0.5f));
        QVERIFY(plot.yOf(-2.0f) < plot.height());
        QVERIFY(plot.xOf(1) > plot.xOf(0));
    }

    void everyTokenHasItsLabel()
    {
        TokenPlot plot;
        plot.resize(480, 160);
        const QStringList few{QStringLiteral("a"), QStringLiteral("b")};
        plot.setTokens(few, {-0.1f, -0.5f}, {});
        QCOMPARE(plot.labels(), few);
        const double high = plot.yOf(-0.5f);
        QStringList words;
        for (int i = 0; i < 14; ++i)
            words += i % 2 ? QStringLiteral("archbishopric") : QStringLiteral("Saint-Denis");
        plot.setTokens(words, std::vector<float>(14, -0.5f), {});
        QCOMPARE(plot.labels().size(), words.size());
        for (const QString& label : plot.labels())
            QVERIFY(label.size() > 3);
        QVERIFY(plot.yOf(-0.5f) < high);   // the plot makes room for the second row
        plot.setTokens(words.mid(0, 4), std::vector<float>(4, -0.5f), {});
        plot.resize(700, 160);
        QCOMPARE(plot.labels(), words.mid(0, 4));
        plot.resize(480, 160);
        words.clear();
        for (int i = 0; i < 200; ++i)
            words += QStringLiteral("word");
        plot.setTokens(words, std::vector<float>(200, -0.5f), {});
        QVERIFY(plot.labels().count(QString()) > 100 && plot.labels().count(QStringLiteral("word")) > 5);
    }
};

QTEST_MAIN(RemovalTest)
#include "removal_test.moc"
