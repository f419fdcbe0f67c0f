#include "core/types/lift.h"

#include <algorithm>
#include <functional>
#include <iterator>

namespace cairn
{

namespace
{

constexpr double kFloor = 1e-4, kSteadyTokens = 0.9;    // experience.md 4
constexpr std::size_t kPercent = 100;

bool isOneOf(std::span<const std::uint32_t> blocks, std::size_t block)
{
    return std::find(blocks.begin(), blocks.end(), block) != blocks.end();
}

double sumWithout(std::span<const double> evidence, std::span<const std::uint32_t> sinks)
{
    double sum = 0;
    for (std::size_t block = 0; block < evidence.size(); ++block)
        sum += isOneOf(sinks, block) ? 0 : evidence[block];
    return sum;
}

double shareOf(std::span<const double> evidence, std::size_t block, double sum)
{
    return (sum > 0 && block < evidence.size() ? evidence[block] / sum : 0) + kFloor;
}

// The weakest evidence that is still among the strongest 1 % of the blocks.
double topLevel(std::vector<double> evidence)
{
    const std::size_t top = std::max<std::size_t>(1, evidence.size() / kPercent);
    const auto last = evidence.begin() + static_cast<std::ptrdiff_t>(top - 1);
    std::nth_element(evidence.begin(), last, evidence.end(), std::greater<>());
    return *last;
}

}  // namespace

NeutralEvidence neutralEvidenceOf(const Trace& trace)
{
    return {blockEvidence(trace, 0, trace.tokens), steadyBlocks(trace)};
}

std::vector<std::uint32_t> steadyBlocks(const Trace& trace)
{
    std::vector<std::uint32_t> times, steady;
    for (std::uint32_t token = 0; token < trace.tokens; ++token) {
        const std::vector<double> evidence = blockEvidence(trace, token, token + 1);
        times.resize(evidence.size());
        const double level = evidence.empty() ? 0 : topLevel(evidence);
        for (std::size_t block = 0; block < evidence.size(); ++block)
            times[block] += evidence[block] > 0 && evidence[block] >= level ? 1 : 0;
    }
    for (std::uint32_t block = 0; block < times.size(); ++block) {
        if (times[block] > kSteadyTokens * trace.tokens)
            steady.push_back(block);
    }
    return steady;
}

std::vector<std::uint32_t> sinksOf(std::span<const std::uint32_t> starts, const Trace& run, const NeutralEvidence& neutral)
{
    std::vector<std::uint32_t> sinks(starts.begin(), starts.end());
    const std::vector<std::uint32_t> steady = steadyBlocks(run);
    std::set_intersection(steady.begin(), steady.end(), neutral.steady.begin(), neutral.steady.end(), std::back_inserter(sinks));
    std::sort(sinks.begin(), sinks.end());
    sinks.erase(std::unique(sinks.begin(), sinks.end()), sinks.end());
    return sinks;
}

std::vector<double> liftOf(std::span<const double> evidence, std::span<const double> neutral, std::span<const std::uint32_t> sinks)
{
    const double sum = sumWithout(evidence, sinks), neutralSum = sumWithout(neutral, sinks);
    std::vector<double> lifts(evidence.size(), 1.0);
    for (std::size_t block = 0; block < evidence.size(); ++block) {
        if (!isOneOf(sinks, block))
            lifts[block] = shareOf(evidence, block, sum) / shareOf(neutral, block, neutralSum);
    }
    return lifts;
}

}  // namespace cairn
