#include "core/engine/weights/rope_table.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace cairn
{

namespace
{

std::vector<float> plainFrequencies(std::uint32_t headDim, float theta)
{
    std::vector<float> inverse(headDim / 2);
    for (std::uint32_t j = 0; j < headDim / 2; ++j) {
        const float exponent = static_cast<float>(2 * j) / static_cast<float>(headDim);
        inverse[j] = 1.0f / std::pow(theta, exponent);
    }
    return inverse;
}

// theta * s^(d/(d-2))
float ntkTheta(std::uint32_t headDim, double theta, double factor)
{
    const double d = headDim;
    return static_cast<float>(theta * std::pow(factor, d / (d - 2)));
}

void applyYarn(std::vector<float>& inverse, std::uint32_t headDim, double theta, const RopeScaling& scaling)
{
    const auto dimensionOf = [&](double rotations) {
        return headDim * std::log(scaling.originalContext / (2 * std::numbers::pi * rotations)) / (2 * std::log(theta));
    };
    double low = dimensionOf(scaling.betaFast), high = dimensionOf(scaling.betaSlow);
    if (scaling.wholeEnds) {
        low = std::floor(low);
        high = std::ceil(high);
    }
    const double last = headDim - 1.0;
    low = std::clamp(low, 0.0, last);
    high = std::clamp(high, 0.0, last);
    if (high == low)
        high += 0.001;   // no division by zero; the ramp becomes a step
    for (std::size_t j = 0; j < inverse.size(); ++j) {
        const double ramp = std::clamp((static_cast<double>(j) - low) / (high - low), 0.0, 1.0);
        inverse[j] = static_cast<float>(inverse[j] * (1 - ramp) + inverse[j] / scaling.factor * ramp);
    }
}

void applyLlama3(std::vector<float>& inverse, const RopeScaling& scaling)
{
    const double low = scaling.lowFrequency, high = scaling.highFrequency, original = scaling.originalContext;
    for (float& f : inverse) {
        const double wavelength = 2 * std::numbers::pi / f;
        if (wavelength < original / high)
            continue;
        if (wavelength > original / low) {
            f = static_cast<float>(f / scaling.factor);
            continue;
        }
        const double m = (original / wavelength - low) / (high - low);
        f = static_cast<float>((1 - m) * f / scaling.factor + m * f);
    }
}

}  // namespace

RopeFrequencies ropeFrequencies(std::uint32_t headDim, float theta, const RopeScaling& scaling, std::uint32_t trainedContext)
{
    RopeFrequencies out;
    out.inverse = plainFrequencies(headDim, theta);
    switch (scaling.kind) {
    case RopeScalingKind::None:
        break;
    case RopeScalingKind::Linear:
        out.divisor = scaling.factor;
        break;
    case RopeScalingKind::Ntk:
        out.inverse = plainFrequencies(headDim, ntkTheta(headDim, theta, scaling.factor));
        break;
    case RopeScalingKind::DynamicNtk:
        if (scaling.originalContext > 0 && static_cast<float>(trainedContext) > scaling.originalContext) {
            const double s = scaling.factor;
            const double factor = s * trainedContext / scaling.originalContext - (s - 1);
            out.inverse = plainFrequencies(headDim, ntkTheta(headDim, theta, factor));
        }
        break;
    case RopeScalingKind::Yarn:
        applyYarn(out.inverse, headDim, theta, scaling);
        out.magnitude = scaling.magnitude > 0 ? scaling.magnitude
                        : scaling.factor > 1  ? static_cast<float>(0.1 * std::log(scaling.factor) + 1)
                                              : 1.0f;
        break;
    case RopeScalingKind::Llama3:
        applyLlama3(out.inverse, scaling);
        break;
    }
    return out;
}

void RopeTable::reserve(std::uint32_t positions)
{
    if (positions <= m_positions)
        return;
    const std::size_t half = m_frequencies.inverse.size();
    m_cosines.resize(positions * half);
    m_sines.resize(positions * half);
    for (std::size_t p = m_positions; p < positions; ++p) {
        for (std::size_t j = 0; j < half; ++j) {
            const double angle = static_cast<double>(p) / m_frequencies.divisor * m_frequencies.inverse[j];
            m_cosines[p * half + j] = static_cast<float>(std::cos(angle)) * m_frequencies.magnitude;
            m_sines[p * half + j] = static_cast<float>(std::sin(angle)) * m_frequencies.magnitude;
        }
    }
    m_positions = positions;
}

void RopeTable::rotate(const float* in, std::uint32_t position, float* out) const
{
    const std::size_t half = m_frequencies.inverse.size();
    const float* cosine = m_cosines.data() + position * half;
    const float* sine = m_sines.data() + position * half;
    for (std::size_t j = 0; j < half; ++j) {
        const float a = in[j], b = in[j + half];
        out[j] = a * cosine[j] - b * sine[j];
        out[j + half] = b * cosine[j] + a * sine[j];
    }
}

}  // namespace cairn
