// Plots as files: CSV and NPY read back as what is on screen, pictures carry where they come from.
#include "tests/plots/number_files.h"
#include "tests/support/patience.h"
#include "tests/support/run_samples.h"
#include "ui/plots/layers_view.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/timeline_view.h"

#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QtTest>

using namespace cairn;

namespace
{

PlotFile layersFile()
{
    const auto run = samples::madeUpRun();
    PlotFile file;
    TraceFilter filter;
    filter.hidden = {0};
    file.picture.matrix = blockMatrix(run->answer.trace, filter, {TraceAxis::Tokens, TraceMetric::Gate, TraceAggregate::Max, {}});
    file.picture.title = run->question;
    file.picture.rowName = QStringLiteral("word");
    file.picture.columnName = QStringLiteral("block");
    for (std::uint32_t row = 0; row < file.picture.matrix.rows; ++row)
        file.picture.rowLabels += QStringLiteral("\u201Ea, \"b\" %1").arg(row);
    file.picture.plotSize = {400, 200};
    file.picture.hiddenColumns = {0};
    file.provenance = plotProvenance(*run, {});
    return file;
}

bool sameCells(const SparseMatrix& a, const SparseMatrix& b)
{
    return a.rows == b.rows && a.offsets == b.offsets && a.blocks == b.blocks && a.values == b.values;
}

}  // namespace

class PlotExportTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void csvReadsBackAsTheCells()
    {
        const PlotFile file = layersFile();
        const auto bytes = writePlot(file, PlotFormat::Csv);
        QVERIFY(bytes);
        const auto cells = readPlotCsv(*bytes);
        QVERIFY2(cells, cells ? "" : cells.error().message.c_str());
        QVERIFY(sameCells(cells->matrix, file.picture.matrix));
        QCOMPARE(cells->rowLabels, file.picture.rowLabels);
        QCOMPARE(cells->provenance, file.provenance);
    }

    void npyReadsBackAsTheCells()
    {
        const PlotFile file = layersFile();
        const auto bytes = writePlot(file, PlotFormat::Npy);
        QVERIFY(bytes);
        QCOMPARE((bytes->indexOf('\n') + 1) % 64, 0);   // NumPy wants the data aligned
        const auto cells = readPlotNpy(*bytes);
        QVERIFY2(cells, cells ? "" : cells.error().message.c_str());
        QVERIFY(sameCells(cells->matrix, file.picture.matrix));
        QCOMPARE(cells->provenance, file.provenance);
    }

    void damagedFilesAreRefused()
    {
        const PlotFile file = layersFile();
        const QByteArray csv = *writePlot(file, PlotFormat::Csv), npy = *writePlot(file, PlotFormat::Npy);
        QVERIFY(!readPlotCsv(csv.mid(2)));
        QVERIFY(!readPlotCsv(csv + "1,x,2,0.5\n"));
        QVERIFY(!readPlotCsv(csv + "13,x,2000,0.5,x\n"));
        QVERIFY(readPlotCsv(csv + "13,x,2000,0.5,1\n"));
        QVERIFY(!readPlotCsv(csv + "0,x,2,0.5,0\n")); // rows ascend
        QVERIFY(!readPlotCsv(csv + "99999999999,x,2,0.5,0\n"));
        QVERIFY(!readPlotNpy(npy.mid(1)));
        QVERIFY(!readPlotNpy(npy.left(200)));
        QByteArray huge = npy;
        huge.replace("'shape': (", "'shape': (99999");
        QVERIFY(!readPlotNpy(huge));
        QVERIFY(!readPlotNpy({}) && !readPlotCsv({}));
    }

    void provenanceNamesRunSelectionAndTrace()
    {
        const auto run = samples::madeUpRun();
        run->session = QStringLiteral("Tea");
        Selection selection;
        selection.a = "run-7";
        const QJsonObject object = QJsonDocument::fromJson(plotProvenance(*run, selection).toUtf8()).object();
        QCOMPARE(object[QStringLiteral("run")].toString(), QStringLiteral("run-7"));
        QCOMPARE(object[QStringLiteral("model")].toString(), run->model);
        QCOMPARE(object[QStringLiteral("session")].toString(), run->session);
        const QByteArray selected = QJsonDocument(object[QStringLiteral("selection")].toObject()).toJson(QJsonDocument::Compact);
        QCOMPARE(selected.toStdString(), toJson(selection));
        Selection ofWords = selection;
        ofWords.metric = Metric::Word;   // the text's; no plot shows it
        QCOMPARE(plotProvenance(*run, ofWords), plotProvenance(*run, selection));
        QCOMPARE(object[QStringLiteral("trace_sha256")].toString().size(), 64);
        auto other = samples::madeUpRun();
        other->answer.trace.gates[5] ^= 1;
        QVERIFY(traceHash(other->answer.trace) != traceHash(run->answer.trace));
    }

    void picturesHaveTheirSizeAndProvenance()
    {
        const PlotFile file = layersFile();
        const QSize size = heatmapPictureSize(file.picture);
        for (const auto& [format, ratio] :
             {std::pair{PlotFormat::Png, 1.0}, {PlotFormat::Png2x, 2.0}, {PlotFormat::Png300dpi, 300.0 / 96}}) {
            const QImage image = QImage::fromData(*writePlot(file, format), "PNG");
            QCOMPARE(image.size(), (QSizeF(size) * ratio).toSize());
            QCOMPARE(image.text(QStringLiteral("cairn")), file.provenance);
            QVERIFY(qAbs(image.dotsPerMeterX() * 0.0254 - 96 * ratio) < 1);
        }
    }

    void svgIsOneImageAndVectorLetters()
    {
        const PlotFile file = layersFile();
        const QByteArray svg = *writePlot(file, PlotFormat::Svg);
        QSvgRenderer renderer(svg);
        QVERIFY(renderer.isValid());
        QCOMPARE(renderer.viewBox().size(), heatmapPictureSize(file.picture));
        QVERIFY(svg.count("<image") <= 2);   // cells and colour bar
        QVERIFY(svg.count("<text") > 5);
        QVERIFY(svg.contains("trace_sha256"));
        QVERIFY(svg.size() < 400'000);
    }

    // Masks and patterns are drawn as black bars by programs that know SVG Tiny only.
    void whatIsHiddenIsHatchedWithLines()
    {
        PlotFile file = layersFile();
        const auto lines = [&] {
            const QByteArray svg = *writePlot(file, PlotFormat::Svg);
            return svg.contains("<mask") || svg.contains("<pattern") ? -1 : int(svg.count("<polyline") + svg.count("<line"));
        };
        const int one = lines();
        file.picture.hiddenColumns = {};
        const int none = lines();
        QVERIFY2(none >= 0 && one > none + 10, qPrintable(QStringLiteral("%1 %2").arg(one).arg(none)));
    }

    // As on screen: pins at the top, words read again at the bottom, a dashed line through what was left out, stripes over ties.
    void marksAreWhereTheyAreOnScreen_data()
    {
        QTest::addColumn<int>("kind");
        for (int kind = 0; const char* name : {"barred", "pinned", "read again", "tied"})
            QTest::newRow(name) << kind++;
    }
    void marksAreWhereTheyAreOnScreen()
    {
        QFETCH(int, kind);
        PlotFile file = layersFile();
        file.picture.matrix.values.assign(file.picture.matrix.values.size(), 0);   // an empty field shows the marks alone
        const QImage before = drawHeatmapPicture(file.picture);
        HeatmapPicture& picture = file.picture;
        std::vector<int>* const marks[] = {&picture.barredColumns, &picture.pinnedColumns, &picture.rereadColumns, &picture.tiedRows};
        *marks[kind] = {7};
        const QImage after = drawHeatmapPicture(picture);
        QRect changed;
        for (int y = 0; y < after.height(); ++y) {
            for (int x = 0; x < after.width(); ++x)
                changed |= before.pixel(x, y) == after.pixel(x, y) ? QRect() : QRect(x, y, 1, 1);
        }
        const QRect plot(QPoint(96, 56), picture.plotSize);
        const double column = plot.left() + 7.5 * plot.width() / picture.matrix.columns;
        const double row = plot.top() + 7.5 * plot.height() / picture.matrix.rows;
        QVERIFY(!changed.isEmpty() && plot.adjusted(-1, -1, 1, 1).contains(changed));
        if (kind < 3)
            QVERIFY(std::abs(changed.center().x() - column) <= 2 && changed.width() <= 8);
        switch (kind) {
        case 0: QVERIFY(changed.height() > plot.height() - 8); break;
        case 1: QVERIFY(changed.height() <= 8 && std::abs(changed.top() - plot.top()) <= 1); break;
        case 2: QVERIFY(changed.height() <= 8 && std::abs(changed.bottom() - plot.bottom()) <= 1); break;
        default: QVERIFY(changed.width() > plot.width() - 24 && std::abs(changed.center().y() - row) <= 3);
        }
    }

    // A block's number stands below its middle: of few blocks it would else seem the edge between two.
    void blocksAreNumberedInTheirMiddle()
    {
        PlotFile file = layersFile();
        file.picture.window = {0, double(file.picture.matrix.rows), 0, 4};
        const QImage drawn = drawHeatmapPicture(file.picture);
        const QRect plot(QPoint(96, 56), file.picture.plotSize);
        std::vector<int> ticks;
        for (int x = plot.left() - 2; x <= plot.right() + 2; ++x)
            if (drawn.pixel(x, plot.bottom() + 3) != drawn.pixel(2, 2))
                ticks.push_back(x - plot.left());
        QCOMPARE(ticks, std::vector<int>({50, 150, 250, 350}));
    }

    void aLongQuestionTakesTwoLines()
    {
        PlotFile file = layersFile();
        file.picture.title = QStringLiteral("Which words of the question stand at its very end, where a single line has no room left for them?");
        const QByteArray svg = *writePlot(file, PlotFormat::Svg);
        const QByteArray drawn = svg.mid(svg.indexOf("</desc>"));
        QVERIFY(drawn.contains("Which words") && drawn.contains("for them?"));
    }

    void pdfCarriesItsProvenance()
    {
        const QByteArray pdf = *writePlot(layersFile(), PlotFormat::Pdf);
        QVERIFY(pdf.startsWith("%PDF-"));
        QVERIFY(pdf.contains("cairn.json"));
        QVERIFY(pdf.contains("EmbeddedFile"));
    }

    void exportOfTheViewIsWhatItShows()
    {
        SelectionHub hub;
        TimelineView view(&hub);
        view.resize(520, 700);
        hub.setRun(samples::madeUpRun());
        test::settle(40);
        QTRY_VERIFY(!view.isBusy());
        QSignalSpy exported(&view, &PlotPanel::exported);
        view.openExportMenu();
        auto* menu = view.findChild<QMenu*>();
        for (QAction* action : menu->actions()) {
            if (action->text() == formatName(PlotFormat::Csv))
                action->trigger();
        }
        delete menu;
        QCOMPARE(exported.size(), 1);
        QCOMPARE(exported[0][1].toString(), QStringLiteral("Timeline.csv"));
        const auto cells = readPlotCsv(exported[0][0].toByteArray());
        QVERIFY(cells && sameCells(cells->matrix, view.heatmap()->cells()));
        QCOMPARE(cells->rowLabels, view.heatmap()->data().rowLabels);
    }

    void nothingToExportIsSaid()
    {
        SelectionHub hub;
        LayersView view(&hub);
        QSignalSpy failed(&view, &PlotPanel::exportFailed);
        view.openExportMenu();
        auto* menu = view.findChild<QMenu*>();
        menu->actions().first()->trigger();
        delete menu;
        QCOMPARE(failed.size(), 1);
    }
};

QTEST_MAIN(PlotExportTest)
#include "plot_export_test.moc"
