// The matrix of a block plot and what goes with it, off the window's thread.
#include "ui/plots/block_plot.h"

#include "core/types/half.h"

#include <algorithm>
#include <map>

namespace cairn
{
namespace
{

SparseMatrix layersWithHeads(const PlotJob& job)
{
    const Trace& trace = job.run->answer.trace;
    SparseMatrix layers = blockMatrix(trace, job.filter, {TraceAxis::Layers, job.metric, job.aggregate, {}});
    if (std::none_of(job.rows.begin(), job.rows.end(), [](const PlotRow& row) { return row.head.has_value(); }))
        return layers;
    TraceFilter unfolded = job.filter;
    unfolded.layers = std::vector<IndexRange>{};
    for (const PlotRow& row : job.rows) {
        if (row.head && contains(job.filter.layers, *row.layer))
            addRange(unfolded.layers, {*row.layer, *row.layer + 1});
    }
    const SparseMatrix heads = blockMatrix(trace, unfolded, {TraceAxis::Heads, job.metric, job.aggregate, {}});
    SparseMatrix rows;
    rows.columns = layers.columns;
    for (const PlotRow& row : job.rows)
        rows.appendRow(row.head ? heads : layers, row.head ? *row.layer * trace.heads + *row.head : *row.layer);
    return rows;
}

SparseMatrix openedBlocks(const PlotJob& job)
{
    if (job.axis == TraceAxis::Layers)
        return layersWithHeads(job);
    return blockMatrix(job.run->answer.trace, job.filter, {job.axis, job.metric, job.aggregate, job.tokenRows});
}

// The lift of each row's own evidence: what its layer, head or words make of a block beside what a question about nothing makes of it.
SparseMatrix lifts(const PlotJob& job)
{
    SparseMatrix cells = openedBlocks(job);   // sums of gates
    std::vector<double> evidence;
    for (std::uint32_t row = 0; row < cells.rows; ++row) {
        evidence.assign(cells.columns, 0);
        for (std::uint32_t i = cells.offsets[row]; i < cells.offsets[row + 1]; ++i)
            evidence[cells.blocks[i]] = double(cells.values[i]);
        const std::vector<double> lift = liftOfColumns(evidence, *job.measures.neutral, job.run->sinks);
        for (std::uint32_t i = cells.offsets[row]; i < cells.offsets[row + 1]; ++i)
            cells.values[i] = cells.blocks[i] < lift.size() ? float(lift[cells.blocks[i]]) : 0.0f;
    }
    return cells;
}

// D(b) where the block was opened and its removal was tested; other cells stay empty.
SparseMatrix effects(const PlotJob& job)
{
    const SparseMatrix opened = openedBlocks(job);
    SparseMatrix cells;
    cells.columns = opened.columns;
    for (std::uint32_t row = 0; row < opened.rows; ++row) {
        for (std::uint32_t i = opened.offsets[row]; i < opened.offsets[row + 1]; ++i) {
            if (const auto effect = job.measures.effects->find(opened.blocks[i]); effect != job.measures.effects->end()) {
                cells.blocks.push_back(opened.blocks[i]);
                cells.values.push_back(float(effect->second));
            }
        }
        cells.offsets.push_back(static_cast<std::uint32_t>(cells.blocks.size()));
    }
    cells.rows = opened.rows;
    return cells;
}

SparseMatrix matrixOf(const PlotJob& job)
{
    return job.measure == Metric::Lift ? lifts(job) : job.measure == Metric::Removal ? effects(job) : openedBlocks(job);
}

// 0 (scores: the lowest one) to the 99.9th percentile over all tokens of the run, so that brushing words doesn't change the colours. The
// largest are taken layer by layer in every plot: the same measure has the same colours in all of them.
std::pair<float, float> automaticRange(const PlotJob& job, const SparseMatrix& shown)
{
    const bool grows = job.aggregate == TraceAggregate::Sum || job.aggregate == TraceAggregate::Count;   // with the brush
    if (job.automatic && !grows)
        return *job.automatic;
    SparseMatrix whole;
    const bool byLayers =
        job.aggregate != TraceAggregate::Max || (job.axis == TraceAxis::Layers && shown.rows == job.run->answer.trace.layers);
    const bool all = grows || (byLayers && resolvedTokens(job.run->answer.trace, job.filter).size() == job.run->answer.trace.tokens);
    if (!all) {
        PlotJob everything = job;
        everything.filter.tokens.reset();
        if (job.aggregate == TraceAggregate::Max) {
            everything.axis = TraceAxis::Layers;
            everything.rows.clear();
        }
        whole = matrixOf(everything);
    }
    const std::vector<float>& values = all ? shown.values : whole.values;
    float low = 0;
    if ((job.metric == TraceMetric::Score || job.measure == Metric::Removal) && !values.empty())
        low = std::min(0.0f, *std::min_element(values.begin(), values.end()));
    return {low, automaticHigh(values)};
}

bool showsGates(const PlotJob& job) { return job.metric == TraceMetric::Gate && job.measure == Metric::Gate; }

std::vector<Opening> strongestGates(const PlotJob& job, const SparseMatrix& cells)
{
    const Trace& trace = job.run->answer.trace;
    const bool gates = showsGates(job);
    const bool shownAreLargest = gates && job.aggregate == TraceAggregate::Max && job.tokenRows.empty()
                                 && cells.rows == (job.axis == TraceAxis::Layers ? trace.layers : trace.tokens);
    return shownAreLargest ? strongestOpenings(trace, job.filter, job.axis, job.strongest, cells)
                           : strongestOpenings(trace, job.filter, job.axis, job.strongest);
}

// The record that a cell is of: the best score or the largest memory share where these are drawn, else the largest gate.
Opening recordOf(const PlotJob& job, std::uint32_t layer, std::uint32_t block)
{
    const Trace& trace = job.run->answer.trace;
    TraceFilter filter = job.filter;
    filter.layers = std::vector<IndexRange>{{layer, layer + 1}};
    filter.reread = filter.reread && job.metric != TraceMetric::Score;   // words that were read again have none
    const auto size = [&](const Opening& one) {
        switch (job.measure == Metric::Gate ? job.metric : TraceMetric::Gate) {
        case TraceMetric::Score: return one.score;
        case TraceMetric::Memory: return halfToFloat(trace.memoryShare[trace.place(one.token, one.layer, one.head) / trace.k]);
        case TraceMetric::Gate: break;
        }
        return one.gate;
    };
    const auto found = openings(trace, filter, block);
    const auto best = std::max_element(found.begin(), found.end(), [&](const Opening& a, const Opening& b) { return size(a) < size(b); });
    Opening none;
    none.layer = layer;
    none.block = block;
    return best == found.end() ? none : *best;
}

// Those with the largest values as they are drawn, layer by layer.
void listStrongest(PlotResult& result, const PlotJob& job, const SparseMatrix& cells)
{
    if (showsGates(job)) {
        result.strongest = strongestGates(job, cells);
        for (const Opening& opening : result.strongest)
            result.strongestValues.push_back(opening.gate);
        return;
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> order;   // row, entry
    for (std::uint32_t row = 0; row < cells.rows && job.axis == TraceAxis::Layers; ++row) {
        for (std::uint32_t i = cells.offsets[row]; i < cells.offsets[row + 1] && !job.rows[row].head; ++i)
            order.emplace_back(row, i);
    }
    const std::size_t count = std::min<std::size_t>(order.size(), job.strongest);
    std::partial_sort(order.begin(), order.begin() + std::ptrdiff_t(count), order.end(), [&](const auto& a, const auto& b) {
        const float left = cells.values[a.second], right = cells.values[b.second];
        return left != right ? left > right : a < b;
    });
    for (std::size_t i = 0; i < count; ++i) {
        const auto [row, entry] = order[i];
        result.strongest.push_back(recordOf(job, *job.rows[row].layer, cells.blocks[entry]));
        result.strongestValues.push_back(cells.values[entry]);
    }
}

std::vector<int> tiedRows(const PlotJob& job)
{
    const Trace& trace = job.run->answer.trace;
    const HeadMask mask = resolvedHeads(trace, job.filter);
    const std::vector<std::uint32_t> tokens = resolvedTokens(trace, job.filter);
    std::vector<std::uint32_t> ties(mask.size(), 0);
    for (const std::uint32_t token : tokens) {
        for (std::size_t head = 0; head < mask.size() && !trace.ties.empty(); ++head)
            ties[head] += mask[head] && trace.ties[token * mask.size() + head];
    }
    std::vector<int> rows;
    for (std::size_t row = 0; row < job.rows.size(); ++row) {
        if (!job.rows[row].layer)
            continue;
        const std::size_t first = *job.rows[row].layer * std::size_t{trace.heads} + job.rows[row].head.value_or(0);
        const std::size_t count = job.rows[row].head ? 1 : trace.heads;
        std::size_t tied = 0, all = 0;
        for (std::size_t head = first; head < first + count; ++head) {
            tied += ties[head];
            all += mask[head] * tokens.size();
        }
        if (tied * 2 > all)
            rows.push_back(int(row));
    }
    return rows;
}

// Scores and what was measured by removing are of opened blocks alone.
std::vector<int> rereadColumns(const PlotJob& job, std::uint32_t columns)
{
    const Trace& trace = job.run->answer.trace;
    if (trace.rereadOffsets.empty() || job.metric != TraceMetric::Gate || job.measure == Metric::Removal)
        return {};
    const HeadMask mask = resolvedHeads(trace, job.filter);
    std::vector<std::uint8_t> seen(columns, 0);
    for (const std::uint32_t token : resolvedTokens(trace, job.filter)) {
        for (std::size_t head = 0; head < mask.size(); ++head) {
            const std::size_t record = token * mask.size() + head;
            for (std::size_t i = trace.rereadOffsets[record]; mask[head] && i < trace.rereadOffsets[record + 1]; ++i) {
                if (trace.rereadBlocks[i] < columns && halfToFloat(trace.rereadShares[i]) >= job.filter.minimumGate)
                    seen[trace.rereadBlocks[i]] = 1;
            }
        }
    }
    for (const std::uint32_t block : job.filter.hidden) {
        if (block < columns)
            seen[block] = 0;
    }
    std::vector<int> found;
    for (std::uint32_t block = 0; block < columns; ++block) {
        if (seen[block])
            found.push_back(int(block));
    }
    return found;
}

}  // namespace

void chooseMetric(PlotJob& job, const SelectionHub& hub)
{
    const Metric shown = shownMetric(hub);
    job.metric = traceMetric(shown);
    job.aggregate = traceAggregate(hub.selection().aggregate, TraceAggregate::Max);
    if (shown == Metric::Lift || shown == Metric::Removal) {
        job.measure = shown;
        job.measures = hub.measures();
        job.aggregate = shown == Metric::Lift ? TraceAggregate::Sum : TraceAggregate::Max;
    }
    if (!showsShares(job))
        job.filter.renormalised.reset();
}

bool showsShares(const PlotJob& job)
{
    return job.measure == Metric::Gate && job.metric == TraceMetric::Gate && job.aggregate != TraceAggregate::Count;
}

std::vector<std::uint8_t> rereadCells(const PlotResult& result)
{
    const SparseMatrix& shown = *result.cells;
    std::vector<std::uint8_t> marks(shown.blocks.size(), 0);
    if (result.job.run->answer.trace.rereadOffsets.empty() || !result.job.filter.reread)
        return marks;
    PlotJob job = result.job;
    const SparseMatrix all = job.measure == Metric::Gate ? shown : openedBlocks(job);
    job.filter.reread = false;
    const SparseMatrix opened = openedBlocks(job);
    for (std::uint32_t row = 0; row < shown.rows; ++row) {
        for (std::uint32_t i = shown.offsets[row]; i < shown.offsets[row + 1]; ++i)
            marks[i] = opened.at(row, shown.blocks[i]) != all.at(row, shown.blocks[i]);
    }
    return marks;
}

std::vector<std::uint32_t> pinnedBlocks(const Run& run)
{
    const Trace& trace = run.answer.trace;
    std::map<std::uint32_t, std::size_t> rowsOf;
    std::size_t rows = 0;
    for (std::size_t head = 0; trace.tokens > 0 && head < std::size_t{trace.layers} * trace.heads; ++head) {
        const std::size_t first = trace.place(trace.tokens - 1, 0, 0) + head * trace.k;
        bool any = false;
        for (std::size_t place = first; place < first + trace.k; ++place) {
            const std::uint32_t block = trace.blocks[place];
            any = any || block != kNoBlock;
            if (block == 0 || (block != kNoBlock && block >= trace.documentBlocks))
                ++rowsOf[block];
        }
        rows += any;   // a head that is switched off has none
    }
    std::vector<std::uint32_t> pinned = run.pinned;
    for (const auto& [block, count] : rowsOf) {
        if (count == rows)
            pinned.push_back(block);
    }
    std::sort(pinned.begin(), pinned.end());
    pinned.erase(std::unique(pinned.begin(), pinned.end()), pinned.end());
    return pinned;
}

PlotResult compute(PlotJob job)
{
    PlotResult result;
    SparseMatrix cells = matrixOf(job);
    result.automatic = automaticRange(job, cells);
    for (const float value : cells.values)
        result.largest = std::max(result.largest, value);
    if (job.strongest > 0)
        listStrongest(result, job, cells);
    result.rereadColumns = rereadColumns(job, cells.columns);
    result.cells = std::make_shared<const SparseMatrix>(std::move(cells));
    result.tiedRows = tiedRows(job);
    result.job = std::move(job);
    return result;
}

}  // namespace cairn
