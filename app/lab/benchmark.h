// Speed of the engine as ratios inside one run (performance.md 9): both sides are measured alternately, best and median are kept.
#pragma once

#include "core/engine/engine.h"

#include <string>
#include <vector>

namespace cairn
{

struct BenchmarkPlan
{
    EngineOptions options;
    bool quick = false;
};

struct BenchmarkRow
{
    std::string name;
    double cairn = 0, baseline = 0;           // best of each side
    std::string unit;
    double ratioBest = 0, ratioMedian = 0;    // as the goal counts
    double ratioCpu = 0;                      // the same from processor time: tells on a machine that others use, too
    double goal = 0;                          // at least; memory and first token: at most
    std::string note;
};

struct BenchmarkReport
{
    std::string model, device;
    std::vector<BenchmarkRow> rows;
};

// Progress goes to standard error. The texts are synthetic: random tokens of the model's vocabulary.
Result<BenchmarkReport> runBenchmark(const BenchmarkPlan& plan);

}  // namespace cairn
