// Deep traces: near misses are the ranking of all scores behind what was opened, in every way of choosing; barred blocks are none; what is
// opened and written, and every ordinary column, stays as it is without.
#include "core/types/half.h"
#include "core/types/near_misses.h"
#include "tests/engine/engine_fixture.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

using namespace cairn;

class DeepTraceTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void nearMissesAreTheRankingOfAllScores_data();
    void nearMissesAreTheRankingOfAllScores();
    void moreThanSixtyFourAreCutOff();
    void aTwoLevelScanTellsOfBlocksItLeftClosed();
    void everyRowOfAWindowHasItsOwn();
    void whatIsOpenedAndWrittenStaysTheSame_data();
    void whatIsOpenedAndWrittenStaysTheSame();
    void innerWeightsAreOfAllHeads();
    void headsThatAreOffAndImposedBlocksHaveNone();
    void answersHaveOneRowAToken();
};

namespace
{

constexpr float kNone = -std::numeric_limits<float>::infinity();

struct Asked
{
    std::unique_ptr<Engine> engine;
    std::unique_ptr<Memory> memory;

    explicit Asked(const std::string& name, std::size_t blocks = 20) : engine(openGolden(name))
    {
        memory = std::make_unique<Memory>(std::move(*engine->emptyMemory(smallReading(*engine, 3, 4, 1, 1), KvType::F32)));
        if (const auto read = memory->read(textTokens(*engine, blocks * engine->info().blockTokens), {}); !read)
            qFatal("%s", read.error().message.c_str());
    }

    static AskingSettings settings(SelectionMode mode = SelectionMode::PerTokenAndHead)
    {
        AskingSettings asking;
        asking.topK = 4;
        asking.maxPins = 2;
        asking.mode = mode;
        return asking;
    }

    // A question, then one token more, in a step of one row, which is recorded.
    FeedResult feed(const AskingSettings& asking, const Controls& controls, Trace* trace, bool scores) const
    {
        auto fork = memory->fork(asking);
        FeedOptions first;
        first.controls = controls;
        const auto begun = fork ? fork->feed(textTokens(*engine, engine->info().blockTokens + 1, 4), first) : fork.error();
        if (!begun)
            qFatal("%s", begun.error().message.c_str());
        FeedOptions then = first;
        then.blockScores = scores;
        then.trace = trace ? TraceRows::All : TraceRows::None;
        then.into = trace;
        auto fed = fork->feed(textTokens(*engine, 1, 5), then);
        if (!fed)
            qFatal("%s", fed.error().message.c_str());
        return std::move(*fed);
    }
};

std::vector<double> logSoftmax(const float* scores, std::size_t n, const std::set<std::uint32_t>& barred)
{
    std::vector<double> values(n, double(kNone));
    double sum = 0;
    for (std::size_t b = 0; b < n; ++b)
        sum += barred.count(std::uint32_t(b)) ? 0 : std::exp(double(scores[b]));
    for (std::size_t b = 0; b < n; ++b) {
        if (!barred.count(std::uint32_t(b)))
            values[b] = double(scores[b]) - std::log(sum);
    }
    return values;
}

// What head h compares of one row (landmark_semantics.md 5, rule 3), by hand.
std::vector<double> compared(SelectionMode mode, const float* layer, std::uint32_t h, std::uint32_t heads, std::uint32_t kvHeads,
                             std::size_t n, const std::set<std::uint32_t>& barred)
{
    if (mode == SelectionMode::PerTokenAndHead) {
        std::vector<double> values(layer + h * n, layer + (h + 1) * n);
        for (const std::uint32_t block : barred)
            values[block] = double(kNone);
        return values;
    }
    const std::uint32_t group = heads / kvHeads;
    std::uint32_t first = h, end = h + 1;   // MaxOverTokens: of one row
    if (mode == SelectionMode::MaxOverHeads)
        first = 0, end = heads;
    if (mode == SelectionMode::PerTokenAndGroup)
        first = h / group * group, end = first + group;
    std::vector<double> all(n, 0.0);
    for (std::uint32_t other = first; other < end; ++other) {
        const auto one = logSoftmax(layer + other * n, n, barred);
        for (std::size_t b = 0; b < n; ++b)
            all[b] = mode == SelectionMode::PerTokenAndGroup ? all[b] + std::exp(one[b]) : std::max(all[b], std::exp(one[b]));
    }
    for (const std::uint32_t block : barred)
        all[block] = double(kNone);
    return all;
}

std::set<std::uint32_t> openedOf(const Trace& trace, std::size_t record)
{
    std::set<std::uint32_t> opened;
    for (std::size_t i = record * trace.k; i < (record + 1) * trace.k; ++i) {
        if (trace.blocks[i] != kNoBlock)
            opened.insert(trace.blocks[i]);
    }
    return opened;
}

// Near misses of one record against all values, descending.
void compareRecord(const Trace& trace, std::size_t record, const std::vector<double>& values, const std::set<std::uint32_t>& barred)
{
    const std::set<std::uint32_t> opened = openedOf(trace, record);
    std::vector<std::uint32_t> want;
    for (std::uint32_t block = 0; block < values.size(); ++block) {
        if (!opened.count(block) && !barred.count(block))
            want.push_back(block);
    }
    std::stable_sort(want.begin(), want.end(), [&](std::uint32_t a, std::uint32_t b) { return values[a] > values[b]; });
    want.resize(std::min<std::size_t>(want.size(), kNearMisses));
    const std::size_t first = trace.nearOffsets[record];
    QCOMPARE(std::size_t{trace.nearOffsets[record + 1]} - first, want.size());
    for (std::size_t i = 0; i < want.size(); ++i) {
        const std::uint32_t block = trace.nearBlocks[first + i];
        QVERIFY(!opened.count(block) && !barred.count(block) && block < values.size());
        const double slack = 2e-5 * std::max(1.0, std::abs(values[want[i]]));   // as good as equal ones may stand in either order
        QVERIFY2(std::abs(values[block] - values[want[i]]) <= slack, qPrintable(QStringLiteral("place %1").arg(i)));
        const auto score = double(halfToFloat(trace.nearScores[first + i]));
        QVERIFY(std::abs(score - values[block]) <= 1e-3 * std::max(1e-3, std::abs(values[block])));
    }
}

// Ordinary columns, byte for byte; inner weights apart.
bool sameOrdinaryColumns(const Trace& a, const Trace& b)
{
    return a.tokens == b.tokens && a.blocks == b.blocks && a.gates == b.gates && a.scores == b.scores && a.memoryShare == b.memoryShare &&
           a.ties == b.ties && a.rereadOffsets == b.rereadOffsets && a.rereadBlocks == b.rereadBlocks && a.rereadShares == b.rereadShares &&
           a.heatOffsets == b.heatOffsets && a.heatBlocks == b.heatBlocks && a.heatScale == b.heatScale && a.heatWeights == b.heatWeights &&
           a.lookedAt == b.lookedAt;
}

void addModels()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<SelectionMode>("mode");
    for (const char* model : {"adapter_exact", "adapter_grouped", "bounds", "gqa"}) {
        QTest::addRow("%s, per head", model) << QString::fromLatin1(model) << SelectionMode::PerTokenAndHead;
        QTest::addRow("%s, group vote", model) << QString::fromLatin1(model) << SelectionMode::PerTokenAndGroup;
        QTest::addRow("%s, max over heads", model) << QString::fromLatin1(model) << SelectionMode::MaxOverHeads;
        QTest::addRow("%s, max over tokens", model) << QString::fromLatin1(model) << SelectionMode::MaxOverTokens;
    }
}

}  // namespace

void DeepTraceTest::nearMissesAreTheRankingOfAllScores_data() { addModels(); }

void DeepTraceTest::nearMissesAreTheRankingOfAllScores()
{
    QFETCH(QString, model);
    QFETCH(SelectionMode, mode);
    const Asked asked(model.toStdString());
    const ModelConfig& config = asked.engine->info().config;
    Controls controls;
    controls.barred = {BlockId(2), BlockId(5)};
    controls.pinned = {BlockId(3)};
    AskingSettings settings = Asked::settings(mode);
    const FeedResult fed = asked.feed(settings, controls, nullptr, true);
    settings.deepTrace = true;
    Trace trace;
    asked.feed(settings, controls, &trace, false);
    QVERIFY(trace.isDeep() && nearMissesFit(trace) && wordsFit(trace));
    const std::size_t n = fed.blockScores.size() / config.layers / config.heads;
    QVERIFY(n > settings.topK + controls.barred.size());
    for (std::uint32_t layer = 0; layer < config.layers; ++layer) {
        for (std::uint32_t head = 0; head < config.heads; ++head) {
            const std::size_t record = std::size_t{layer} * config.heads + head;
            const auto values = compared(mode, fed.blockScores.data() + layer * config.heads * n, head, config.heads, config.kvHeads, n,
                                         {2, 5});
            compareRecord(trace, record, values, {2, 5});
            QVERIFY(openedOf(trace, record).count(3) == 1);
            if (trace.nearLimits[record] == kNoLimit)
                continue;
            const float limit = halfToFloat(trace.nearLimits[record]);   // nothing that was left closed is better
            QVERIFY(limit >= halfToFloat(trace.nearScores[trace.nearOffsets[record]]));
        }
    }
}

void DeepTraceTest::moreThanSixtyFourAreCutOff()
{
    const Asked asked("adapter_exact", 120);
    AskingSettings settings = Asked::settings();
    const FeedResult fed = asked.feed(settings, {}, nullptr, true);
    settings.deepTrace = true;
    Trace trace;
    asked.feed(settings, {}, &trace, false);
    const std::size_t records = std::size_t{trace.layers} * trace.heads, n = fed.blockScores.size() / records;
    QVERIFY(n > kNearMisses + trace.k);
    for (std::size_t record = 0; record < records; ++record) {
        const float* scores = fed.blockScores.data() + record * n;
        compareRecord(trace, record, std::vector<double>(scores, scores + n), {});
        QCOMPARE(trace.nearOffsets[record + 1] - trace.nearOffsets[record], kNearMisses);
    }
}

void DeepTraceTest::aTwoLevelScanTellsOfBlocksItLeftClosed()
{
    const auto engine = openGolden("adapter_exact");
    ReadingSettings reading = smallReading(*engine, 3, 4, 1, 2);
    auto memory = engine->emptyMemory(reading, KvType::F32);
    QVERIFY(memory && memory->read(textTokens(*engine, std::size_t{engine->info().blockTokens} * 400), {}));
    AskingSettings settings = Asked::settings();
    settings.scan = ScanWay::TwoLevel;
    settings.openedGroups = 1;
    settings.deepTrace = true;
    auto fork = memory->fork(settings);
    QVERIFY(fork);
    Trace trace;
    FeedOptions options;
    options.trace = TraceRows::Predicting;
    options.into = &trace;
    QVERIFY(fork->feed(textTokens(*engine, 5, 4), options));
    QVERIFY(trace.scan == ScanWay::TwoLevel && nearMissesFit(trace));
    const auto misses = nearMisses(trace, {});
    QVERIFY(!misses.empty());
    QVERIFY(std::any_of(misses.begin(), misses.end(), [](const NearMiss& near) { return near.gap && *near.gap < 0; }));
    settings.deepTrace = false;
    auto ordinary = memory->fork(settings);
    Trace without;
    options.into = &without;
    QVERIFY(ordinary && ordinary->feed(textTokens(*engine, 5, 4), options));
    QVERIFY(sameOrdinaryColumns(trace, without));
}

// One step of many rows: each has what a step of its own would have.
void DeepTraceTest::everyRowOfAWindowHasItsOwn()
{
    const Asked asked("adapter_exact");
    AskingSettings settings = Asked::settings();
    settings.deepTrace = true;
    auto together = asked.memory->fork(settings), apart = asked.memory->fork(settings);
    QVERIFY(together && apart);
    Trace all, single;
    FeedOptions options;
    options.trace = TraceRows::All;
    const std::vector<TokenId> tokens = textTokens(*asked.engine, asked.engine->info().blockTokens - 1, 4);   // no block closes
    options.into = &all;
    QVERIFY(together->feed(tokens, options));
    options.into = &single;
    for (const TokenId& token : tokens)
        QVERIFY(apart->feed({&token, 1}, options));
    QCOMPARE(all.tokens, single.tokens);
    QVERIFY(nearMissesFit(all) && nearMissesFit(single));
    QCOMPARE(all.nearOffsets, single.nearOffsets);
    std::size_t same = 0;
    for (std::size_t i = 0; i < all.nearBlocks.size(); ++i)
        same += all.nearBlocks[i] == single.nearBlocks[i];
    QVERIFY(same * 100 >= all.nearBlocks.size() * 98);   // last bits of products over more rows may swap neighbours
}

void DeepTraceTest::whatIsOpenedAndWrittenStaysTheSame_data() { addModels(); }

void DeepTraceTest::whatIsOpenedAndWrittenStaysTheSame()
{
    QFETCH(QString, model);
    QFETCH(SelectionMode, mode);
    const Asked asked(model.toStdString());
    AskingSettings settings = Asked::settings(mode);
    Trace ordinary, deep;
    const FeedResult plain = asked.feed(settings, {}, &ordinary, false);
    settings.deepTrace = true;
    const FeedResult same = asked.feed(settings, {}, &deep, false);
    QVERIFY(plain.nextLogits == same.nextLogits);
    QVERIFY(sameOrdinaryColumns(ordinary, deep));
    QVERIFY(!ordinary.isDeep() && ordinary.nearBlocks.empty() && ordinary.nearScores.empty() && ordinary.nearLimits.empty());
    for (std::uint32_t t = 0; t < ordinary.tokens; ++t) {   // the strongest heads' words are among those of all heads
        for (std::size_t row = ordinary.innerOffsets[t]; row < ordinary.innerOffsets[t + 1]; ++row) {
            const auto begin = deep.innerRecords.begin() + deep.innerOffsets[t], end = deep.innerRecords.begin() + deep.innerOffsets[t + 1];
            const auto found = std::lower_bound(begin, end, ordinary.innerRecords[row]);
            QVERIFY(found != end && *found == ordinary.innerRecords[row]);
            const std::size_t F = ordinary.blockTokens, at = static_cast<std::size_t>(found - deep.innerRecords.begin());
            QVERIFY(std::equal(ordinary.innerWeights.begin() + static_cast<std::ptrdiff_t>(row * F),
                               ordinary.innerWeights.begin() + static_cast<std::ptrdiff_t>((row + 1) * F),
                               deep.innerWeights.begin() + static_cast<std::ptrdiff_t>(at * F)));
        }
    }
}

// Every document block that a head opened with a gate has words; more heads than are kept for an ordinary answer need not be there.
void DeepTraceTest::innerWeightsAreOfAllHeads()
{
    const Asked asked("adapter_exact");
    AskingSettings settings = Asked::settings();
    settings.deepTrace = true;
    Trace trace;
    asked.feed(settings, {}, &trace, false);
    const std::size_t records = std::size_t{trace.layers} * trace.heads * trace.k;
    std::size_t rows = 0;
    for (std::size_t record = 0; record < records; ++record) {
        if (trace.blocks[record] >= trace.documentBlocks || !(halfToFloat(trace.gates[record]) > 1e-6f))
            continue;
        ++rows;
        QVERIFY(std::binary_search(trace.innerRecords.begin(), trace.innerRecords.end(), std::uint32_t(record)));
    }
    QVERIFY(rows > 0);
    // a head that opened block 0 alone gave nothing behind it, and has words all the same
    const bool sinkOnly = std::any_of(trace.innerRecords.begin(), trace.innerRecords.end(), [&](std::uint32_t record) {
        return record < records && trace.blocks[record] == 0;
    });
    QVERIFY(sinkOnly);
}

void DeepTraceTest::headsThatAreOffAndImposedBlocksHaveNone()
{
    const Asked asked("adapter_exact");
    AskingSettings settings = Asked::settings();
    settings.deepTrace = true;
    Controls controls;
    controls.switchedOff = {{1, 1}};
    Trace trace;
    asked.feed(settings, controls, &trace, false);
    const std::size_t off = trace.heads + 1;
    QCOMPARE(trace.nearOffsets[off], trace.nearOffsets[off + 1]);
    QCOMPARE(trace.nearLimits[off], kNoLimit);
    QVERIFY(trace.nearOffsets[off] > 0 && trace.nearOffsets[off + 2] > trace.nearOffsets[off + 1]);
    controls = {};
    controls.imposed = {{BlockId(1), BlockId(4)}};
    Trace imposed;
    asked.feed(settings, controls, &imposed, false);
    QVERIFY(imposed.isDeep() && nearMissesFit(imposed) && imposed.nearBlocks.empty());
}

void DeepTraceTest::answersHaveOneRowAToken()
{
    const Asked asked("adapter_exact");
    AskingSettings settings = Asked::settings();
    settings.deepTrace = true;
    auto fork = asked.memory->fork(settings);
    QVERIFY(fork);
    Trace trace;
    FeedOptions options;
    options.trace = TraceRows::Predicting;
    options.into = &trace;
    QVERIFY(fork->feed(textTokens(*asked.engine, 9, 4), options));
    GenerateOptions generate;
    generate.maxTokens = 7;
    generate.trace = &trace;
    std::stop_source stop;
    int written = 0;
    const auto generated = fork->generate(generate, [&](const GeneratedToken&) {
        if (++written == 5)
            stop.request_stop();   // the row of the sixth is taken off again
    }, stop.get_token());
    QVERIFY(generated);
    QCOMPARE(trace.tokens, 5u);
    QVERIFY(wordsFit(trace) && nearMissesFit(trace));
}

QTEST_GUILESS_MAIN(DeepTraceTest)
#include "deep_trace_test.moc"
