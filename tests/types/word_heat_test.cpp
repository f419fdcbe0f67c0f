// The heat of the document's words (wordHeat of trace_query.h) against loops and by hand.
#include "core/types/trace_query.h"

#include "core/types/half.h"
#include "tests/support/trace_samples.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <map>

using namespace cairn;

namespace
{

bool close(double a, double b) { return std::abs(a - b) <= 1e-5 * std::max({1.0, std::abs(a), std::abs(b)}); }

}  // namespace

class WordHeatTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void wordHeatIsScaledAndSummedOverTheBrush();
    void wordHeatOfSomeHeadsIsTheirOwn();
    void wordsOfTheOpenLastBlockKeepTheirHeat();
};

void WordHeatTest::wordHeatIsScaledAndSummedOverTheBrush()
{
    const Trace trace = samples::madeUpTrace();   // rows on blocks 25..28, F = 8
    TraceFilter filter;
    filter.tokens = std::vector<IndexRange>{{2, 5}};
    filter.hidden = {26};
    std::map<std::uint64_t, double> expected;
    for (std::uint32_t token = 2; token < 5; ++token) {
        for (std::uint32_t row = trace.heatOffsets[token]; row < trace.heatOffsets[token + 1]; ++row) {
            for (std::uint32_t i = 0; i < 8 && trace.heatBlocks[row] != 26; ++i)
                expected[trace.heatBlocks[row] * 8 + i] += double(trace.heatWeights[row * 8 + i]) / 255 * double(trace.heatScale[row]);
        }
    }
    std::erase_if(expected, [](const auto& entry) { return entry.second <= 0; });
    const auto heat = wordHeat(trace, filter);
    QCOMPARE(heat.size(), expected.size());
    auto next = expected.begin();
    for (const TokenWeight& weight : heat) {
        QCOMPARE(weight.token, next->first);
        QVERIFY(close(double(weight.weight), (next++)->second));
    }
}

void WordHeatTest::wordHeatOfSomeHeadsIsTheirOwn()
{
    Trace trace;
    trace.tokens = trace.k = trace.heads = 2;
    trace.layers = 1;
    trace.blockTokens = 2;
    trace.documentBlocks = 9;
    trace.blocks = {1, 4, 2, 4, 1, 4, 4, kNoBlock};
    for (const float gate : {0.5f, 0.25f, 0.125f, 0.5f, 0.25f, 0.25f, 1.0f, 0.0f})
        trace.gates.push_back(floatToHalf(gate));
    trace.scores.resize(8);
    trace.memoryShare.resize(4);
    trace.rereadOffsets = {0, 0, 1, 1, 2};
    trace.rereadBlocks = {3, 3};
    trace.rereadShares = {floatToHalf(0.5f), floatToHalf(0.25f)};
    trace.heatOffsets = {0, 1, 2};
    trace.heatBlocks = {1, 1};
    trace.heatScale = {1, 1};
    trace.heatWeights = {255, 0, 255, 0};
    trace.innerOffsets = {0, 4, 6};
    trace.innerRecords = {0, 1, 3, 4, 2, 4}; // head 0: blocks 1 and 4; head 1: block 4, block 3 read again; then head 1 alone
    trace.innerWeights = {255, 0, 51, 204, 0, 255, 255, 0, 255, 0, 0, 255};
    QVERIFY(wordsFit(trace));
    TraceFilter filter;
    filter.heads = {0, 1};
    auto heat = wordHeat(trace, filter);
    QCOMPARE(heat.size(), std::size_t(4));
    const std::pair<std::uint64_t, float> expected[] = {{6, 0.5f}, {7, 0.25f}, {8, 1.0f}, {9, 0.5f}};
    for (std::size_t i = 0; i < 4; ++i) {
        QCOMPARE(heat[i].token, expected[i].first);
        QVERIFY(close(double(heat[i].weight), double(expected[i].second)));
    }
    filter.minimumGate = 0.4f; // 0.25 of the second word is too weak
    heat = wordHeat(trace, filter);
    QVERIFY(std::none_of(heat.begin(), heat.end(), [](const TokenWeight& word) { return word.token == 7; }));
    QCOMPARE(wordHeat(trace, {}).front().token, std::uint64_t(2)); // of all heads together
}

void WordHeatTest::wordsOfTheOpenLastBlockKeepTheirHeat()
{
    Trace trace = samples::madeUpTrace({.reread = false, .conversation = false});
    trace.heatBlocks.back() = trace.documentBlocks;   // its row of the last token
    TraceFilter filter;
    filter.blocks = std::vector<IndexRange>{{trace.documentBlocks, trace.documentBlocks + 1}};
    const auto heat = wordHeat(trace, filter);
    QVERIFY(!heat.empty());
    for (const TokenWeight& word : heat)
        QCOMPARE(word.token / trace.blockTokens, std::uint64_t{trace.documentBlocks});
}

QTEST_APPLESS_MAIN(WordHeatTest)
#include "word_heat_test.moc"
