// Properties of the heatmap picture (experience.md 14).
#include "ui/pictures/heatmap_raster.h"

#include <QtTest>

#include <vector>

using namespace cairn;

namespace
{

HeatmapWindow whole(const SparseMatrix& matrix) { return {0, double(matrix.rows), 0, double(matrix.columns)}; }

int coloured(const QImage& image, QRgb background)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            count += image.pixel(x, y) != background;
    }
    return count;
}

}  // namespace

class HeatmapRasterTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void loneCellIsVisibleAtEverySize_data();
    void loneCellIsVisibleAtEverySize();
    void pixelShowsTheLargestOfItsCells();
    void panShiftsThePicture();
    void luminanceGrowsStrictlyAwayFromThePanel_data();
    void luminanceGrowsStrictlyAwayFromThePanel();
    void automaticRangeIgnoresZeros();
};

void HeatmapRasterTest::loneCellIsVisibleAtEverySize_data()
{
    QTest::addColumn<int>("column");
    QTest::addColumn<int>("width");
    for (const int column : {0, 1, 7'999, 15'999}) {
        for (const int width : {1, 37, 1'067, 1'600, 20'000})
            QTest::addRow("column %d in %d pixels", column, width) << column << width;
    }
}

void HeatmapRasterTest::loneCellIsVisibleAtEverySize()
{
    QFETCH(int, column);
    QFETCH(int, width);
    std::vector<float> values(3 * 16'000, 0.0f);
    values[16'000 + std::size_t(column)] = 0.001f;
    const SparseMatrix matrix = sparseMatrix(values, 3, 16'000);
    const QImage image = heatmapRaster(matrix, whole(matrix), {width, 30}, {});
    QVERIFY(coloured(image, ColourMap(Panel::Light).panelColour()) >= 10);   // its 10 pixel lines
}

void HeatmapRasterTest::pixelShowsTheLargestOfItsCells()
{
    std::vector<float> values(64, 0.1f);
    values[13] = 0.9f;
    const SparseMatrix matrix = sparseMatrix(values, 1, 64);
    const QImage image = heatmapRaster(matrix, whole(matrix), {8, 1}, {});
    const ColourMap colours(Panel::Light);
    for (int x = 0; x < 8; ++x)
        QCOMPARE(image.pixel(x, 0), colours.colour(scaled(x == 1 ? 0.9f : 0.1f, {})));
}

void HeatmapRasterTest::panShiftsThePicture()
{
    std::vector<float> values(100);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = float((i * 37) % 100) / 100;
    const SparseMatrix matrix = sparseMatrix(values, 1, 100);
    const QImage left = heatmapRaster(matrix, {0, 1, 10, 50}, {50, 1}, {});
    const QImage right = heatmapRaster(matrix, {0, 1, 15, 50}, {50, 1}, {});
    for (int x = 5; x < 50; ++x)
        QCOMPARE(left.pixel(x, 0), right.pixel(x - 5, 0));
}

void HeatmapRasterTest::luminanceGrowsStrictlyAwayFromThePanel_data()
{
    QTest::addColumn<bool>("light");
    QTest::addRow("light") << true;
    QTest::addRow("dark") << false;
}

void HeatmapRasterTest::luminanceGrowsStrictlyAwayFromThePanel()
{
    QFETCH(bool, light);
    const ColourMap colours(light ? Panel::Light : Panel::Dark);
    const auto luminance = [](QRgb colour) { return 0.2126 * qRed(colour) + 0.7152 * qGreen(colour) + 0.0722 * qBlue(colour); };
    double before = luminance(colours.colour(0.05f));
    for (int step = 2; step <= 20; ++step) {
        const double now = luminance(colours.colour(float(step) / 20));
        QVERIFY(light ? now < before : now > before);
        before = now;
    }
}

void HeatmapRasterTest::automaticRangeIgnoresZeros()
{
    QCOMPARE(automaticHigh(std::vector<float>{0, 0, 0, 0.25f}), 0.25f);
    QCOMPARE(automaticHigh(std::vector<float>{}), 1.0f);
}

QTEST_APPLESS_MAIN(HeatmapRasterTest)
#include "heatmap_raster_test.moc"
