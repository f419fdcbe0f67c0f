// Every view of the study dock leaves the program in every format it offers, and each file says where it comes from.
#include "made_run.h"

#include "tests/plots/number_files.h"
#include "tests/support/patience.h"
#include "ui/plots/layers_view.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/plot_table.h"
#include "ui/plots/table_numbers.h"
#include "ui/plots/timeline_view.h"
#include "ui/plots/view_export.h"
#include "ui/study/compare_view.h"
#include "ui/study/diff_label.h"
#include "ui/study/evidence_view.h"
#include "ui/study/head_ranking.h"
#include "ui/study/heads_view.h"
#include "ui/study/needle_grid.h"
#include "ui/study/passage_layout.h"
#include "ui/study/removal_view.h"
#include "ui/study/unique_blocks_view.h"
#include "ui/theme.h"

#include <QApplication>
#include <QBuffer>
#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>
#include <QListView>
#include <QPainter>
#include <QPushButton>
#include <QSet>
#include <QScopeGuard>
#include <QSvgGenerator>
#include <QXmlStreamReader>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <functional>

using namespace cairn;

namespace
{

using Make = std::function<QWidget*(SelectionHub*)>;

QList<std::pair<const char*, Make>> views()
{
    return {{"evidence", [](SelectionHub* hub) { return new EvidenceView(hub); }},
            {"layers", [](SelectionHub* hub) { return new LayersView(hub); }},
            {"timeline", [](SelectionHub* hub) { return new TimelineView(hub); }},
            {"heads", [](SelectionHub* hub) { return new HeadsView(hub); }},
            {"unique blocks", [](SelectionHub* hub) { return new UniqueBlocksView(hub); }},
            {"compare", [](SelectionHub* hub) { return new CompareView(hub); }},
            {"removal", [](SelectionHub* hub) { return new RemovalView(hub); }}};
}

// The JSON of where a file comes from, by the place that its format has for it; PDF packs it, so there its name alone is looked for.
QJsonObject originOf(const QByteArray& bytes, PlotFormat format)
{
    QByteArray json;
    if (format == PlotFormat::Csv || format == PlotFormat::Npy) {
        const qsizetype begin = bytes.indexOf("{\"");
        json = bytes.mid(begin, bytes.indexOf('\n', begin) - begin);
    } else if (format == PlotFormat::Svg) {
        const QString text = QString::fromUtf8(bytes);
        const qsizetype begin = text.indexOf(QStringLiteral("<desc>")) + 6;
        const QString escaped = text.mid(begin, text.indexOf(QStringLiteral("</desc>")) - begin);
        json = QString(escaped).replace(QStringLiteral("&quot;"), QStringLiteral("\"")).toUtf8();
    } else {
        json = QImage::fromData(bytes).text(QStringLiteral("cairn")).toUtf8();
    }
    return QJsonDocument::fromJson(json).object();
}

RunPtr otherRun()   // of the same document, opening other blocks
{
    const auto run = madeRun();
    for (std::uint32_t& block : run->answer.trace.blocks)
        block = block > 1 && block != kNoBlock ? block - 1 : block;
    return run;
}

// Filled with two answers, all three of the heads' views among them.
std::unique_ptr<QWidget> shownView(int index, SelectionHub& hub)
{
    std::unique_ptr<QWidget> view(views()[index].second(&hub));
    view->resize(800, 600);
    view->show();
    hub.setRun(madeRun());
    hub.setCompared(otherRun());
    if (auto* heads = qobject_cast<HeadsView*>(view.get()))
        heads->openHead(1, 1);
    view->resize(1400, 600);
    return view;
}

QList<PlotPanel*> panelsOf(QWidget* view)
{
    QList<PlotPanel*> panels = view->findChildren<PlotPanel*>();
    if (auto* own = qobject_cast<PlotPanel*>(view))
        panels += own;
    return panels;
}

}  // namespace

class ViewExportTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyFileSaysWhereItComesFrom_data()
    {
        QTest::addColumn<int>("index");
        for (int i = 0; i < views().size(); ++i)
            QTest::newRow(views()[i].first) << i;
    }
    void everyFileSaysWhereItComesFrom()
    {
        QFETCH(int, index);
        SelectionHub hub;
        const auto view = shownView(index, hub);
        for (PlotPanel* panel : panelsOf(view.get())) {
            QVERIFY2(panel->formats() == allPlotFormats(), qPrintable(panel->title()));
            for (const PlotFormat format : panel->formats()) {
                QTRY_VERIFY2(panel->bytesOf(PlotFormat::Csv).has_value(), qPrintable(panel->title()));
                const Result<QByteArray> bytes = panel->bytesOf(format);
                QVERIFY(bytes);
                const QString what = panel->title() + QLatin1Char(' ') + formatName(format);
                if (format == PlotFormat::Pdf) {
                    QVERIFY2(bytes->startsWith("%PDF") && bytes->contains("cairn.json"), qPrintable(what));
                    continue;
                }
                const QJsonObject origin = originOf(*bytes, format);
                QVERIFY2(origin.value(QStringLiteral("trace_sha256")).toString() == traceHash(hub.run()->answer.trace), qPrintable(what));
                QVERIFY2(origin.contains(QStringLiteral("selection")), qPrintable(what));
            }
        }
    }

    // As on paper, whatever the window's colours are; these stay as they are.
    void picturesAreLightInADarkWindow_data() { everyFileSaysWhereItComesFrom_data(); }
    void picturesAreLightInADarkWindow()
    {
        QFETCH(int, index);
        const auto wholeApplication = [](cairn::Panel panel) { QApplication::setPalette(themePalette(panel)); };
        const auto restore = qScopeGuard([&] { wholeApplication(cairn::Panel::Light); });
        wholeApplication(cairn::Panel::Light);
        SelectionHub hub;
        const auto view = shownView(index, hub);
        for (PlotPanel* panel : panelsOf(view.get())) {
            QTRY_VERIFY2(panel->bytesOf(PlotFormat::Csv).has_value(), qPrintable(panel->title()));
            test::settle(50);
            const QImage light = QImage::fromData(*panel->bytesOf(PlotFormat::Png));
            wholeApplication(cairn::Panel::Dark);
            test::settle(50);
            const QImage inDark = QImage::fromData(*panel->bytesOf(PlotFormat::Png));
            QVERIFY2(inDark == light, qPrintable(panel->title()));
            QVERIFY(panelOf(panel->plot()->palette()) == cairn::Panel::Dark);
            wholeApplication(cairn::Panel::Light);
            QTRY_VERIFY(panelOf(panel->plot()->palette()) == cairn::Panel::Light);
        }
    }

    // A picture says what it is about, and leaves what only a window has a use for in the window.
    void picturesHaveTheirQuestionAndNoButtons()
    {
        SelectionHub hub;
        RemovalView view(&hub);
        view.resize(800, 600);
        view.show();
        hub.setRun(madeRun());
        QTRY_VERIFY(view.bytesOf(PlotFormat::Csv).has_value());
        const QString svg = QString::fromUtf8(*view.bytesOf(PlotFormat::Svg));
        const QString drawn = svg.mid(svg.indexOf(QStringLiteral("</desc>")));
        QVERIFY(drawn.contains(QLatin1Char('>') + hub.run()->question) && drawn.contains(QLatin1Char('>') + view.title()));
        const auto buttons = view.plot()->findChildren<QPushButton*>();
        QVERIFY(!buttons.isEmpty());
        for (const QPushButton* button : buttons)
            QVERIFY2(button->text().isEmpty() || !drawn.contains(QLatin1Char('>') + button->text()), qPrintable(button->text()));
    }

    // Pictures of lines have every word once, tinted ones too.
    void wordsInColoursStandOnce()
    {
        const auto drawn = [](const std::function<void(QPainter&)>& paint) {
            QBuffer buffer;
            buffer.open(QIODevice::WriteOnly);
            QSvgGenerator generator;
            generator.setOutputDevice(&buffer);
            QPainter painter(&generator);
            paint(painter);
            painter.end();
            QString words;
            for (QXmlStreamReader xml(buffer.data()); !xml.atEnd(); xml.readNext()) {
                if (xml.isStartElement() && xml.name() == QLatin1String("text"))
                    words += xml.readElementText();
            }
            return words.remove(QLatin1Char(' '));
        };
        SelectionHub hub;
        EvidenceView view(&hub);
        view.resize(420, 900);
        view.show();
        hub.setRun(madeRun());
        QTRY_VERIFY(view.model().rowCount() > 0);
        const Passage& passage = view.model().passage(0);
        QVERIFY(passage.words.size() > 1 && passage.peak() > 0);
        const PassageLayout layout(passage, 200);
        QVERIFY(layout.lines() > 1);
        QCOMPARE(drawn([&](QPainter& painter) { layout.paint(painter, {}, view.model().fullWeight(), view); }),
                 QString(passage.text).remove(QLatin1Char(' ')));

        DiffLabel label(DiffLabel::Side::Both);
        label.setPieces({{DiffKind::Same, QStringLiteral("always")},
                         {DiffKind::Removed, QStringLiteral("six")},
                         {DiffKind::Added, QStringLiteral("seven")},
                         {DiffKind::Same, QStringLiteral("o'clock")}});
        label.resize(300, 60);
        QCOMPARE(drawn([&](QPainter& painter) { label.render(&painter, {}, {}, {}); }), QStringLiteral("alwayssixseveno'clock"));
    }

    // What was exported and is read again is what stood on screen: the same rows with the same numbers.
    void npyReadsBackAsTheTable_data() { everyFileSaysWhereItComesFrom_data(); }
    void npyReadsBackAsTheTable()
    {
        QFETCH(int, index);
        SelectionHub hub;
        const auto view = shownView(index, hub);
        for (PlotPanel* panel : panelsOf(view.get())) {
            if (qobject_cast<BlockPlot*>(panel))
                continue;   // plot_export_test reads its cells again
            QTRY_VERIFY2(panel->bytesOf(PlotFormat::Csv).has_value(), qPrintable(panel->title()));
            const auto numbers = readTableNpy(*panel->bytesOf(PlotFormat::Npy));
            QVERIFY2(numbers, qPrintable(panel->title()));
            QCOMPARE(QJsonDocument::fromJson(numbers->provenance.toUtf8()).object()[QStringLiteral("trace_sha256")].toString(),
                     traceHash(hub.run()->answer.trace));
            QVERIFY(numbers->fields.size() >= 2 &&
                    QSet<QString>(numbers->fields.begin(), numbers->fields.end()).size() == numbers->fields.size());
            const QByteArrayList lines = panel->bytesOf(PlotFormat::Csv)->trimmed().split('\n');
            QVERIFY2(numbers->columns.front().size() == std::size_t(lines.size() - 2), qPrintable(panel->title()));
            for (std::size_t row = 0; row < numbers->columns.front().size(); ++row) {
                const QByteArrayList fields = lines[qsizetype(row) + 2].split(',');
                // Words of the CSV may hold commas: each number stands somewhere in the line, in order
                qsizetype at = 0;
                for (const std::vector<double>& column : numbers->columns) {
                    if (std::isnan(column[row]))
                        continue;
                    while (at < fields.size() && fields[at].toDouble() != column[row])
                        ++at;
                    QVERIFY2(at++ < fields.size(), lines[qsizetype(row) + 2].constData());
                }
            }
        }
    }

    // Words that the question's prompt read again count for their block of the text, and the row says so.
    void wordsReadAgainAreMarkedInTheirBlocksRow()
    {
        const auto run = madeRun();
        Trace& trace = run->answer.trace;
        const std::size_t rows = std::size_t{trace.tokens} * trace.layers * trace.heads, row = std::size_t{1} * trace.heads + 2;
        trace.rereadOffsets.assign(rows + 1, 1);   // one share: token 0, layer 1, head 2
        std::fill_n(trace.rereadOffsets.begin(), row + 1, 0u);
        trace.rereadBlocks = {5};
        trace.rereadShares = {floatToHalf(0.75f)};
        SelectionHub hub;
        LayersView view(&hub);
        view.resize(800, 600);
        view.show();
        hub.setRun(run);
        QTRY_VERIFY(view.bytesOf(PlotFormat::Csv).has_value());
        const auto cells = readPlotCsv(*view.bytesOf(PlotFormat::Csv));
        QVERIFY(cells && cells->reread.size() == cells->matrix.blocks.size());
        QCOMPARE(std::count(cells->reread.begin(), cells->reread.end(), 1), std::ptrdiff_t(1));
        const auto marked = std::size_t(std::find(cells->reread.begin(), cells->reread.end(), 1) - cells->reread.begin());
        QCOMPARE(cells->matrix.blocks[marked], 5u);
        QCOMPARE(cells->matrix.values[marked], 0.75f);
        QVERIFY(marked >= cells->matrix.offsets[1] && marked < cells->matrix.offsets[2]);
        view.showTable(true);
        const QAbstractItemModel& table = view.findChild<PlotTable*>()->shown();
        int yes = 0;
        for (int line = 0; line < table.rowCount(); ++line) {
            const bool isMarked = table.index(line, 4).data().toString() == BlockPlot::tr("yes");
            yes += isMarked;
            QVERIFY(!isMarked || table.index(line, 1).data().toInt() == 5);
        }
        QCOMPARE(yes, 1);
    }

    void theNeedleGridLeavesAsItsCells()
    {
        NeedleView view;
        QVERIFY(!view.bytesOf(PlotFormat::Npy).has_value());
        view.setResults(QStringLiteral("needle \u00B7 model"), {{0.0, 31, NeedleOutcome::Answered, 1, {}, {}, {}},
                                                                {0.0, 31, NeedleOutcome::NotRetrieved, 9, {}, {}, {}},
                                                                {0.5, 63, NeedleOutcome::RetrievedNotUsed, 2, {}, {}, {}}});
        const auto numbers = readTableNpy(*view.bytesOf(PlotFormat::Npy));
        QVERIFY(numbers);
        QCOMPARE(numbers->columns.front().size(), view.grid()->cells().size());
        for (std::size_t i = 0; i < view.grid()->cells().size(); ++i) {
            const NeedleCell& cell = view.grid()->cells()[i];
            const auto value = [&](const char* field) { return (*numbers->find(QLatin1String(field)))[i]; };
            QCOMPARE(value("depth"), cell.depth);
            QCOMPARE(value("blocks"), double(cell.blocks));
            QCOMPARE(value("answered"), double(cell.answered));
            QCOMPARE(value("not_used"), double(cell.notUsed));
            QCOMPARE(value("not_retrieved"), double(cell.notRetrieved));
            QVERIFY(cell.meanRank > 0 ? value("mean_rank") == cell.meanRank : std::isnan(value("mean_rank")));
        }
        QVERIFY(numbers->provenance.contains(QStringLiteral("needle \u00B7 model")));
    }

    // In large letters its words go on in further lines: none reaches the edge.
    void theLegendOfTheNeedleGridIsWholeInLargeLetters()
    {
        const QFont usual = QApplication::font();
        QFont large = usual;
        large.setPixelSize(26);
        QApplication::setFont(large);
        NeedleGrid grid;
        grid.setResults({{0.0, 31, NeedleOutcome::Answered, 1, {}, {}, {}}, {0.5, 63, NeedleOutcome::NotRetrieved, 2, {}, {}, {}}});
        grid.resize(400, 400);
        const QImage image = grid.grab().toImage();
        const QRgb ground = image.pixel(399, 399);
        for (int y = int(grid.cellRect(2).bottom()) + 2; y < 400; ++y)
            QVERIFY2(image.pixel(398, y) == ground && image.pixel(397, y) == ground, qPrintable(QString::number(y)));
        QVERIFY(grid.cellRect(0).height() > 60);   // and the cells keep most of the room
        QApplication::setFont(usual);
    }

    void damagedArraysAreRefused()
    {
        NeedleView view;
        view.setResults(QStringLiteral("r"), {{0.0, 31, NeedleOutcome::Answered, 1, {}, {}, {}}});
        const QByteArray npy = *view.bytesOf(PlotFormat::Npy);
        QVERIFY(readTableNpy(npy));
        QVERIFY(!readTableNpy(npy.mid(1)));
        QVERIFY(!readTableNpy(npy.left(npy.size() / 2)));
        QByteArray more = npy;
        more.replace("'shape': (1", "'shape': (9");
        QVERIFY(!readTableNpy(more));
        QByteArray other = npy;
        other.replace("<f8", ">f8").replace("<i4", ">i4");
        QVERIFY(!readTableNpy(other) && !readTableNpy({}));
    }

    void everyPlotHasItsTable_data() { everyFileSaysWhereItComesFrom_data(); }
    void everyPlotHasItsTable()
    {
        QFETCH(int, index);
        SelectionHub hub;
        const std::unique_ptr<QWidget> view(views()[index].second(&hub));
        view->resize(800, 600);
        view->show();
        hub.setRun(madeRun());
        hub.setCompared(madeRun());
        test::settle(50);
        for (PlotPanel* panel : panelsOf(view.get())) {
            if (qobject_cast<HeadRanking*>(panel))
                continue;   // a table as it stands
            panel->showTable(true);
            QVERIFY2(panel->showsTable(), qPrintable(panel->title()));
        }
    }

    void nothingIsExportedBeforeAnAnswer()
    {
        SelectionHub hub;
        for (const auto& [name, make] : views()) {
            const std::unique_ptr<QWidget> view(make(&hub));
            view->show();
            for (PlotPanel* panel : panelsOf(view.get())) {
                const auto bytes = panel->bytesOf(PlotFormat::Csv);
                QVERIFY2(!bytes.has_value() && bytes.error().code == ErrorCode::NotFound, qPrintable(panel->title()));
            }
        }
    }
};

QTEST_MAIN(ViewExportTest)
#include "view_export_test.moc"
