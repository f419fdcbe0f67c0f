// Heads: statistics on screen, ranking, sets, scatter. Their grid: head_grid_test.cpp, the page of one: head_page_test.cpp.
#include "shown_heads.h"

#include "tests/support/patience.h"
#include "ui/heatmap_view.h"
#include "ui/panels/labels.h"
#include "ui/study/block_table.h"
#include "ui/study/head_grid_panel.h"
#include "ui/study/head_page.h"
#include "ui/study/head_ranking.h"
#include "ui/study/head_scatter.h"
#include "ui/plots/plot_table.h"
#include "ui/study/head_switch.h"
#include "ui/study/near_misses_row.h"
#include "deep_run.h"

#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QSignalSpy>
#include <QMenu>
#include <QPushButton>
#include <QTableView>
#include <QtTest>

using namespace cairn;
using Shown = cairn::test::ShownHeads;

namespace
{

// Sum of a head's gates on blocks that are not sinks, by plain loops.
double naiveHeadEvidence(const Run& run, Head head)
{
    const Trace& trace = run.answer.trace;
    double sum = 0;
    for (std::uint32_t t = 0; t < trace.tokens; ++t) {
        for (std::uint32_t i = 0; i < trace.k; ++i) {
            const std::size_t place = trace.place(t, head.layer, head.head) + i;
            if (trace.blocks[place] != 0)
                sum += double(halfToFloat(trace.gates[place]));
        }
    }
    return sum;
}

}  // namespace

class HeadsViewTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void modelKeepsTheRulesOfItsKind()
    {
        HeadsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        std::vector<HeadStatistics> statistics(12);
        model.setStatistics(statistics, 3);
        QCOMPARE(model.rowCount(), 12);
        model.setData(model.index(4, 0), Qt::Checked, Qt::CheckStateRole);
        QVERIFY(model.ticked() == std::vector<Head>({{1, 1}}));
        model.setTicked({{0, 2}, {3, 0}});
        QVERIFY(model.ticked() == std::vector<Head>({{0, 2}, {3, 0}}));
        model.setStatistics(statistics, 3);
        QCOMPARE(model.ticked().size(), std::size_t(2));   // same shape: ticks stay
        model.setStatistics(std::vector<HeadStatistics>(8), 4);
        QVERIFY(model.ticked().empty());
    }

    void blocksAreCountedAndSharesMeasured()
    {
        HeadsModel model;
        std::vector<HeadStatistics> statistics(1);
        statistics[0].uniqueBlocks = 7;
        statistics[0].memoryShare = 0.5f;
        model.setStatistics(statistics, 1);
        const auto said = [&](HeadStatistic of) {
            const auto at = std::find(kHeadStatistics.begin(), kHeadStatistics.end(), of) - kHeadStatistics.begin();
            return model.index(0, int(at) + 1).data().toString();
        };
        QCOMPARE(said(HeadStatistic::UniqueBlocks), QStringLiteral("7"));
        QCOMPARE(said(HeadStatistic::MemoryShare), QStringLiteral("0.50"));
    }

    void evidenceOfEveryHeadIsTheSumOfItsGates()
    {
        Shown shown;
        const HeadsModel& model = shown.view.ranking()->model();
        QCOMPARE(model.rowCount(), int(shown.run->answer.trace.layers * shown.run->answer.trace.heads));
        for (int row = 0; row < model.rowCount(); ++row) {
            const double expected = naiveHeadEvidence(*shown.run, model.headOf(row));
            QVERIFY2(std::abs(model.index(row, 2).data(Qt::EditRole).toDouble() - expected) < 1e-4,
                     qPrintable(model.index(row, 0).data().toString()));
        }
    }

    void topRowsAreTheLargestOfTheSortedStatistic()
    {
        Shown shown;
        shown.view.ranking()->sortBy(HeadStatistic::Evidence);
        shown.view.ranking()->tickTop(3);
        const auto ticked = shown.view.ranking()->model().ticked();
        QCOMPARE(ticked.size(), std::size_t(3));
        double weakest = 1e9;
        for (const Head& head : ticked)
            weakest = std::min(weakest, naiveHeadEvidence(*shown.run, head));
        for (std::uint32_t layer = 0; layer < 4; ++layer) {
            for (std::uint32_t head = 0; head < 3; ++head) {
                if (std::find(ticked.begin(), ticked.end(), Head{layer, head}) == ticked.end())
                    QVERIFY(naiveHeadEvidence(*shown.run, {layer, head}) <= weakest + 1e-6);
            }
        }
    }

    void keptSetNarrowsTheSelection()
    {
        Shown shown;
        QSignalSpy kept(&shown.hub, &SelectionHub::headSetChanged);
        shown.view.ranking()->tickTop(4);
        for (QPushButton* button : shown.view.ranking()->findChildren<QPushButton*>()) {
            if (button->text() == HeadRanking::tr("Keep as head set"))
                QTest::mouseClick(button, Qt::LeftButton);
        }
        QCOMPARE(kept.count(), 1);
        QVERIFY(!shown.hub.selection().heads.set.empty());
        QVERIFY(shown.hub.headsOf(shown.hub.selection().heads) == shown.view.ranking()->model().ticked());
    }

    void aSetIsNamedWhereItIsKeptAndInTheGrid()
    {
        Shown shown;
        shown.view.ranking()->tickTop(4);
        for (QPushButton* button : shown.view.ranking()->findChildren<QPushButton*>()) {
            if (button->text() == HeadRanking::tr("Keep as head set"))
                QTest::mouseClick(button, Qt::LeftButton);
        }
        const auto heads = shown.hub.headsOf(shown.hub.selection().heads);
        const auto name = [&](QWidget& view, const char* words) {
            QLineEdit* field = nullptr;
            for (auto* one : view.findChildren<QLineEdit*>())
                field = one->isVisible() && one->windowFlags().testFlag(Qt::Popup) ? one : field;
            QVERIFY(field);
            field->setText(QLatin1String(words));
            QTest::keyClick(field, Qt::Key_Return);
        };
        name(*shown.view.ranking(), "readers");
        QCOMPARE(shown.hub.headSetNames(), std::vector<std::string>{"readers"});
        QCOMPARE(shown.hub.selection().heads.set, std::string("readers"));
        QVERIFY(shown.hub.headsOf(shown.hub.selection().heads) == heads);
        auto* edit = shown.view.findChild<QPushButton*>(QStringLiteral("headSet"));
        QTRY_VERIFY(edit->isEnabled());
        edit->click();   // a set: it cannot be kept once more
        auto* entries = shown.view.findChild<QMenu*>(QStringLiteral("headSetMenu"));
        QCOMPARE(entries->actions()[0]->statusTip(), QStringLiteral("These heads are a set already."));
        QVERIFY(entries->toolTipsVisible() && entries->actions()[0]->toolTip().contains(entries->actions()[0]->statusTip()));
        QVERIFY(entries->actions()[1]->statusTip().isEmpty());
        delete entries;
        const auto choose = [&](int action) {
            QTRY_VERIFY(edit->isEnabled());
            edit->click();
            auto* menu = shown.view.findChild<QMenu*>(QStringLiteral("headSetMenu"));
            QVERIFY(menu && menu->actions()[action]->isEnabled());
            menu->actions()[action]->trigger();
            delete menu;
        };
        choose(1);
        name(shown.view, "those that read");
        QCOMPARE(shown.hub.selection().heads.set, std::string("those that read"));
        shown.hub.change([](Selection& selection) {
            selection.heads = {};
            selection.heads.heads = std::vector<Head>{{0, 1}, {1, 1}};
        });
        choose(0);
        name(shown.view, "those that read"); // taken
        QCOMPARE(shown.hub.headSetNames(), (std::vector<std::string>{"those that read", "those that read (2)"}));
        choose(2);
        QCOMPARE(shown.hub.headSetNames(), std::vector<std::string>{"those that read"});
        QVERIFY(shown.hub.selection().heads.isAll());
        QTRY_VERIFY(!edit->isEnabled());
        QVERIFY(edit->toolTip().contains(QStringLiteral("Choose heads first.")));
    }

    // Ticked in the ranking, shown alone in the grid, opened as a page: each can be switched off, and on again where it is off.
    void headsAreSwitchedOffFromEveryView()
    {
        Shown shown;
        QSignalSpy asked(&shown.view, &HeadsView::switchRequested);
        std::vector<HeadSwitch*> switches{shown.view.ranking()->findChild<HeadSwitch*>(), shown.view.grid()->findChild<HeadSwitch*>(),
                                          shown.view.page()->findChild<HeadSwitch*>()};
        for (HeadSwitch* one : switches)
            QVERIFY(!one->button()->isEnabled() && !one->button()->toolTip().isEmpty());
        shown.view.ranking()->tickTop(2);
        shown.view.openHead(2, 1);
        QTest::mouseClick(shown.grid().viewport(), Qt::LeftButton, {}, shown.grid().cellRect({3, 0}).center());
        test::settle(40);
        const std::vector<std::vector<Head>> expected{shown.view.ranking()->model().ticked(), {{3, 0}}, {{3, 0}}};
        for (std::size_t i = 0; i < switches.size(); ++i) {
            const_cast<QPushButton*>(switches[i]->button())->click();
            QVERIFY(asked.last()[0].value<std::vector<Head>>() == expected[i] && asked.last()[1].toBool());
        }
        auto without = std::make_shared<Run>(*shown.run);
        without->switchedOff = {{3, 0}};
        shown.hub.setRun(without);
        test::settle(40);
        shown.view.openHead(3, 0);
        test::settle(40);
        const_cast<QPushButton*>(switches[2]->button())->click();
        QVERIFY(asked.last()[0].value<std::vector<Head>>() == expected[2] && !asked.last()[1].toBool());
    }

    void placesOfTheScatterFindTheirHeads()
    {
        Shown shown;
        auto* scatter = shown.view.findChild<HeadScatter*>();
        const Head head{3, 2};
        const auto found = scatter->headAt(scatter->placeOf(head).toPoint());
        QVERIFY(found.has_value());
        QVERIFY((scatter->placeOf(*found) - scatter->placeOf(head)).manhattanLength() < 2);
        QVERIFY(!scatter->headAt({-500, -500}).has_value());
    }

    void f2NamesTheHeadInAllViews()
    {
        Shown shown;
        QSignalSpy named(&shown.hub, &SelectionHub::headNamed);
        const auto type = [&](const char* words, int last) {
            QTRY_VERIFY(QApplication::activePopupWidget());
            auto* field = qobject_cast<QLineEdit*>(QApplication::activePopupWidget());
            QVERIFY(field);
            field->selectAll();
            QTest::keyClicks(field, QLatin1String(words));
            QTest::keyClick(field, Qt::Key(last));
            QTRY_VERIFY(!QApplication::activePopupWidget());
        };
        QTableView* table = shown.view.ranking()->table();
        table->setCurrentIndex(table->model()->index(0, 0));
        test::settle(40);
        const Head head{*shown.hub.selection().lock->layer, *shown.hub.selection().lock->head};
        QTest::keyClick(table, Qt::Key_F2);
        type("copier", Qt::Key_Return);
        QCOMPARE(named.count(), 1);
        QVERIFY(shown.hub.headNames() == (std::map<Head, QString>{{head, QStringLiteral("copier")}}));
        test::settle(40);
        QVERIFY(table->model()->index(0, 0).data().toString().endsWith(QStringLiteral(" copier")));
        QVERIFY(shown.view.page()->title().endsWith(QStringLiteral(" copier")));

        QTest::keyClick(shown.view.page(), Qt::Key_F2);
        type("", Qt::Key_Escape);
        QCOMPARE(named.count(), 1);
        QTest::keyClick(shown.view.page(), Qt::Key_F2);
        QTRY_VERIFY(QApplication::activePopupWidget());
        QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Delete); // the whole name is selected
        QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Return);
        QTRY_COMPARE(named.count(), 2);
        QVERIFY(shown.hub.headNames().empty());

        QTest::keyClick(&shown.grid(), Qt::Key_Right);
        QTest::keyClick(&shown.grid(), Qt::Key_F2);
        type("first", Qt::Key_Enter);
        QCOMPARE(shown.hub.headNames().size(), std::size_t(1));
        QCOMPARE(shown.hub.headNames().begin()->second, QStringLiteral("first"));
    }

    void pinnedHeadsStayOnTop()
    {
        Shown shown;
        QTableView* table = shown.view.ranking()->table();
        const auto first = [&] { return table->model()->index(0, 0).data().toString(); };
        const int last = table->model()->rowCount() - 1;
        const QString weakest = table->model()->index(last, 0).data().toString();
        table->setCurrentIndex(table->model()->index(last, 0));
        QTest::keyClick(table, Qt::Key_P);
        QVERIFY(first().endsWith(weakest));
        shown.view.ranking()->sortBy(HeadStatistic::Entropy);
        QVERIFY(first().endsWith(weakest));
        table->sortByColumn(3, Qt::AscendingOrder);
        QVERIFY(first().endsWith(weakest));
        QTest::keyClick(table, Qt::Key_P);
        test::settle(20);
        QVERIFY(!table->model()->index(0, 0).data().toString().startsWith(QChar(0x2191)));
    }

    void similarHeadsStandBehindTheirs()
    {
        Shown shown;
        const Head head{1, 2};
        const auto cosine = [&](Head a, Head b) {
            std::map<std::uint32_t, std::pair<double, double>> sums;
            const Trace& trace = shown.run->answer.trace;
            for (std::uint32_t t = 0; t < trace.tokens; ++t) {
                for (std::uint32_t i = 0; i < trace.k; ++i) {
                    if (const std::uint32_t block = trace.blocks[trace.place(t, a.layer, a.head) + i]; block != 0)
                        sums[block].first += double(halfToFloat(trace.gates[trace.place(t, a.layer, a.head) + i]));
                    if (const std::uint32_t block = trace.blocks[trace.place(t, b.layer, b.head) + i]; block != 0)
                        sums[block].second += double(halfToFloat(trace.gates[trace.place(t, b.layer, b.head) + i]));
                }
            }
            double product = 0, x = 0, y = 0;
            for (const auto& [block, both] : sums) {
                product += both.first * both.second;
                x += both.first * both.first;
                y += both.second * both.second;
            }
            return product / std::sqrt(x * y);
        };
        QTableView* table = shown.view.ranking()->table();
        QVERIFY(table->isColumnHidden(HeadsModel::similarityColumn()));
        shown.view.ranking()->sortBySimilarity(head);
        QVERIFY(!table->isColumnHidden(HeadsModel::similarityColumn()));
        QCOMPARE(table->model()->index(0, 0).data().toString(), QStringLiteral("L1.H2"));
        double before = 2;
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            const QString name = table->model()->index(row, 0).data().toString();
            const Head other{name.section(QLatin1Char('.'), 0, 0).mid(1).toUInt(), name.section(QLatin1Char('.'), 1).mid(1).toUInt()};
            const double value = table->model()->index(row, HeadsModel::similarityColumn()).data(Qt::EditRole).toDouble();
            QVERIFY2(std::abs(value - cosine(head, other)) < 1e-5, qPrintable(name));
            QVERIFY(value <= before);
            before = value;
        }
    }

    void copyScoresComeFromPlacesLookedAt()
    {
        const std::shared_ptr<Run> run = madeRun();
        Trace& trace = run->answer.trace;
        trace.lookedAt.assign(std::size_t{trace.tokens} * trace.layers * trace.heads, kNoToken);
        const auto wordAt = [&](std::uint64_t token) {
            const auto place = run->map->placesOfTokens(token, token + 1).front();
            return QString::fromStdString(run->documents[0]->text.substr(place.range.begin, place.range.size())).trimmed();
        };
        std::uint32_t copied = 0;
        for (std::uint32_t t = 0; t < trace.tokens; ++t) { // head L2.H1 looks at the word that is written, wherever the text has it
            const ByteRange& range = run->answer.tokens[t].text;
            const QString written = QString::fromStdString(run->answer.text.substr(range.begin, range.size())).trimmed();
            for (std::uint32_t token = 0; token < run->map->tokens(); ++token) {
                if (wordAt(token) != written)
                    continue;
                trace.lookedAt[(t * trace.layers + 2) * trace.heads + 1] = token;
                ++copied;
                break;
            }
            trace.lookedAt[(t * trace.layers + 3) * trace.heads] = 5; // always at "Hatter"
        }
        QVERIFY(copied >= 3);
        Shown shown;
        shown.hub.setRun(run);
        test::settle(60);
        const HeadsModel& model = shown.view.ranking()->model();
        QCOMPARE(model.statistics()[2 * 3 + 1].copyScore, 1.0f);
        QCOMPARE(model.statistics()[3 * 3].copyScore, 0.0f);
        shown.view.ranking()->tickCopying();
        QVERIFY(model.ticked() == (std::vector<Head>{{2, 1}}));
    }

    void aNarrowDockShowsOneOfThem()
    {
        Shown shown(508);
        QCOMPARE(int(shown.view.ranking()->isVisible()) + int(shown.view.grid()->isVisible()) + int(shown.view.page()->isVisible()), 1);
        QCOMPARE(shown.view.width(), 508);
        shown.view.openHead(1, 1);
        QVERIFY(shown.view.page()->isVisible());
        shown.view.resize(1300, 700);
        test::settle(20);
        QVERIFY(shown.view.ranking()->isVisible() && shown.view.grid()->isVisible() && shown.view.page()->isVisible());
    }
};

QTEST_MAIN(HeadsViewTest)
#include "heads_view_test.moc"
