#include "core/engine/sampler.h"

#include "kernels/rows/elementwise.h"

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
    const float largest = kernels::largestOf(logits.data(), logits.size());
    return logits[static_cast<std::size_t>(id)] - largest - std::log(kernels::sumOfExponentials(logits.data(), logits.size(), largest));
}

TokenId Sampler::choose(std::span<const float> logits)
{
    const auto top = std::find(logits.begin(), logits.end(), kernels::largestOf(logits.data(), logits.size()));   // lowest id of equals
    const auto best = top == logits.end() ? TokenId(0) : static_cast<TokenId>(top - logits.begin());   // no numbers: no largest one
    if (!(m_temperature > 0))
        return best;
    const float largest = logits[static_cast<std::size_t>(best)];
    std::vector<double> weights(logits.size());
    for (std::size_t i = 0; i < logits.size(); ++i)
        weights[i] = std::exp((static_cast<double>(logits[i]) - largest) / m_temperature);
    // Only the first few in order are looked at: a heap gives them without sorting all (which took longer than the model's step).
    const auto isAfter = [&](TokenId a, TokenId b) {
        const double x = weights[static_cast<std::size_t>(a)], y = weights[static_cast<std::size_t>(b)];
        return x < y || (x == y && a > b);
    };
    std::vector<TokenId> heap(logits.size()), order;
    std::iota(heap.begin(), heap.end(), 0);
    std::make_heap(heap.begin(), heap.end(), isAfter);
    const auto takeNext = [&] {
        std::pop_heap(heap.begin(), heap.end(), isAfter);
        order.push_back(heap.back());
        heap.pop_back();
        return weights[static_cast<std::size_t>(order.back())];
    };
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    double kept = m_topP < 1 ? 0 : total;
    while (m_topP < 1 && !heap.empty() && (order.empty() || kept < m_topP * total))
        kept += takeNext();
    double left = static_cast<double>(m_random() >> 11) * 0x1p-53 * kept;   // uniform in [0, kept)
    for (std::size_t i = 0; i < order.size() || (m_topP >= 1 && !heap.empty()); ++i) {
        left -= i < order.size() ? weights[static_cast<std::size_t>(order[i])] : takeNext();
        if (left < 0)
            return order[i];
    }
    return order.back();
}

}  // namespace cairn
