#include "core/engine/sampler.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace cairn
{

void suppress(std::span<float> logits, std::span<const TokenId> ids)
{
    for (const TokenId id : ids)
        logits[static_cast<std::size_t>(id)] = -std::numeric_limits<float>::infinity();
}

float logProbability(std::span<const float> logits, TokenId id)
{
    const float largest = *std::max_element(logits.begin(), logits.end());
    double sum = 0;
    for (const float value : logits)
        sum += std::exp(value - largest);
    return static_cast<float>(logits[static_cast<std::size_t>(id)] - largest - std::log(sum));
}

TokenId Sampler::choose(std::span<const float> logits)
{
    const auto best = static_cast<TokenId>(std::max_element(logits.begin(), logits.end()) - logits.begin());
    if (!(m_temperature > 0))
        return best;
    const float largest = logits[static_cast<std::size_t>(best)];
    std::vector<double> weights(logits.size());
    for (std::size_t i = 0; i < logits.size(); ++i)
        weights[i] = std::exp((static_cast<double>(logits[i]) - largest) / m_temperature);
    std::vector<TokenId> order(logits.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](TokenId a, TokenId b) {
        return weights[static_cast<std::size_t>(a)] > weights[static_cast<std::size_t>(b)];
    });
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    double kept = 0;
    std::size_t count = 0;
    while (count < order.size() && (count == 0 || kept < m_topP * total))
        kept += weights[static_cast<std::size_t>(order[count++])];
    double left = static_cast<double>(m_random() >> 11) * 0x1p-53 * kept;   // uniform in [0, kept)
    for (std::size_t i = 0; i < count; ++i) {
        left -= weights[static_cast<std::size_t>(order[i])];
        if (left < 0)
            return order[i];
    }
    return order[count - 1];
}

}  // namespace cairn
