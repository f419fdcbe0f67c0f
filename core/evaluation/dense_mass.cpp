#include "core/evaluation/dense_mass.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace cairn
{

std::string_view name(BlockSelector selector)
{
    switch (selector) {
    case BlockSelector::Landmark: return "landmark";
    case BlockSelector::Bounds: return "bounds";
    case BlockSelector::MeanKey: return "mean key";
    case BlockSelector::Random: return "random";
    case BlockSelector::Best: return "best possible";
    }
    return "";
}

std::vector<double> blockMasses(std::span<const float> members, std::size_t tokens)
{
    std::vector<double> masses(tokens == 0 ? 0 : members.size() / tokens);
    if (masses.empty())
        return masses;
    const float largest = *std::max_element(members.begin(), members.end());
    for (std::size_t block = 0; block < masses.size(); ++block) {
        for (const float score : members.subspan(block * tokens, tokens))
            masses[block] += static_cast<double>(std::exp(score - largest));
    }
    const double total = std::accumulate(masses.begin(), masses.end(), 0.0);
    for (double& mass : masses)
        mass /= total;
    return masses;
}

double massFound(std::span<const double> masses, std::span<const float> scores, std::size_t k)
{
    std::vector<std::size_t> order(masses.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto better = [&](std::size_t a, std::size_t b) { return scores[a] != scores[b] ? scores[a] > scores[b] : a < b; };
    k = std::min(k, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(k), order.end(), better);
    return std::accumulate(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(k), 0.0,
                           [&](double sum, std::size_t block) { return sum + masses[block]; });
}

double bestMass(std::span<const double> masses, std::size_t k)
{
    std::vector<double> sorted(masses.begin(), masses.end());
    k = std::min(k, sorted.size());
    std::partial_sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(k), sorted.end(), std::greater<>());
    return std::accumulate(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(k), 0.0);
}

double gateError(std::span<const double> masses, std::span<const float> landmarks)
{
    const std::vector<double> gates = blockMasses(landmarks, 1);
    double difference = 0;
    for (std::size_t block = 0; block < masses.size(); ++block)
        difference += std::abs(gates[block] - masses[block]);
    return difference / 2;
}

void HeadMass::merge(const HeadMass& other)
{
    queries += other.queries;
    gateErrors += other.gateErrors;
    for (std::size_t i = 0; i < sums.size(); ++i)
        sums[i] += other.sums[i];
}

}  // namespace cairn
