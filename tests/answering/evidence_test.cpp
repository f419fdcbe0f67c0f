#include "core/answering/evidence.h"

#include "tests/answering/support.h"

#include <QtTest>

#include <cmath>

using namespace cairn;

class EvidenceTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void evidenceIsTheSumOfGates();
    void rereadWordsAddToTheirBlocks();
    void gatesOfSinksAreLeftOut();
    void coverageCountsConsultedAndOpened();
    void coverageNeverExceedsItsTotal();
    void anOpenedLastBlockIsOneOfTheTotal();
    void headsSplitTheEvidence();
    void wordHeatAddsTheTokensOfASentence();
    void liftComparesWithANeutralQuestion();
};

namespace
{

bool close(double a, double b)
{
    return std::abs(a - b) < 1e-3;
}

// Two tokens, one layer, two heads, two places, four document blocks; block 4 is the conversation's.
Trace smallTrace()
{
    Trace trace = test::emptyTrace(2, 1, 2, 2, 3, 4);
    test::setGate(trace, 0, 0, 0, 0, 0, 0.5f);
    test::setGate(trace, 0, 0, 0, 1, 2, 0.25f);
    test::setGate(trace, 0, 0, 1, 0, 2, 0.125f);
    test::setGate(trace, 0, 0, 1, 1, 4, 0.5f);
    test::setGate(trace, 1, 0, 0, 0, 1, 0.03125f);
    return trace;
}

// Token 1, head 0 gave 0.25 to words of block 3, fed again.
void addReread(Trace& trace)
{
    trace.rereadOffsets = {0, 0, 0, 1, 1};
    trace.rereadBlocks = {3};
    trace.rereadShares = {floatToHalf(0.25f)};
}

}  // namespace

void EvidenceTest::evidenceIsTheSumOfGates()
{
    const Trace trace = smallTrace();
    QVERIFY(evidenceOf(trace, 0, 2, {}) == (std::vector<double>{0.5, 0.03125, 0.375, 0.0}));
    QVERIFY(evidenceOf(trace, 1, 2, {}) == (std::vector<double>{0.0, 0.03125, 0.0, 0.0}));
}

void EvidenceTest::rereadWordsAddToTheirBlocks()
{
    Trace trace = smallTrace();
    addReread(trace);
    QVERIFY(evidenceOf(trace, 0, 2, {}) == (std::vector<double>{0.5, 0.03125, 0.375, 0.25}));
    QVERIFY(evidenceOf(trace, 0, 1, {}) == (std::vector<double>{0.5, 0.0, 0.375, 0.0}));
}

void EvidenceTest::gatesOfSinksAreLeftOut()
{
    Trace trace = smallTrace();
    addReread(trace);
    trace.rereadBlocks = {0};
    const std::vector<std::uint32_t> sinks = {0};
    QVERIFY(evidenceOf(trace, 0, 2, sinks) == (std::vector<double>{0.25, 0.03125, 0.375, 0.0}));
}

void EvidenceTest::coverageCountsConsultedAndOpened()
{
    Trace trace = smallTrace();
    addReread(trace);
    const std::vector<std::uint32_t> sinks = {0};
    const Coverage coverage = coverageOf(trace, sinks);
    QCOMPARE(coverage.opened, 3u);      // 1, 2, 3
    QCOMPARE(coverage.consulted, 2u);   // 1 has a gate of 0.03 only
    QCOMPARE(coverage.total, 4u);
    QVERIFY(openedBlocks(trace, 0, 2, sinks) == (std::vector<std::uint32_t>{1, 2, 3}));
}

// A short text of which all blocks were opened, and the open one at its end.
void EvidenceTest::coverageNeverExceedsItsTotal()
{
    Trace trace = smallTrace();
    trace.rereadOffsets = {0, 0, 0, 2, 2};
    trace.rereadBlocks = {3, 4};
    trace.rereadShares = {floatToHalf(0.25f), floatToHalf(0.5f)};
    const Coverage coverage = coverageOf(trace, {});
    QCOMPARE(coverage.opened, 5u);
    QCOMPARE(coverage.total, 5u);
}

// Of a text of four blocks and an open one, 1 is not opened.
void EvidenceTest::anOpenedLastBlockIsOneOfTheTotal()
{
    Trace trace = smallTrace();
    test::setGate(trace, 1, 0, 0, 0, 2, 0.03125f);
    trace.rereadOffsets = {0, 0, 0, 2, 2};
    trace.rereadBlocks = {3, 4};
    trace.rereadShares = {floatToHalf(0.25f), floatToHalf(0.5f)};
    const Coverage coverage = coverageOf(trace, {});
    QCOMPARE(coverage.opened, 4u);
    QCOMPARE(coverage.consulted, 4u);
    QCOMPARE(coverage.total, 5u);
}

void EvidenceTest::headsSplitTheEvidence()
{
    const std::vector<std::uint32_t> blocks = {2};
    const HeadEvidence heads = headEvidence(smallTrace(), 0, 2, blocks, {});
    QVERIFY(heads.ofBlocks == (std::vector<double>{0.25, 0.125}));
    QVERIFY(heads.ofAll == (std::vector<double>{0.78125, 0.125}));
}

void EvidenceTest::wordHeatAddsTheTokensOfASentence()
{
    Trace trace = smallTrace();
    trace.heatOffsets = {0, 1, 3};
    trace.heatBlocks = {2, 2, 1};
    trace.heatScale = {2.0f, 1.0f, 9.0f};
    trace.heatWeights = {255, 0, 51, 0, 255, 0, 255, 255, 255};
    const std::vector<double> heat = wordHeat(trace, 0, 2, 2);
    QVERIFY(close(heat[0], 2.0) && close(heat[1], 1.0) && close(heat[2], 0.4));
    QVERIFY(close(wordHeat(trace, 1, 2, 2)[0], 0.0));
}

void EvidenceTest::liftComparesWithANeutralQuestion()
{
    const std::vector<double> evidence = {8, 2}, neutral = {9, 1};
    const std::vector<double> result = lift(evidence, neutral);
    QVERIFY(close(result[0], (0.8 + 1e-4) / (0.9 + 1e-4)));
    QVERIFY(close(result[1], (0.2 + 1e-4) / (0.1 + 1e-4)));
}

QTEST_GUILESS_MAIN(EvidenceTest)
#include "evidence_test.moc"
