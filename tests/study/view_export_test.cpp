// Every view of the study dock leaves the program in every format it offers, and each file says where it comes from.
#include "made_run.h"

#include "ui/plots/layers_view.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/timeline_view.h"
#include "ui/study/compare_view.h"
#include "ui/study/evidence_view.h"
#include "ui/study/head_ranking.h"
#include "ui/study/heads_view.h"
#include "ui/study/removal_view.h"
#include "ui/study/unique_blocks_view.h"

#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

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
        const std::unique_ptr<QWidget> view(views()[index].second(&hub));
        view->resize(800, 600);
        view->show();
        const RunPtr run = madeRun();
        hub.setRun(run);
        hub.setCompared(otherRun());
        if (auto* heads = qobject_cast<HeadsView*>(view.get()))
            heads->openHead(1, 1);
        view->resize(1400, 600);   // all three of the heads' views
        for (PlotPanel* panel : panelsOf(view.get())) {
            QVERIFY2(panel->formats().size() >= 6, qPrintable(panel->title()));
            for (const PlotFormat format : panel->formats()) {
                QTRY_VERIFY2_WITH_TIMEOUT(panel->bytesOf(PlotFormat::Csv).has_value(), qPrintable(panel->title()), 5000);
                const Result<QByteArray> bytes = panel->bytesOf(format);
                QVERIFY(bytes);
                const QString what = panel->title() + QLatin1Char(' ') + formatName(format);
                if (format == PlotFormat::Pdf) {
                    QVERIFY2(bytes->startsWith("%PDF") && bytes->contains("cairn.json"), qPrintable(what));
                    continue;
                }
                const QJsonObject origin = originOf(*bytes, format);
                QVERIFY2(origin.value(QStringLiteral("trace_sha256")).toString() == traceHash(run->answer.trace), qPrintable(what));
                QVERIFY2(origin.contains(QStringLiteral("selection")), qPrintable(what));
            }
        }
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
        QTest::qWait(50);
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
