// `evaluate cost`: what a memory of X tokens costs, by formula (core/evaluation/cost_model.h) and measured: time of a token written and of
// a window read, resident bytes; ordinary attention beside it as far as the trained length goes. Long memories are synthetic: real blocks
// repeat (app/lab/sampled_archive.h), which tells speed, not answers. Work thread.
#pragma once

#include "app/lab/evaluation/lab.h"

#include <cstdint>
#include <vector>

namespace cairn
{

struct CostPlan
{
    std::vector<std::uint64_t> lengths;
    std::uint32_t topK = 0;                        // 0: of the model's kind
    std::uint32_t tokens = 16;                     // written per measurement; the fastest of three counts
    bool measure = true;                           // false: formulas only
};

Result<void> runCost(Lab& lab, const CostPlan& plan);

}  // namespace cairn
