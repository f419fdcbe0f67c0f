// Where the ticks of an axis stand. No state.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace cairn
{

// The first of 1, 2, 5 and 10 times the power of ten below `rough` that reaches it; of those up to `most`, else the largest.
inline double roundStep(double rough, double most = std::numeric_limits<double>::infinity())
{
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    double step = power;
    for (const double factor : {2.0, 5.0, 10.0}) {
        if (step < rough && factor * power <= most)
            step = factor * power;
    }
    return step;
}

// So that at most about `wanted` ticks fit into `count` cells.
inline int tickStep(double count, double wanted)
{
    return static_cast<int>(roundStep(std::max(1.0, count / std::max(wanted, 1.0))));
}

// The distance that gives about `wanted` ticks up to `maximum` > 0, and one beside 0 in any case.
inline double axisStep(double maximum, int wanted) { return roundStep(maximum / wanted, maximum); }

}  // namespace cairn
