#include "core/types/trace.h"

#include "core/types/half.h"

#include <algorithm>
#include <numeric>

namespace cairn
{

std::vector<double> blockEvidence(const Trace& trace, std::uint32_t begin, std::uint32_t end)
{
    std::vector<double> evidence(trace.documentBlocks, 0.0);
    for (std::size_t i = trace.place(begin, 0, 0); i < trace.place(end, 0, 0); ++i) {
        if (trace.blocks[i] < trace.documentBlocks)
            evidence[trace.blocks[i]] += halfToFloat(trace.gates[i]);
    }
    if (!trace.rereadOffsets.empty()) {
        const std::size_t rows = std::size_t{trace.layers} * trace.heads;
        for (std::size_t i = trace.rereadOffsets[begin * rows]; i < trace.rereadOffsets[end * rows]; ++i) {
            if (trace.rereadBlocks[i] < trace.documentBlocks)
                evidence[trace.rereadBlocks[i]] += halfToFloat(trace.rereadShares[i]);
        }
    }
    return evidence;
}

namespace
{

bool innerFits(const Trace& trace)
{
    if (trace.innerOffsets.empty())
        return trace.innerRecords.empty() && trace.innerWeights.empty();
    if (trace.innerOffsets.size() != std::size_t{trace.tokens} + 1 || trace.innerOffsets.front() != 0 ||
        trace.innerOffsets.back() != trace.innerRecords.size() || !std::is_sorted(trace.innerOffsets.begin(), trace.innerOffsets.end()) ||
        trace.innerWeights.size() != trace.innerRecords.size() * trace.blockTokens)
        return false;
    const std::size_t heads = std::size_t{trace.layers} * trace.heads, records = heads * trace.k;
    for (std::size_t t = 0; t < trace.tokens; ++t) {
        const std::size_t reread = trace.rereadOffsets.empty() ? 0 : trace.rereadOffsets[(t + 1) * heads] - trace.rereadOffsets[t * heads];
        for (std::size_t row = trace.innerOffsets[t]; row < trace.innerOffsets[t + 1]; ++row) {
            const std::uint32_t record = trace.innerRecords[row];
            const bool ascending = row == trace.innerOffsets[t] || trace.innerRecords[row - 1] < record;
            if (!ascending || record >= records + reread ||
                (record < records && trace.blocks[t * records + record] >= trace.documentBlocks))
                return false;
            const std::uint8_t* weights = trace.innerWeights.data() + row * trace.blockTokens;
            if (std::accumulate(weights, weights + trace.blockTokens, 0u) != 255)
                return false;
        }
    }
    return true;
}

} // namespace

bool wordsFit(const Trace& trace)
{
    const std::size_t heads = std::size_t{trace.tokens} * trace.layers * trace.heads;
    if (!trace.lookedAt.empty() && trace.lookedAt.size() != heads)
        return false;
    const std::uint64_t tokens = (std::uint64_t{trace.documentBlocks} + 1) * trace.blockTokens; // with the open block
    return innerFits(trace) && std::all_of(trace.lookedAt.begin(), trace.lookedAt.end(),
                                           [=](std::uint32_t token) { return token == kNoToken || token < tokens; });
}

InnerRow innerRow(const Trace& trace, std::uint32_t token, std::size_t row)
{
    const std::size_t heads = std::size_t{trace.layers} * trace.heads, records = heads * trace.k;
    const std::uint32_t record = trace.innerRecords[row];
    if (record < records)
        return {record / trace.k, trace.blocks[token * records + record], trace.gates[token * records + record]};
    const auto first = trace.rereadOffsets.begin() + static_cast<std::ptrdiff_t>(token * heads);
    const std::size_t entry = *first + (record - records);
    const auto head = std::upper_bound(first, first + static_cast<std::ptrdiff_t>(heads), static_cast<std::uint32_t>(entry)) - first - 1;
    return {static_cast<std::uint32_t>(head), trace.rereadBlocks[entry], trace.rereadShares[entry]};
}

namespace
{

std::size_t rowOf(const Trace& trace, TraceAxis axis, std::size_t record)   // record = (t * L + l) * H + h
{
    const std::size_t perToken = std::size_t{trace.layers} * trace.heads;
    switch (axis) {
    case TraceAxis::Layers: return record % perToken / trace.heads;
    case TraceAxis::Heads: return record % perToken;
    case TraceAxis::Tokens: return record / perToken;
    }
    return 0;
}

std::uint32_t rowCount(const Trace& trace, TraceAxis axis)
{
    switch (axis) {
    case TraceAxis::Layers: return trace.layers;
    case TraceAxis::Heads: return trace.layers * trace.heads;
    case TraceAxis::Tokens: return trace.tokens;
    }
    return 0;
}

} // namespace

TraceMatrix traceMatrix(const Trace& trace, TraceAxis axis)
{
    TraceMatrix matrix{rowCount(trace, axis), trace.documentBlocks, {}};
    matrix.values.assign(std::size_t{matrix.rows} * matrix.columns, 0.0f);
    const auto raise = [&](std::size_t record, std::uint32_t block, std::uint16_t share) {
        if (block >= trace.documentBlocks)
            return;
        float& cell = matrix.values[rowOf(trace, axis, record) * matrix.columns + block];
        cell = std::max(cell, halfToFloat(share));
    };
    const std::size_t records = std::size_t{trace.tokens} * trace.layers * trace.heads;
    for (std::size_t record = 0; record < records; ++record) {
        for (std::size_t i = record * trace.k; i < (record + 1) * trace.k; ++i)
            raise(record, trace.blocks[i], trace.gates[i]);
        if (!trace.rereadOffsets.empty()) {
            for (std::size_t i = trace.rereadOffsets[record]; i < trace.rereadOffsets[record + 1]; ++i)
                raise(record, trace.rereadBlocks[i], trace.rereadShares[i]);
        }
    }
    return matrix;
}

}  // namespace cairn
