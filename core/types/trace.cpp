#include "core/types/trace.h"

#include "core/types/half.h"

#include <algorithm>

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

}  // namespace

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
