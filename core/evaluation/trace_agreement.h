// How alike two records of the same tokens are: of one text read with another type of memory, or in other pieces. Pure functions.
#pragma once

#include "core/types/trace.h"

#include <cstdint>
#include <span>

namespace cairn
{

struct TraceAgreement
{
    std::uint64_t places = 0;            // attended places of the first trace
    std::uint64_t shared = 0;            // of them in the same (token, layer, head) of the second
    double largestGateDifference = 0;    // of shared places

    double share() const { return places == 0 ? 1.0 : static_cast<double>(shared) / static_cast<double>(places); }
};

// Over the tokens that both have. REQUIRES: the same layers, heads and k.
TraceAgreement agreement(const Trace& first, const Trace& second);

// Length of the common beginning.
std::size_t sameTokens(std::span<const TokenId> a, std::span<const TokenId> b);

}  // namespace cairn
