// Lift and sinks: by hand.
#include "app/conversation/neutral_record.h"
#include "core/types/half.h"
#include "core/types/lift.h"

#include <QTest>

#include <cmath>

using namespace cairn;

namespace
{

// One layer, one head: gates[token][block], all blocks retrieved by every token.
Trace traceOf(const std::vector<std::vector<float>>& gates)
{
    Trace trace;
    trace.tokens = static_cast<std::uint32_t>(gates.size());
    trace.layers = trace.heads = 1;
    trace.k = trace.documentBlocks = static_cast<std::uint32_t>(gates.front().size());
    for (const auto& row : gates) {
        for (std::uint32_t block = 0; block < row.size(); ++block) {
            trace.blocks.push_back(block);
            trace.gates.push_back(floatToHalf(row[block]));
        }
    }
    return trace;
}

// `count` tokens; `strongest` draws most of each but the last `spared`.
Trace drawing(std::uint32_t strongest, std::size_t count, std::size_t spared)
{
    std::vector<std::vector<float>> gates(count, {0.1f, 0.1f, 0.1f, 0.1f});
    for (std::size_t token = 0; token < count; ++token)
        gates[token][token + spared < count ? strongest : (strongest + 1) % 4] = 0.5f;
    return traceOf(gates);
}

}  // namespace

class LiftTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void liftIsTheQuotientOfShares();
    void steadyIsMoreThanNineTokensInTen();
    void aNeedleIsNoSink();
    void theRecordComesBackAsItWas();
    void foreignRecordsAreRefusedOrCut();
};

void LiftTest::liftIsTheQuotientOfShares()
{
    const std::vector<double> evidence{100, 3, 1, 0}, neutral{7, 1, 3, 0};
    const std::vector<double> lifts = liftOf(evidence, neutral, std::vector<std::uint32_t>{0});
    QCOMPARE(lifts.size(), std::size_t{4});
    QCOMPARE(lifts[0], 1.0);                                          // the sink
    QVERIFY(std::abs(lifts[1] - (0.75 + 1e-4) / (0.25 + 1e-4)) < 1e-12);
    QVERIFY(std::abs(lifts[2] - (0.25 + 1e-4) / (0.75 + 1e-4)) < 1e-12);
    QVERIFY(std::abs(lifts[3] - 1.0) < 1e-12);                        // opened by neither
    QVERIFY(std::abs(liftOf(std::vector<double>{0, 1}, std::vector<double>{0, 0}, {})[1] - (1 + 1e-4) / 1e-4) < 1e-6);
}

void LiftTest::steadyIsMoreThanNineTokensInTen()
{
    QCOMPARE(steadyBlocks(drawing(2, 20, 1)), (std::vector<std::uint32_t>{2}));   // 19 of 20
    QVERIFY(steadyBlocks(drawing(2, 20, 2)).empty());                               // 18 of 20: not more than 90 %
    QVERIFY(steadyBlocks(traceOf({{0, 0}, {0, 0}})).empty());
    QVERIFY(steadyBlocks(Trace{}).empty());
}

void LiftTest::aNeedleIsNoSink()
{
    const std::vector<std::uint32_t> starts{0};
    const NeutralEvidence elsewhere = neutralEvidenceOf(drawing(1, 10, 0)), there = neutralEvidenceOf(drawing(2, 10, 0));
    QCOMPARE(sinksOf(starts, drawing(2, 10, 0), elsewhere), starts);                // drew all of it, but only when asked for
    QCOMPARE(sinksOf(starts, drawing(2, 10, 0), there), (std::vector<std::uint32_t>{0, 2}));
    QCOMPARE(sinksOf(starts, drawing(0, 10, 0), neutralEvidenceOf(drawing(0, 10, 0))), starts);
}

void LiftTest::theRecordComesBackAsItWas()
{
    NeutralRecord record{{}, 4, neutralEvidenceOf(drawing(2, 10, 0))};
    for (std::size_t i = 0; i < record.memoryKey.size(); ++i)
        record.memoryKey[i] = static_cast<std::uint8_t>(251 - 7 * i);
    const auto back = neutralRecordFromJson(toJson(record));
    QVERIFY(back && back->isOf(record.memoryKey, 4) && !back->isOf(record.memoryKey, 5));
    QVERIFY(back->neutral == record.neutral);
}

void LiftTest::foreignRecordsAreRefusedOrCut()
{
    for (const char* json : {"", "{}", R"({"memory":[1],"blocks":1,"evidence":[],"steady":[]})", R"({"memory":7})"})
        QVERIFY2(!neutralRecordFromJson(json), json);
    const auto odd = neutralRecordFromJson(
        R"({"memory":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"blocks":2,"evidence":[-1,"x"],"steady":[9,1,"y"]})");
    QVERIFY(odd);
    QCOMPARE(odd->neutral.evidence, (std::vector<double>{0, 0}));
    QCOMPARE(odd->neutral.steady, (std::vector<std::uint32_t>{1}));
}

QTEST_APPLESS_MAIN(LiftTest)
#include "lift_test.moc"
