// Figures of heads and layers of a trace: what heads rest on, how many different blocks they open, which are strongest.
#include "core/types/trace_query.h"

#include "core/types/trace_scan.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

namespace cairn
{
namespace
{

// Gates of each head over all its blocks, as recorded, hidden ones included for the sinks' part; the strongest of those shown.
void fillFromRecords(const Trace& trace, const TraceFilter& filter, const std::vector<std::uint32_t>& sinks,
                     std::vector<HeadStatistics>& heads)
{
    const TraceScan scan(trace, filter);
    std::vector<std::uint8_t> isSink(scan.columns(), 0), inRange(scan.columns(), 1);
    for (std::uint32_t block = 0; filter.blocks && block < inRange.size(); ++block)
        inRange[block] = contains(filter.blocks, block);
    for (const std::uint32_t block : sinks) {
        if (block < isSink.size())
            isSink[block] = 1;
    }
    std::vector<float> all(heads.size(), 0.0f), onSinks(heads.size(), 0.0f);
    std::vector<std::uint16_t> strongest(heads.size(), 0);
    for (const std::uint32_t token : scan.tokens()) {
        for (const std::uint32_t head : scan.chosenHeads())
            scan.forEachOf({token, head}, [&](std::uint32_t block, std::uint16_t gate, std::size_t place, bool reread) {
                const float value = gateValue(reread ? trace.rereadShares[place] : trace.gates[place]);
                all[head] += inRange[block] ? value : 0.0f;
                onSinks[head] += inRange[block] && isSink[block] ? value : 0.0f;
                if (!scan.isHidden(block))
                    strongest[head] = std::max(strongest[head], gate);
            });
    }
    for (std::size_t i = 0; i < heads.size(); ++i) {
        heads[i].strongest = gateValue(strongest[i]);
        heads[i].sinkShare = all[i] > 0 ? onSinks[i] / all[i] : 0;
    }
}

// Base 2 logarithm of a positive normal float within 1e-6: 2 atanh(t) / ln 2 with t = (m - 1) / (m + 1). The library's function costs
// 20 times as much beside vector code of other libraries (measured: 100 ns a call in a program with a Qt window).
float log2Of(float value)
{
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value) - 0x3F3504F3u;   // sqrt(1/2): m in [sqrt(1/2), sqrt(2))
    const auto exponent = static_cast<float>(static_cast<std::int32_t>(bits) >> 23);
    const float m = std::bit_cast<float>((bits & 0x007FFFFFu) + 0x3F3504F3u);
    const float t = (m - 1) / (m + 1), s = t * t;
    return exponent + 2.88539008f * t * (1 + s * (0.33333333f + s * (0.2f + s * (0.14285714f + s * 0.11111111f))));
}

void fillFromRow(const SparseMatrix& sums, std::uint32_t row, HeadStatistics& head)
{
    double total = 0, distance = 0, logs = 0;
    for (std::uint32_t i = sums.offsets[row]; i < sums.offsets[row + 1]; ++i) {
        const float gate = sums.values[i];
        total += static_cast<double>(gate);
        distance += static_cast<double>(gate) * (sums.columns - sums.blocks[i]);
        logs += gate > 0 ? static_cast<double>(gate * log2Of(gate)) : 0;
        head.sparkline[sums.blocks[i] * static_cast<std::uint32_t>(kSparklineBins) / sums.columns] += gate;
    }
    head.uniqueBlocks = sums.offsets[row + 1] - sums.offsets[row];
    head.evidence = static_cast<float>(total);
    if (total <= 0)
        return;
    head.meanDistance = static_cast<float>(distance / total);
    head.entropy = static_cast<float>(std::max(std::log2(total) - logs / total, 0.0));   // -sum p log2 p, p = gate / total
}

std::vector<TraceScan::HeadRun> runsOfLayer(const Trace& trace, const TraceScan& scan, std::uint32_t layer)
{
    const auto& heads = scan.chosenHeads();
    const auto begin = std::lower_bound(heads.begin(), heads.end(), layer * trace.heads);
    const auto end = std::lower_bound(begin, heads.end(), (layer + 1) * trace.heads);
    return scan.headRuns(static_cast<std::size_t>(begin - heads.begin()), static_cast<std::size_t>(end - heads.begin()));
}

// A byte for each column: storing needs no value from before, unlike bits that share a word.
std::uint32_t uniqueOf(const TraceScan& scan, const std::vector<TraceScan::HeadRun>& runs, std::span<const std::uint32_t> tokens)
{
    std::vector<std::uint8_t> seen(scan.columns() + 1, 0);
    for (const std::uint32_t token : tokens) {
        scan.forEachRun(token, runs, [&](const TraceScan::Places& places) {
            for (std::size_t i = 0; i < places.count; ++i)
                seen[scan.columnOf(places, i)] = 1;
        });
    }
    std::uint32_t count = 0;
    for (std::uint32_t block = 0; block < scan.columns(); ++block)
        count += seen[block] & static_cast<std::uint32_t>(!scan.isHidden(block));
    return count;
}

}  // namespace

std::vector<HeadStatistics> headStatistics(const Trace& trace, const TraceFilter& filter, const std::vector<std::uint32_t>& sinks)
{
    std::vector<HeadStatistics> heads(std::size_t{trace.layers} * trace.heads);
    const SparseMatrix sums = blockMatrix(trace, filter, {TraceAxis::Heads, TraceMetric::Gate, TraceAggregate::Sum, {}});
    const std::vector<float> memory = memoryPerHead(trace, filter);
    for (std::uint32_t row = 0; row < heads.size(); ++row) {
        heads[row].memoryShare = memory[row];
        fillFromRow(sums, row, heads[row]);
    }
    fillFromRecords(trace, filter, sinks, heads);
    return heads;
}

std::vector<float> copyScores(const Trace& trace, const TraceFilter& filter, const SameToken& same)
{
    const std::size_t perToken = std::size_t{trace.layers} * trace.heads;
    std::vector<float> scores(perToken, 0.0f);
    if (trace.lookedAt.size() != trace.tokens * perToken)
        return scores;
    const TraceScan scan(trace, filter);
    std::uint32_t copied = 0;
    for (const std::uint32_t token : scan.tokens()) {
        bool any = false;
        for (const std::uint32_t head : scan.chosenHeads()) {
            const std::uint32_t at = trace.lookedAt[token * perToken + head];
            if (at == kNoToken || !same(token, at))
                continue;
            any = true;
            ++scores[head];
        }
        copied += any ? 1 : 0;
    }
    for (float& score : scores)
        score /= static_cast<float>(std::max(copied, 1u));
    return scores;
}

std::vector<std::uint32_t> uniqueBlocks(const Trace& trace, const TraceFilter& filter)
{
    if (trace.tokens == 0)
        return std::vector<std::uint32_t>(trace.layers, 0);
    return uniqueBlocksInWindows(trace, filter, trace.tokens).front();
}

std::vector<std::vector<std::uint32_t>> uniqueBlocksInWindows(const Trace& trace, const TraceFilter& filter, std::uint32_t window)
{
    const std::uint32_t windows = trace.tokens / window + (trace.tokens % window != 0);
    std::vector<std::vector<std::uint32_t>> unique(windows, std::vector<std::uint32_t>(trace.layers, 0));
    const TraceScan scan(trace, filter);
    const std::vector<std::uint32_t>& tokens = scan.tokens();
    for (std::uint32_t layer = 0; layer < trace.layers; ++layer) {
        const auto runs = runsOfLayer(trace, scan, layer);
        for (std::size_t begin = 0, end; begin < tokens.size(); begin = end) {
            const std::uint32_t current = tokens[begin] / window;
            for (end = begin; end < tokens.size() && tokens[end] / window == current;)
                ++end;
            unique[current][layer] = uniqueOf(scan, runs, std::span(tokens).subspan(begin, end - begin));
        }
    }
    return unique;
}

HeadMask strongestHeads(const Trace& trace, const TraceFilter& filter, std::uint32_t count)
{
    std::vector<double> evidence(std::size_t{trace.layers} * trace.heads, 0.0);
    const TraceScan scan(trace, filter);
    scan.forEachRecord([&](const TraceScan::Row& row, std::uint32_t, std::uint16_t gate, std::size_t, bool) {
        evidence[row.head] += static_cast<double>(gateValue(gate));
    });
    std::vector<std::uint32_t> order = scan.chosenHeads();
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return evidence[a] > evidence[b]; });
    order.resize(std::min<std::size_t>(count, order.size()));
    HeadMask mask(evidence.size(), 0);
    for (const std::uint32_t head : order)
        mask[head] = 1;
    return mask;
}

}  // namespace cairn
