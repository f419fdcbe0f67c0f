// How strongly each token of a block was read, for passageOf(). No state.
#pragma once

#include "core/types/trace_query.h"

#include <vector>

namespace cairn
{

// [F] gate x inner weight, summed over the filter's tokens; zeros where the trace holds no word heat.
inline std::vector<float> wordWeights(const Trace& trace, TraceFilter filter, std::uint32_t block)
{
    filter.blocks = std::vector<IndexRange>{{block, block + 1}};
    std::vector<float> weights(trace.blockTokens, 0.0f);
    for (const TokenWeight& weight : wordHeat(trace, filter))
        weights[weight.token - std::uint64_t{block} * trace.blockTokens] = weight.weight;
    return weights;
}

}  // namespace cairn
