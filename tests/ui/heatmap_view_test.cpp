// The heatmap widget: cells and pixels, zoom, keys, hidden columns.
#include "ui/heatmap_view.h"

#include <QApplication>
#include <QFontInfo>
#include <QLineEdit>
#include <QLocale>
#include <QSignalSpy>
#include <QtTest>

#include <cmath>
#include <map>
#include <set>

using namespace cairn;

namespace
{

HeatmapData data(int rows, int columns)
{
    HeatmapData data;
    data.rows = rows;
    data.columns = columns;
    data.values.assign(std::size_t(rows) * std::size_t(columns), 0.0f);
    return data;
}

}  // namespace

class HeatmapViewTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void pooledPixelNamesItsStrongestCell()
    {
        HeatmapData values = data(4, 16'000);
        values.values[2 * 16'000 + 8'003] = 0.7f;
        HeatmapView view;
        view.resize(700, 300);
        view.setData(values);
        std::optional<HeatmapCell> hit;
        for (int x = 0; x < view.viewport()->width() && !hit; ++x) {
            for (int y = 0; y < view.viewport()->height(); y += 4) {
                if (const auto cell = view.cellAt({x, y}); cell && cell->row == 2 && cell->column == 8'003)
                    hit = cell;
            }
        }
        QVERIFY(hit.has_value());
    }

    // Each cell counts in one pixel: over all pixels the numbers of the bubbles add up to the data's.
    void pooledNumbersAddUpToTheData_data()
    {
        QTest::addColumn<double>("zoom");
        for (const double zoom : {1.0, 3.7, 40.0})
            QTest::addRow("zoom %.1f", zoom) << zoom;
    }
    void pooledNumbersAddUpToTheData()
    {
        QFETCH(double, zoom);
        HeatmapData values = data(300, 900);
        double all = 0;
        for (std::size_t i = 0; i < values.values.size(); i += 97) {
            values.values[i] = float(i % 89) / 89;
            all += double(values.values[i]);
        }
        HeatmapView view;
        view.resize(700, 300);
        view.setData(values);
        view.zoomAt(view.plot().center(), zoom);
        std::map<std::pair<int, int>, int> cells;    // pixel -> cells in it
        std::map<std::pair<int, int>, double> sums;
        double inSight = 0;
        const HeatmapWindow window = view.window();
        const auto pixelOf = [](int index, double first, double shown, int pixels) {
            return int(std::floor((index + 0.5 - first) / shown * pixels + 1e-9));
        };
        for (int row = 0; row < 300; ++row) {
            const int y = pixelOf(row, window.firstRow, window.rows, view.plot().height());
            for (int column = 0; column < 900; ++column) {
                const int x = pixelOf(column, window.firstColumn, window.columns, view.plot().width());
                if (x < 0 || x >= view.plot().width())
                    continue;
                ++cells[{y, x}];
                sums[{y, x}] += double(values.values[std::size_t(row) * 900 + std::size_t(column)]);
                inSight += double(values.values[std::size_t(row) * 900 + std::size_t(column)]);
            }
        }
        QVERIFY(zoom > 1 || std::abs(inSight - all) < 1e-6);
        double told = 0;
        std::set<std::pair<int, int>> asked;
        for (int row = 0; row < 300; ++row) {
            for (int column = 0; column < 900; column += 1) {
                const std::pair pixel{pixelOf(row, window.firstRow, window.rows, view.plot().height()),
                                      pixelOf(column, window.firstColumn, window.columns, view.plot().width())};
                if (!cells.contains(pixel) || !asked.insert(pixel).second)
                    continue;
                const HeatmapPool pool = view.pool({row, column});
                QCOMPARE(pool.cells, cells[pixel]);
                QVERIFY(std::abs(pool.sum - sums[pixel]) < 1e-6);
                told += pool.sum;
            }
        }
        QVERIFY(std::abs(told - inSight) < 1e-3);
    }

    // Words of the axes: larger letters, and the room for them.
    void labelsGrowWithTheText()
    {
        const auto inkBelow = [](HeatmapView& view) {   // height of what is written below the cells
            const QImage image = view.grab().toImage();
            const QRgb ground = view.palette().color(QPalette::Base).rgb();
            int first = -1, last = -1;
            for (int y = view.plot().bottom() + 5; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x) {
                    if (image.pixel(x, y) == ground)
                        continue;
                    first = first < 0 ? y : first;
                    last = y;
                }
            }
            return last - first + 1;
        };
        HeatmapData values = data(30, 40);
        values.columnName = QStringLiteral("block");
        values.rowName = QStringLiteral("layer");
        const QFont usual = QApplication::font();
        QFont small = usual, large = usual;
        small.setPixelSize(13);
        large.setPixelSize(26);
        QApplication::setFont(small);
        QCoreApplication::processEvents();   // Qt tells of it later
        HeatmapView view;
        view.resize(700, 400);
        view.setData(values);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        const int before = inkBelow(view), left = view.plot().left();
        QApplication::setFont(large);
        QCoreApplication::processEvents();
        QVERIFY2(inkBelow(view) >= before * 3 / 2, qPrintable(QStringLiteral("%1, %2").arg(before).arg(inkBelow(view))));
        QCOMPARE(view.plot().left(), 2 * left);
        for (int row = 0; row < 30; ++row)
            values.rowLabels += QStringLiteral("L%1.H88").arg(row);
        view.setData(values);
        const int wide = view.plot().left();
        QApplication::setFont(small);
        QTRY_VERIFY(view.plot().left() < wide);
        QApplication::setFont(usual);
    }

    // Its frame comes and goes with the focus, not with the next key.
    void theFrameOfTheFocusIsDrawnAtOnce()
    {
        struct Paints final : QObject
        {
            int count = 0;
            bool eventFilter(QObject*, QEvent* event) override
            {
                count += event->type() == QEvent::Paint;
                return false;
            }
        } paints;
        QWidget window;
        HeatmapView view(&window);
        QLineEdit other(&window);
        window.resize(700, 400);
        view.setGeometry(0, 0, 700, 300);
        other.setGeometry(0, 320, 200, 30);
        view.setData(data(4, 40));
        window.show();
        window.activateWindow();
        other.setFocus();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QTRY_VERIFY(other.hasFocus());
        QTest::qWait(50);
        view.viewport()->installEventFilter(&paints);
        for (QWidget* next : {static_cast<QWidget*>(&view), static_cast<QWidget*>(&other)}) {
            paints.count = 0;
            next->setFocus();
            QTRY_VERIFY2(paints.count > 0, next->metaObject()->className());
        }
    }

    // Rows with a height of their own keep it in letters.
    void rowsOfOwnHeightGrowWithTheText()
    {
        const QFont usual = QApplication::font();
        QFont large = usual;
        large.setPixelSize(2 * QFontInfo(usual).pixelSize());
        HeatmapView view;
        view.resize(700, 500);
        view.setRowHeight(14);
        view.setData(data(200, 40));
        view.show();
        const double before = view.plot().height() / view.window().rows;
        QApplication::setFont(large);
        QTRY_VERIFY(view.plot().height() / view.window().rows >= 1.8 * before);
        QApplication::setFont(usual);
    }

    void aBubbleOfManyCellsTellsTheirNumberAndMean()
    {
        HeatmapData values = data(2, 16'000);
        values.values[8'000] = 0.5f;
        HeatmapView view;
        view.resize(700, 300);
        view.setData(values);
        const HeatmapPool pool = view.pool({0, 8'000});
        QVERIFY(pool.cells >= 20 && pool.sum == 0.5);
        const QString told = view.describe({0, 8'000}).lines.last();
        QVERIFY2(told.contains(QString::number(pool.cells))
                     && told.contains(QLocale().toString(0.5 / pool.cells, 'g', 2)), qPrintable(told));
        view.zoomAt(view.cellRect({0, 8'000}).center(), 1e4);
        QCOMPARE(view.pool({0, 8'000}).cells, 1);
        QCOMPARE(view.describe({0, 8'000}).lines.size(), 1);
    }

    void aBubbleHasTheSeparatorsOfTheLanguage()
    {
        const QLocale before;
        HeatmapView view;
        view.resize(700, 300);
        HeatmapData values = data(2, 40);
        values.values[7] = 0.25f;
        view.setData(values);
        QLocale::setDefault(QLocale(QLocale::German));
        const QString told = view.describe({0, 7}).lines.value(0);
        QLocale::setDefault(before);
        QCOMPARE(told, QStringLiteral("0,25"));
    }

    // By the wheel at the pointer, by a drag with the data under it.
    void wheelZoomsAtThePointerAndADragPans()
    {
        HeatmapView view;
        view.resize(700, 300);
        view.setData(data(4, 1'000));
        const QPoint point = view.cellRect({1, 700}).center();
        const auto wheel = [&](int steps) {
            QWheelEvent event(point, view.viewport()->mapToGlobal(point), {}, {0, 120 * steps}, Qt::NoButton, Qt::NoModifier,
                              Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(view.viewport(), &event);
        };
        const int under = view.cellAt(point)->column;
        for (int i = 0; i < 6; ++i)
            wheel(1);
        QVERIFY(view.window().columns < 500);
        QVERIFY(std::abs(view.cellAt(point)->column - under) <= 1);
        const HeatmapWindow before = view.window();
        const QPoint to = point - QPoint(100, 0);
        QTest::mousePress(view.viewport(), Qt::LeftButton, {}, point);
        QMouseEvent move(QEvent::MouseMove, to, view.viewport()->mapToGlobal(to), Qt::LeftButton, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(view.viewport(), &move);
        QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, to);
        QVERIFY(std::abs(view.cellAt(to)->column - under) <= 1);
        QCOMPARE(view.window().columns, before.columns);
        for (int i = 0; i < 60; ++i)
            wheel(-1);
        QCOMPARE(view.window().columns, 1'000.0);
    }

    // A lone block of thousands is three pixels wide in the profile above the cells, two in the cells (experience.md 6, Pooling).
    void loneMarksAreWiderInTheOverview()
    {
        HeatmapData values = data(1, 16'000);
        HeatmapView view;
        view.resize(700, 300);
        values.profile = true;
        view.setData(values);
        const QImage before = view.viewport()->grab().toImage();
        for (const int column : {0, 8'003, 15'999}) {
            HeatmapData lone = values;
            lone.values[std::size_t(column)] = 0.7f;
            view.setData(lone);
            const QImage after = view.viewport()->grab().toImage();
            const auto changed = [&](int y) {
                int count = 0;
                for (int x = 0; x < after.width(); ++x)
                    count += before.pixel(x, y) != after.pixel(x, y);
                return count;
            };
            QCOMPARE(changed(view.plot().center().y()), 2);
            int widest = 0;
            for (int y = 0; y < view.plot().top() - 2; ++y)
                widest = std::max(widest, changed(y));
            QCOMPARE(widest, 3);
        }
    }

    // What the pointer rests on elsewhere is a line in its column, and gone with it.
    void aPreviewIsALineInItsColumn()
    {
        HeatmapView view;
        view.resize(700, 300);
        view.setData(data(4, 100));
        const QImage before = view.viewport()->grab().toImage();
        view.setPreview(40);
        const QImage shown = view.viewport()->grab().toImage();
        int changed = 0;
        for (int y = 0; y < before.height(); ++y) {
            for (int x = 0; x < before.width(); ++x) {
                if (before.pixel(x, y) == shown.pixel(x, y))
                    continue;
                QCOMPARE(x, view.cellRect({0, 40}).center().x());
                ++changed;
            }
        }
        QCOMPARE(changed, view.plot().height());
        view.setPreview(4'000);   // another matrix's
        QVERIFY(view.viewport()->grab().toImage() == before);
        view.setPreview({});
        QVERIFY(view.viewport()->grab().toImage() == before);
    }

    void zoomKeepsTheCellUnderTheCursor()
    {
        HeatmapView view;
        view.resize(700, 300);
        view.setData(data(4, 1'000));
        const QPoint point(400, 100);
        const int before = view.cellAt(point)->column;
        view.zoomAt(point, 8);
        QVERIFY(std::abs(view.cellAt(point)->column - before) <= 1);
        QVERIFY(view.window().columns < 130);
        view.zoomAt(point, 1e-6);
        QCOMPARE(view.window().columns, 1'000.0);
    }

    void keysWalkFromHotCellToHotCell()
    {
        HeatmapData values = data(2, 500);
        values.values[40] = 0.1f;
        values.values[444] = 0.1f;
        HeatmapView view;
        view.resize(700, 300);
        view.setData(values);
        QSignalSpy activated(&view, &HeatmapView::cellActivated);
        QTest::keyClick(&view, Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(view.cursorCell()->column, 40);
        QTest::keyClick(&view, Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(view.cursorCell()->column, 444);
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(activated.size(), 1);
        QCOMPARE(activated[0][1].toInt(), 444);
    }

    void hiddenColumnsDoNotSetTheRange()
    {
        HeatmapData values = data(1, 10);
        values.values = {9, 0.5f, 0, 0, 0, 0, 0, 0, 0, 0.25f};
        values.hiddenColumns = {0};
        HeatmapView view;
        view.setData(values);
        QCOMPARE(view.style().high, 0.25f);   // 99.9th percentile of two values, rounded down
    }
};

QTEST_MAIN(HeatmapViewTest)
#include "heatmap_view_test.moc"
