// What traces say: sums of weights, re-read words, word heat, rows of an answer. Models: tests/golden.
#include "core/types/half.h"
#include "core/types/trace.h"
#include "tests/engine/engine_fixture.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

using namespace cairn;

class TraceTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void columnsHaveTheirSizes_data();
    void columnsHaveTheirSizes();
    void sharesOfMemoryAreSumsOfGates();
    void gatesAndLocalSharesAreOne_data();
    void gatesAndLocalSharesAreOne();
    void answersHaveOneRowAToken();
    void rereadWordsCountForTheirBlocks();
    void wordHeatAddsUpToTheGates();
    void innerWeightsAreOfTheStrongestHeadsAndAddUpToTheHeat();
    void placesLookedAtHoldTheLargestWeight();
    void rereadWordsHaveInnerWeightsToo();
};

namespace
{

struct Traced
{
    std::unique_ptr<Engine> engine;
    std::unique_ptr<Memory> memory;
    std::vector<TokenId> text;
    Trace trace;

    explicit Traced(const std::string& name) : engine(openGolden(name)), text(textTokens(*engine, 203))
    {
        memory = std::make_unique<Memory>(std::move(*engine->emptyMemory(smallReading(*engine, 3, 4, 1, 1), KvType::F32)));
        if (!memory->read(text, {}))
            std::abort();
    }
    Fork fork() const
    {
        AskingSettings asking;
        asking.topK = 2;
        return std::move(*memory->fork(asking));
    }
    FeedOptions all()
    {
        FeedOptions options;
        options.trace = TraceRows::All;
        options.into = &trace;
        return options;
    }
};

void checkSizes(const Trace& trace)
{
    const std::size_t heads = std::size_t{trace.tokens} * trace.layers * trace.heads;
    QCOMPARE(trace.blocks.size(), heads * trace.k);
    QCOMPARE(trace.gates.size(), heads * trace.k);
    QCOMPARE(trace.scores.size(), heads * trace.k);
    QCOMPARE(trace.memoryShare.size(), heads);
    QCOMPARE(trace.ties.size(), heads);
    QCOMPARE(trace.heatOffsets.size(), std::size_t{trace.tokens} + 1);
    QCOMPARE(trace.heatBlocks.size(), std::size_t{trace.heatOffsets.back()});
    QCOMPARE(trace.heatScale.size(), trace.heatBlocks.size());
    QCOMPARE(trace.heatWeights.size(), trace.heatBlocks.size() * trace.blockTokens);
    if (!trace.rereadOffsets.empty()) {
        QCOMPARE(trace.rereadOffsets.size(), heads + 1);
        QCOMPARE(trace.rereadBlocks.size(), std::size_t{trace.rereadOffsets.back()});
        QCOMPARE(trace.rereadShares.size(), trace.rereadBlocks.size());
    }
}

}  // namespace

void TraceTest::columnsHaveTheirSizes_data()
{
    QTest::addColumn<QString>("model");
    for (const char* name : {"gqa", "adapter_exact", "bounds", "adapter_grouped"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TraceTest::columnsHaveTheirSizes()
{
    QFETCH(QString, model);
    Traced traced(model.toStdString());
    QVERIFY(traced.fork().feed(textTokens(*traced.engine, 31, 4), traced.all()));
    QCOMPARE(traced.trace.tokens, 31u);
    QCOMPARE(traced.trace.documentBlocks, traced.memory->blocks());
    checkSizes(traced.trace);
    for (std::size_t i = 0; i + 1 < traced.trace.k && i < traced.trace.blocks.size(); i += traced.trace.k)
        QVERIFY(traced.trace.blocks[i] < traced.trace.blocks[i + 1] || traced.trace.blocks[i] == kNoBlock);
}

void TraceTest::sharesOfMemoryAreSumsOfGates()
{
    Traced traced("adapter_exact");
    QVERIFY(traced.fork().feed(textTokens(*traced.engine, 23, 4), traced.all()));
    const Trace& trace = traced.trace;
    double largest = 0;
    for (std::size_t row = 0; row < trace.memoryShare.size(); ++row) {
        double sum = 0;
        for (std::size_t place = 0; place < trace.k; ++place)
            sum += halfToFloat(trace.gates[row * trace.k + place]);
        QVERIFY(std::abs(sum - halfToFloat(trace.memoryShare[row])) < 2e-3);
        QVERIFY(sum <= 1.001);
        largest = std::max(largest, sum);
    }
    QVERIFY(largest > 0.1);
}

void TraceTest::gatesAndLocalSharesAreOne_data()
{
    QTest::addColumn<QString>("model");
    for (const char* model : {"adapter_exact", "adapter_grouped", "gqa", "bounds"})
        QTest::newRow(model) << QString::fromLatin1(model);
}

// All that is not memory is a local token: where every one of them is said to repeat a block, the shares of both add up to the softmax.
void TraceTest::gatesAndLocalSharesAreOne()
{
    QFETCH(QString, model);
    Traced traced(model.toStdString());
    AskingSettings asking;
    asking.topK = 2;
    asking.until = BlockId(traced.memory->blocks());   // without the open block at the end, whose tokens are local too
    auto fork = traced.memory->fork(asking);
    QVERIFY(fork);
    const std::vector<TokenId> tokens = textTokens(*traced.engine, traced.engine->info().blockTokens - 1, 4);   // no block closes
    const std::vector<std::uint32_t> sources(tokens.size(), 11);
    FeedOptions options = traced.all();
    options.sourceBlocks = sources;
    QVERIFY(fork->feed(tokens, options));
    const Trace& trace = traced.trace;
    double least = 1;
    for (std::size_t row = 0; row < trace.memoryShare.size(); ++row) {
        double sum = 0, local = 0;
        for (std::size_t place = 0; place < trace.k; ++place)
            sum += halfToFloat(trace.gates[row * trace.k + place]);
        for (std::uint32_t i = trace.rereadOffsets[row]; i < trace.rereadOffsets[row + 1]; ++i)
            local += halfToFloat(trace.rereadShares[i]);
        QVERIFY2(std::abs(sum + local - 1) <= 2e-3, qPrintable(QString::number(sum + local)));
        least = std::min(least, local);
    }
    QVERIFY(least < 0.9);   // memory had its part
}

void TraceTest::answersHaveOneRowAToken()
{
    Traced traced("adapter_exact");
    for (const std::uint32_t tokens : {1u, 7u, 25u}) {
        Trace trace;
        FeedOptions feeding;
        feeding.trace = TraceRows::Predicting;
        feeding.into = &trace;
        Fork fork = traced.fork();
        QVERIFY(fork.feed(textTokens(*traced.engine, 9, 4), feeding));
        QCOMPARE(trace.tokens, 1u);
        GenerateOptions options;
        options.maxTokens = tokens;
        options.trace = &trace;
        const auto generated = fork.generate(options, {});
        QVERIFY(generated);
        QCOMPARE(static_cast<std::size_t>(trace.tokens), generated->tokens.size());
        checkSizes(trace);
        options.stopTokens = {generated->tokens.back().id};   // the same answer, ended by a stop token
        Trace stopped;
        feeding.into = options.trace = &stopped;
        Fork other = traced.fork();
        QVERIFY(other.feed(textTokens(*traced.engine, 9, 4), feeding));
        const auto shorter = other.generate(options, {});
        QVERIFY(shorter->stoppedByToken);
        QCOMPARE(static_cast<std::size_t>(stopped.tokens), shorter->tokens.size());
        checkSizes(stopped);
    }
}

// Tokens of blocks 11 and 12 are fed again: attention to them is theirs, and never more than what memory leaves over.
void TraceTest::rereadWordsCountForTheirBlocks()
{
    Traced traced("adapter_exact");
    const std::uint32_t F = traced.engine->info().blockTokens;
    const std::span<const TokenId> words = std::span<const TokenId>(traced.text).subspan(11 * F, 2 * F);
    std::vector<std::uint32_t> sources(words.size(), 11);
    std::fill(sources.begin() + F, sources.end(), 12);
    FeedOptions options = traced.all();
    options.sourceBlocks = sources;
    Fork fork = traced.fork();
    QVERIFY(fork.feed(words, options));
    options.sourceBlocks = {};
    QVERIFY(fork.feed(textTokens(*traced.engine, 2 * F + 1, 8), options));   // the words are memory of the fork by now
    const Trace& trace = traced.trace;
    checkSizes(trace);
    QVERIFY(!trace.rereadOffsets.empty());
    double total = 0;
    for (std::size_t row = 0; row < trace.memoryShare.size(); ++row) {
        double reread = 0;
        for (std::uint32_t i = trace.rereadOffsets[row]; i < trace.rereadOffsets[row + 1]; ++i) {
            QVERIFY(trace.rereadBlocks[i] == 11 || trace.rereadBlocks[i] == 12);
            reread += halfToFloat(trace.rereadShares[i]);
        }
        QVERIFY(reread <= 1.002);
        total += reread;
    }
    QVERIFY(total > 1);
    const std::vector<double> evidence = blockEvidence(trace, 0, trace.tokens);
    QVERIFY(evidence[11] + evidence[12] >= 0.99 * total);
    const std::uint32_t firstToken = trace.heatOffsets[1];   // the first word attends to itself: heat on word 0 of block 11
    const auto at = std::find(trace.heatBlocks.begin(), trace.heatBlocks.begin() + firstToken, 11u);
    QVERIFY(at != trace.heatBlocks.begin() + firstToken);
    QVERIFY(trace.heatWeights[static_cast<std::size_t>(at - trace.heatBlocks.begin()) * F] > 0);
}

void TraceTest::wordHeatAddsUpToTheGates()
{
    Traced traced("adapter_exact");
    QVERIFY(traced.fork().feed(textTokens(*traced.engine, 11, 4), traced.all()));
    const Trace& trace = traced.trace;
    for (std::uint32_t t = 0; t < trace.tokens; ++t) {
        const std::vector<double> evidence = blockEvidence(trace, t, t + 1);
        for (std::uint32_t row = trace.heatOffsets[t]; row < trace.heatOffsets[t + 1]; ++row) {
            double heat = 0;
            for (std::uint32_t j = 0; j < trace.blockTokens; ++j)
                heat += trace.heatWeights[std::size_t{row} * trace.blockTokens + j] / 255.0 * trace.heatScale[row];
            QVERIFY(std::abs(heat - evidence[trace.heatBlocks[row]]) < 0.01 * trace.blockTokens * trace.heatScale[row] + 2e-3);
        }
    }
}

// A model with fewer heads than are kept: then gate x inner weight over all heads is the word heat.
void TraceTest::innerWeightsAreOfTheStrongestHeadsAndAddUpToTheHeat()
{
    Traced traced("adapter_exact");
    QVERIFY(traced.fork().feed(textTokens(*traced.engine, 11, 4), traced.all()));
    const Trace& trace = traced.trace;
    QVERIFY(wordsFit(trace));
    QVERIFY(trace.innerRecords.size() > 100);
    const std::size_t F = trace.blockTokens;
    const bool allHeads = trace.layers * trace.heads <= kInnerHeads;
    for (std::uint32_t t = 0; t < trace.tokens; ++t) {
        std::map<std::uint32_t, double> heat; // stream token -> weight
        std::set<std::uint32_t> heads;
        for (std::uint32_t row = trace.innerOffsets[t]; row < trace.innerOffsets[t + 1]; ++row) {
            const InnerRow inner = innerRow(trace, t, row);
            heads.insert(inner.head);
            QVERIFY(inner.block < trace.documentBlocks);
            for (std::uint32_t i = 0; i < F; ++i)
                heat[inner.block * std::uint32_t(F) + i] += halfToFloat(inner.gate) * trace.innerWeights[row * F + i] / 255.0;
        }
        QVERIFY(heads.size() <= kInnerHeads);
        for (std::uint32_t row = trace.heatOffsets[t]; allHeads && row < trace.heatOffsets[t + 1]; ++row) {
            for (std::uint32_t i = 0; i < F; ++i) {
                const double expected = trace.heatWeights[row * F + i] / 255.0 * static_cast<double>(trace.heatScale[row]);
                const double tolerance = static_cast<double>(trace.heatScale[row]) / 255 + trace.layers * trace.heads / 255.0 * 0.1 + 2e-3;
                QVERIFY2(std::abs(heat[trace.heatBlocks[row] * std::uint32_t(F) + i] - expected) < tolerance,
                         qPrintable(QString::number(expected)));
            }
        }
    }
}

void TraceTest::placesLookedAtHoldTheLargestWeight()
{
    Traced traced("adapter_exact");
    QVERIFY(traced.fork().feed(textTokens(*traced.engine, 11, 4), traced.all()));
    const Trace& trace = traced.trace;
    const std::uint32_t F = trace.blockTokens, perToken = trace.layers * trace.heads;
    std::size_t compared = 0;
    for (std::uint32_t t = 0; t < trace.tokens; ++t) {
        for (std::uint32_t row = trace.innerOffsets[t]; row < trace.innerOffsets[t + 1]; ++row) {
            const InnerRow inner = innerRow(trace, t, row);
            const std::uint32_t at = trace.lookedAt[t * perToken + inner.head];
            if (at == kNoToken || at / F != inner.block)
                continue;
            const std::uint8_t* weights = trace.innerWeights.data() + row * F;
            QVERIFY(weights[at % F] + 1 >= *std::max_element(weights, weights + F)); // rounding may favour another by one
            ++compared;
        }
    }
    QVERIFY(compared > 0);
}

void TraceTest::rereadWordsHaveInnerWeightsToo()
{
    Traced traced("adapter_exact");
    const auto F = traced.engine->info().blockTokens;
    std::vector<TokenId> words(traced.text.begin() + std::ptrdiff_t(11 * F), traced.text.begin() + std::ptrdiff_t(13 * F));
    FeedOptions options = traced.all();
    std::vector<std::uint32_t> sources;
    for (std::size_t i = 0; i < words.size(); ++i)
        sources.push_back(std::uint32_t(11 + i / F));
    options.sourceBlocks = sources;
    QVERIFY(traced.fork().feed(words, options));
    const Trace& trace = traced.trace;
    QVERIFY(wordsFit(trace));
    const std::uint32_t records = trace.layers * trace.heads * trace.k;
    std::size_t reread = 0, looked = 0;
    for (std::uint32_t t = 0; t < trace.tokens; ++t) {
        for (std::uint32_t row = trace.innerOffsets[t]; row < trace.innerOffsets[t + 1]; ++row) {
            if (trace.innerRecords[row] < records)
                continue;
            const InnerRow inner = innerRow(trace, t, row);
            QVERIFY(inner.block == 11 || inner.block == 12);
            ++reread;
        }
    }
    for (const std::uint32_t at : trace.lookedAt)
        looked += at != kNoToken && (at / F == 11 || at / F == 12) ? 1 : 0;
    QVERIFY(reread > trace.tokens);
    QVERIFY(looked > 0);
}

QTEST_GUILESS_MAIN(TraceTest)
#include "trace_test.moc"
