// The heatmap widget: cells and pixels, zoom, keys, hidden columns.
#include "ui/heatmap_view.h"

#include <QSignalSpy>
#include <QtTest>

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
