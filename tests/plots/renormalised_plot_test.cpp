// Renormalised plots: switched at the colour bar or in the menu, said in the colour bar, and one question for pictures, tables and files.
#include "tests/plots/number_files.h"
#include "tests/plots/shown_plot.h"
#include "tests/support/patience.h"
#include "ui/panels/buttons.h"
#include "ui/panels/labels.h"
#include "ui/plots/colour_bar.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/timeline_view.h"
#include "ui/study/block_facts.h"
#include "ui/study/compare_view.h"
#include "ui/study/evidence_legend.h"
#include "ui/study/evidence_view.h"
#include "ui/study/head_grid.h"
#include "ui/study/head_grid_panel.h"
#include "ui/study/heads_view.h"

#include <QComboBox>
#include <QMenu>

#include <algorithm>
#include <cmath>
#include <map>

using namespace cairn;

namespace
{

using Cells = std::map<std::pair<std::uint32_t, std::uint32_t>, double>;

struct Part
{
    std::uint32_t token, layer, block;
    double value;
};

// Of every (t, l, h) the parts of what is neither block 0 nor the conversation's, by plain loops.
std::vector<Part> parts(const Trace& trace)
{
    std::vector<Part> found;
    for (std::size_t record = 0; record < std::size_t{trace.tokens} * trace.layers * trace.heads; ++record) {
        std::vector<std::pair<std::uint32_t, double>> left;
        for (std::size_t place = record * trace.k; place < (record + 1) * trace.k; ++place) {
            if (trace.blocks[place] > 0 && trace.blocks[place] < trace.documentBlocks)
                left.emplace_back(trace.blocks[place], double(halfToFloat(trace.gates[place])));
        }
        for (std::size_t i = trace.rereadOffsets[record]; i < trace.rereadOffsets[record + 1]; ++i)
            left.emplace_back(trace.rereadBlocks[i], double(halfToFloat(trace.rereadShares[i])));
        double sum = 0;
        for (const auto& [block, gate] : left)
            sum += gate;
        const auto token = std::uint32_t(record / (trace.layers * trace.heads));
        for (const auto& [block, gate] : left)
            found.push_back({token, std::uint32_t(record / trace.heads % trace.layers), block, sum > 0 ? gate / sum : gate});
    }
    return found;
}

bool isClose(double a, double b) { return std::abs(a - b) <= 1e-3 * std::max(1.0, std::abs(b)); }   // halves

QString unitOf(const QWidget& view)
{
    QStringList words;
    for (const auto* label : view.findChild<ColourBar*>()->findChildren<ElidedLabel*>())
        words += label->text();
    return words.join(QLatin1Char('|'));
}

LinkButton* linkOf(const QWidget& view)
{
    for (auto* link : view.findChild<ColourBar*>()->findChildren<LinkButton*>()) {
        if (!link->isHidden() && (link->text() == QStringLiteral("Renormalise") || link->text() == QStringLiteral("As recorded")))
            return link;
    }
    return nullptr;
}

const QString kSaid = QStringLiteral(", renormalised");

}  // namespace

class RenormalisedPlotTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void layersFollowTheSwitchAndSaySo()
    {
        ShownLayers shown;
        shown.view.show();
        const SparseMatrix before = shown.view.heatmap()->cells();
        QVERIFY(!unitOf(shown.view).contains(kSaid) && linkOf(shown.view)->text() == QStringLiteral("Renormalise"));
        shown.change([](Selection& selection) { selection.range = {0.0, 0.01}; });
        linkOf(shown.view)->click();
        shown.settle();
        QVERIFY(shown.hub.selection().renormalise && !shown.hub.selection().range);   // that one was of the other values
        QVERIFY(unitOf(shown.view).contains(kSaid));
        Cells own;
        for (const Part& part : parts(shown.hub.run()->answer.trace)) {
            double& cell = own[{part.layer, part.block}];
            cell = std::max(cell, part.value);
        }
        const SparseMatrix cells = shown.view.heatmap()->cells();
        QCOMPARE(cells.values.size(), own.size());
        for (const auto& [place, value] : own) {
            QVERIFY(cells.at(place.first, place.second));
            QVERIFY(isClose(double(*cells.at(place.first, place.second)), value));
        }
        linkOf(shown.view)->click();
        shown.settle();
        QVERIFY(shown.view.heatmap()->cells() == before && !unitOf(shown.view).contains(kSaid));
    }

    void filesHoldWhatStandsOnScreen()
    {
        ShownLayers shown;
        shown.hub.renormalise(true);
        shown.settle();
        const auto csv = readPlotCsv(*shown.view.bytesOf(PlotFormat::Csv)), npy = readPlotNpy(*shown.view.bytesOf(PlotFormat::Npy));
        QVERIFY(csv && npy);
        QVERIFY(csv->matrix == shown.view.heatmap()->cells() && npy->matrix == csv->matrix);
        const QString& made = csv->provenance;
        QVERIFY(made.contains(QStringLiteral("\"renorm\":true")) || made.contains(QStringLiteral("\\\"renorm\\\":true")));
        const auto cell = [&] { return shown.view.heatmap()->describe({1, 26}).lines.join(QLatin1Char(' ')); };
        const QString parts = cell();
        shown.hub.renormalise(false);
        shown.settle();
        QVERIFY(parts != cell());
    }

    void menuHasTheSwitchWhereSharesAreShown()
    {
        ShownLayers shown;
        const auto find = [&]() -> QAction* {
            Q_EMIT shown.view.heatmap()->menuRequested(1, 26, {10, 10});
            QAction* found = nullptr;
            auto* menu = shown.view.findChild<QMenu*>();
            for (QAction* action : menu->actions())
                found = action->text() == QStringLiteral("Renormalise what is not hidden") ? action : found;
            return found;
        };
        QAction* action = find();
        QVERIFY(action && action->isCheckable() && !action->isChecked());
        action->trigger();
        QVERIFY(shown.hub.selection().renormalise);
        delete shown.view.findChild<QMenu*>();
        shown.settle();
        QVERIFY(find()->isChecked());
        delete shown.view.findChild<QMenu*>();
        for (const Metric metric : {Metric::Score, Metric::Memory}) {   // nothing there is a share of the gates
            shown.change([metric](Selection& selection) { selection.metric = metric; });
            QVERIFY(!find() && !linkOf(shown.view) && !unitOf(shown.view).contains(kSaid));
            delete shown.view.findChild<QMenu*>();
        }
        shown.change([](Selection& selection) {
            selection.metric = Metric::Gate;
            selection.aggregate = Aggregate::Count;
        });
        QVERIFY(!linkOf(shown.view) && !unitOf(shown.view).contains(kSaid));
    }

    void everyViewAsksTheSame()
    {
        SelectionHub hub;
        const auto run = samples::madeUpRun();
        TimelineView timeline(&hub);
        EvidenceView evidence(&hub);
        HeadsView heads(&hub);
        hub.setRun(run);
        heads.resize(1300, 700);
        for (QWidget* view : std::initializer_list<QWidget*>{&timeline, &evidence, &heads})
            view->show();
        hub.renormalise(true);
        hub.change([](Selection& selection) { selection.unit = TokenUnit::Token; });
        test::settle(40);
        QTRY_VERIFY(!timeline.isBusy() && unitOf(timeline).contains(kSaid));
        std::map<std::uint32_t, double> sums;
        Cells cells;
        for (const Part& part : parts(run->answer.trace)) {
            sums[part.block] += part.value;
            double& cell = cells[{part.token, part.block}];
            cell = std::max(cell, part.value);
        }
        for (const auto& [place, value] : cells)
            QVERIFY(isClose(double(timeline.heatmap()->cells().at(place.first, place.second).value_or(-1)), value));
        QVERIFY(evidence.findChild<EvidenceLegend*>()->accessibleName().contains(kSaid));
        QVERIFY(evidence.model().rowCount() > 10);
        for (int row = 0; row < evidence.model().rowCount(); ++row)
            QVERIFY(isClose(evidence.model().row(row).evidence, sums[evidence.model().row(row).block]));
        const BlockFacts facts = blockFacts(hub, 26), sink = blockFacts(hub, 0);
        QVERIFY(isClose(facts.evidence, sums[26]) && facts.summedOver.endsWith(kSaid));
        QVERIFY(!sink.summedOver.contains(kSaid));   // hidden: as it was recorded
        auto* statistic = heads.grid()->findChild<QComboBox*>();
        statistic->setCurrentIndex(statistic->findData(int(HeadStatistic::Evidence)));
        QVERIFY(unitOf(*heads.grid()).contains(kSaid) && linkOf(*heads.grid()));
        statistic->setCurrentIndex(statistic->findData(int(HeadStatistic::MemoryShare)));
        QVERIFY(!unitOf(*heads.grid()).contains(kSaid) && unitOf(*heads.grid()).contains(QStringLiteral("bars renormalised")));
        hub.renormalise(false);
        QTRY_VERIFY(!unitOf(*heads.grid()).contains(QStringLiteral("renormalised")) && linkOf(*heads.grid()));
        QVERIFY(!evidence.findChild<EvidenceLegend*>()->accessibleName().contains(kSaid));
    }

    void differencesAreOfParts()
    {
        SelectionHub hub;
        const auto a = samples::madeUpRun();
        const auto b = samples::madeUpRun({.tokens = 14}, QStringLiteral("run-8"), 5);
        b->documents = a->documents;
        b->map = a->map;
        CompareView view(&hub);
        view.resize(800, 800);
        view.show();
        hub.setRun(a);
        hub.setCompared(b);
        test::settle(40);
        QVERIFY(!unitOf(view).contains(kSaid));
        linkOf(view)->click();
        QTRY_VERIFY(unitOf(view).contains(kSaid));
        Cells own;
        for (const auto& [run, sign] : {std::pair{a, 1.0}, {b, -1.0}}) {
            Cells largest;
            for (const Part& part : parts(run->answer.trace)) {
                double& cell = largest[{part.layer, part.block}];
                cell = std::max(cell, part.value);
            }
            for (const auto& [place, value] : largest)
                own[place] += sign * value;
        }
        const auto* map = view.findChild<HeatmapView*>();
        for (const auto& [place, value] : own)
            QVERIFY(std::abs(double(map->data().cells->at(place.first, place.second).value_or(0)) - value) < 2e-3);
    }
};

QTEST_MAIN(RenormalisedPlotTest)
#include "renormalised_plot_test.moc"
