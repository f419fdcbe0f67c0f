// Words that say that something is not so. English; no state, any thread.
#pragma once

#include "core/wording/words/words.h"

#include <array>
#include <string_view>

namespace cairn
{

inline bool isNegation(std::string_view folded)
{
    constexpr auto kNot = std::to_array<std::string_view>(
        {"no",     "not",     "never",  "nor",    "neither", "without", "cannot",  "cant",   "dont",     "doesnt",   "didnt",   "isnt",
         "arent",  "wasnt",   "werent", "hasnt",  "havent",  "hadnt",   "couldnt", "wont",   "wouldnt",  "mustnt",   "shouldnt"});
    return isOneOf(folded, kNot);
}

}  // namespace cairn
