#include "core/types/trace_rows.h"

#include <cstddef>
#include <span>
#include <tuple>

namespace cairn
{
namespace
{

template <typename T>
std::vector<T> part(const std::vector<T>& values, std::size_t begin, std::size_t end)
{
    const auto all = std::span(values).subspan(begin, end - begin);
    return {all.begin(), all.end()};
}

template <typename T>
void append(std::vector<T>& to, const std::vector<T>& from)
{
    to.insert(to.end(), from.begin(), from.end());
}

// Offsets of the rows [begin, end), counted from the first of them.
std::vector<std::uint32_t> partOfOffsets(const std::vector<std::uint32_t>& offsets, std::size_t begin, std::size_t end)
{
    std::vector<std::uint32_t> own = part(offsets, begin, end + 1);
    for (std::uint32_t& offset : own)
        offset -= offsets[begin];
    return own;
}

// Offsets of `rows` rows behind `offsets`; a side that has none gets empty rows where the other has some.
void appendOffsets(std::vector<std::uint32_t>& offsets, std::size_t rowsBefore, const std::vector<std::uint32_t>& added, std::size_t rows)
{
    if (offsets.empty() && added.empty())
        return;
    if (offsets.empty())
        offsets.assign(rowsBefore + 1, 0);
    const std::uint32_t last = offsets.back();
    for (std::size_t row = 1; row <= rows; ++row)
        offsets.push_back(last + (added.empty() ? 0 : added[row]));
}

auto shapeOf(const Trace& trace)
{
    return std::tie(trace.layers, trace.heads, trace.k, trace.blockTokens, trace.documentBlocks, trace.mode, trace.attention, trace.scan);
}

}  // namespace

Trace rowsOf(const Trace& trace, std::uint32_t begin, std::uint32_t end)
{
    Trace rows;
    rows.tokens = end - begin;
    rows.layers = trace.layers;
    rows.heads = trace.heads;
    rows.k = trace.k;
    rows.blockTokens = trace.blockTokens;
    rows.documentBlocks = trace.documentBlocks;
    rows.mode = trace.mode;
    rows.attention = trace.attention;
    rows.scan = trace.scan;
    const std::size_t heads = std::size_t{trace.layers} * trace.heads, first = begin * heads, last = end * heads;
    rows.blocks = part(trace.blocks, first * trace.k, last * trace.k);
    rows.gates = part(trace.gates, first * trace.k, last * trace.k);
    rows.scores = part(trace.scores, first * trace.k, last * trace.k);
    rows.memoryShare = part(trace.memoryShare, first, last);
    if (!trace.ties.empty())
        rows.ties = part(trace.ties, first, last);
    if (const auto& offsets = trace.rereadOffsets; !offsets.empty()) {
        rows.rereadOffsets = partOfOffsets(offsets, first, last);
        rows.rereadBlocks = part(trace.rereadBlocks, offsets[first], offsets[last]);
        rows.rereadShares = part(trace.rereadShares, offsets[first], offsets[last]);
    }
    if (const auto& offsets = trace.heatOffsets; !offsets.empty()) {
        rows.heatOffsets = partOfOffsets(offsets, begin, end);
        rows.heatBlocks = part(trace.heatBlocks, offsets[begin], offsets[end]);
        rows.heatScale = part(trace.heatScale, offsets[begin], offsets[end]);
        rows.heatWeights = part(trace.heatWeights, std::size_t{offsets[begin]} * trace.blockTokens,
                                std::size_t{offsets[end]} * trace.blockTokens);
    }
    if (const auto& offsets = trace.innerOffsets; !offsets.empty()) {
        rows.innerOffsets = partOfOffsets(offsets, begin, end);
        rows.innerRecords = part(trace.innerRecords, offsets[begin], offsets[end]);
        rows.innerWeights =
            part(trace.innerWeights, std::size_t{offsets[begin]} * trace.blockTokens, std::size_t{offsets[end]} * trace.blockTokens);
    }
    if (!trace.lookedAt.empty())
        rows.lookedAt = part(trace.lookedAt, first, last);
    if (const auto& offsets = trace.nearOffsets; trace.isDeep()) {
        rows.nearOffsets = partOfOffsets(offsets, first, last);
        rows.nearBlocks = part(trace.nearBlocks, offsets[first], offsets[last]);
        rows.nearScores = part(trace.nearScores, offsets[first], offsets[last]);
        rows.nearLimits = part(trace.nearLimits, first, last);
    }
    return rows;
}

bool appendRows(Trace& trace, const Trace& rows)
{
    if (trace.tokens == 0) {
        trace = rows;
        return true;
    }
    if (shapeOf(trace) != shapeOf(rows) || trace.isDeep() != rows.isDeep())
        return false;
    const std::size_t heads = std::size_t{trace.layers} * trace.heads;
    append(trace.blocks, rows.blocks);
    append(trace.gates, rows.gates);
    append(trace.scores, rows.scores);
    append(trace.memoryShare, rows.memoryShare);
    if (!trace.ties.empty() || !rows.ties.empty()) {
        trace.ties.resize(trace.tokens * heads);
        append(trace.ties, rows.ties);
        trace.ties.resize((trace.tokens + std::size_t{rows.tokens}) * heads);
    }
    appendOffsets(trace.rereadOffsets, trace.tokens * heads, rows.rereadOffsets, rows.tokens * heads);
    append(trace.rereadBlocks, rows.rereadBlocks);
    append(trace.rereadShares, rows.rereadShares);
    appendOffsets(trace.heatOffsets, trace.tokens, rows.heatOffsets, rows.tokens);
    append(trace.heatBlocks, rows.heatBlocks);
    append(trace.heatScale, rows.heatScale);
    append(trace.heatWeights, rows.heatWeights);
    appendOffsets(trace.innerOffsets, trace.tokens, rows.innerOffsets, rows.tokens);
    append(trace.innerRecords, rows.innerRecords);
    append(trace.innerWeights, rows.innerWeights);
    if (!trace.lookedAt.empty() || !rows.lookedAt.empty()) {
        trace.lookedAt.resize(trace.tokens * heads, kNoToken);
        append(trace.lookedAt, rows.lookedAt);
        trace.lookedAt.resize((trace.tokens + std::size_t{rows.tokens}) * heads, kNoToken);
    }
    appendOffsets(trace.nearOffsets, trace.tokens * heads, rows.nearOffsets, rows.tokens * heads);
    append(trace.nearBlocks, rows.nearBlocks);
    append(trace.nearScores, rows.nearScores);
    append(trace.nearLimits, rows.nearLimits);
    trace.tokens += rows.tokens;
    return true;
}

}  // namespace cairn
