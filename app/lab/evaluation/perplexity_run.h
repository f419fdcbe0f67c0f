// `evaluate perplexity`: how well the next token is predicted when a text is read with landmark memory, bounds, a sliding window or
// ordinary attention, beside what each token attended to. A strategy is a row of one table: others can be added there. Work thread.
#pragma once

#include "app/lab/evaluation/lab.h"

#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

struct PerplexityStrategy
{
    std::string_view name, summary;
    bool dense = false;                        // ordinary attention, where the trained length allows
    bool bounds = false;                       // without adapter
    AttentionWay attention = AttentionWay::Exact;
    SelectionMode mode = SelectionMode::PerTokenAndHead;
    double pinned = 0.5;                       // share of the places that block 0 and the newest blocks take; 1: a sliding window
};

std::span<const PerplexityStrategy> perplexityStrategies();

struct PerplexityPlan
{
    std::vector<std::string> files;            // plain text
    std::vector<std::uint64_t> lengths;        // tokens from a file's start
    std::vector<const PerplexityStrategy*> strategies;
    std::vector<std::uint32_t> places;         // K, for each strategy that has places
};

Result<void> runPerplexity(Lab& lab, const PerplexityPlan& plan);

}  // namespace cairn
