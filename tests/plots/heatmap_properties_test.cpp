// Properties of heatmap pictures on random matrices, windows and sizes (experience.md 14), and golden pictures without letters.
#include "tests/plots/golden_picture.h"
#include "tests/support/patience.h"
#include "ui/heatmap_view.h"
#include "ui/pictures/heatmap_raster.h"
#include "ui/theme.h"

#include <QApplication>
#include <QScopeGuard>
#include <QtTest>

#include <cmath>
#include <random>

using namespace cairn;

namespace
{

SparseMatrix randomMatrix(std::mt19937& random, std::uint32_t rows, std::uint32_t columns, double density)
{
    std::vector<float> values(std::size_t{rows} * columns, 0.0f);
    std::uniform_real_distribution<double> unit(0, 1);
    for (float& value : values)
        value = unit(random) < density ? float(unit(random) * unit(random)) : 0.0f;
    return sparseMatrix(values, rows, columns);
}

struct View
{
    SparseMatrix matrix;
    std::vector<float> dense;
    HeatmapWindow window;
    QSize size;
};

View randomView(std::mt19937& random)
{
    View view;
    const auto rows = std::uint32_t(1 + random() % 60), columns = std::uint32_t(1 + random() % 900);
    view.matrix = randomMatrix(random, rows, columns, random() % 2 ? 0.01 : 0.3);
    view.dense = view.matrix.dense().values;
    view.window.rows = 1 + double(random() % (rows * 10)) / 10 * 0.999;
    view.window.columns = 1 + double(random() % (columns * 10)) / 10 * 0.999;
    view.window.firstRow = (rows - std::min<double>(view.window.rows, rows)) * double(random() % 100) / 99;
    view.window.firstColumn = (columns - std::min<double>(view.window.columns, columns)) * double(random() % 100) / 99;
    view.window.rows = std::min<double>(view.window.rows, rows);
    view.window.columns = std::min<double>(view.window.columns, columns);
    view.size = QSize(2 + int(random() % 300), 2 + int(random() % 100));
    return view;
}

// Cells [first, last) that touch pixel `pixel`.
std::pair<int, int> cellsOf(double first, double count, int pixels, int pixel, std::uint32_t all)
{
    const double begin = first + count * pixel / pixels, end = first + count * (pixel + 1) / pixels;
    return {std::max(int(std::floor(begin + 1e-6)), 0), std::min(int(std::ceil(end - 1e-6)), int(all))};
}

float largest(const View& view, int x, int y)
{
    const auto [firstRow, lastRow] = cellsOf(view.window.firstRow, view.window.rows, view.size.height(), y, view.matrix.rows);
    const auto [firstColumn, lastColumn] = cellsOf(view.window.firstColumn, view.window.columns, view.size.width(), x, view.matrix.columns);
    float value = 0;
    for (int row = firstRow; row < lastRow; ++row) {
        for (int column = firstColumn; column < lastColumn; ++column)
            value = std::max(value, view.dense[std::size_t(row) * view.matrix.columns + std::size_t(column)]);
    }
    return value;
}

HeatmapData goldenData()
{
    std::mt19937 random(5);
    HeatmapData data;
    data.cells = std::make_shared<const SparseMatrix>(randomMatrix(random, 12, 60, 0.35));
    data.hiddenColumns = {0, 1};
    data.barredColumns = {30};
    data.tiedRows = {0, 7};
    data.range = {0.0f, 0.8f};
    return data;
}

double luminance(double red, double green, double blue) { return 0.2126 * red + 0.7152 * green + 0.0722 * blue; }

double linear(int channel)
{
    const double part = channel / 255.0;
    return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
}

}  // namespace

class HeatmapPropertiesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void pixelIsTheLargestOfItsBlocks()
    {
        std::mt19937 random(3);
        const ColourMap map(Panel::Light);
        for (int round = 0; round < 25; ++round) {
            const View view = randomView(random);
            const QImage image = heatmapRaster(view.matrix, view.window, view.size, {});
            for (int y = 0; y < view.size.height(); ++y) {
                for (int x = 0; x < view.size.width(); ++x) {
                    const float value = largest(view, x, y);
                    if (value > 0)
                        QCOMPARE(image.pixel(x, y), map.colour(scaled(value, {})));
                    else if (image.pixel(x, y) != map.panelColour())   // a thin mark that grew: its own pixel is a neighbour
                        QVERIFY(largest(view, std::max(x - 1, 0), y) > 0 || largest(view, x, std::max(y - 1, 0)) > 0
                                || largest(view, std::max(x - 1, 0), std::max(y - 1, 0)) > 0 || x == view.size.width() - 2);
                }
            }
        }
    }

    void everyNonZeroIsVisibleAtEveryZoom()
    {
        std::mt19937 random(4);
        const QRgb background = ColourMap(Panel::Dark).panelColour();
        HeatmapStyle style;
        style.panel = Panel::Dark;
        for (int round = 0; round < 60; ++round) {
            const View view = randomView(random);
            const QImage image = heatmapRaster(view.matrix, view.window, view.size, style);
            for (std::uint32_t row = 0; row < view.matrix.rows; ++row) {
                for (std::uint32_t i = view.matrix.offsets[row]; i < view.matrix.offsets[row + 1]; ++i) {
                    const PixelRange x =
                        markPixels(view.window.firstColumn, view.window.columns, view.size.width(), view.matrix.blocks[i], 1);
                    const PixelRange y = markPixels(view.window.firstRow, view.window.rows, view.size.height(), row, 1);
                    for (int px = x.begin; px < x.end && y.begin < y.end; ++px)
                        QVERIFY(image.pixel(px, y.begin) != background);
                }
            }
        }
    }

    void loneMarkIsTwoPixelsWideAndHigh_data()
    {
        QTest::addColumn<int>("row");
        QTest::addColumn<int>("column");
        for (const int row : {0, 511, 1'022}) {
            for (const int column : {0, 7'777, 15'999})
                QTest::addRow("row %d, column %d", row, column) << row << column;
        }
    }
    void loneMarkIsTwoPixelsWideAndHigh()
    {
        QFETCH(int, row);
        QFETCH(int, column);
        SparseMatrix matrix;
        matrix.rows = 1'024;
        matrix.columns = 16'000;
        matrix.offsets.assign(1'025, 0);
        std::fill(matrix.offsets.begin() + row + 1, matrix.offsets.end(), 1u);
        matrix.blocks = {std::uint32_t(column)};
        matrix.values = {1e-6f};
        const QImage image = heatmapRaster(matrix, {0, 1'024, 0, 16'000}, {1'067, 400}, {});
        const QRgb background = ColourMap(Panel::Light).panelColour();
        QRect mark;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (image.pixel(x, y) != background)
                    mark |= QRect(x, y, 1, 1);
            }
        }
        QVERIFY2(mark.width() >= 2 && mark.width() <= 3 && mark.height() >= (row < 1'000 ? 2 : 1) && mark.height() <= 3,
                 qPrintable(QStringLiteral("%1 x %2").arg(mark.width()).arg(mark.height())));
    }

    void panIsAShiftedPicture()
    {
        std::mt19937 random(6);
        const SparseMatrix matrix = randomMatrix(random, 20, 400, 0.2);
        for (const double perPixel : {0.25, 1.0, 4.0}) {
            const QSize size(80, 20);
            const QImage left = heatmapRaster(matrix, {0, 20, 4, 80 * perPixel}, size, {});
            const QImage right = heatmapRaster(matrix, {0, 20, 4 + 8 * perPixel, 80 * perPixel}, size, {});
            for (int y = 0; y < 20; ++y) {
                for (int x = 10; x < 78; ++x)   // at the ends marks may grow the other way
                    QCOMPARE(left.pixel(x, y), right.pixel(x - 8, y));
            }
        }
    }

    void profileIsTheStrongestOfEachColumn()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 5; ++round) {
            const View view = randomView(random);
            const HeatmapImage drawn = heatmapImage(view.matrix, heatmapLevels(view.matrix, {}, {}), view.window, view.size, {});
            float before = 0;
            for (int x = 0; x < view.size.width() - 2; ++x) {
                float most = 0;
                for (int y = 0; y < view.size.height(); ++y)
                    most = std::max(most, largest(view, x, y));
                const float own = most > 0 ? std::max(scaled(most, {}), 0.05f) : 0, left = std::exchange(before, own);
                const float shown = drawn.profile[std::size_t(x)];
                QVERIFY(shown > own - 2e-3f && shown < std::max(own, left) + 2e-3f);   // a thin mark may grow over its neighbour
            }
        }
    }

    void hiddenColumnsLeaveNoTrace()
    {
        std::mt19937 random(8);
        const SparseMatrix matrix = randomMatrix(random, 5, 10, 1.0);
        std::vector<int> all(10);
        std::iota(all.begin(), all.end(), 0);
        const HeatmapImage drawn = heatmapImage(matrix, heatmapLevels(matrix, {}, all), {0, 5, 0, 10}, {50, 50}, {});
        for (int x = 0; x < 50; ++x)
            QCOMPARE(drawn.image.pixel(x, x), ColourMap(Panel::Light).panelColour());
    }

    void differencesArePooledBySizeAndKeepTheirSign()
    {
        const std::vector<float> values{0.2f, -0.9f, 0.5f, 0.0f};
        const SparseMatrix matrix = sparseMatrix(values, 1, 4);
        HeatmapStyle style;
        style.difference = true;
        style.scale = HeatScale::Linear;
        const QImage image = heatmapRaster(matrix, {0, 1, 0, 4}, {2, 1}, style);
        QCOMPARE(image.pixel(0, 0), colourOf(-0.9f, style));
        QCOMPARE(image.pixel(1, 0), colourOf(0.5f, style));
        QVERIFY(qRed(image.pixel(0, 0)) > qBlue(image.pixel(0, 0)));    // orange: B has more
        QVERIFY(qBlue(image.pixel(1, 0)) > qRed(image.pixel(1, 0)));    // blue: A has more
    }

    void negativeScoresAreDrawn()
    {
        const std::vector<float> values{-3.0f, 0.0f, 2.0f};
        HeatmapStyle style;
        style.low = -4;
        style.high = 2;
        const QImage image = heatmapRaster(sparseMatrix(values, 1, 3), {0, 1, 0, 3}, {30, 1}, style);
        QVERIFY(image.pixel(5, 0) != ColourMap(Panel::Light).panelColour());
        QCOMPARE(image.pixel(15, 0), ColourMap(Panel::Light).panelColour());   // not opened
    }

    void coloursGrowStrictlyForEveryEye_data()
    {
        QTest::addColumn<int>("scheme");
        QTest::addColumn<int>("eye");
        for (int scheme = 0; scheme < 3; ++scheme) {
            for (int eye = 0; eye < 4; ++eye)
                QTest::addRow("scheme %d, eye %d", scheme, eye) << scheme << eye;
        }
    }
    void coloursGrowStrictlyForEveryEye()
    {
        QFETCH(int, scheme);
        QFETCH(int, eye);
        // Linear RGB as seen with protanopia, deuteranopia, tritanopia (G. M. Machado et al., IEEE TVCG 15(6), 2009, severity 1).
        constexpr double kEyes[4][9] = {{1, 0, 0, 0, 1, 0, 0, 0, 1},
                                        {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
                                        {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
                                        {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900}};
        const double* m = kEyes[eye];
        for (const Panel panel : {Panel::Light, Panel::Dark}) {
            const ColourMap map(panel, ColourScheme(scheme));
            double before = -1;
            for (int i = 52; i < ColourMap::kEntries; i += 16) {
                const QRgb colour = map.entry(panel == Panel::Light ? ColourMap::kEntries - 1 - i + 51 : i);
                const double r = linear(qRed(colour)), g = linear(qGreen(colour)), b = linear(qBlue(colour));
                const double now =
                    luminance(m[0] * r + m[1] * g + m[2] * b, m[3] * r + m[4] * g + m[5] * b, m[6] * r + m[7] * g + m[8] * b);
                QVERIFY2(now > before, qPrintable(QString::number(i)));
                before = now;
            }
        }
    }

    void scalesHaveAnInverse()
    {
        for (const HeatScale scale : {HeatScale::Linear, HeatScale::SquareRoot, HeatScale::Logarithmic}) {
            for (const bool difference : {false, true}) {
                HeatmapStyle style;
                style.scale = scale;
                style.low = difference ? 0.0f : 0.1f;
                style.high = 0.7f;
                style.difference = difference;
                for (float value = difference ? -0.7f : 0.1f; value <= 0.7f; value += 0.05f)
                    QVERIFY(std::abs(unscaled(scaled(value, style), style) - value) < 1e-5f);
            }
        }
    }

    void automaticRangeIsThePercentile()
    {
        std::mt19937 random(9);
        for (const int count : {1, 2, 999, 1'000, 50'000}) {
            std::vector<float> values;
            for (int i = 0; i < count; ++i)
                values.push_back(std::exp(float(random() % 10'000) / 500 - 15));
            std::vector<float> sorted = values;
            std::sort(sorted.begin(), sorted.end());
            values.insert(values.begin() + count / 2, 100, 0.0f);
            QCOMPARE(automaticHigh(values), sorted[std::size_t(double(count - 1) * 0.999)]);
        }
    }

    void pinsStandAtTheTopAndMarksOfReadWordsAtTheBottom_data()
    {
        QTest::addColumn<bool>("pin");
        QTest::addRow("pin") << true;
        QTest::addRow("read again") << false;
    }
    void pinsStandAtTheTopAndMarksOfReadWordsAtTheBottom()
    {
        QFETCH(bool, pin);
        HeatmapView view;
        view.setPalette(golden::palette(false));
        view.resize(460, 260);
        HeatmapData data = goldenData();
        view.setData(data);
        const QImage before = view.viewport()->grab().toImage();
        (pin ? data.pinnedColumns : data.rereadColumns) = {4};
        view.setData(data);
        const QImage after = view.viewport()->grab().toImage();
        const QRect column = view.cellRect({0, 4});
        QRect changed;
        for (int y = 0; y < after.height(); ++y) {
            for (int x = 0; x < after.width(); ++x)
                changed |= before.pixel(x, y) == after.pixel(x, y) ? QRect() : QRect(x, y, 1, 1);
        }
        QVERIFY(!changed.isEmpty());
        QVERIFY(std::abs(changed.center().x() - column.center().x()) <= 1 && changed.width() <= 8);
        const int away = pin ? changed.top() - view.plot().top() : changed.bottom() - view.plot().bottom();
        QVERIFY(std::abs(away) <= 1 && changed.height() <= 8);
    }

    void markedColumnsAreSeenWithTheFocusAndKeepTheirColours_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::addRow("light") << false;
        QTest::addRow("dark") << true;
    }
    void markedColumnsAreSeenWithTheFocusAndKeepTheirColours()
    {
        QFETCH(bool, dark);
        HeatmapView view;
        view.setPalette(golden::palette(dark));
        view.resize(460, 260);
        HeatmapData data = goldenData();
        data.rows = 10;
        data.columns = 40;
        data.values.assign(400, 0.0f);
        data.cells = nullptr;
        data.hiddenColumns = data.barredColumns = data.tiedRows = {};
        data.values[5 * 40 + 12] = 0.7f;   // a cell among the marked ones
        view.setData(data);
        view.show();
        view.setFocus();
        QTRY_VERIFY(view.hasFocus());
        const QImage before = view.viewport()->grab().toImage();
        view.setMarkedColumns({10, 11, 12, 13, 14});
        const QImage after = view.viewport()->grab().toImage();
        const auto at = [&](int row, int column) { return view.cellRect({row, column}).center(); };
        QCOMPARE(after.pixelColor(at(5, 12)), before.pixelColor(at(5, 12)));
        QCOMPARE(after.pixelColor(at(5, 30)), before.pixelColor(at(5, 30)));
        const QColor outside = after.pixelColor(at(2, 30)), inside = after.pixelColor(at(2, 12));
        QVERIFY2(std::abs(outside.lightness() - inside.lightness()) >= 15, qPrintable(outside.name() + inside.name()));
        const QColor accent = themeColour(Role::Accent, view);
        const int left = view.cellRect({0, 10}).left(), right = view.cellRect({0, 14}).right();
        const auto isAccent = [&](int x, int y) { return after.pixelColor(x, y) == accent; };
        const int middle = view.plot().center().y();
        const auto edge = [&](int around) {
            for (int x = around - 4; x <= around + 4; ++x)
                if (isAccent(x, middle))
                    return true;
            return false;
        };
        QVERIFY(edge(left) && edge(right));
        QVERIFY(isAccent((left + right) / 2, view.plot().top() - 5));       // beyond the frame of the focus
        QVERIFY(isAccent((left + right) / 2, view.plot().bottom() + 5));
        QVERIFY(!isAccent(at(2, 30).x(), view.plot().top() - 5));
    }

    void picturesAreAsBefore_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::addRow("light") << false;
        QTest::addRow("dark") << true;
    }
    void picturesAreAsBefore()
    {
        QFETCH(bool, dark);
        const QFont before = QApplication::font();
        const auto back = qScopeGuard([&] { QApplication::setFont(before); });
        QFont designed = before;
        designed.setPixelSize(metrics::kInterfaceFont);   // the room for labels follows the letters
        QApplication::setFont(designed);
        HeatmapView view;
        view.setPalette(golden::palette(dark));
        view.resize(460, 260);
        view.setData(goldenData());
        view.setMarkedColumns({20, 21});
        view.setCursorCell({4, 33});
        view.show();
        const QImage drawn = view.viewport()->grab(view.plot()).toImage();
        const QString difference = golden::difference(drawn, dark ? QStringLiteral("heatmap_dark") : QStringLiteral("heatmap_light"));
        QVERIFY2(difference.isEmpty(), qPrintable(difference));
    }
};

QTEST_MAIN(HeatmapPropertiesTest)
#include "heatmap_properties_test.moc"
