// Where the ticks of an axis stand. No state.
#pragma once

#include <algorithm>
#include <cmath>

namespace cairn
{

// 1, 2, 5 or 10 times a power of ten, so that at most about `wanted` ticks fit into `count` cells.
inline int tickStep(double count, double wanted)
{
    const double rough = std::max(1.0, count / std::max(wanted, 1.0));
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= rough)
            return static_cast<int>(factor * power);
    }
    return static_cast<int>(10 * power);
}

// The distance (1, 2, 5 times a power of ten) that gives about `wanted` ticks up to `maximum` > 0, and one beside 0 in any case.
inline double axisStep(double maximum, int wanted)
{
    const double rough = maximum / wanted;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    double step = power;
    for (const double factor : {2.0, 5.0, 10.0}) {
        if (step < rough && factor * power <= maximum)
            step = factor * power;
    }
    return step;
}

}  // namespace cairn
