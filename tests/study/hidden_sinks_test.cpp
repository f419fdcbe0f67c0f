// Sinks are hidden in all views or in none: those in which cited words stand are shown, and all say how many are hidden.
#include "made_run.h"

#include "tests/support/patience.h"
#include "ui/heatmap_view.h"
#include "ui/plots/layers_view.h"
#include "ui/plots/plot_words.h"
#include "ui/selection/resolved.h"
#include "ui/study/compare_view.h"
#include "ui/study/evidence_legend.h"
#include "ui/study/evidence_view.h"

#include <QtTest>

#include <map>

using namespace cairn;

namespace
{

// Its first citation is of words of block 0.
std::shared_ptr<Run> runThatCitesTheBeginning()
{
    auto run = madeRun();
    const auto place = run->map->placesOf(BlockId{0}).front();
    run->answer.citations.front().range = {place.range.begin + 2, place.range.begin + 12};
    return run;
}

// It rests on block 0 as well, and its words stand elsewhere.
std::shared_ptr<Run> runThatRestsOnTheBeginning()
{
    auto run = madeRun();
    run->answer.citations.front().blocks.push_back(0);
    return run;
}

struct Shown
{
    SelectionHub hub;
    EvidenceView evidence{&hub};
    LayersView layers{&hub};

    explicit Shown(const RunPtr& run)
    {
        hub.setRun(run);
        test::settle(40);
    }
    bool hasCard(std::uint32_t block) const { return evidence.model().rowOf(block).has_value(); }
    bool hasColumn(int block) const
    {
        for (int layer = 0; layer < int(layers.heatmap()->cells().rows); ++layer) {
            if (layers.heatmap()->value({layer, block}))
                return true;
        }
        return false;
    }
    bool isTinted(std::uint32_t block) const
    {
        const ByteRange own = hub.run()->map->placesOf(BlockId{block}).front().range;
        const auto heat = heatOf(hub, 0);
        return std::any_of(heat.begin(), heat.end(), [&](const HeatRun& run) { return run.range.begin < own.end && own.begin < run.range.end; });
    }
    QString said() const { return evidence.findChild<EvidenceLegend*>()->accessibleDescription(); }
};

}  // namespace

class HiddenSinksTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aSinkWithCitedWordsIsShownInAllViews()
    {
        const Shown shown(runThatCitesTheBeginning());
        QVERIFY(shown.hasCard(0) && shown.hasColumn(0) && shown.isTinted(0));
        QCOMPARE(shown.evidence.model().citation(0), 1);
        QVERIFY(shown.layers.heatmap()->data().hiddenColumns.empty());
        QVERIFY(!maskWords(shown.hub).words.contains(QStringLiteral("sink")));
        QVERIFY(shown.said().isEmpty());
    }

    void aShownSinkDoesNotPaleTheOthers()
    {
        const auto strengths = [](const RunPtr& run) {
            SelectionHub hub;
            hub.setRun(run);
            std::map<std::uint64_t, float> found;
            for (const HeatRun& part : heatOf(hub, 0))
                found[part.range.begin] = part.strength;
            return found;
        };
        auto plain = madeRun();
        Trace& trace = plain->answer.trace;
        for (std::size_t row = 0; row < trace.blocks.size(); row += trace.k) {   // every head looks most at the beginning
            trace.blocks[row] = 0;
            trace.gates[row] = floatToHalf(0.6f);
        }
        auto cited = std::make_shared<Run>(*plain);
        cited->answer.citations = runThatCitesTheBeginning()->answer.citations;
        auto shown = strengths(cited);
        const std::uint64_t first = plain->map->placesOf(BlockId{0}).front().range.begin;
        QCOMPARE(shown.at(first), 1.0f);
        shown.erase(first);
        QVERIFY(!shown.empty() && shown == strengths(plain));
    }

    void aSinkThatACitationOnlyRestsOnIsHiddenInAllViews()
    {
        const Shown shown(runThatRestsOnTheBeginning());
        QVERIFY(!shown.hasCard(0) && !shown.hasColumn(0) && !shown.isTinted(0));
        QVERIFY(maskWords(shown.hub).words.startsWith(QStringLiteral("1 sink block")));
        QCOMPARE(shown.said(), QStringLiteral("1 sink block(s) hidden"));
    }

    void allViewsCountTheSame()
    {
        auto run = madeRun();
        TraceFilter word;
        word.tokens = std::vector<IndexRange>{{0, 1}};
        const std::vector<double> totals = blockTotals(run->answer.trace, word);
        const auto silent = std::uint32_t(std::find(totals.begin() + 1, totals.end(), 0.0) - totals.begin());
        QVERIFY(silent < totals.size());   // a sink that the word did not open has no card that could be hidden
        run->sinks = {0, silent};
        Shown shown(run);
        shown.hub.change([](Selection& selection) { selection.tokens = std::vector<IndexRange>{{0, 1}}; });
        test::settle(40);
        QVERIFY(maskWords(shown.hub).words.startsWith(QStringLiteral("2 sink block(s)")));
        QCOMPARE(shown.said(), QStringLiteral("2 sink block(s) hidden"));
    }

    void aComparisonHidesTheSameOfBoth()
    {
        const auto a = madeRun();
        auto b = std::make_shared<Run>(*runThatCitesTheBeginning());
        b->id = QStringLiteral("run-5");
        b->documents = a->documents;
        b->map = a->map;
        b->answer.trace = madeTrace({.tokens = a->answer.trace.tokens, .seed = 31});
        SelectionHub hub;
        CompareView view(&hub);
        view.resize(800, 800);
        view.show();
        hub.setRun(a);
        hub.setCompared(b);
        test::settle(40);
        QVERIFY(view.heatmap()->cells().rows > 0 && view.heatmap()->data().hiddenColumns.empty());
        b = std::make_shared<Run>(*b);
        b->answer.citations.clear();
        b->sinks = {0, 3};
        hub.setCompared(b);
        test::settle(40);
        QCOMPARE(view.heatmap()->data().hiddenColumns, (std::vector<int>{0, 3}));
        for (int layer = 0; layer < int(view.heatmap()->cells().rows); ++layer)
            QVERIFY(!view.heatmap()->cells().at(std::uint32_t(layer), 0) && !view.heatmap()->cells().at(std::uint32_t(layer), 3));
    }
};

QTEST_MAIN(HiddenSinksTest)
#include "hidden_sinks_test.moc"
