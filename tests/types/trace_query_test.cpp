// Every question to a trace against loops written to be read, on made-up traces with re-read words, sinks and conversation blocks.
#include "core/types/trace_query.h"

#include "core/types/half.h"
#include "tests/support/trace_samples.h"

#include <QtTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

using namespace cairn;

namespace
{

struct Record
{
    std::uint32_t token, layer, head, block;
    float gate, score, memory;
    bool reread;
    float recorded = gate;   // before it was renormalised
};

bool inRanges(const IndexRanges& ranges, std::uint32_t index)
{
    if (!ranges)
        return true;
    for (const auto& [begin, end] : *ranges) {
        if (begin <= index && index < end)
            return true;
    }
    return false;
}

// Each record's part of what is left of its (t, l, h): without weak ones, hidden blocks and, where asked for, the conversation's.
void renormalise(const Trace& trace, const TraceFilter& filter, std::vector<Record>& all)
{
    const auto isPart = [&](const Record& record) {
        const auto& over = *filter.renormalised;
        const bool document = record.block < trace.documentBlocks + (record.reread ? 1 : 0);
        return record.block != kNoBlock && std::count(over.hidden.begin(), over.hidden.end(), record.block) == 0
               && record.recorded >= filter.minimumGate && (over.conversation || document);
    };
    std::map<std::array<std::uint32_t, 3>, float> sums;
    for (const Record& record : all)
        sums[{record.token, record.layer, record.head}] += isPart(record) ? record.recorded : 0.0f;
    for (Record& record : all) {
        if (const float sum = sums[{record.token, record.layer, record.head}]; isPart(record) && sum > 0)
            record.gate = halfToFloat(floatToHalf(record.recorded * (1 / sum)));
    }
}

// What the filter lets through, one by one.
std::vector<Record> records(const Trace& trace, const TraceFilter& filter)
{
    std::vector<Record> found;
    const auto isOut = [&](const Record& record) {
        const bool hidden = std::count(filter.hidden.begin(), filter.hidden.end(), record.block) > 0;
        const bool masked = !filter.heads.empty() && !filter.heads[record.layer * trace.heads + record.head];
        const std::uint32_t limit = trace.documentBlocks + (record.reread ? 1 : 0);
        return record.block == kNoBlock || hidden || masked || !inRanges(filter.tokens, record.token) ||
               !inRanges(filter.layers, record.layer) || !inRanges(filter.blocks, record.block) || record.recorded < filter.minimumGate ||
               (!filter.conversation && record.block >= limit) || (record.reread && !filter.reread);
    };
    for (std::uint32_t t = 0; t < trace.tokens; ++t) {
        for (std::uint32_t l = 0; l < trace.layers; ++l) {
            for (std::uint32_t h = 0; h < trace.heads; ++h) {
                const std::size_t row = (std::size_t{t} * trace.layers + l) * trace.heads + h;
                for (std::size_t i = row * trace.k; i < (row + 1) * trace.k; ++i)
                    found.push_back({t, l, h, trace.blocks[i], halfToFloat(trace.gates[i]), halfToFloat(trace.scores[i]),
                                     halfToFloat(trace.memoryShare[row]), false});
                for (std::size_t i = trace.rereadOffsets.empty() ? 0 : trace.rereadOffsets[row];
                     !trace.rereadOffsets.empty() && i < trace.rereadOffsets[row + 1]; ++i)
                    found.push_back({t, l, h, trace.rereadBlocks[i], halfToFloat(trace.rereadShares[i]), 0,
                                     halfToFloat(trace.memoryShare[row]), true});
            }
        }
    }
    if (filter.renormalised)
        renormalise(trace, filter, found);
    std::erase_if(found, isOut);
    return found;
}

struct Case
{
    const char* name;
    TraceFilter filter;
};

std::vector<Case> cases()
{
    TraceFilter brushed, heads, hidden, talk, strong, plain, parts, strongParts, allParts, shownBeside;
    brushed.tokens = std::vector<IndexRange>{{1, 3}, {7, 30}};
    brushed.layers = std::vector<IndexRange>{{1, 3}};
    heads.heads = HeadMask{0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1};
    hidden.hidden = {0, 26};
    hidden.blocks = std::vector<IndexRange>{{0, 30}, {39, 41}};
    talk.conversation = true;
    strong.minimumGate = 0.05f;
    plain.reread = false;
    parts.hidden = {0, 26};
    parts.renormalised = RenormalisedOver{parts.hidden, false};
    strongParts = parts;
    strongParts.minimumGate = 0.05f;
    strongParts.tokens = brushed.tokens;
    strongParts.heads = heads.heads;
    allParts = talk;
    allParts.renormalised = RenormalisedOver{{}, true};
    shownBeside = parts;
    shownBeside.hidden.clear();
    shownBeside.reread = false;
    return {{"all", {}}, {"brushed tokens and layers", brushed}, {"some heads", heads}, {"hidden and outside blocks", hidden},
            {"conversation", talk}, {"strong only", strong}, {"without re-read", plain}, {"renormalised", parts},
            {"strong and few, renormalised", strongParts}, {"conversation, renormalised", allParts},
            {"what is no part beside the others", shownBeside}};
}

TraceFilter filterOfRow()
{
    QFETCH(int, index);
    return cases()[std::size_t(index)].filter;
}

void addFilters()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < cases().size(); ++i)
        QTest::newRow(cases()[i].name) << int(i);
}

bool close(double a, double b) { return std::abs(a - b) <= 1e-5 * std::max({1.0, std::abs(a), std::abs(b)}); }

}  // namespace

class TraceQueryTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void totalsAreSumsOverRecords_data() { addFilters(); }
    void totalsAreSumsOverRecords();
    void matricesHoldWhatLoopsFind_data() { addFilters(); }
    void matricesHoldWhatLoopsFind();
    void joinedTokensShareARow();
    void scoresMayBeNegativeAndAreAveragedOverOpenings();
    void headFiguresFollowTheirDefinitions_data() { addFilters(); }
    void headFiguresFollowTheirDefinitions();
    void uniqueBlocksAreCountedPerLayerAndWindow_data() { addFilters(); }
    void uniqueBlocksAreCountedPerLayerAndWindow();
    void strongestHeadsAreThoseWithMostEvidence();
    void copyScoresCountTheWordsThatWereCopied();
    void openingsNameEveryRecordOfTheBlock_data() { addFilters(); }
    void openingsNameEveryRecordOfTheBlock();
    void strongestOpeningsAreTheStrongestCellsByTheirFirstRecord_data() { addFilters(); }
    void strongestOpeningsAreTheStrongestCellsByTheirFirstRecord();
    void fromTheBookIsWhatTheDocumentWasGiven_data() { addFilters(); }
    void fromTheBookIsWhatTheDocumentWasGiven();
    void ranksCountStrongerBlocks();
    void blockEvidenceAgrees();
    void totalsOfTheSmallestGatesAreExact();
    void emptyTraceGivesEmptyAnswers();
};

void TraceQueryTest::totalsAreSumsOverRecords()
{
    const TraceFilter filter = filterOfRow();
    const Trace trace = samples::madeUpTrace();
    std::map<std::uint32_t, std::vector<double>> gates;
    for (const Record& record : records(trace, filter))
        gates[record.block].push_back(double(record.gate));
    QVERIFY(!gates.empty());
    const auto sum = blockTotals(trace, filter), largest = blockTotals(trace, filter, TraceAggregate::Max);
    const auto count = blockTotals(trace, filter, TraceAggregate::Count);
    QCOMPARE(sum.size(), std::size_t{blockColumns(trace, filter)});
    for (std::uint32_t block = 0; block < sum.size(); ++block) {
        const auto& values = gates[block];
        QVERIFY(close(sum[block], std::accumulate(values.begin(), values.end(), 0.0)));
        QCOMPARE(count[block], double(values.size()));
        QVERIFY(close(largest[block], values.empty() ? 0.0 : *std::max_element(values.begin(), values.end())));
    }
}

void TraceQueryTest::matricesHoldWhatLoopsFind()
{
    const TraceFilter filter = filterOfRow();
    const Trace trace = samples::madeUpTrace();
    const auto tokens = double(resolvedTokens(trace, filter).size());
    const HeadMask mask = resolvedHeads(trace, filter);
    for (const TraceAxis axis : {TraceAxis::Layers, TraceAxis::Heads, TraceAxis::Tokens}) {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<double>> cells;
        for (const Record& record : records(trace, filter)) {
            const std::uint32_t head = record.layer * trace.heads + record.head;
            const std::uint32_t row = axis == TraceAxis::Layers ? record.layer : axis == TraceAxis::Heads ? head : record.token;
            cells[{row, record.block}].push_back(double(record.gate));
        }
        for (const TraceAggregate aggregate : {TraceAggregate::Sum, TraceAggregate::Max, TraceAggregate::Mean, TraceAggregate::Count}) {
            const SparseMatrix matrix = blockMatrix(trace, filter, {axis, TraceMetric::Gate, aggregate, {}});
            QCOMPARE(matrix.blocks.size(), cells.size());
            QVERIFY(matrix.rows > 0 && matrix.offsets.size() == matrix.rows + 1);
            for (const auto& [cell, gates] : cells) {
                const double sum = std::accumulate(gates.begin(), gates.end(), 0.0);
                const auto headsOfLayer = double(std::count(mask.begin() + cell.first % trace.layers * trace.heads,
                                                            mask.begin() + (cell.first % trace.layers + 1) * trace.heads, 1));
                const double all = axis == TraceAxis::Layers  ? tokens * headsOfLayer
                                   : axis == TraceAxis::Heads ? tokens
                                                              : double(std::count(mask.begin(), mask.end(), 1));
                const double expected = aggregate == TraceAggregate::Sum ? sum : aggregate == TraceAggregate::Count ? double(gates.size())
                    : aggregate == TraceAggregate::Max ? *std::max_element(gates.begin(), gates.end()) : sum / all;
                QVERIFY(matrix.at(cell.first, cell.second).has_value());
                QVERIFY(close(double(*matrix.at(cell.first, cell.second)), expected));
                QCOMPARE(matrix.dense().values[std::size_t{cell.first} * matrix.columns + cell.second],
                         *matrix.at(cell.first, cell.second));
            }
        }
    }
}

void TraceQueryTest::joinedTokensShareARow()
{
    const Trace trace = samples::madeUpTrace({.tokens = 6});
    const MatrixQuery words{TraceAxis::Tokens, TraceMetric::Gate, TraceAggregate::Sum, {0, 0, 1, 2, 2, 2}};
    const SparseMatrix joined = blockMatrix(trace, {}, words);
    const SparseMatrix single = blockMatrix(trace, {}, {TraceAxis::Tokens, TraceMetric::Gate, TraceAggregate::Sum, {}});
    QCOMPARE(joined.rows, 3u);
    for (std::uint32_t block = 0; block < joined.columns; ++block) {
        const float three = single.at(3, block).value_or(0) + single.at(4, block).value_or(0) + single.at(5, block).value_or(0);
        QVERIFY(close(double(joined.at(2, block).value_or(0)), double(three)));
    }
}

void TraceQueryTest::scoresMayBeNegativeAndAreAveragedOverOpenings()
{
    const Trace trace = samples::madeUpTrace();
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<double>> cells;
    for (const Record& record : records(trace, {})) {
        if (!record.reread)
            cells[{record.layer, record.block}].push_back(double(record.score));
    }
    const SparseMatrix mean = blockMatrix(trace, {}, {TraceAxis::Layers, TraceMetric::Score, TraceAggregate::Mean, {}});
    const SparseMatrix largest = blockMatrix(trace, {}, {TraceAxis::Layers, TraceMetric::Score, TraceAggregate::Max, {}});
    QCOMPARE(mean.blocks.size(), cells.size());
    bool negative = false;
    for (const auto& [cell, scores] : cells) {
        QVERIFY(
            close(double(*mean.at(cell.first, cell.second)), std::accumulate(scores.begin(), scores.end(), 0.0) / double(scores.size())));
        QVERIFY(close(double(*largest.at(cell.first, cell.second)), *std::max_element(scores.begin(), scores.end())));
        negative |= *largest.at(cell.first, cell.second) < 0;
    }
    QVERIFY(negative);
}

void TraceQueryTest::headFiguresFollowTheirDefinitions()
{
    const TraceFilter filter = filterOfRow();
    const Trace trace = samples::madeUpTrace();
    TraceFilter unhidden = filter;
    unhidden.hidden.clear();
    const auto figures = headStatistics(trace, filter, {0});
    const double columns = blockColumns(trace, filter);
    for (std::uint32_t head = 0; head < trace.layers * trace.heads; ++head) {
        std::map<std::uint32_t, double> sums;
        double total = 0, distance = 0, largest = 0, entropy = 0, sink = 0, all = 0;
        std::array<double, kSparklineBins> bins{};
        for (const Record& record : records(trace, filter)) {
            if (record.layer * trace.heads + record.head != head)
                continue;
            sums[record.block] += double(record.gate);
            total += double(record.gate);
            distance += double(record.gate) * (columns - record.block);
            largest = std::max(largest, double(record.gate));
            bins[std::size_t(record.block * 24.0 / columns)] += double(record.gate);
        }
        for (const Record& record : records(trace, unhidden)) {
            if (record.layer * trace.heads + record.head == head) {
                all += double(record.recorded);
                sink += record.block == 0 ? double(record.recorded) : 0;
            }
        }
        for (const auto& [block, sum] : sums)
            entropy -= sum > 0 ? sum / total * std::log2(sum / total) : 0;
        QCOMPARE(std::size_t{figures[head].uniqueBlocks}, sums.size());
        QVERIFY(close(double(figures[head].evidence), total) && close(double(figures[head].strongest), largest));
        QVERIFY(std::abs(double(figures[head].entropy) - entropy) < 1e-3);
        QVERIFY(close(double(figures[head].meanDistance), total > 0 ? distance / total : 0));
        QVERIFY(close(double(figures[head].sinkShare), all > 0 ? sink / all : 0));
        for (std::size_t bin = 0; bin < kSparklineBins; ++bin)
            QVERIFY(close(double(figures[head].sparkline[bin]), bins[bin]));
    }
}

void TraceQueryTest::uniqueBlocksAreCountedPerLayerAndWindow()
{
    const TraceFilter filter = filterOfRow();
    const Trace trace = samples::madeUpTrace();
    for (const std::uint32_t window : {1u, 5u, 12u, 100u}) {
        const auto counted = uniqueBlocksInWindows(trace, filter, window);
        QCOMPARE(counted.size(), std::size_t((trace.tokens + window - 1) / window));
        std::vector<std::vector<std::set<std::uint32_t>>> sets(counted.size(), std::vector<std::set<std::uint32_t>>(trace.layers));
        for (const Record& record : records(trace, filter))
            sets[record.token / window][record.layer].insert(record.block);
        for (std::size_t i = 0; i < sets.size(); ++i) {
            for (std::size_t layer = 0; layer < sets[i].size(); ++layer)
                QCOMPARE(std::size_t{counted[i][layer]}, sets[i][layer].size());
        }
    }
    QCOMPARE(uniqueBlocks(trace, filter), uniqueBlocksInWindows(trace, filter, trace.tokens).front());
}

void TraceQueryTest::strongestHeadsAreThoseWithMostEvidence()
{
    const Trace trace = samples::madeUpTrace();
    const auto figures = headStatistics(trace, {}, {});
    const HeadMask mask = strongestHeads(trace, {}, 4);
    QCOMPARE(std::count(mask.begin(), mask.end(), 1), 4);
    float weakestIn = 1e9f, strongestOut = 0;
    for (std::size_t head = 0; head < mask.size(); ++head) {
        if (mask[head])
            weakestIn = std::min(weakestIn, figures[head].evidence);
        else
            strongestOut = std::max(strongestOut, figures[head].evidence);
    }
    QVERIFY(weakestIn >= strongestOut);
}

void TraceQueryTest::copyScoresCountTheWordsThatWereCopied()
{
    Trace trace;
    trace.tokens = 4;
    trace.layers = trace.k = 1;
    trace.heads = 2;
    trace.blockTokens = 4;
    trace.documentBlocks = 3;
    trace.blocks.assign(8, kNoBlock);
    trace.gates.resize(8);
    trace.scores.resize(8);
    trace.memoryShare.resize(8);
    trace.lookedAt = {5, kNoToken, 6, 6, 7, 1, kNoToken, kNoToken};
    const auto same = [](std::uint32_t token, std::uint64_t at) { return at == token + 5; }; // the answer is tokens 5, 6, 7, 8
    QCOMPARE(copyScores(trace, {}, same), (std::vector<float>{1.0f, 1.0f / 3})); // three words were copied, the last one was not
    TraceFilter filter;
    filter.tokens = std::vector<IndexRange>{{1, 2}};
    QCOMPARE(copyScores(trace, filter, same), (std::vector<float>{1.0f, 1.0f}));
    trace.lookedAt.clear();
    QCOMPARE(copyScores(trace, {}, same), (std::vector<float>{0.0f, 0.0f}));
}

void TraceQueryTest::openingsNameEveryRecordOfTheBlock()
{
    const TraceFilter filter = filterOfRow();
    const Trace trace = samples::madeUpTrace();
    for (const std::uint32_t block : {0u, 26u, 40u}) {
        std::vector<Record> expected = records(trace, filter);
        std::erase_if(expected, [block](const Record& record) { return record.block != block; });
        const auto found = openings(trace, filter, block);
        QCOMPARE(found.size(), expected.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            QCOMPARE(found[i].token, expected[i].token);
            QCOMPARE(found[i].layer, expected[i].layer);
            QCOMPARE(found[i].head, expected[i].head);
            QCOMPARE(found[i].gate, expected[i].gate);
            QCOMPARE(found[i].reread, expected[i].reread);
            std::uint32_t rank = 1;
            const std::size_t first = trace.place(found[i].token, found[i].layer, found[i].head);
            for (std::size_t place = first; place < first + trace.k; ++place)
                rank += trace.blocks[place] != kNoBlock && halfToFloat(trace.scores[place]) > found[i].score;
            QCOMPARE(found[i].rank, found[i].reread ? 0u : rank);
        }
    }
}

void TraceQueryTest::strongestOpeningsAreTheStrongestCellsByTheirFirstRecord()
{
    const TraceFilter filter = filterOfRow();
    const Trace trace = samples::madeUpTrace();
    for (const TraceAxis axis : {TraceAxis::Layers, TraceAxis::Heads, TraceAxis::Tokens}) {
        std::map<std::pair<std::uint32_t, std::uint32_t>, Record> cells;   // (row, block) -> the first of its strongest records
        for (const Record& record : records(trace, filter)) {
            const std::uint32_t head = record.layer * trace.heads + record.head;
            const std::uint32_t row = axis == TraceAxis::Layers ? record.layer : axis == TraceAxis::Heads ? head : record.token;
            const auto [cell, isNew] = cells.try_emplace({row, record.block}, record);
            if (!isNew && record.gate > cell->second.gate)
                cell->second = record;
        }
        std::vector<Record> expected;   // in order of (row, block), which settles equal gates
        for (const auto& [cell, record] : cells)
            expected.push_back(record);
        std::stable_sort(expected.begin(), expected.end(), [](const Record& a, const Record& b) { return a.gate > b.gate; });
        for (const std::size_t wanted : {std::size_t{0}, std::size_t{1}, std::size_t{20}, expected.size() + 5}) {
            const auto found = strongestOpenings(trace, filter, axis, std::uint32_t(wanted));
            QCOMPARE(found.size(), std::min(wanted, expected.size()));
            for (std::size_t i = 0; i < found.size(); ++i) {
                QCOMPARE(found[i].block, expected[i].block);
                QCOMPARE(found[i].gate, expected[i].gate);
                QVERIFY(found[i].token == expected[i].token && found[i].layer == expected[i].layer && found[i].head == expected[i].head);
                QCOMPARE(found[i].reread, expected[i].reread);
            }
        }
    }
}

void TraceQueryTest::fromTheBookIsWhatTheDocumentWasGiven()
{
    const TraceFilter filter = filterOfRow();
    const Trace trace = samples::madeUpTrace();
    const HeadMask mask = resolvedHeads(trace, filter);
    const auto heads = double(std::count(mask.begin(), mask.end(), 1));
    std::vector<double> sums(trace.tokens, 0.0);
    for (const Record& record : records(trace, filter))
        sums[record.token] += double(record.recorded);
    const auto shares = fromBookPerToken(trace, filter);
    QCOMPARE(shares.size(), std::size_t(trace.tokens));
    double all = 0;
    for (std::uint32_t token = 0; token < trace.tokens; ++token) {
        QVERIFY(close(double(shares[token]), std::min(sums[token] / heads, 1.0)));
        all += sums[token];
    }
    const auto tokens = double(resolvedTokens(trace, filter).size());
    QVERIFY(close(*fromBook(trace, filter), std::min(all / (heads * tokens), 1.0)));
    QVERIFY(!fromBook(Trace(), filter));
}

void TraceQueryTest::ranksCountStrongerBlocks()
{
    const Trace trace = samples::madeUpTrace();
    const auto ranks = rankOverTokens(trace, {}, 26);
    for (std::uint32_t token = 0; token < trace.tokens; ++token) {
        TraceFilter one;
        one.tokens = std::vector<IndexRange>{{token, token + 1}};
        const auto totals = blockTotals(trace, one);
        const auto opened = blockTotals(trace, one, TraceAggregate::Count);
        const auto stronger = std::count_if(totals.begin(), totals.end(), [&](double value) { return value > totals[26] + 1e-6; });
        QCOMPARE(ranks[token], opened[26] > 0 ? std::uint32_t(stronger + 1) : 0u);
    }
}

void TraceQueryTest::blockEvidenceAgrees()
{
    const Trace trace = samples::madeUpTrace({.reread = true, .conversation = false});
    const auto evidence = blockEvidence(trace, 2, 9);
    TraceFilter filter;
    filter.tokens = std::vector<IndexRange>{{2, 9}};
    const auto totals = blockTotals(trace, filter);
    for (std::size_t block = 0; block < evidence.size(); ++block)
        QVERIFY(close(evidence[block], totals[block]));
}

void TraceQueryTest::totalsOfTheSmallestGatesAreExact()
{
    Trace trace = samples::madeUpTrace({.reread = false, .conversation = false});
    const std::array<std::uint16_t, 5> gates{1, 0x3FF, 0x400, 0, 0x3C00};   // 2^-24, largest subnormal, smallest normal, none, 1
    for (std::size_t i = 0; i < trace.gates.size(); ++i)
        trace.gates[i] = gates[trace.blocks[i] % 2 == 0 ? i % 2 : i % gates.size()];   // even blocks: sums stay subnormal halves
    std::vector<double> sums(trace.documentBlocks, 0.0);
    for (std::size_t i = 0; i < trace.gates.size(); ++i) {
        if (trace.blocks[i] != kNoBlock)
            sums[trace.blocks[i]] += double(halfToFloat(trace.gates[i]));
    }
    const auto totals = blockTotals(trace, {});
    for (std::size_t block = 0; block < sums.size(); ++block)
        QVERIFY(totals[block] == sums[block]);
}

void TraceQueryTest::emptyTraceGivesEmptyAnswers()
{
    const Trace trace;
    QCOMPARE(blockColumns(trace, {}), 0u);
    QCOMPARE(blockMatrix(trace, {}, {}).rows, 0u);
    QVERIFY(blockTotals(trace, {}).empty() && headStatistics(trace, {}, {}).empty() && wordHeat(trace, {}).empty());
    QVERIFY(openings(trace, {}, 0).empty() && uniqueBlocks(trace, {}).empty() && strongestHeads(trace, {}, 3).empty());
}

QTEST_APPLESS_MAIN(TraceQueryTest)
#include "trace_query_test.moc"
