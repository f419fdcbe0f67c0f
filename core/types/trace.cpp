#include "core/types/trace.h"

#include "core/types/half.h"

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
        for (std::size_t i = trace.rereadOffsets[begin * rows]; i < trace.rereadOffsets[end * rows]; ++i)
            evidence[trace.rereadBlocks[i]] += halfToFloat(trace.rereadShares[i]);
    }
    return evidence;
}

}  // namespace cairn
