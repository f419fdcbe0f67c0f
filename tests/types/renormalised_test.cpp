// Gates made parts of what is not hidden (RenormalisedOver of trace_query.h), worked out by hand.
#include "core/types/trace_query.h"

#include "core/types/half.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace cairn;

namespace
{

// One layer, two heads, two tokens, three places; four blocks of the document (0 the sink) and block 4 of the conversation.
//               head 0                       head 1
//   token 0     0: 1/2  1: 1/4  2: 1/8       1: 1/8  3: 1/16  4: 1/2
//   token 1     0: 1/2  3: 1/4  -            2: 3/8  3: 1/8   -        re-read 3: 1/4
Trace small()
{
    Trace trace;
    trace.tokens = trace.heads = 2;
    trace.layers = 1;
    trace.k = 3;
    trace.blockTokens = 2;
    trace.documentBlocks = 4;
    trace.blocks = {0, 1, 2, 1, 3, 4, 0, 3, kNoBlock, 2, 3, kNoBlock};
    for (const float gate : {0.5f, 0.25f, 0.125f, 0.125f, 0.0625f, 0.5f, 0.5f, 0.25f, 0.0f, 0.375f, 0.125f, 0.0f})
        trace.gates.push_back(floatToHalf(gate));
    trace.scores.assign(12, floatToHalf(1));
    trace.memoryShare.assign(4, floatToHalf(0.75f));
    trace.rereadOffsets = {0, 0, 0, 0, 1};
    trace.rereadBlocks = {3};
    trace.rereadShares = {floatToHalf(0.25f)};
    trace.heatOffsets = {0, 1, 2};
    trace.heatBlocks = {1, 3};
    trace.heatScale = {0.25f, 0.5f};
    trace.heatWeights = {255, 85, 51, 204};
    return trace;
}

TraceFilter partsOfWhatIsShown()   // as the selection asks by default, renormalised
{
    TraceFilter filter;
    filter.hidden = {0};
    filter.renormalised = RenormalisedOver{{0}, false};
    return filter;
}

bool close(double a, double b) { return std::abs(a - b) < 1e-3; }   // halves

}  // namespace

class RenormalisedTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    // Token 0: head 0 keeps 1/4 + 1/8, head 1 1/8 + 1/16; token 1: 1/4, and 3/8 + 1/8 + 1/4.
    void partsSumToOne()
    {
        const Trace trace = small();
        const auto totals = blockTotals(trace, partsOfWhatIsShown());
        QCOMPARE(totals.size(), std::size_t(4));
        QCOMPARE(totals[0], 0.0);
        QVERIFY(close(totals[1], 2.0 / 3 + 2.0 / 3));
        QVERIFY(close(totals[2], 1.0 / 3 + 1.0 / 2));
        QVERIFY(close(totals[3], 1.0 / 3 + 1 + 1.0 / 6 + 1.0 / 3));
        for (std::uint32_t token = 0; token < 2; ++token) {
            for (std::uint32_t head = 0; head < 2; ++head) {
                TraceFilter one = partsOfWhatIsShown();
                one.tokens = std::vector<IndexRange>{{token, token + 1}};
                one.heads = {std::uint8_t(head == 0), std::uint8_t(head == 1)};
                const auto own = blockTotals(trace, one);
                QVERIFY(close(own[1] + own[2] + own[3], 1));
            }
        }
    }

    void cellsAreTheLargestParts()
    {
        const SparseMatrix heads =
            blockMatrix(small(), partsOfWhatIsShown(), {TraceAxis::Heads, TraceMetric::Gate, TraceAggregate::Max, {}});
        QCOMPARE(heads.blocks, (std::vector<std::uint32_t>{1, 2, 3, 1, 2, 3}));
        for (std::size_t i = 0; const double expected : {2.0 / 3, 1.0 / 3, 1.0, 2.0 / 3, 1.0 / 2, 1.0 / 3})
            QVERIFY(close(double(heads.values[i++]), expected));
    }

    void weakGatesAreNoPart()
    {
        TraceFilter filter = partsOfWhatIsShown();
        filter.minimumGate = 0.125f;   // 1/16 goes, as it was recorded; its neighbour is all that is left
        const SparseMatrix tokens = blockMatrix(small(), filter, {TraceAxis::Tokens, TraceMetric::Gate, TraceAggregate::Max, {}});
        QCOMPARE(tokens.blocks, (std::vector<std::uint32_t>{1, 2, 2, 3}));
        for (std::size_t i = 0; const double expected : {1.0, 1.0 / 3, 1.0 / 2, 1.0})
            QVERIFY(close(double(tokens.values[i++]), expected));
    }

    // The sink and the conversation are parts where they are shown.
    void whatIsShownIsAPart()
    {
        TraceFilter filter;
        filter.conversation = true;
        filter.renormalised = RenormalisedOver{{}, true};
        const auto totals = blockTotals(small(), filter, TraceAggregate::Max);
        QCOMPARE(totals.size(), std::size_t(5));
        for (std::size_t block = 0; const double expected : {2.0 / 3, 2.0 / 7, 1.0 / 2, 1.0 / 3, 8.0 / 11})
            QVERIFY(close(totals[block++], expected));
    }

    // The card of a hidden block tells its gate as it was recorded; the others' parts stay the same beside it.
    void aHiddenBlockKeepsItsGate()
    {
        TraceFilter filter = partsOfWhatIsShown();
        filter.hidden.clear();
        const auto totals = blockTotals(small(), filter), before = blockTotals(small(), partsOfWhatIsShown());
        QVERIFY(close(totals[0], 1.0));   // 1/2 and 1/2
        QVERIFY(std::equal(totals.begin() + 1, totals.end(), before.begin() + 1));
    }

    // Brushed blocks are a choice of what is seen, nothing that is taken away: their parts are the same as beside all others.
    void aBrushOfBlocksChangesNoPart()
    {
        TraceFilter filter = partsOfWhatIsShown();
        filter.blocks = std::vector<IndexRange>{{2, 3}};
        QVERIFY(close(blockTotals(small(), filter)[2], 1.0 / 3 + 1.0 / 2));
    }

    void openingsAndRanksAreOfParts()
    {
        const Trace trace = small();
        const auto found = openings(trace, partsOfWhatIsShown(), 3);
        QCOMPARE(found.size(), std::size_t(4));
        for (std::size_t i = 0; const double expected : {1.0 / 3, 1.0, 1.0 / 6, 1.0 / 3})
            QVERIFY(close(double(found[i++].gate), expected));
        QVERIFY(found.back().reread);
        // of token 1 block 3 has 1 + 1/6 + 1/3, block 2 has 1/2
        QCOMPARE(rankOverTokens(trace, partsOfWhatIsShown(), 3), (std::vector<std::uint32_t>{2, 1}));   // token 0: 4/3, 1/3, 1/3
        const auto first = strongestOpenings(trace, partsOfWhatIsShown(), TraceAxis::Tokens, 1);
        QCOMPARE(first.size(), std::size_t(1));
        QVERIFY(first[0].token == 1 && first[0].head == 0 && first[0].block == 3 && first[0].gate == 1.0f);
    }

    // Shares of the whole stay what they are: memory, from the book, the sinks' part.
    void otherMeasuresStay()
    {
        const Trace trace = small();
        TraceFilter recorded = partsOfWhatIsShown();
        recorded.renormalised.reset();
        const TraceFilter parts = partsOfWhatIsShown();
        QCOMPARE(fromBook(trace, parts), fromBook(trace, recorded));
        QCOMPARE(fromBookPerToken(trace, parts), fromBookPerToken(trace, recorded));
        QCOMPARE(memoryPerToken(trace, parts), memoryPerToken(trace, recorded));
        for (const TraceMetric metric : {TraceMetric::Score, TraceMetric::Memory})
            QVERIFY(blockMatrix(trace, parts, {TraceAxis::Layers, metric, TraceAggregate::Max, {}})
                    == blockMatrix(trace, recorded, {TraceAxis::Layers, metric, TraceAggregate::Max, {}}));
        const auto heads = headStatistics(trace, parts, {0}), before = headStatistics(trace, recorded, {0});
        QCOMPARE(heads[0].sinkShare, before[0].sinkShare);
        QCOMPARE(uniqueBlocks(trace, parts), uniqueBlocks(trace, recorded));
        QVERIFY(close(double(heads[0].evidence), 2) && heads[0].strongest == 1.0f);   // a whole for each token
    }

    // All heads together: the block's new sum, shared as the old one was. Token 0: block 1 has 2/3 + 2/3, 3 to 1; token 1: block 3 has
    // 1 + 1/6 + 1/3, 1 to 4.
    void wordsShareTheNewSum()
    {
        const auto heat = wordHeat(small(), partsOfWhatIsShown());
        QCOMPARE(heat.size(), std::size_t(4));
        for (std::size_t i = 0; const auto& [token, expected] : {std::pair{2u, 1.0}, {3u, 1.0 / 3}, {6u, 0.3}, {7u, 1.2}}) {
            QCOMPARE(heat[i].token, std::uint64_t{token});
            QVERIFY(close(double(heat[i++].weight), expected));
        }
    }

    void wordsOfOneHeadAreItsParts()
    {
        Trace trace = small();
        trace.innerOffsets = {0, 1, 2};
        trace.innerRecords = {1, 3};       // head 0: block 1; then head 1: block 2
        trace.innerWeights = {204, 51, 0, 255};
        TraceFilter filter = partsOfWhatIsShown();
        filter.heads = {1, 0};
        const auto heat = wordHeat(trace, filter);
        QCOMPARE(heat.size(), std::size_t(2));
        QVERIFY(close(double(heat[0].weight), 2.0 / 3 * 0.8) && close(double(heat[1].weight), 2.0 / 3 * 0.2));
    }
};

QTEST_APPLESS_MAIN(RenormalisedTest)
#include "renormalised_test.moc"
