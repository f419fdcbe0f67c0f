// How much a test does (reliability.md 9): what every change runs ("pr"), or more where the environment's CAIRN_TIER says "nightly" or
// "release". ctest -C nightly -L nightly sets it.
#pragma once

#include <cstdlib>
#include <string_view>

namespace cairn::test
{

inline int tierCount(int pr, int nightly, int release)
{
    const char* tier = std::getenv("CAIRN_TIER");
    if (!tier)
        return pr;
    return std::string_view(tier) == "release" ? release : std::string_view(tier) == "nightly" ? nightly : pr;
}

}  // namespace cairn::test
