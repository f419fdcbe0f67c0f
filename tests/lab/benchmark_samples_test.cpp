// Ratios and verdicts on made-up samples: performance.md 9, point 4.
#include "app/lab/benchmark/pairs.h"
#include "app/lab/benchmark/samples.h"

#include <QTest>

#include <cmath>

using namespace cairn::benchmark;

namespace
{

Side side(const std::vector<double>& wall, double processorShare = 1)
{
    Side out;
    for (const double seconds : wall)
        out.samples.push_back({seconds, seconds * processorShare});
    return out;
}

Row rowWith(const std::vector<double>& baseline, const std::vector<double>& cairn, double goal)
{
    Row row;
    row.baseline = side(baseline);
    row.cairn = side(cairn);
    row.goal = goal;
    return row;
}

}  // namespace

class BenchmarkSamplesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void bestIsTheShortestAndMedianTheMiddle()
    {
        QCOMPARE(side({3, 1, 2}).best(&Sample::wall), 1.0);
        QCOMPARE(side({3, 1, 2}).median(&Sample::wall), 2.0);
        QCOMPARE(side({4, 1, 3, 2}).median(&Sample::wall), 2.5);
        QVERIFY(std::isnan(side({}).best(&Sample::wall)));
        QVERIFY(std::isnan(side({}).median(&Sample::wall)));
    }

    void ratioIsBaselineOverCairn()
    {
        const Judged judged = judge(rowWith({8, 6, 10}, {2, 4, 3}, 1));
        QCOMPARE(judged.ratioMin, 3.0);
        QCOMPARE(judged.ratioMedian, 8.0 / 3);
    }

    void verdictNeedsBothRatios_data()
    {
        QTest::addColumn<double>("goal");
        QTest::addColumn<int>("verdict");
        QTest::addRow("both reach") << 2.0 << int(Verdict::Pass);
        QTest::addRow("exactly") << 8.0 / 3 << int(Verdict::Pass);
        QTest::addRow("the median misses") << 2.9 << int(Verdict::Unclear);
        QTest::addRow("both miss") << 3.1 << int(Verdict::Fail);
        QTest::addRow("no goal") << kUnknown << int(Verdict::NoGoal);
    }
    void verdictNeedsBothRatios()
    {
        QFETCH(double, goal);
        QFETCH(int, verdict);
        QCOMPARE(int(judge(rowWith({8, 6, 10}, {2, 4, 3}, goal)).verdict), verdict);
    }

    void atMostGoalsTurnTheRatioRound()
    {
        Row row = rowWith({100}, {3}, 0.03);
        row.atMost = true;
        QCOMPARE(judge(row).ratioMin, 0.03);
        QCOMPARE(judge(row).verdict, Verdict::Pass);
        row.goal = 0.02;
        QCOMPARE(judge(row).verdict, Verdict::Fail);
    }

    void sharedMachineIsJudgedByProcessorTimeOfOneThread()
    {
        Row row = rowWith({8, 8}, {8, 8}, 1.5);   // by the clock: 1
        row.cairn = side({8, 8}, 0.5);            // the other half somebody else computed
        row.shared = true;
        row.processorTells = true;
        const Judged judged = judge(row);
        QVERIFY(judged.byProcessor);
        QCOMPARE(judged.ratioMin, 2.0);
        QCOMPARE(judged.verdict, Verdict::Pass);
        QVERIFY(judged.reason.find("shared") != std::string::npos);
    }

    void sharedMachineWithoutThatIsNotJudged_data()
    {
        QTest::addColumn<int>("threads");
        QTest::addColumn<bool>("processorTells");
        QTest::addRow("several threads") << 2 << true;
        QTest::addRow("waits for a disk") << 1 << false;
    }
    void sharedMachineWithoutThatIsNotJudged()
    {
        QFETCH(int, threads);
        QFETCH(bool, processorTells);
        Row row = rowWith({8}, {2}, 1);
        row.threads = threads;
        row.processorTells = processorTells;
        row.shared = true;
        QCOMPARE(judge(row).verdict, Verdict::Shared);
        row.shared = false;
        QCOMPARE(judge(row).verdict, Verdict::Pass);
    }

    void missingSideIsNeverAPass()
    {
        QCOMPARE(judge(rowWith({}, {1}, 0)).verdict, Verdict::NotMeasured);
        Row row = rowWith({8}, {2}, 1);
        row.notMeasured = "no baseline";
        QCOMPARE(judge(row).verdict, Verdict::NotMeasured);
        QCOMPARE(judge(row).reason, std::string("no baseline"));
        QCOMPARE(judge(rowWith({1}, {0}, 1)).verdict, Verdict::NotMeasured);   // no time passed: nothing was measured
    }

    void pairsAlternateTheirOrder()
    {
        std::string order;
        const auto note = [&](char who) { return [&order, who] { order += who; return cairn::Result<Sample>(Sample{1, 1}); }; };
        Row row;
        PairPlan plan;
        plan.pairs = 5;
        QVERIFY(measurePairs(row, plan, note('A'), note('B')));
        QCOMPARE(order, std::string("ABBAABBAAB"));
        QCOMPARE(row.baseline.samples.size(), std::size_t(5));
        QCOMPARE(row.cairn.samples.size(), std::size_t(5));
    }

    void failedSampleEndsTheRow()
    {
        Row row;
        const auto done = measurePairs(row, {}, [] { return cairn::Result<Sample>(Sample{1, 1}); },
                                       [] { return cairn::Result<Sample>(cairn::Error{cairn::ErrorCode::Io, "gone"}); });
        QVERIFY(!done);
        QCOMPARE(done.error().message, std::string("gone"));
    }

    void samplesAreLongEnough()
    {
        QCOMPARE(unitsFor(0.001, 16), 200u);       // 200 ms
        QCOMPARE(unitsFor(0.5, 16), 16u);          // at least 16 tokens
        QCOMPARE(unitsFor(1e-9, 16, 64), 64u);
        QCOMPARE(unitsFor(0, 16, 64), 64u);
    }
};

QTEST_GUILESS_MAIN(BenchmarkSamplesTest)
#include "benchmark_samples_test.moc"
