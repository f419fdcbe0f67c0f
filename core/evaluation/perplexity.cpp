#include "core/evaluation/perplexity.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cairn
{

void Perplexity::add(std::span<const float> logProbabilities)
{
    for (const float one : logProbabilities)
        logProbability += static_cast<double>(one);
    tokens += logProbabilities.size();
}

double Perplexity::value() const
{
    return tokens == 0 ? std::numeric_limits<double>::quiet_NaN() : std::exp(-logProbability / static_cast<double>(tokens));
}

double attendedTokens(const ReadingShape& shape, std::uint64_t tokens)
{
    const std::uint64_t perWindow = std::uint64_t{shape.window} / shape.blockLength * shape.blockTokens;
    const std::uint64_t windowBlocks = shape.window / shape.blockLength;
    double sum = 0;
    for (std::uint64_t first = 0, blocks = 0; first < tokens; first += perWindow, blocks += windowBlocks) {
        const auto count = static_cast<double>(std::min(perWindow, tokens - first));
        const auto memory = static_cast<double>(std::min<std::uint64_t>(shape.places, blocks) * shape.blockTokens);
        sum += count * memory + count * (count + 1) / 2;
    }
    return tokens == 0 ? 0 : sum / static_cast<double>(tokens);
}

}  // namespace cairn
