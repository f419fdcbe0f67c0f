// What leaves as CSV and NPY are the numbers that stand on screen, view by view, and these are what plain loops over the trace give
// (experience.md 14: export re-read = screen). Layers and Compare: plot_export_test, compare_test.
#include "made_run.h"

#include "tests/plots/number_files.h"
#include "tests/support/patience.h"
#include "ui/pictures/numbers.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/table_numbers.h"
#include "ui/plots/timeline_view.h"
#include "ui/study/evidence_view.h"
#include "ui/study/head_grid.h"
#include "ui/study/head_grid_panel.h"
#include "ui/study/head_page.h"
#include "ui/study/head_ranking.h"
#include "ui/study/heads_view.h"
#include "ui/study/removal_view.h"
#include "ui/study/unique_blocks_charts.h"
#include "ui/study/unique_blocks_view.h"

#include <QListView>
#include <QTableView>
#include <QtTest>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

using namespace cairn;

namespace
{

constexpr IndexRange kBrush{3, 9};

struct Record
{
    std::uint32_t token = 0, layer = 0, head = 0, block = 0;
    double gate = 0;
};

// One by one, as the trace keeps them: of these words, sinks left out.
void forEachRecord(const Run& run, const std::function<void(const Record&)>& take, IndexRange words = kBrush)
{
    const Trace& trace = run.answer.trace;
    std::size_t at = 0;
    for (std::uint32_t t = 0; t < trace.tokens; ++t) {
        for (std::uint32_t l = 0; l < trace.layers; ++l) {
            for (std::uint32_t h = 0; h < trace.heads; ++h) {
                for (std::uint32_t i = 0; i < trace.k; ++i, ++at) {
                    const bool sink = std::binary_search(run.sinks.begin(), run.sinks.end(), trace.blocks[at]);
                    if (t >= words.first && t < words.second && trace.blocks[at] != kNoBlock && !sink)
                        take({t, l, h, trace.blocks[at], double(halfToFloat(trace.gates[at]))});
                }
            }
        }
    }
}

void brush(SelectionHub& hub)
{
    hub.setRun(madeRun());
    hub.change([](Selection& selection) { selection.tokens = std::vector<IndexRange>{kBrush}; });
}

// Columns of both files, which must hold the same.
TableNumbers exported(const PlotPanel& panel)
{
    const auto npy = panel.bytesOf(PlotFormat::Npy), csv = panel.bytesOf(PlotFormat::Csv);
    if (!npy || !csv)
        return {};
    const auto numbers = readTableNpy(*npy);
    return numbers && csv->trimmed().split('\n').size() == qsizetype(numbers->columns.front().size()) + 2 ? *numbers : TableNumbers{};
}

bool isClose(double a, double b)
{
    return std::abs(a - b) <= 1e-5 * std::max(1.0, std::abs(b));
}

// Of the answer's own words, the cells of a plot: in the file, in the picture and in the bubble at each place.
void cellsAgree(const SparseMatrix& file, const HeatmapView& heatmap, const std::map<std::pair<std::uint32_t, std::uint32_t>, double>& own)
{
    QVERIFY(!own.empty());
    QCOMPARE(file.values.size(), own.size());
    for (const auto& [place, gate] : own) {
        const auto left = file.at(place.first, place.second), shown = heatmap.data().cells->at(place.first, place.second);
        QVERIFY(left && shown);
        QCOMPARE(*left, *shown);
        QVERIFY2(isClose(double(*left), gate), qPrintable(QStringLiteral("%1, not %2").arg(double(*left)).arg(gate)));
        const HeatmapTip tip = heatmap.data().describe(int(place.first), int(place.second));
        QVERIFY2(tip.plain().contains(twoDigits(double(*left))), qPrintable(tip.plain()));
    }
}

} // namespace

class ExportNumbersTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void evidence()
    {
        SelectionHub hub;
        EvidenceView view(&hub);
        view.resize(420, 600);
        view.show();
        brush(hub);
        std::map<std::uint32_t, double> own;
        forEachRecord(*hub.run(), [&](const Record& record) { own[record.block] += record.gate; });
        std::erase_if(own, [](const auto& entry) { return entry.second <= 0; });
        QTRY_COMPARE(view.model().rowCount(), int(own.size()));
        for (const auto order : {EvidenceModel::Order::Strength, EvidenceModel::Order::Document}) {
            view.model().setOrder(order);
            const TableNumbers file = exported(view);
            QVERIFY(!file.fields.isEmpty());
            for (int row = 0; row < view.model().rowCount(); ++row) {
                const auto value = [&](const char* field) { return (*file.find(QLatin1String(field)))[std::size_t(row)]; };
                QVERIFY(isClose(value("evidence"), own.at(std::uint32_t(value("block")))));
                const QString card = view.list()->model()->index(row, 0).data().toString();
                const QString words = EvidenceModel::tr("%1, block %2, evidence %3, rank %4")
                                          .arg(view.model().place(row))
                                          .arg(int(value("block")))
                                          .arg(twoDigits(value("evidence")))
                                          .arg(int(value("rank")));
                QVERIFY2(card.startsWith(words), qPrintable(card + QLatin1String(" / ") + words));
            }
        }
    }

    void timeline()
    {
        SelectionHub hub;
        TimelineView view(&hub);
        view.resize(600, 600);
        view.show();
        brush(hub);
        hub.change([](Selection& selection) { selection.unit = TokenUnit::Token; });
        std::map<std::pair<std::uint32_t, std::uint32_t>, double> own;
        forEachRecord(*hub.run(),
                      [&](const Record& record) {
                          double& cell = own[{record.token, record.block}];
                          cell = std::max(cell, record.gate);
                      },
                      {0, hub.run()->answer.trace.tokens}); // a brush marks its words here
        QTRY_VERIFY(!view.isBusy() && view.bytesOf(PlotFormat::Npy).has_value() && view.result().cells->values.size() == own.size());
        const auto npy = readPlotNpy(*view.bytesOf(PlotFormat::Npy)), csv = readPlotCsv(*view.bytesOf(PlotFormat::Csv));
        QVERIFY(npy && csv);
        cellsAgree(npy->matrix, *view.heatmap(), own);
        cellsAgree(csv->matrix, *view.heatmap(), own);
    }

    void headPage()
    {
        SelectionHub hub;
        HeadsView view(&hub);
        view.resize(1400, 600);
        view.show();
        brush(hub);
        view.openHead(1, 2);
        QTRY_VERIFY(view.page()->bytesOf(PlotFormat::Npy).has_value());
        const TableNumbers file = exported(*view.page());
        QVERIFY(!file.fields.isEmpty());
        std::map<std::pair<std::uint32_t, std::uint32_t>, double> own;
        const auto groups = tokenGroups(hub.run()->answer, hub.selection().unit);
        forEachRecord(*hub.run(), [&](const Record& record) {
            const auto word =
                std::find_if(groups.begin(), groups.end(), [&](const TokenGroup& group) { return record.token < group.tokens.second; });
            if (record.layer == 1 && record.head == 2) {
                double& cell = own[{std::uint32_t(word - groups.begin()), record.block}];
                cell = std::max(cell, record.gate);
            }
        });
        std::map<double, double> strongest;   // of each word
        for (const auto& [place, gate] : own)
            strongest[place.first] = std::max(strongest[place.first], gate);
        for (std::size_t row = 0; row < file.columns.front().size(); ++row) {
            const auto value = [&](const char* field) { return (*file.find(QLatin1String(field)))[row]; };
            const auto shown = view.page()->heatmap()->data().cells->at(std::uint32_t(value("word")), std::uint32_t(value("block")));
            QVERIFY(shown);
            QCOMPARE(value("gate"), double(*shown));
            const auto at = own.find({std::uint32_t(value("word")), std::uint32_t(value("block"))});
            QVERIFY(at != own.end());
            QVERIFY(isClose(value("gate"), at->second));
            const HeatmapTip tip = view.page()->heatmap()->data().describe(int(value("word")), int(value("block")));
            QVERIFY2(tip.plain().contains(twoDigits(value("gate"))), qPrintable(tip.plain()));
            QVERIFY2(tip.plain().contains(BlockPlot::tr("rank %1").arg(1)) || value("gate") < strongest[value("word")], qPrintable(tip.plain()));
        }
        QCOMPARE(file.columns.front().size(), own.size());
    }

    // The table of the heads, the bubbles of the grid, and the files of both.
    void headsAndGrid()
    {
        SelectionHub hub;
        HeadsView view(&hub);
        view.resize(1400, 600);
        view.show();
        brush(hub);
        QTRY_VERIFY(view.ranking()->bytesOf(PlotFormat::Npy).has_value() && view.grid()->bytesOf(PlotFormat::Npy).has_value());
        const TableNumbers ranking = exported(*view.ranking()), grid = exported(*view.grid());
        QVERIFY(!ranking.fields.isEmpty());
        QCOMPARE(ranking.fields, grid.fields);
        const Trace& trace = hub.run()->answer.trace;
        std::map<std::pair<int, int>, double> evidence, strongest;
        std::map<std::pair<int, int>, std::set<std::uint32_t>> blocks;
        forEachRecord(*hub.run(), [&](const Record& record) {
            const std::pair head{int(record.layer), int(record.head)};
            evidence[head] += record.gate;
            strongest[head] = std::max(strongest[head], record.gate);
            blocks[head].insert(record.block);
        });
        const QAbstractItemModel& table = *view.ranking()->table()->model(); // as sorted
        QCOMPARE(table.rowCount(), int(trace.layers * trace.heads));
        auto* cells = view.grid()->findChild<HeadGrid*>();
        cells->setFocus();
        std::set<QString> said;
        for (int row = 0; row < table.rowCount(); ++row) {
            const QStringList place = table.index(row, 0).data().toString().mid(1).split(QStringLiteral(".H"));
            const std::pair head{place.value(0).toInt(), place.value(1).toInt()};
            const auto at = std::size_t(head.first) * trace.heads + std::size_t(head.second);
            QCOMPARE((*ranking.find(QStringLiteral("layer")))[at], double(head.first));
            QCOMPARE((*ranking.find(QStringLiteral("head")))[at], double(head.second));
            QVERIFY(isClose((*ranking.find(fieldOf(HeadStatistic::Evidence)))[at], evidence[head]));
            QVERIFY(isClose((*ranking.find(fieldOf(HeadStatistic::Strongest)))[at], strongest[head]));
            QCOMPARE((*ranking.find(fieldOf(HeadStatistic::UniqueBlocks)))[at], double(blocks[head].size()));
            for (std::size_t i = 0; i < kHeadStatistics.size(); ++i) {
                const double value = (*ranking.find(fieldOf(kHeadStatistics[i])))[at];
                QCOMPARE((*grid.find(fieldOf(kHeadStatistics[i])))[at], value);
                const QString shown = table.index(row, int(i) + 1).data().toString();
                const bool counted = kHeadStatistics[i] == HeadStatistic::UniqueBlocks;
                QCOMPARE(shown, counted ? QLocale().toString(int(value)) : twoDigits(value));
            }
        }
        for (std::uint32_t layer = 0; layer < trace.layers; ++layer) { // the cursor walks over all of them
            for (std::uint32_t head = 0; head < trace.heads; ++head) {
                for (const HeadStatistic statistic : {HeadStatistic::MemoryShare, HeadStatistic::Entropy}) {
                    cells->setStatistic(statistic);
                    for (std::uint32_t i = 0; i < trace.layers; ++i)
                        QTest::keyClick(cells, Qt::Key_Up);
                    QTest::keyClick(cells, Qt::Key_Home);
                    for (std::uint32_t i = 0; i < layer; ++i)
                        QTest::keyClick(cells, Qt::Key_Down);
                    for (std::uint32_t i = 0; i < head; ++i)
                        QTest::keyClick(cells, Qt::Key_Right);
                    const QString words = cells->accessibleDescription();
                    const double value = (*grid.find(fieldOf(statistic)))[std::size_t(layer) * trace.heads + head];
                    const QString begin = QStringLiteral("%1: %2 %3").arg(headName(layer, head), nameOf(statistic), twoDigits(value));
                    QVERIFY2(words.startsWith(begin), qPrintable(words + QLatin1String(" / ") + begin));
                    said.insert(words);
                }
            }
        }
        QVERIFY(said.size() > std::size_t(trace.layers) * trace.heads);
    }

    void uniqueBlocks()
    {
        SelectionHub hub;
        UniqueBlocksView view(&hub);
        view.resize(600, 600);
        view.show();
        view.setWindow(4);
        brush(hub);
        std::map<std::uint32_t, std::set<std::uint32_t>> own;
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<std::uint32_t>> windows; // by the window's first token and layer
        forEachRecord(*hub.run(), [&](const Record& record) {
            own[record.layer].insert(record.block);
            windows[{record.token / 4 * 4, record.layer}].insert(record.block);
        });
        QTRY_VERIFY(view.perLayer().size() == own.size() && view.perLayer()[0] == own[0].size());
        const TableNumbers file = exported(view);
        QVERIFY(!file.fields.isEmpty());
        std::map<std::uint32_t, std::uint32_t> counts;
        for (std::uint32_t layer = 0; layer < own.size(); ++layer) {
            QCOMPARE((*file.find(QStringLiteral("different_blocks")))[layer], double(own[layer].size()));
            QCOMPARE(view.perLayer()[layer], std::uint32_t(own[layer].size())); // the bar
            QCOMPARE((*file.find(QStringLiteral("at_most")))[layer], double(view.bounds()[layer]));
            for (const QString& field : file.fields) {
                if (!field.startsWith(QStringLiteral("from_token_")))
                    continue;
                const auto first = field.section(QLatin1Char('_'), 2).toUInt();
                const auto value = std::uint32_t((*file.find(field))[layer]);
                const auto at = windows.find({first, layer});
                QCOMPARE(value, std::uint32_t(at == windows.end() ? 0 : at->second.size()));
                ++counts[value];
            }
        }
        for (const CountBin& bin : view.histogram()->bins()) { // the columns of the histogram
            std::uint32_t inside = 0;
            for (const auto& [value, times] : counts)
                inside += value >= bin.from && value <= bin.to ? times : 0;
            QCOMPARE(bin.windows, inside);
        }
    }

    void removal()
    {
        SelectionHub hub;
        RemovalView view(&hub);
        view.resize(900, 600);
        view.show();
        brush(hub);
        QTRY_VERIFY(view.table()->model()->rowCount() > 2);
        const std::vector<float> all = view.model().baseline();
        std::map<std::uint32_t, double> effects;
        for (int row = 0; row < 2; ++row) {
            const std::uint32_t block = view.model().rows()[std::size_t(row)].block;
            std::vector<float> without = all;
            for (std::size_t t = 0; t < without.size(); ++t)
                without[t] -= 0.1f * float(t % 3) * (row == 0 ? 1.0f : -0.5f);
            for (std::size_t t = kBrush.first; t < kBrush.second; ++t)
                effects[block] += double(all[t]) - double(without[t]);
            view.setResult(block, without);
        }
        std::map<std::uint32_t, double> evidence;
        forEachRecord(*hub.run(), [&](const Record& record) { evidence[record.block] += record.gate; });
        const TableNumbers file = exported(view);
        QVERIFY(!file.fields.isEmpty());
        const QAbstractItemModel& table = *view.table()->model();
        for (int row = 0; row < table.rowCount(); ++row) {
            const auto value = [&](const char* field) { return (*file.find(QLatin1String(field)))[std::size_t(row)]; };
            const auto block = std::uint32_t(value("block"));
            const auto shown = [&](int column) { return table.index(row, column).data().toString(); };
            QCOMPARE(shown(RemovalModel::Block), QString::number(block));
            QCOMPARE(shown(RemovalModel::Evidence), twoDigits(value("evidence")));
            QVERIFY(isClose(value("evidence"), evidence[block]));
            QCOMPARE(std::isnan(value("effect")), !effects.contains(block));
            if (effects.contains(block)) {
                QVERIFY(isClose(value("effect"), effects[block]));
                QCOMPARE(shown(RemovalModel::Effect), signedDigits(value("effect")));
            }
        }
    }
};

QTEST_MAIN(ExportNumbersTest)
#include "export_numbers_test.moc"
