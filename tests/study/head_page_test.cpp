// The page of one head: its own blocks, what it nearly opened, keys from head to head.
#include "shown_heads.h"

#include "deep_run.h"
#include "tests/support/patience.h"
#include "ui/heatmap_view.h"
#include "ui/panels/buttons.h"
#include "ui/panels/downward_area.h"
#include "ui/panels/labels.h"
#include "ui/plots/plot_table.h"
#include "ui/study/block_table.h"
#include "ui/study/head_page.h"
#include "ui/study/head_ranking.h"
#include "ui/study/near_misses_row.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QtTest>

using namespace cairn;
using Shown = cairn::test::ShownHeads;

class HeadPageTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theNearlyOpenedStandOnTheHeadsPage()
    {
        Shown shown(1300, deepRun());
        shown.view.openHead(2, 2);
        test::settle(40);
        const BlockTableModel& near = shown.view.page()->nearlyOpened();
        TraceFilter filter;
        filter.heads.assign(12, 0);
        filter.heads[2 * 3 + 2] = 1;
        filter.hidden = shown.run->sinks;
        const auto want = nearlyOpened(shown.run->answer.trace, filter, 24);
        QVERIFY(want.size() > 3);
        QCOMPARE(near.rowCount(), int(want.size()));
        for (int row = 0; row < near.rowCount(); ++row) {
            QCOMPARE(near.row(row).block, want[std::size_t(row)].block);
            QCOMPARE(near.row(row).numbers[0], double(want[std::size_t(row)].rank));
            QCOMPARE(near.index(row, BlockTableModel::FirstNumber + 2).data().isValid(), want[std::size_t(row)].gap.has_value());
        }
        const auto views = shown.view.page()->findChildren<QTableView*>();
        const auto view = std::find_if(views.begin(), views.end(), [&](const QTableView* one) { return one->model() == &near; });
        QVERIFY(view != views.end() && (*view)->isVisibleTo(shown.view.page()));
        QSignalSpy card(shown.view.page(), &HeadPage::openCard);
        Q_EMIT (*view)->activated(near.index(1, 0));
        QCOMPARE(card[0][0].toUInt(), want[1].block);
        // the page as a table has every near miss of the head behind what it opened: made for those who look at it
        const auto* table = shown.view.page()->findChild<PlotTableModel*>();
        QCOMPARE(table->rowCount(), 0);
        shown.view.page()->showTable(true);
        QCOMPARE(table->columnCount(), 7);
        const auto all = nearMisses(shown.run->answer.trace, filter);
        const int opened = table->rowCount() - int(all.size());
        QVERIFY(opened > 0 && !all.empty());
        QCOMPARE(table->index(opened, 2).data(Qt::EditRole).toUInt(), all[0].block);
        QCOMPARE(table->index(opened, 4).data(Qt::EditRole).toUInt(), all[0].rank);
    }

    void aNarrowLowPageScrollsAndIsExportedWhole()
    {
        Shown shown(330, deepRun());
        shown.view.resize(330, 420);
        QVERIFY(QTest::qWaitForWindowActive(&shown.view, test::kPatienceMs));
        auto* ranking = shown.view.ranking()->findChild<QTableView*>();
        ranking->setFocus();
        shown.view.openHead(2, 2);
        test::settle(40);
        HeadPage& page = *shown.view.page();
        QVERIFY(page.heatmap()->hasFocus());   // not the first control of the window
        auto* area = page.findChild<DownwardArea*>();
        QVERIFY(area->verticalScrollBar()->maximum() > 0);
        for (const Label* number : page.findChildren<Label*>())
            QVERIFY2(number->height() >= number->minimumSizeHint().height() || !number->isVisibleTo(&page), qPrintable(number->text()));
        const QImage picture = QImage::fromData(page.bytesOf(PlotFormat::Png).value());
        QVERIFY(picture.height() > area->widget()->height());
        QVERIFY(page.bytesOf(PlotFormat::Csv).value().count('\n') > 3);
    }

    void withoutADeepTraceThePageOffersOne()
    {
        Shown shown;
        shown.view.openHead(2, 2);
        test::settle(40);
        QCOMPARE(shown.view.page()->nearlyOpened().rowCount(), 0);
        const auto* row = shown.view.page()->findChild<NoNearMissesRow*>();
        QVERIFY(row->isVisibleTo(shown.view.page()));
        QSignalSpy asked(&shown.view, &HeadsView::deepTraceRequested);
        row->findChild<LinkButton*>()->click();
        QCOMPARE(asked.size(), 1);
        shown.view.page()->showTable(true);
        QCOMPARE(shown.view.page()->findChild<PlotTableModel*>()->columnCount(), 4);
    }

    void numbersOfTheHeadKeepTheirNamesInLargeLetters()
    {
        const QFont before = QApplication::font();
        QFont large = before;
        large.setPointSizeF(before.pointSizeF() * 1.7);
        QApplication::setFont(large);
        {
            Shown shown;
            shown.hub.change([](Selection& selection) {
                Lock lock;
                lock.layer = 3;
                lock.head = 2;
                selection.lock = lock;
            });
            test::settle(40);
            auto* page = shown.view.findChild<HeadPage*>();
            QVERIFY(page);
            page->setParent(nullptr);
            page->resize(380, 900);
            page->show();
            test::settle(40);
            int names = 0;
            for (const Label* name : page->findChildren<Label*>()) {
                if (name->toolTip().isEmpty() || !name->isVisible())
                    continue;
                ++names;
                QVERIFY2(name->width() >= name->sizeHint().width(), qPrintable(name->text()));
            }
            QVERIFY(names >= 4);
            delete page;
        }
        QApplication::setFont(before);
    }

    void pageShowsTheLockedHeadsOwnBlocks()
    {
        Shown shown;
        shown.view.openHead(2, 2);
        test::settle(40);
        const Trace& trace = shown.run->answer.trace;
        float largest = 0;
        for (std::uint32_t t = 0; t < trace.tokens; ++t) {
            for (std::uint32_t i = 0; i < trace.k; ++i) {
                const std::size_t place = trace.place(t, 2, 2) + i;
                if (trace.blocks[place] != 0)
                    largest = std::max(largest, halfToFloat(trace.gates[place]));
            }
        }
        const BlockTableModel& blocks = shown.view.page()->topBlocks();
        QVERIFY(blocks.rowCount() > 0);
        QVERIFY(std::abs(blocks.row(0).numbers[0] - double(largest)) < 1e-6);
        QVERIFY(shown.view.page()->title().contains(QStringLiteral("L2.H2")));
        shown.view.page()->showNext();
        test::settle(40);
        QVERIFY(shown.view.page()->title().contains(QStringLiteral("L3.H0")));
        QAbstractItemModelTester tester(const_cast<BlockTableModel*>(&blocks), QAbstractItemModelTester::FailureReportingMode::Fatal);
    }

    void pageKeysGoThroughLayersWithShiftThroughHeads()
    {
        Shown shown;
        shown.view.openHead(2, 2);
        test::settle(40);
        const auto locked = [&] { return Head{*shown.hub.selection().lock->layer, *shown.hub.selection().lock->head}; };
        for (QWidget* place : {static_cast<QWidget*>(shown.view.page()), static_cast<QWidget*>(shown.view.page()->heatmap())}) {
            QTest::keyClick(place, Qt::Key_PageDown);
            QTRY_COMPARE(locked(), (Head{3, 2}));
            QTest::keyClick(place, Qt::Key_PageDown); // there is no further layer
            test::settle(40);
            QCOMPARE(locked(), (Head{3, 2}));
            QTest::keyClick(place, Qt::Key_PageUp);
            QTRY_COMPARE(locked(), (Head{2, 2}));
            QTest::keyClick(place, Qt::Key_PageDown, Qt::ShiftModifier);
            QTRY_COMPARE(locked(), (Head{3, 0}));
            QTest::keyClick(place, Qt::Key_PageUp, Qt::ShiftModifier);
            QTRY_COMPARE(locked(), (Head{2, 2}));
        }
        QTest::keyClick(&shown.grid(), Qt::Key_Left);   // the cursor begins at the locked head
        QTest::keyClick(&shown.grid(), Qt::Key_PageDown);
        QVERIFY(shown.grid().accessibleDescription().startsWith(QStringLiteral("L3.H1")));
    }
};

QTEST_MAIN(HeadPageTest)
#include "head_page_test.moc"
