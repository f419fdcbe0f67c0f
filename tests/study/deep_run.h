// The made-up run with a deep trace: for every head the blocks that it left closed, in an order of its own.
#pragma once

#include "core/types/near_misses.h"
#include "made_run.h"

namespace cairn
{

inline std::shared_ptr<Run> deepRun(std::uint32_t kept = 20)
{
    auto run = madeRun();
    Trace& trace = run->answer.trace;
    trace.nearOffsets.push_back(0);
    for (std::uint32_t record = 0; record < trace.tokens * trace.layers * trace.heads; ++record) {
        const auto first = trace.blocks.begin() + std::ptrdiff_t(record) * trace.k;
        std::uint32_t count = 0;
        for (std::uint32_t i = 0; i < trace.documentBlocks && count < kept; ++i) {
            const std::uint32_t block = (i * 7 + record * 11) % trace.documentBlocks;   // 7 and 40 share no factor
            if (std::find(first, first + trace.k, block) != first + trace.k)
                continue;
            trace.nearBlocks.push_back(block);
            trace.nearScores.push_back(floatToHalf(-0.25f * float(++count)));
        }
        trace.nearOffsets.push_back(std::uint32_t(trace.nearBlocks.size()));
        trace.nearLimits.push_back(record % 7 == 0 ? kNoLimit : floatToHalf(0));
    }
    return run;
}

}  // namespace cairn
