// One choice of colours for all plots: what is in sight is drawn anew at once, legends and files with it.
#include "tests/plots/golden_picture.h"
#include "tests/plots/shown_plot.h"
#include "tests/support/patience.h"
#include "ui/plot_colours.h"
#include "ui/plots/colour_bar.h"
#include "ui/plots/colour_strip.h"
#include "ui/study/head_grid.h"
#include "ui/study/head_grid_panel.h"
#include "ui/study/heads_view.h"
#include "ui/study/opened_by_plot.h"

#include <QPainter>
#include <QSvgRenderer>

#include <algorithm>

using namespace cairn;

namespace
{

struct Paints final : QObject
{
    int count = 0;
    bool eventFilter(QObject*, QEvent* event) override
    {
        count += event->type() == QEvent::Paint;
        return false;
    }
};

// The part of a picture's pixels that have one of the map's colours, of those that are neither grey nor the panel's.
int pixelsOf(const QImage& image, const ColourMap& map)
{
    QSet<QRgb> colours;
    for (int i = int(ColourMap::kLowestLevel * ColourMap::kEntries); i < ColourMap::kEntries; ++i)
        colours.insert(map.entry(i));
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            count += colours.contains(image.pixel(x, y) | 0xFF000000u);
    }
    return count;
}

bool isColourful(QRgb colour) { return std::abs(qRed(colour) - qBlue(colour)) > 60; }

int colourful(const QImage& image)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            count += isColourful(image.pixel(x, y));
    }
    return count;
}

}  // namespace

class PlotColoursTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { setPlotColours(ColourScheme::Cividis); }

    void plotsInSightAreDrawnAnewAtOnce_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<int>("scheme");
        for (const bool dark : {false, true}) {
            QTest::addRow("viridis, %s", dark ? "dark" : "light") << dark << int(ColourScheme::Viridis);
            QTest::addRow("grey, %s", dark ? "dark" : "light") << dark << int(ColourScheme::Grey);
        }
    }
    void plotsInSightAreDrawnAnewAtOnce()
    {
        QFETCH(bool, dark);
        QFETCH(int, scheme);
        ShownLayers shown;
        shown.view.setPalette(golden::palette(dark));
        shown.view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&shown.view, test::kPatienceMs));
        test::settle(30);
        HeatmapView& map = *shown.view.heatmap();
        auto* strip = shown.view.findChild<ColourStrip*>();
        const Panel panel = dark ? Panel::Dark : Panel::Light;
        const ColourMap usual(panel), wanted(panel, ColourScheme(scheme));
        const auto cell = [&](HeatmapCell at) {
            const QImage image = map.viewport()->grab().toImage();
            return image.pixel(map.cellRect(at).center());
        };
        HeatmapCell strongest{1, 0};
        for (int column = 1; column < 40; ++column) {
            if (map.value({1, column}).value_or(0) > map.value(strongest).value_or(0))
                strongest = {1, column};
        }
        const float level = scaled(*map.value(strongest), map.style());
        QCOMPARE(cell(strongest), usual.colour(level));
        Paints paints, stripPaints;
        map.viewport()->installEventFilter(&paints);
        strip->installEventFilter(&stripPaints);
        setPlotColours(ColourScheme(scheme));
        QTRY_VERIFY(paints.count > 0 && stripPaints.count > 0);
        QCOMPARE(cell(strongest), wanted.colour(level));
        const QImage bar = strip->grab().toImage();
        QCOMPARE(bar.pixel(bar.width() - 6, strip->bar().center().y()),
                 colourOf(strip->valueAt((bar.width() - 5.5) / bar.width()), map.style()));
        QCOMPARE(map.style().scheme, ColourScheme(scheme));
    }

    // Also of a plot that was never painted.
    void filesHaveTheColours()
    {
        ShownLayers shown;
        const ColourMap grey(Panel::Light, ColourScheme::Grey), cividis(Panel::Light);
        const auto png = [&] { return QImage::fromData(*shown.view.bytesOf(PlotFormat::Png)).convertToFormat(QImage::Format_RGB32); };
        const auto svg = [&] {
            QImage image(900, 600, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            QSvgRenderer(*shown.view.bytesOf(PlotFormat::Svg)).render(&painter);
            return image;
        };
        QVERIFY(pixelsOf(png(), cividis) > 500 && colourful(png()) > 500 && colourful(svg()) > 500);
        setPlotColours(ColourScheme::Grey);
        QVERIFY(pixelsOf(png(), grey) > 500);
        QCOMPARE(colourful(png()), 0);
        QCOMPARE(colourful(svg()), 0);
        LayersView later(&shown.hub);   // made afterwards
        later.resize(520, 700);
        QTRY_VERIFY(!later.isBusy() && later.bytesOf(PlotFormat::Png).has_value());
        QCOMPARE(colourful(QImage::fromData(*later.bytesOf(PlotFormat::Png))), 0);
    }

    void headsFollow()
    {
        SelectionHub hub;
        HeadsView view(&hub);
        view.resize(1300, 700);
        view.show();
        hub.setRun(samples::madeUpRun());
        OpenedByPlot dots;
        dots.resize(300, 120);
        dots.setGates(std::vector<float>(12, 0.4f), 4, 3);
        test::settle(40);
        QWidget& cells = *view.grid()->grid()->viewport();
        const auto drawn = [](QWidget& widget) { return widget.grab().toImage(); };
        QVERIFY(colourful(drawn(cells)) > 100 && colourful(drawn(dots)) > 20);
        setPlotColours(ColourScheme::Grey);
        QCOMPARE(colourful(drawn(cells)), 0);
        QCOMPARE(colourful(drawn(dots)), 0);
    }

    // Two answers have the two colours of a difference whatever is chosen.
    void differencesKeepTheirTwoColours()
    {
        HeatmapStyle style;
        style.difference = true;
        const QRgb before = colourOf(0.7f, style);
        style.scheme = ColourScheme::Grey;
        QCOMPARE(colourOf(0.7f, style), before);
    }
};

QTEST_MAIN(PlotColoursTest)
#include "plot_colours_test.moc"
