#include "core/types/trace_query.h"

#include "core/types/half.h"
#include "core/types/trace_scan.h"

#include <algorithm>
#include <cmath>

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
      m_perToken(std::size_t{trace.layers} * trace.heads), m_gates(trace.gates.data()), m_shares(trace.rereadShares.data()),
      m_weakest(weakestGate(filter)), m_reread(filter.reread && !trace.rereadOffsets.empty()), m_tokens(resolvedTokens(trace, filter)),
      m_hidden(m_columns, 0)
{
    const HeadMask mask = resolvedHeads(trace, filter);
    for (std::uint32_t head = 0; head < mask.size(); ++head) {
        if (mask[head])
            m_heads.push_back(head);
    }
    if (filter.renormalised)
        renormalise(filter);
    for (const std::uint32_t block : filter.hidden) {
        if (block < m_columns)
            m_hidden[block] = 1;
    }
    for (std::uint32_t block = 0; filter.blocks && block < m_columns; ++block)
        m_hidden[block] |= !contains(filter.blocks, block);
}

std::vector<std::uint64_t> TraceScan::shownBits() const
{
    std::vector<std::uint64_t> bits(m_columns / 64 + 1, 0);
    for (std::uint32_t block = 0; block < m_columns; ++block)
        bits[block / 64] |= std::uint64_t{m_hidden[block] == 0} << (block % 64);
    return bits;
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
