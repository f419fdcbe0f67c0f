// What a replayed case came to: the largest difference per kind of tensor, and integers that differ.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <string>

namespace cairn
{

struct GoldenResult
{
    std::string name;
    std::map<std::string, double> largest;   // kind ("logits", "blockscores", ..) -> largest absolute difference
    std::uint64_t wrongSelections = 0;       // entries of `selected` and `slots` that differ
    std::uint64_t wrongIntegers = 0;         // other integers: tokens, memory blocks, generated ids, entries of tables
    std::uint64_t compared = 0, missing = 0; // recorded tensors
    std::string firstDifference;             // tensor of the first wrong integer or too large difference
    std::string error;                       // could not run
    bool passed = false;

    // NaN counts as infinitely different.
    void difference(const std::string& kind, const std::string& tensor, double got, double wanted, double tolerance)
    {
        const double distance = got == wanted ? 0.0 : std::abs(got - wanted);
        const double counted = std::isnan(distance) ? std::numeric_limits<double>::infinity() : distance;
        double& worst = largest[kind];
        worst = std::max(worst, counted);
        if (counted > tolerance && firstDifference.empty())
            firstDifference = tensor;
    }
};

}  // namespace cairn
