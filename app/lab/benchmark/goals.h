// What `cairn-lab benchmark` measures and what counts as good: performance.md 3, the only copy of its numbers in the program.
// A goal has parts, in the order of the page's cells: C3 part 0 is "1.1B at 4K", part 4 "SmolLM2 at 32K".
#pragma once

#include <limits>
#include <span>
#include <string_view>

namespace cairn::benchmark
{

inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

struct Goal
{
    std::string_view id;
    int part = 0;
    std::string_view what;       // of this part, for the table when nothing was measured
    std::string_view baseline;   // what stands in the column "baseline"
    double ceiling = kUnknown;   // by formula or measurement of the page; unknown where the page gives none
    double goal = kUnknown;
    double stretch = kUnknown;
    bool atMost = false;         // the ratio has to stay below the goal
};

std::span<const Goal> goals();                      // in the page's order
const Goal& goalOf(std::string_view id, int part);  // REQUIRES: it exists

}  // namespace cairn::benchmark
