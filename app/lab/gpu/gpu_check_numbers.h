// Made-up inputs and comparisons of the kernel checks.
#pragma once

#include "app/lab/gpu/gpu_array.h"
#include "app/lab/gpu/gpu_checks.h"

#include <cmath>
#include <limits>
#include <random>

namespace cairn
{

class MadeUp
{
public:
    explicit MadeUp(unsigned seed) : m_random(seed) {}

    std::vector<float> normal(std::size_t count, float deviation = 1)
    {
        std::vector<float> values(count);
        for (float& value : values)   // sum of 12: the same on every standard library
            value = (sum12() - 6.0f) * deviation;
        return values;
    }
    std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(m_random() % limit); }

private:
    float sum12()
    {
        float sum = 0;
        for (int i = 0; i < 12; ++i)
            sum += static_cast<float>(m_random() >> 8) * 0x1p-24f;
        return sum;
    }
    std::mt19937 m_random;
};

struct AngleTables
{
    std::vector<float> cosines, sines;   // [positions][d/2]

    AngleTables(std::int32_t positions, std::int32_t headDim)
    {
        for (std::int32_t p = 0; p < positions; ++p) {
            for (std::int32_t j = 0; j < headDim / 2; ++j) {
                const double angle = p * std::pow(10000.0, -2.0 * j / headDim);
                cosines.push_back(static_cast<float>(std::cos(angle)));
                sines.push_back(static_cast<float>(std::sin(angle)));
            }
        }
    }
};

// NaN counts as infinitely different; two equal infinities are equal.
inline double largestDifference(const std::vector<float>& got, const std::vector<float>& wanted)
{
    double largest = got.size() == wanted.size() ? 0 : std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < std::min(got.size(), wanted.size()); ++i) {
        const double difference = got[i] == wanted[i] ? 0.0 : std::abs(static_cast<double>(got[i]) - wanted[i]);
        largest = std::max(largest, std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference);
    }
    return largest;
}

template <typename T>
double countDifferent(const std::vector<T>& got, const std::vector<T>& wanted)
{
    double count = got.size() == wanted.size() ? 0 : std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < std::min(got.size(), wanted.size()); ++i)
        count += got[i] != wanted[i];
    return count;
}

inline KernelCheck closeCheck(std::string name, const std::vector<float>& got, const std::vector<float>& wanted, double tolerance)
{
    const double largest = largestDifference(got, wanted);
    return {std::move(name), largest <= tolerance, largest, tolerance};
}

template <typename T>
KernelCheck equalCheck(std::string name, const std::vector<T>& got, const std::vector<T>& wanted)
{
    const double different = countDifferent(got, wanted);
    return {std::move(name), different == 0, different, 0};
}

}  // namespace cairn
