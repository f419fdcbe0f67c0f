#include "core/evaluation/trace_agreement.h"

#include "core/types/half.h"

#include <algorithm>
#include <cmath>

namespace cairn
{

namespace
{

void addHead(const Trace& first, const Trace& second, std::size_t at, TraceAgreement& result)
{
    const auto begin = second.blocks.begin() + static_cast<std::ptrdiff_t>(at), end = begin + second.k;
    for (std::size_t place = at; place < at + first.k; ++place) {
        if (first.blocks[place] == kNoBlock)
            continue;
        ++result.places;
        const auto found = std::find(begin, end, first.blocks[place]);
        if (found == end)
            continue;
        ++result.shared;
        const std::size_t other = static_cast<std::size_t>(found - second.blocks.begin());
        const double difference = std::fabs(static_cast<double>(halfToFloat(first.gates[place]) - halfToFloat(second.gates[other])));
        result.largestGateDifference = std::max(result.largestGateDifference, difference);
    }
}

}  // namespace

TraceAgreement agreement(const Trace& first, const Trace& second)
{
    TraceAgreement result;
    for (std::size_t token = 0; token < std::min(first.tokens, second.tokens); ++token) {
        for (std::size_t layer = 0; layer < first.layers; ++layer) {
            for (std::size_t head = 0; head < first.heads; ++head)
                addHead(first, second, first.place(token, layer, head), result);
        }
    }
    return result;
}

std::size_t sameTokens(std::span<const TokenId> a, std::span<const TokenId> b)
{
    const auto [left, right] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    return static_cast<std::size_t>(left - a.begin());
}

}  // namespace cairn
