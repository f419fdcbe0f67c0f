// Layers x heads with their bars: raster, mouse, keys, time to draw.
#include "shown_heads.h"

#include "tests/support/patience.h"
#include "ui/pictures/axis_ticks.h"
#include "ui/plots/colour_bar.h"
#include "ui/study/head_page.h"

#include <QToolButton>
#include <QtTest>

#include <algorithm>
#include <ctime>
#include <random>

using namespace cairn;
using Shown = cairn::test::ShownHeads;

class HeadGridTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aLowAxisHasATickBesideZero_data()
    {
        QTest::addColumn<double>("maximum");
        QTest::addColumn<int>("wanted");
        QTest::addColumn<double>("step");
        QTest::addRow("as many as are wanted") << 1.05 << 2 << 1.0;
        QTest::addRow("many") << 1.05 << 5 << 0.5;
        QTest::addRow("one, below one") << 0.91 << 1 << 0.5;
        QTest::addRow("one, above ten") << 13.0 << 1 << 10.0;
        QTest::addRow("two") << 4.2 << 2 << 2.0;
    }
    void aLowAxisHasATickBesideZero()
    {
        QFETCH(double, maximum);
        QFETCH(int, wanted);
        QFETCH(double, step);
        QCOMPARE(axisStep(maximum, wanted), step);
    }

    void clickSolosAndASecondClickShowsAllAgain()
    {
        Shown shown;
        const QPoint cell = shown.grid().cellRect({2, 1}).center();
        QTest::mouseClick(shown.grid().viewport(), Qt::LeftButton, {}, cell);
        QVERIFY(shown.hub.selection().heads.heads == std::vector<Head>({{2, 1}}));
        QCOMPARE(*shown.hub.selection().lock->layer, 2u);
        test::settle(40);
        QTest::mouseClick(shown.grid().viewport(), Qt::LeftButton, {}, cell);
        QVERIFY(shown.hub.selection().heads.isAll());
    }

    void theColourBarClipsUntilAnotherStatisticIsShown()
    {
        Shown shown;
        auto* bar = shown.view.grid()->findChild<ColourBar*>();
        const float high = shown.grid().style().high;
        Q_EMIT bar->rangeChanged(0, double(high) / 2);
        QCOMPARE(shown.grid().style().high, high / 2);
        QCOMPARE(bar->style().high, high / 2);
        Q_EMIT bar->rangeReset();
        QCOMPARE(shown.grid().style().high, high);
        Q_EMIT bar->rangeChanged(0, double(high) / 2);
        shown.grid().setStatistic(HeadStatistic::Entropy);
        QCOMPARE(shown.grid().style().high, float(shown.grid().largest()));
    }

    void dragMakesAHeadSet()
    {
        Shown shown;
        QWidget* area = shown.grid().viewport();
        QTest::mousePress(area, Qt::LeftButton, {}, shown.grid().cellRect({1, 0}).center());
        QMouseEvent move(QEvent::MouseMove, shown.grid().cellRect({2, 1}).center(), area->mapToGlobal(QPoint()), Qt::NoButton,
                         Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(area, &move);
        QTest::mouseRelease(area, Qt::LeftButton, {}, shown.grid().cellRect({2, 1}).center());
        QVERIFY(shown.hub.selection().heads.heads == std::vector<Head>({{1, 0}, {1, 1}, {2, 0}, {2, 1}}));
    }

    void keysWalkTheGridAndOpenAHead()
    {
        Shown shown;
        QSignalSpy opened(shown.view.grid(), &HeadGridPanel::headOpened);
        shown.grid().setFocus();
        for (const int key : {Qt::Key_Down, Qt::Key_Down, Qt::Key_Right})   // the first one enters at the top left
            QTest::keyClick(&shown.grid(), Qt::Key(key));
        QTest::keyClick(&shown.grid(), Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(opened.count(), 1);
        QCOMPARE(opened[0][0].toUInt(), 1u);
        QCOMPARE(opened[0][1].toUInt(), 1u);
        QTest::keyClick(&shown.grid(), Qt::Key_Return);
        QVERIFY(shown.hub.selection().heads.heads.has_value());
        test::settle(40);
        QTest::keyClick(&shown.grid(), Qt::Key_Escape);
        QVERIFY(shown.hub.selection().heads.isAll());
    }

    void rasterShowsEveryBinAboveZero_data()
    {
        QTest::addColumn<int>("cellWidth");
        for (const int width : {12, 20, 26, 36, 60})
            QTest::addRow("%d px", width) << width;
    }
    void rasterShowsEveryBinAboveZero()
    {
        QFETCH(int, cellWidth);
        const HeadGridLayout layout{1, 24, cellWidth, 18};
        std::vector<HeadStatistics> statistics(24);
        for (std::size_t head = 0; head < 24; ++head) {
            statistics[head].sparkline[head] = head == 5 ? 1.0f : 1e-4f;   // one strong bin must not hide the others
        }
        const HeadGridColours colours{0xFF000000, 0xFF010101, 0xFFFFFFFF};
        const QImage image = headGridImage(statistics, layout, HeadStatistic::MemoryShare, {}, colours);
        for (int head = 0; head < 24; ++head) {
            int pixels = 0;
            for (int y = 0; y < 18; ++y) {
                for (int x = head * cellWidth; x < (head + 1) * cellWidth; ++x)
                    pixels += image.pixel(x, y) == colours.bar;
            }
            QVERIFY2(pixels >= 2, qPrintable(QString::number(head)));
        }
    }

    void thousandSparklinesAreDrawnInTime()
    {
        const HeadGridLayout layout{32, 32, 26, 26};
        std::vector<HeadStatistics> statistics(1024);
        std::mt19937 random(3);
        for (HeadStatistics& head : statistics) {
            for (float& bin : head.sparkline)
                bin = float(random() % 1000) / 1000.0f;
            head.memoryShare = float(random() % 1000) / 1000.0f;
        }
        std::vector<double> times;
        for (int i = 0; i < 15; ++i) {
            const std::clock_t start = std::clock();
            const QImage image = headGridImage(statistics, layout, HeadStatistic::MemoryShare, {}, {0xFFFFFFFF, 0xFFF0F0F0, 0xFF404040});
            times.push_back(1e3 * double(std::clock() - start) / CLOCKS_PER_SEC);
            QVERIFY(!image.isNull());
        }
        std::sort(times.begin(), times.end());
        qInfo("1,024 sparklines: %.2f ms (median of 15)", times[7]);
        QVERIFY(times[7] < 4 * 3);
    }

    // With nothing to go through its arrows would be pressed in vain.
    void withoutAnAnswerTheArrowsOfThePageAreOff()
    {
        Shown shown;
        const auto arrows = [&] {
            std::vector<QToolButton*> found;
            for (auto* button : shown.view.page()->findChildren<QToolButton*>()) {
                if (button->toolTip().contains(QStringLiteral("Shift+Page")))
                    found.push_back(button);
            }
            return found;
        };
        QCOMPARE(int(arrows().size()), 2);
        for (auto* arrow : arrows())
            QVERIFY(arrow->isEnabled());
        shown.hub.setRun(nullptr);
        test::settle(40);
        for (auto* arrow : arrows())
            QVERIFY(!arrow->isEnabled());
    }
};

QTEST_MAIN(HeadGridTest)
#include "head_grid_test.moc"
