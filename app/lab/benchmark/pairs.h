// Alternating samples of two sides: A B, B A, .. (performance.md 9, point 2). The side that waits uses no processor time.
#pragma once

#include "app/lab/benchmark/samples.h"
#include "core/result.h"

#include <functional>
#include <vector>

#include <sys/types.h>

namespace cairn::benchmark
{

using Measure = std::function<Result<Sample>()>;   // one sample, per unit of work

struct PairPlan
{
    int pairs = 7;
    double secondsEnough = 45;    // no more pairs than 5 once this is over
    std::vector<pid_t> own;       // other processes of the measurement
};

// Waits until this process and those of `own` have used no processor time for 30 ms, at most `limitSeconds`. false: they went on.
bool waitUntilIdle(const std::vector<pid_t>& own, double limitSeconds = 3);

// Appends `pairs` samples to each side and notes in `row.shared` whether others used the cores. The first error ends it.
Result<void> measurePairs(Row& row, const PairPlan& plan, const Measure& baseline, const Measure& cairn);

// Wall and processor time of `work`, divided by `units`.
Sample timed(double units, const std::function<void()>& work);
Result<Sample> timedResult(double units, const std::function<Result<void>()>& work);

// How many units a sample needs, from one that took `secondsPerUnit`: at least `minimum` and 200 ms.
std::uint32_t unitsFor(double secondsPerUnit, std::uint32_t minimum, std::uint32_t maximum = 4096);

}  // namespace cairn::benchmark
