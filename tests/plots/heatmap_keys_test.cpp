// The heatmap widget: keys, mouse, what it says to screen readers, how little a hover repaints.
#include "tests/support/patience.h"
#include "ui/heatmap_accessible.h"
#include "ui/heatmap_view.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QSignalSpy>
#include <QtTest>

using namespace cairn;

namespace
{

HeatmapData data(int rows, int columns, const std::vector<std::pair<int, int>>& hot = {})
{
    HeatmapData values;
    values.rows = rows;
    values.columns = columns;
    values.rowName = QStringLiteral("layer");
    values.columnName = QStringLiteral("block");
    values.values.assign(std::size_t(rows) * std::size_t(columns), 0.0f);
    for (const auto& [row, column] : hot)
        values.values[std::size_t(row) * std::size_t(columns) + std::size_t(column)] = 0.5f;
    return values;
}

// Counts what is painted of a viewport.
class PaintSpy final : public QObject
{
public:
    QRegion painted;
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::Paint)
            painted += static_cast<QPaintEvent*>(event)->region();
        return false;
    }
    int pixels() const
    {
        int count = 0;
        for (const QRect& rect : painted)
            count += rect.width() * rect.height();
        return count;
    }
};

}  // namespace

class HeatmapKeysTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void keysMoveTheCursor_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<int>("row");
        QTest::addColumn<int>("column");
        QTest::addRow("left") << int(Qt::Key_Left) << 20 << 49;
        QTest::addRow("right") << int(Qt::Key_Right) << 20 << 51;
        QTest::addRow("up") << int(Qt::Key_Up) << 19 << 50;
        QTest::addRow("down") << int(Qt::Key_Down) << 21 << 50;
        QTest::addRow("home") << int(Qt::Key_Home) << 20 << 0;
        QTest::addRow("end") << int(Qt::Key_End) << 20 << 99;
        QTest::addRow("page up") << int(Qt::Key_PageUp) << 0 << 50;
        QTest::addRow("page down") << int(Qt::Key_PageDown) << 39 << 50;
    }
    void keysMoveTheCursor()
    {
        QFETCH(int, key);
        QFETCH(int, row);
        QFETCH(int, column);
        HeatmapView view;
        view.resize(500, 400);
        view.setData(data(40, 100));
        view.setCursorCell({20, 50});
        QTest::keyClick(&view, Qt::Key(key));
        QCOMPARE(*view.cursorCell(), (HeatmapCell{row, column}));
    }

    void zoomKeysZoomAndFit()
    {
        HeatmapView view;
        view.resize(500, 400);
        view.setData(data(4, 1'000));
        view.setCursorCell({1, 700});
        QTest::keyClick(&view, Qt::Key_Plus);
        QVERIFY(view.window().columns < 1'000);
        QVERIFY(view.window().firstColumn <= 700 && view.window().firstColumn + view.window().columns >= 701);
        QTest::keyClick(&view, Qt::Key_0);
        QCOMPARE(view.window().columns, 1'000.0);
    }

    void theMenuKeyHasACellFromTheStart()
    {
        HeatmapView view;
        view.resize(700, 300);
        QSignalSpy menu(&view, &HeatmapView::menuRequested);
        const auto ask = [&] {
            QContextMenuEvent event(QContextMenuEvent::Keyboard, {}, {});
            QCoreApplication::sendEvent(&view, &event);
        };
        ask();
        QCOMPARE(menu.size(), 0);   // nothing is shown
        view.setData(data(4, 40));
        ask();
        QCOMPARE(menu.size(), 1);
        QCOMPARE(menu[0][0].toInt() + menu[0][1].toInt(), 0);
        view.setCursorCell({2, 7});
        ask();
        QCOMPARE(menu[1][1].toInt(), 7);
    }

    // Keys lead, wherever the pointer rests; the chapter above the columns is that of the cursor.
    void theCursorIsDrawnWhereTheKeysHaveIt()
    {
        HeatmapData values = data(4, 40, {{1, 5}, {2, 30}});
        values.chapters = {{0, 20, QStringLiteral("I"), QStringLiteral("I")}, {20, 40, QStringLiteral("II"), QStringLiteral("II")}};
        HeatmapView moved, fresh;
        for (HeatmapView* view : {&moved, &fresh}) {
            view->resize(700, 300);
            view->setData(values);
            view->show();
            QVERIFY(QTest::qWaitForWindowExposed(view, test::kPatienceMs));
        }
        moved.setCursorCell({1, 5});
        (void)moved.grab();
        const QPoint point = moved.cellRect({3, 12}).center();
        QMouseEvent hover(QEvent::MouseMove, point, moved.viewport()->mapToGlobal(point), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(moved.viewport(), &hover);
        for (HeatmapView* view : {&moved, &fresh})
            view->setCursorCell({2, 30});
        QCOMPARE(moved.viewport()->grab().toImage(), fresh.viewport()->grab().toImage());
    }

    void cursorIsAlwaysInSight()
    {
        HeatmapView view;
        view.resize(500, 200);
        view.setRowHeight(14);
        view.setData(data(200, 1'000));
        view.zoomAt(view.plot().center(), 20);
        for (const HeatmapCell cell : {HeatmapCell{0, 0}, {199, 999}, {100, 3}, {7, 800}}) {
            view.setCursorCell(cell);
            QVERIFY(view.window().firstRow <= cell.row && view.window().firstRow + view.window().rows >= cell.row + 1);
            QVERIFY(view.window().firstColumn <= cell.column && view.window().firstColumn + view.window().columns >= cell.column + 1);
            QVERIFY(view.plot().contains(view.cellRect(cell).center()));
        }
    }

    void rowsOfTheirOwnHeightScroll()
    {
        HeatmapView view;
        view.resize(500, 200);
        view.setRowHeight(14);
        view.setData(data(200, 50));
        QVERIFY(view.verticalScrollBar()->maximum() > 150);
        view.verticalScrollBar()->setValue(90);
        QCOMPARE(int(view.window().firstRow), 90);
        view.setData(data(3, 50));
        QCOMPARE(view.verticalScrollBar()->maximum(), 0);
        QVERIFY(view.plot().height() <= 3 * 28);
    }

    void cellAndItsRectangleAreInverse()
    {
        HeatmapView view;
        view.resize(700, 300);
        view.setData(data(10, 80));   // 8 px a cell
        for (int row = 0; row < 10; ++row) {
            for (int column = 0; column < 80; ++column)
                QCOMPARE(view.cellAt(view.cellRect({row, column}).center()).value(), (HeatmapCell{row, column}));
        }
        QVERIFY(!view.cellAt({2, 2}));
    }

    void nearestMarkWithinReachWins()
    {
        HeatmapView view;
        view.resize(700, 300);
        view.setData(data(4, 16'000, {{1, 8'000}}));
        const QPoint mark = view.cellRect({1, 8'000}).center();
        for (const int away : {-11, -4, 0, 5, 11})
            QCOMPARE(view.cellAt(mark + QPoint(away, 0)).value(), (HeatmapCell{1, 8'000}));
        QVERIFY(view.cellAt(mark + QPoint(40, 0))->column != 8'000);
    }

    void shiftDragBrushesColumnsAltDragRows()
    {
        HeatmapView view;
        view.resize(700, 300);
        view.setData(data(10, 80));
        QSignalSpy columns(&view, &HeatmapView::columnsBrushed), rows(&view, &HeatmapView::rowsBrushed);
        const QPoint a = view.cellRect({2, 10}).center(), b = view.cellRect({6, 30}).center();
        const auto drag = [&](Qt::KeyboardModifier modifier) {
            QTest::mousePress(view.viewport(), Qt::LeftButton, modifier, a);
            QMouseEvent move(QEvent::MouseMove, b, view.viewport()->mapToGlobal(b), Qt::LeftButton, Qt::LeftButton, modifier);
            QCoreApplication::sendEvent(view.viewport(), &move);
            QTest::mouseRelease(view.viewport(), Qt::LeftButton, modifier, b);
        };
        drag(Qt::ShiftModifier);
        drag(Qt::AltModifier);
        QCOMPARE(columns.size(), 1);
        QCOMPARE(columns[0], (QVariantList{10, 31}));
        QCOMPARE(rows.size(), 1);
        QCOMPARE(rows[0], (QVariantList{2, 7}));
    }

    void aDragAlongTheLabelsBrushesRows()
    {
        HeatmapView view;
        view.resize(700, 300);
        view.setData(data(10, 80));
        QSignalSpy rows(&view, &HeatmapView::rowsBrushed), cells(&view, &HeatmapView::cellActivated);
        const int x = view.plot().left() - 4;
        const QPoint a(x, view.cellRect({3, 10}).center().y()), b(x, view.cellRect({8, 10}).center().y());
        const HeatmapWindow before = view.window();
        QTest::mousePress(view.viewport(), Qt::LeftButton, {}, a);
        QMouseEvent move(QEvent::MouseMove, b, view.viewport()->mapToGlobal(b), Qt::LeftButton, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(view.viewport(), &move);
        QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, b);
        QCOMPARE(rows.size(), 1);
        QCOMPARE(rows[0], (QVariantList{3, 9}));
        QCOMPARE(view.window().firstColumn, before.firstColumn);   // not moved
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, QPoint(x, view.plot().bottom() + 12));
        QCOMPARE(rows.size(), 1);
        QVERIFY(cells.isEmpty());
    }

    void hoverRepaintsTheCrossAlone()
    {
        HeatmapView view;
        view.resize(1'200, 800);
        view.setData(data(40, 2'000, {{10, 500}}));
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view, test::kPatienceMs));
        test::settle(20);
        PaintSpy spy;
        view.viewport()->installEventFilter(&spy);
        QTest::mouseMove(view.viewport(), view.cellRect({10, 500}).center());
        QTRY_VERIFY(spy.pixels() > 0);
        QVERIFY2(spy.pixels() < 1'200 * 800 / 20, qPrintable(QString::number(spy.pixels())));
    }

    void screenReadersSeeThePooledGrid()
    {
        HeatmapView view;
        view.resize(700, 300);
        HeatmapData values = data(4, 16'000, {{1, 7}});
        values.describe = [](int row, int column) {
            return HeatmapTip(QStringLiteral("Layer %1, block %2\nGate 0.50").arg(row).arg(column));
        };
        view.setData(values);
        QAccessibleInterface* table = QAccessible::queryAccessibleInterface(&view);
        QVERIFY(table && table->role() == QAccessible::Table);
        QVERIFY(table->tableInterface());
        QCOMPARE(table->tableInterface()->rowCount(), 4);
        QCOMPARE(table->tableInterface()->columnCount(), kAccessibleColumns);
        QCOMPARE(table->childCount(), 4 * kAccessibleColumns);
        QAccessibleInterface* cell = table->tableInterface()->cellAt(1, 0);
        QVERIFY(cell && cell->role() == QAccessible::Cell);
        QCOMPARE(cell->text(QAccessible::Name), QStringLiteral("Layer 1, block 7: Gate 0.50"));
        QCOMPARE(table->indexOfChild(cell), kAccessibleColumns);
        QVERIFY(cell->parent() == table);
        QVERIFY(!table->tableInterface()->cellAt(4, 0));
        view.setCursorCell({1, 7});
        QVERIFY(view.accessibleDescription().contains(QStringLiteral("Gate 0.50")));
    }

    void foreignWordsAreNeverHtml()
    {
        HeatmapView view;
        view.resize(400, 200);
        HeatmapData values = data(1, 4, {{0, 1}});
        values.describe = [](int, int) {
            HeatmapTip tip(QStringLiteral("<b>x</b>"));
            tip.quote = QStringLiteral("<img src=file:///etc/passwd>");
            return tip;
        };
        view.setData(values);
        view.show();
        view.setCursorCell({0, 0});
        QTest::keyClick(&view, Qt::Key_Right);
        QTRY_VERIFY(!QToolTip::text().isEmpty());
        QVERIFY(!QToolTip::text().contains(QStringLiteral("<img")) && !QToolTip::text().contains(QStringLiteral("<b>x")));
        QVERIFY(QToolTip::text().contains(QStringLiteral("&lt;img")));
    }

    void withoutDataNothingHappens()
    {
        HeatmapView view;
        view.resize(400, 200);
        for (const int key : {int(Qt::Key_Right), int(Qt::Key_PageDown), int(Qt::Key_Plus), int(Qt::Key_0), int(Qt::Key_Return)})
            QTest::keyClick(&view, Qt::Key(key));
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, {200, 100});
        QVERIFY(!view.grab().isNull());
        QCOMPARE(QAccessible::queryAccessibleInterface(&view)->childCount(), 0);
    }
};

QTEST_MAIN(HeatmapKeysTest)
#include "heatmap_keys_test.moc"
