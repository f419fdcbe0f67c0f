// Questions to near misses: ranks, gaps and ties by hand; what a filter leaves out; what was opened is not among the nearly opened.
#include "core/types/near_misses.h"

#include "core/types/half.h"

#include <QtTest>

using namespace cairn;

namespace
{

// Two tokens, one layer, two heads, two places, blocks 0..9 of the document; 12 is the conversation's.
Trace sample()
{
    Trace trace;
    trace.tokens = 2;
    trace.layers = 1;
    trace.heads = 2;
    trace.k = 2;
    trace.blockTokens = 4;
    trace.documentBlocks = 10;
    trace.blocks = {0, 4, 0, kNoBlock, 3, 4, 0, 5};
    const auto halves = [](std::initializer_list<float> values) {
        std::vector<std::uint16_t> out;
        for (const float value : values)
            out.push_back(floatToHalf(value));
        return out;
    };
    trace.gates.assign(8, floatToHalf(0.25f));
    trace.scores = halves({1, 8, 1, 0, 6, 7, 2, 9});
    trace.memoryShare.assign(4, floatToHalf(0.5f));
    trace.ties = {0, 0, 0, 1};
    trace.nearOffsets = {0, 3, 5, 7, 10};
    trace.nearBlocks = {12, 3, 7, 8, 7, 7, 1, 6, 7, 2};
    trace.nearScores = halves({7.5f, 7, 5, 4, 3, 5.5f, 5, 9, 9, 8});
    trace.nearLimits = halves({8, 0, 6, 9});
    trace.nearLimits[1] = kNoLimit;
    return trace;
}

TraceFilter ofHead(std::uint32_t head)
{
    TraceFilter filter;
    filter.heads = {std::uint8_t(head == 0), std::uint8_t(head == 1)};
    return filter;
}

}  // namespace

class NearMissesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void rowsHaveRankAndGap()
    {
        const Trace trace = sample();
        QVERIFY(nearMissesFit(trace));
        const auto rows = nearMisses(trace, {});
        QCOMPARE(rows.size(), std::size_t{9});   // the conversation's is passed over
        QVERIFY(rows[0] == (NearMiss{0, 0, 0, 3, 4, 2, 7.0f, 1.0f, false}));
        QVERIFY(rows[2] == (NearMiss{0, 0, 1, 8, 2, 1, 4.0f, {}, false}));   // no place was free
        QVERIFY(rows[6].tied && rows[7].tied && !rows[8].tied);
        QCOMPARE(nearMisses(trace, {}, 1).size(), std::size_t{4});
    }

    void theNearlyOpenedWereOpenedByNoneOfThem()
    {
        const Trace trace = sample();
        const auto first = nearlyOpened(trace, ofHead(0), 10);
        QCOMPARE(first.size(), std::size_t{2});   // block 3 was opened for the second word
        QVERIFY(first[0] == (NearMiss{1, 0, 0, 7, 3, 2, 5.5f, 0.5f, false}));   // better than its fifth place for the first word
        QCOMPARE(first[1].block, 1u);
        const auto second = nearlyOpened(trace, ofHead(1), 10);
        QCOMPARE(second.size(), std::size_t{3});
        QCOMPARE(second[0].block, 8u);
        QCOMPARE(second[1].block, 7u);   // for the first word; for the second it was a tie
        QCOMPARE(second[1].token, 0u);
        QCOMPARE(second[2].block, 2u);
        QCOMPARE(nearlyOpened(trace, {}, 1).size(), std::size_t{1});
        TraceFilter hidden;
        hidden.hidden = {7, 8};
        hidden.tokens = std::vector<IndexRange>{{0, 1}};
        const auto left = nearlyOpened(trace, hidden, 10);
        QCOMPARE(left.size(), std::size_t{1});
        QCOMPARE(left[0].block, 3u);
    }

    void headsComeClosestFirst()
    {
        const Trace trace = sample();
        std::uint32_t heads = 0;
        auto near = nearestHeads(trace, {}, 7, 10, &heads);
        QCOMPARE(heads, 2u);
        QVERIFY(near[0].head == 0 && near[0].rank == 3 && near[0].token == 1 && near[0].gap == 0.5f);
        QVERIFY(near[1].head == 1 && near[1].rank == 3 && near[1].token == 0 && !near[1].gap);
        near = nearestHeads(trace, {}, 3, 10, &heads);   // opened by head 0 for the second word
        QVERIFY(near.empty() && heads == 0);
        TraceFilter firstWord;
        firstWord.tokens = std::vector<IndexRange>{{0, 1}};
        QCOMPARE(nearestHeads(trace, firstWord, 3, 10).size(), std::size_t{1});
        QVERIFY(nearestHeads(trace, {}, 12, 10).empty());
    }

    void ordinaryTracesHaveNone()
    {
        Trace trace = sample();
        trace.nearOffsets.clear();
        QVERIFY(!nearMissesFit(trace));   // columns without their offsets
        trace.nearBlocks.clear();
        trace.nearScores.clear();
        trace.nearLimits.clear();
        QVERIFY(nearMissesFit(trace));
        QVERIFY(nearMisses(trace, {}).empty() && nearlyOpened(trace, {}, 10).empty() && nearestHeads(trace, {}, 7, 10).empty());
    }
};

QTEST_GUILESS_MAIN(NearMissesTest)
#include "near_misses_test.moc"
