// Evidence sums and matrices of a trace written by hand: 2 tokens, 2 layers, 1 head, 2 places, 4 document blocks.
#include "core/types/half.h"
#include "core/types/trace.h"

#include <QtTest>

using namespace cairn;

namespace
{

Trace handMade()
{
    Trace trace;
    trace.tokens = 2;
    trace.layers = 2;
    trace.heads = 1;
    trace.k = 2;
    trace.blockTokens = 4;
    trace.documentBlocks = 4;
    trace.blocks = {0, 2, 1, kNoBlock, 2, 3, 2, 9};   // 9: a block of the question, not of the document
    for (const float gate : {0.5f, 0.25f, 0.125f, 0.0f, 0.5f, 0.25f, 0.0625f, 0.75f})
        trace.gates.push_back(floatToHalf(gate));
    trace.rereadOffsets = {0, 0, 1, 1, 1};            // token 0, layer 1 looked at re-read words of block 3
    trace.rereadBlocks = {3};
    trace.rereadShares = {floatToHalf(0.375f)};
    return trace;
}

}  // namespace

class TraceTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void evidenceSumsGatesAndRereadShares()
    {
        QCOMPARE(blockEvidence(handMade(), 0, 2), (std::vector<double>{0.5, 0.125, 0.8125, 0.625}));
    }
    void evidenceOfOneTokenLeavesOthersOut()
    {
        QCOMPARE(blockEvidence(handMade(), 1, 2), (std::vector<double>{0, 0, 0.5625, 0.25}));
    }
    void matrixHoldsTheLargestPerRow()
    {
        const TraceMatrix layers = traceMatrix(handMade(), TraceAxis::Layers);
        QCOMPARE(layers.rows, 2u);
        QCOMPARE(layers.values, (std::vector<float>{0.5f, 0, 0.5f, 0.25f, 0, 0.125f, 0.0625f, 0.375f}));
        const TraceMatrix tokens = traceMatrix(handMade(), TraceAxis::Tokens);
        QCOMPARE(tokens.values, (std::vector<float>{0.5f, 0.125f, 0.25f, 0.375f, 0, 0, 0.5f, 0.25f}));
        QCOMPARE(traceMatrix(handMade(), TraceAxis::Heads).rows, 2u);
    }
};

QTEST_APPLESS_MAIN(TraceTest)
#include "trace_test.moc"
