// The learning rate over a training: linear warm-up, then a cosine down to a share of the peak (landmark_semantics.md 12.3). A value.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace cairn
{

struct LearningRate
{
    double peak = 1e-3;
    std::uint64_t warmUp = 50;     // steps
    double floor = 0.05;           // of the peak, at the end

    // `progress`: share of the training that is behind, 0..1 (steps or tokens, whichever ends first).
    double at(std::uint64_t step, double progress) const
    {
        const double rise = std::min(1.0, static_cast<double>(step + 1) / static_cast<double>(std::max<std::uint64_t>(1, warmUp)));
        const double fall = 0.5 * (1 + std::cos(std::numbers::pi * std::clamp(progress, 0.0, 1.0)));
        return peak * rise * (floor + (1 - floor) * fall);
    }
};

}  // namespace cairn
