// Samples of the two sides of a comparison, their ratio and the verdict: performance.md 9, points 2-4. Pure arithmetic.
#pragma once

#include "app/lab/benchmark/goals.h"

#include <optional>
#include <string>
#include <vector>

namespace cairn::benchmark
{

// What one unit of work took: seconds per token or byte, or where no time is measured the size itself in both members.
struct Sample
{
    double wall = 0;
    double processor = 0;   // of all threads
};

struct Side
{
    std::vector<Sample> samples;

    double best(double Sample::*what) const;     // unknown where there is none
    double median(double Sample::*what) const;   // of an even number: mean of the two in the middle
};

// How a sample is shown: seconds * scale, or for rates scale / seconds.
struct Unit
{
    const char* name = "ms";
    bool lowerIsBetter = true;
    double scale = 1e3;

    double show(double seconds) const { return lowerIsBetter ? seconds * scale : scale / seconds; }
};

inline constexpr Unit kMsPerToken{"ms/tok", true, 1e3};
inline constexpr Unit kMilliseconds{"ms", true, 1e3};
inline constexpr Unit kMicroseconds{"us", true, 1e6};
inline constexpr Unit kSeconds{"s", true, 1};
inline constexpr Unit kTokensPerSecond{"tok/s", false, 1};
inline constexpr Unit kGbPerSecond{"GB/s", false, 1e-9};
inline constexpr Unit kMegabytes{"MB", true, 1e-6};

enum class Verdict
{
    Pass, Fail,
    Unclear,       // the ratio of minima and the ratio of medians disagree
    Shared,        // others used the cores and processor time can't tell
    NotMeasured,
    NoGoal,        // a figure without a goal
};
const char* verdictName(Verdict verdict);

struct Row
{
    std::string id{"-"};            // "C3"; "-" for figures that no goal names
    std::string name;               // the case
    Unit unit;
    int threads = 1;
    Side baseline, cairn;
    double ceiling = kUnknown, goal = kUnknown, stretch = kUnknown;
    bool atMost = false;
    bool shared = false;            // others used more than 10 % of the cores meanwhile
    bool processorTells = false;    // computing only, so on one thread processor time may stand for wall time
    double hitRate = kUnknown;
    std::string note;               // shown as "reason" with the verdict's own
    std::string notMeasured;        // why, where it could not be
};

struct Judged
{
    double ratioMin = kUnknown, ratioMedian = kUnknown;
    Verdict verdict = Verdict::NotMeasured;
    bool byProcessor = false;       // the ratios are of processor time
    std::string reason;
};

// Ratio = baseline / Cairn of times (so Cairn / baseline of rates); "at most" goals: Cairn / baseline.
Judged judge(const Row& row);

Row rowOf(const Goal& goal, std::string name);   // an empty row with the goal's numbers

}  // namespace cairn::benchmark
