#include "core/types/trace_query.h"

#include "core/types/half.h"
#include "core/types/trace_scan.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

namespace cairn
{

bool contains(const IndexRanges& ranges, std::uint32_t index)
{
    if (!ranges)
        return true;
    return std::any_of(ranges->begin(), ranges->end(),
                       [index](const IndexRange& range) { return index >= range.first && index < range.second; });
}

TraceScan::TraceScan(const Trace& trace, const TraceFilter& filter)
    : m_trace(trace), m_columns(blockColumns(trace, filter)), m_gateLimit(filter.conversation ? m_columns : trace.documentBlocks),
      m_perToken(std::size_t{trace.layers} * trace.heads), m_reread(filter.reread && !trace.rereadOffsets.empty()),
      m_tokens(resolvedTokens(trace, filter)), m_hidden(m_columns, 0)
{
    const HeadMask mask = resolvedHeads(trace, filter);
    for (std::uint32_t head = 0; head < mask.size(); ++head) {
        if (mask[head])
            m_heads.push_back(head);
    }
    if (filter.minimumGate > 0) {
        m_weakest = floatToHalf(filter.minimumGate);
        m_weakest = static_cast<std::uint16_t>(m_weakest + (halfToFloat(m_weakest) < filter.minimumGate));
    }
    for (const std::uint32_t block : filter.hidden) {
        if (block < m_columns)
            m_hidden[block] = 1;
    }
    for (std::uint32_t block = 0; filter.blocks && block < m_columns; ++block)
        m_hidden[block] |= !contains(filter.blocks, block);
}

TraceScan::Places TraceScan::retrieved(std::uint32_t token, HeadRun run) const
{
    const std::size_t place = (std::size_t{token} * m_perToken + run.first) * m_trace.k;
    return {m_trace.blocks.data() + place, m_trace.gates.data() + place, std::size_t{run.heads} * m_trace.k, m_gateLimit};
}

TraceScan::Places TraceScan::reread(std::uint32_t token, HeadRun run) const
{
    const std::size_t record = std::size_t{token} * m_perToken + run.first;
    const std::size_t begin = m_trace.rereadOffsets[record], end = m_trace.rereadOffsets[record + run.heads];
    return {m_trace.rereadBlocks.data() + begin, m_trace.rereadShares.data() + begin, end - begin, m_columns};
}

std::vector<TraceScan::HeadRun> TraceScan::headRuns(std::size_t begin, std::size_t end) const
{
    std::vector<HeadRun> runs;
    for (std::size_t i = begin; i < end; ++i) {
        if (runs.empty() || runs.back().first + runs.back().heads != m_heads[i])
            runs.push_back({m_heads[i], 0});
        ++runs.back().heads;
    }
    return runs;
}

std::uint32_t blockColumns(const Trace& trace, const TraceFilter& filter)
{
    std::uint32_t columns = trace.documentBlocks;
    if (filter.conversation) {
        for (const std::uint32_t block : trace.blocks) {
            if (block != kNoBlock)
                columns = std::max(columns, block + 1);
        }
    }
    if (filter.reread) {
        for (const std::uint32_t block : trace.rereadBlocks) {
            if (filter.conversation || block <= trace.documentBlocks)
                columns = std::max(columns, block + 1);
        }
    }
    return columns;
}

HeadMask resolvedHeads(const Trace& trace, const TraceFilter& filter)
{
    const std::size_t heads = std::size_t{trace.layers} * trace.heads;
    HeadMask mask(heads, 0);
    for (std::size_t i = 0; i < heads; ++i) {
        const bool chosen = filter.heads.empty() || (i < filter.heads.size() && filter.heads[i]);
        mask[i] = chosen && contains(filter.layers, static_cast<std::uint32_t>(i / trace.heads));
    }
    return mask;
}

std::vector<std::uint32_t> resolvedTokens(const Trace& trace, const TraceFilter& filter)
{
    std::vector<std::uint32_t> tokens;
    for (const IndexRange& range : filter.tokens.value_or(std::vector<IndexRange>{{0, trace.tokens}})) {
        for (std::uint32_t token = range.first; token < std::min(range.second, trace.tokens); ++token)
            tokens.push_back(token);
    }
    return tokens;
}

std::optional<float> SparseMatrix::at(std::uint32_t row, std::uint32_t column) const
{
    if (row >= rows)
        return {};
    const auto begin = blocks.begin() + offsets[row], end = blocks.begin() + offsets[row + 1];
    const auto found = std::lower_bound(begin, end, column);
    if (found == end || *found != column)
        return {};
    return values[static_cast<std::size_t>(found - blocks.begin())];
}

TraceMatrix SparseMatrix::dense() const
{
    TraceMatrix matrix{rows, columns, std::vector<float>(std::size_t{rows} * columns, 0.0f)};
    for (std::uint32_t row = 0; row < rows; ++row) {
        for (std::uint32_t i = offsets[row]; i < offsets[row + 1]; ++i)
            matrix.values[std::size_t{row} * columns + blocks[i]] = values[i];
    }
    return matrix;
}

void SparseMatrix::appendRow(const SparseMatrix& other, std::uint32_t row)
{
    const auto begin = static_cast<std::ptrdiff_t>(other.offsets[row]), end = static_cast<std::ptrdiff_t>(other.offsets[row + 1]);
    blocks.insert(blocks.end(), other.blocks.begin() + begin, other.blocks.begin() + end);
    values.insert(values.end(), other.values.begin() + begin, other.values.begin() + end);
    offsets.push_back(static_cast<std::uint32_t>(blocks.size()));
    ++rows;
}

std::vector<float> memoryPerToken(const Trace& trace, const TraceFilter& filter)
{
    std::vector<float> shares(trace.tokens, 0.0f);
    const TraceScan scan(trace, filter);
    if (trace.memoryShare.empty() || scan.chosenHeads().empty())
        return shares;
    const std::size_t perToken = std::size_t{trace.layers} * trace.heads;
    for (const std::uint32_t token : scan.tokens()) {
        double sum = 0;
        for (const std::uint32_t head : scan.chosenHeads())
            sum += halfToFloat(trace.memoryShare[token * perToken + head]);
        shares[token] = static_cast<float>(sum / static_cast<double>(scan.chosenHeads().size()));
    }
    return shares;
}

std::vector<float> memoryPerHead(const Trace& trace, const TraceFilter& filter)
{
    const std::size_t perToken = std::size_t{trace.layers} * trace.heads;
    std::vector<float> shares(perToken, 0.0f);
    const TraceScan scan(trace, filter);
    if (trace.memoryShare.empty() || scan.tokens().empty())
        return shares;
    for (const std::uint32_t token : scan.tokens()) {
        for (const std::uint32_t head : scan.chosenHeads())
            shares[head] += halfToFloat(trace.memoryShare[token * perToken + head]);
    }
    for (float& share : shares)
        share /= static_cast<float>(scan.tokens().size());
    return shares;
}

std::vector<TokenWeight> wordHeat(const Trace& trace, const TraceFilter& filter)
{
    if (trace.heatOffsets.size() != std::size_t{trace.tokens} + 1 || trace.blockTokens == 0)
        return {};
    const TraceScan scan(trace, filter);
    const auto isHidden = [&](std::uint32_t block) {   // the open last block may have no column
        return block < scan.columns() ? scan.isHidden(block) : !contains(filter.blocks, block);
    };
    const std::size_t width = trace.blockTokens;
    std::vector<std::uint32_t> places(std::size_t{trace.documentBlocks} + 1, 0);   // of a block's weights among `weights`, from 1
    std::vector<std::uint32_t> touched;
    std::vector<float> weights;
    for (const std::uint32_t token : scan.tokens()) {
        for (std::size_t row = trace.heatOffsets[token]; row < trace.heatOffsets[token + 1]; ++row) {
            const std::uint32_t block = trace.heatBlocks[row];
            if (block > trace.documentBlocks || isHidden(block))
                continue;
            if (places[block] == 0) {
                touched.push_back(block);
                places[block] = static_cast<std::uint32_t>(touched.size());
                weights.resize(touched.size() * width, 0.0f);
            }
            float* sums = weights.data() + (places[block] - 1) * width;
            const float scale = trace.heatScale[row] / 255.0f;
            for (std::size_t i = 0; i < width; ++i)
                sums[i] += scale * static_cast<float>(trace.heatWeights[row * width + i]);
        }
    }
    std::sort(touched.begin(), touched.end());
    std::vector<TokenWeight> heat;
    for (const std::uint32_t block : touched) {
        const float* sums = weights.data() + (places[block] - 1) * width;
        for (std::size_t i = 0; i < width; ++i) {
            if (sums[i] > 0)
                heat.push_back({block * std::uint64_t{width} + i, sums[i]});
        }
    }
    return heat;
}

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

std::uint32_t rowOf(const Trace& trace, TraceAxis axis, TraceScan::Row row)
{
    return axis == TraceAxis::Layers ? row.head / trace.heads : axis == TraceAxis::Heads ? row.head : row.token;
}

// The strongest `count` cells of a matrix as indices, strongest first, equal ones in order.
std::vector<std::uint32_t> strongestCells(const SparseMatrix& matrix, std::uint32_t count)
{
    std::vector<std::uint32_t> cells(matrix.values.size());
    std::iota(cells.begin(), cells.end(), 0u);
    const auto last = cells.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(count, cells.size()));
    std::partial_sort(cells.begin(), last, cells.end(), [&](std::uint32_t a, std::uint32_t b) {
        return matrix.values[a] != matrix.values[b] ? matrix.values[a] > matrix.values[b] : a < b;
    });
    cells.erase(last, cells.end());
    return cells;
}

}  // namespace

std::vector<Opening> openings(const Trace& trace, const TraceFilter& filter, std::uint32_t block)
{
    std::vector<Opening> found;
    const TraceScan scan(trace, filter);
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
    const std::uint16_t weakest = found.empty() ? 0 : floatToHalf(largest.values[cells.back()]);   // a half already
    const TraceScan scan(trace, filter);
    scan.forEachRecord([&](const TraceScan::Row& row, std::uint32_t block, std::uint16_t gate, std::size_t place, bool reread) {
        if (gate < weakest)
            return;
        const std::uint32_t line = rowOf(trace, rows, row);
        const auto begin = largest.blocks.begin() + largest.offsets[line], end = largest.blocks.begin() + largest.offsets[line + 1];
        const auto entry = wanted.find(static_cast<std::uint32_t>(std::lower_bound(begin, end, block) - largest.blocks.begin()));
        if (entry != wanted.end() && gateValue(gate) > found[entry->second].gate)
            found[entry->second] = openingAt(trace, row, block, place, reread);
    });
    return found;
}

std::vector<std::uint32_t> rankOverTokens(const Trace& trace, const TraceFilter& filter, std::uint32_t block)
{
    std::vector<std::uint32_t> ranks(trace.tokens, 0);
    const SparseMatrix sums = blockMatrix(trace, filter, {TraceAxis::Tokens, TraceMetric::Gate, TraceAggregate::Sum, {}});
    for (std::uint32_t token = 0; token < trace.tokens; ++token) {
        const auto own = sums.at(token, block);
        if (!own)
            continue;
        const auto begin = sums.values.begin() + sums.offsets[token], end = sums.values.begin() + sums.offsets[token + 1];
        ranks[token] = 1 + static_cast<std::uint32_t>(std::count_if(begin, end, [&](float value) { return value > *own; }));
    }
    return ranks;
}

}  // namespace cairn
