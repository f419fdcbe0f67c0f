// Single records of a trace: who opened a block, which openings are the strongest.
#include "core/types/trace_query.h"

#include "core/types/half.h"
#include "core/types/trace_scan.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <unordered_map>

namespace cairn
{
namespace
{

Opening openingAt(const Trace& trace, TraceScan::Row row, std::uint32_t block, std::size_t place, bool reread)
{
    Opening opening{row.token, row.head / trace.heads, row.head % trace.heads, block};
    opening.reread = reread;
    opening.gate = halfToFloat(reread ? trace.rereadShares[place] : trace.gates[place]);
    if (reread)
        return opening;
    opening.score = halfToFloat(trace.scores[place]);
    opening.rank = 1;
    const std::size_t first = place / trace.k * trace.k;
    for (std::size_t i = first; i < first + trace.k; ++i)
        opening.rank += trace.blocks[i] != kNoBlock && halfToFloat(trace.scores[i]) > opening.score;
    return opening;
}

// The record at `place` of trace.blocks, and of trace.rereadBlocks.
Opening retrievedAt(const Trace& trace, std::size_t place)
{
    const std::size_t record = place / trace.k, heads = std::size_t{trace.layers} * trace.heads;
    return openingAt(trace, {static_cast<std::uint32_t>(record / heads), static_cast<std::uint32_t>(record % heads)}, trace.blocks[place],
                     place, false);
}

Opening rereadAt(const Trace& trace, std::size_t place)
{
    const auto& offsets = trace.rereadOffsets;   // the last one at or before the place is its record's
    const auto after = std::upper_bound(offsets.begin(), offsets.end(), static_cast<std::uint32_t>(place));
    const auto record = static_cast<std::size_t>(after - offsets.begin() - 1), heads = std::size_t{trace.layers} * trace.heads;
    return openingAt(trace, {static_cast<std::uint32_t>(record / heads), static_cast<std::uint32_t>(record % heads)},
                     trace.rereadBlocks[place], place, true);
}

void renormalise(Opening& opening, const Renormalising& renormalising, const Trace& trace)
{
    const std::uint16_t gate = floatToHalf(opening.gate);   // a half already
    const std::size_t record = (std::size_t{opening.token} * trace.layers + opening.layer) * trace.heads + opening.head;
    if (renormalising.counts(opening.block, gate, opening.reread))
        opening.gate = gateValue(Renormalising::times(gate, renormalising.factor(record)));
}

std::uint32_t rowOf(const Trace& trace, TraceAxis axis, const Opening& opening)
{
    return axis == TraceAxis::Layers  ? opening.layer
           : axis == TraceAxis::Heads ? opening.layer * trace.heads + opening.head
                                      : opening.token;
}

// Of two records of one cell: the stronger one, of equal ones the first by (t, l, h), retrieved before re-read.
bool isBefore(const Opening& a, const Opening& b)
{
    if (a.gate != b.gate)
        return a.gate > b.gate;
    return std::tie(a.token, a.layer, a.head, a.reread) < std::tie(b.token, b.layer, b.head, b.reread);
}

// The strongest `count` cells of a matrix as indices, strongest first, equal ones in order. One pass over the values: nearly all of them
// are weaker than the weakest one kept so far.
std::vector<std::uint32_t> strongestCells(const SparseMatrix& matrix, std::uint32_t count)
{
    const std::vector<float>& values = matrix.values;
    const auto isStronger = [&](std::uint32_t a, std::uint32_t b) { return values[a] != values[b] ? values[a] > values[b] : a < b; };
    std::vector<std::uint32_t> kept;   // a heap, the weakest one in front
    for (std::uint32_t cell = 0; count > 0 && cell < values.size(); ++cell) {
        if (kept.size() == count) {
            if (values[cell] <= values[kept.front()])
                continue;
            std::pop_heap(kept.begin(), kept.end(), isStronger);
            kept.pop_back();
        }
        kept.push_back(cell);
        std::push_heap(kept.begin(), kept.end(), isStronger);
    }
    std::sort_heap(kept.begin(), kept.end(), isStronger);
    return kept;
}

// visit(place) for gates that are not weaker, in order. Whole groups are passed over by their largest one: hardly any holds such a gate.
template <typename Visit>
void forEachStrong(const std::uint16_t* gates, std::size_t count, std::uint16_t weakest, Visit&& visit)
{
    constexpr std::size_t kGroup = 32;
    std::size_t i = 0;
    for (; i + kGroup <= count; i += kGroup) {
        std::int16_t largest[kGroup / 4] = {};   // signed, because all x86-64 processors compare eight of those at once; gates are positive
        for (std::size_t j = 0; j < kGroup; j += kGroup / 4) {
            for (std::size_t lane = 0; lane < kGroup / 4; ++lane)
                largest[lane] = std::max(largest[lane], static_cast<std::int16_t>(gates[i + j + lane]));
        }
        if (*std::max_element(std::begin(largest), std::end(largest)) < weakest)
            continue;
        for (std::size_t place = i; place < i + kGroup; ++place) {
            if (gates[place] >= weakest)
                visit(place);
        }
    }
    for (; i < count; ++i) {
        if (gates[i] >= weakest)
            visit(i);
    }
}

}  // namespace

std::vector<Opening> openings(const Trace& trace, const TraceFilter& filter, std::uint32_t block)
{
    std::vector<Opening> found;
    const TraceScan scan(trace, asRecorded(filter));   // few places are of one block: these alone are renormalised
    if (block >= scan.columns() || scan.isHidden(block))
        return found;
    const auto runs = scan.headRuns(0, scan.chosenHeads().size());
    for (const std::uint32_t token : scan.tokens()) {
        const auto first = static_cast<std::ptrdiff_t>(found.size());
        for (const TraceScan::HeadRun& run : runs) {
            const TraceScan::Places retrieved = scan.retrieved(token, run);
            for (std::size_t i = 0; i < retrieved.count; ++i) {
                if (retrieved.blocks[i] == block && scan.columnOf(retrieved, i) == block)
                    found.push_back(retrievedAt(trace, static_cast<std::size_t>(retrieved.blocks - trace.blocks.data()) + i));
            }
            const TraceScan::Places reread = scan.hasReread() ? scan.reread(token, run) : TraceScan::Places{};
            for (std::size_t i = 0; i < reread.count; ++i) {
                if (reread.blocks[i] == block && scan.columnOf(reread, i) == block)
                    found.push_back(rereadAt(trace, static_cast<std::size_t>(reread.blocks - trace.rereadBlocks.data()) + i));
            }
        }
        std::stable_sort(found.begin() + first, found.end(), [](const Opening& a, const Opening& b) {
            return Head{a.layer, a.head} < Head{b.layer, b.head};
        });
    }
    if (filter.renormalised) {
        const Renormalising renormalising(trace, filter);
        for (Opening& opening : found)
            renormalise(opening, renormalising, trace);
    }
    return found;
}

std::vector<Opening> strongestOpenings(const Trace& trace, const TraceFilter& filter, TraceAxis rows, std::uint32_t count)
{
    return strongestOpenings(trace, filter, rows, count, blockMatrix(trace, filter, {rows, TraceMetric::Gate, TraceAggregate::Max, {}}));
}

std::vector<Opening> strongestOpenings(const Trace& trace, const TraceFilter& filter, TraceAxis rows, std::uint32_t count,
                                       const SparseMatrix& largest)
{
    const std::vector<std::uint32_t> cells = strongestCells(largest, count);
    std::vector<Opening> found(cells.size());
    std::unordered_map<std::uint32_t, std::size_t> wanted;   // cell -> place in `found`
    for (std::size_t i = 0; i < found.size(); ++i) {
        wanted.emplace(cells[i], i);
        found[i].gate = -1;
    }
    if (found.empty())
        return found;
    const std::uint16_t weakest = floatToHalf(largest.values[cells.back()]);   // a half already
    const TraceScan scan(trace, filter);
    const auto take = [&](const TraceScan::Places& places, bool reread) {
        forEachStrong(places.gates, places.count, weakest, [&](std::size_t i) {
            const std::uint32_t block = scan.columnOf(places, i);
            if (block == scan.columns() || scan.isHidden(block))
                return;
            Opening opening = reread ? rereadAt(trace, static_cast<std::size_t>(places.blocks - trace.rereadBlocks.data()) + i)
                                     : retrievedAt(trace, static_cast<std::size_t>(places.blocks - trace.blocks.data()) + i);
            opening.gate = gateValue(places.gates[i]);   // renormalised, where it shall be
            const std::uint32_t line = rowOf(trace, rows, opening);
            const auto begin = largest.blocks.begin() + largest.offsets[line], end = largest.blocks.begin() + largest.offsets[line + 1];
            const auto entry = wanted.find(static_cast<std::uint32_t>(std::lower_bound(begin, end, block) - largest.blocks.begin()));
            if (entry != wanted.end() && isBefore(opening, found[entry->second]))
                found[entry->second] = opening;
        });
    };
    const auto runs = scan.headRuns(0, scan.chosenHeads().size());
    for (const std::uint32_t token : scan.tokens()) {
        for (const TraceScan::HeadRun& run : runs) {
            take(scan.retrieved(token, run), false);
            if (scan.hasReread())
                take(scan.reread(token, run), true);
        }
    }
    return found;
}

}  // namespace cairn
