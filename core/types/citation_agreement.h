// Do two answers rest on the same passages (experience.md 10 U15)? Plain functions; any thread.
#pragma once

#include "core/types/answer.h"

#include <algorithm>

namespace cairn
{

// A passage of `of` that shares characters with `citation`.
inline bool isCitedBy(const Citation& citation, const Answer& of)
{
    return std::any_of(of.citations.begin(), of.citations.end(), [&](const Citation& other) {
        return other.document == citation.document && other.range.begin < citation.range.end && citation.range.begin < other.range.end;
    });
}

// Every cited passage of either meets one of the other. Without citations there is nothing that could agree.
inline bool citationsAgree(const Answer& a, const Answer& b)
{
    const auto all = [](const Answer& one, const Answer& other) {
        return std::all_of(one.citations.begin(), one.citations.end(),
                           [&](const Citation& citation) { return isCitedBy(citation, other); });
    };
    return !a.citations.empty() && !b.citations.empty() && all(a, b) && all(b, a);
}

}  // namespace cairn
