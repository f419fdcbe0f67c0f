// Claims: a trace cut into rows and put together again is the same trace, whatever it holds besides its places; rows of another shape
// are refused.
#include "core/types/trace_rows.h"

#include "core/types/half.h"

#include <QtTest>

using namespace cairn;

namespace
{

Trace madeTrace(std::uint32_t tokens, bool reread, bool heat, bool ties)
{
    Trace trace;
    trace.tokens = tokens;
    trace.layers = 2;
    trace.heads = 3;
    trace.k = 2;
    trace.blockTokens = 4;
    trace.documentBlocks = 9;
    const std::uint32_t heads = tokens * 6;
    for (std::uint32_t i = 0; i < heads * trace.k; ++i) {
        trace.blocks.push_back(i % 9);
        trace.gates.push_back(floatToHalf(float(i) / 1000));
        trace.scores.push_back(floatToHalf(float(i)));
    }
    if (reread)
        trace.rereadOffsets.push_back(0);
    for (std::uint32_t i = 0; i < heads; ++i) {
        trace.memoryShare.push_back(floatToHalf(float(i) / 100));
        if (ties)
            trace.ties.push_back(i % 2);
        for (std::uint32_t n = 0; reread && n < i % 3; ++n) {
            trace.rereadBlocks.push_back(n);
            trace.rereadShares.push_back(floatToHalf(0.5f));
        }
        if (reread)
            trace.rereadOffsets.push_back(std::uint32_t(trace.rereadBlocks.size()));
    }
    if (heat)
        trace.heatOffsets.push_back(0);
    for (std::uint32_t t = 0; heat && t < tokens; ++t) {
        for (std::uint32_t n = 0; n <= t % 3; ++n) {
            trace.heatBlocks.push_back(n);
            trace.heatScale.push_back(0.25f * float(t));
            trace.heatWeights.insert(trace.heatWeights.end(), {1, 2, 3, std::uint8_t(t)});
        }
        trace.heatOffsets.push_back(std::uint32_t(trace.heatBlocks.size()));
    }
    if (heat)
        trace.innerOffsets.push_back(0);
    for (std::uint32_t t = 0; heat && t < tokens; ++t) {
        for (std::uint32_t n = 0; n < t % 4; ++n) {
            trace.innerRecords.push_back(n);
            trace.innerWeights.insert(trace.innerWeights.end(), {std::uint8_t(t), 2, 3, std::uint8_t(n)});
        }
        trace.innerOffsets.push_back(std::uint32_t(trace.innerRecords.size()));
    }
    for (std::uint32_t i = 0; heat && i < heads; ++i)
        trace.lookedAt.push_back(i * 3);
    return trace;
}

Trace deepTrace(std::uint32_t tokens)
{
    Trace trace = madeTrace(tokens, true, true, true);
    trace.nearOffsets.push_back(0);
    for (std::uint32_t i = 0; i < tokens * 6; ++i) {
        for (std::uint32_t n = 0; n < i % 4; ++n) {
            trace.nearBlocks.push_back(100 + n);
            trace.nearScores.push_back(floatToHalf(-float(n + i)));
        }
        trace.nearOffsets.push_back(std::uint32_t(trace.nearBlocks.size()));
        trace.nearLimits.push_back(i % 3 ? floatToHalf(float(i)) : kNoLimit);
    }
    return trace;
}

bool same(const Trace& a, const Trace& b)
{
    return a.tokens == b.tokens && a.blocks == b.blocks && a.gates == b.gates && a.scores == b.scores && a.memoryShare == b.memoryShare
        && a.ties == b.ties && a.rereadOffsets == b.rereadOffsets && a.rereadBlocks == b.rereadBlocks && a.rereadShares == b.rereadShares
        && a.heatOffsets == b.heatOffsets && a.heatBlocks == b.heatBlocks && a.heatScale == b.heatScale && a.heatWeights == b.heatWeights
        && a.innerOffsets == b.innerOffsets && a.innerRecords == b.innerRecords && a.innerWeights == b.innerWeights
        && a.lookedAt == b.lookedAt && a.nearOffsets == b.nearOffsets && a.nearBlocks == b.nearBlocks && a.nearScores == b.nearScores
        && a.nearLimits == b.nearLimits
        && a.layers == b.layers && a.heads == b.heads && a.k == b.k && a.blockTokens == b.blockTokens
        && a.documentBlocks == b.documentBlocks;
}

}  // namespace

class TraceRowsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void piecesMakeTheWholeAgain_data()
    {
        QTest::addColumn<bool>("reread");
        QTest::addColumn<bool>("heat");
        QTest::addColumn<bool>("ties");
        for (int i = 0; i < 8; ++i)
            QTest::addRow("reread %d, heat %d, ties %d", i & 1, (i >> 1) & 1, i >> 2) << bool(i & 1) << bool(i & 2) << bool(i & 4);
    }
    void piecesMakeTheWholeAgain()
    {
        QFETCH(bool, reread);
        QFETCH(bool, heat);
        QFETCH(bool, ties);
        const Trace whole = madeTrace(7, reread, heat, ties);
        Trace joined;
        std::uint32_t from = 0;
        for (const std::uint32_t to : {1u, 1u, 4u, 7u}) {
            QVERIFY(appendRows(joined, rowsOf(whole, from, to)));
            from = to;
        }
        QVERIFY(same(joined, whole));
    }

    void piecesOfADeepTraceMakeItAgainAndMixWithNoOther()
    {
        const Trace whole = deepTrace(7);
        Trace joined;
        std::uint32_t from = 0;
        for (const std::uint32_t to : {1u, 1u, 4u, 7u}) {
            QVERIFY(appendRows(joined, rowsOf(whole, from, to)));
            from = to;
        }
        QVERIFY(same(joined, whole));
        Trace ordinary = madeTrace(2, true, true, true);
        QVERIFY(!appendRows(ordinary, rowsOf(whole, 0, 1)) && !appendRows(joined, ordinary));
        QVERIFY(same(joined, whole));
    }

    void aSideWithoutHeatCountsAsCold()
    {
        const Trace cold = madeTrace(2, false, false, false), warm = madeTrace(3, true, true, true);
        Trace joined = cold;
        QVERIFY(appendRows(joined, warm));
        QCOMPARE(joined.tokens, 5u);
        QVERIFY(same(rowsOf(joined, 2, 5), warm));
        QCOMPARE(joined.heatOffsets.size(), std::size_t{6});
        QCOMPARE(joined.heatOffsets[2], 0u);
        Trace other = warm;
        QVERIFY(appendRows(other, cold));
        QVERIFY(same(rowsOf(other, 0, 3), warm));
        QCOMPARE(other.rereadOffsets.size(), std::size_t{5 * 6 + 1});
        QCOMPARE(other.ties.size(), std::size_t{30});
    }

    void anotherShapeIsRefused()
    {
        Trace trace = madeTrace(2, true, true, true);
        const Trace before = trace;
        Trace rows = madeTrace(1, true, true, true);
        rows.documentBlocks = 10;
        QVERIFY(!appendRows(trace, rows));
        QVERIFY(same(trace, before));
    }
};

QTEST_GUILESS_MAIN(TraceRowsTest)
#include "trace_rows_test.moc"
