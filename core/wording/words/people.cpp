#include "core/wording/words/people.h"

#include "core/wording/words/words.h"

#include <array>

namespace cairn
{

namespace
{

constexpr auto kTitles = std::to_array<std::string_view>(
    {"mr",      "mrs",   "miss", "ms",     "dr",       "sir",  "lady",  "lord",      "king",      "queen",
     "captain", "colonel", "aunt", "uncle", "madame", "monsieur", "st",   "saint", "professor", "inspector"});
constexpr auto kSpeaks = std::to_array<std::string_view>(
    {"said",      "says",     "cried",    "asked",    "replied",  "answered", "exclaimed", "thought",  "murmured", "shouted",
     "whispered", "remarked", "began",    "observed", "returned", "muttered", "added",     "demanded", "inquired", "retorted",
     "continued", "declared", "repeated", "pursued",  "smiled",   "laughed",  "sighed",    "nodded"});

}  // namespace

bool isTitleOfPerson(std::string_view folded)
{
    return isOneOf(folded, kTitles);
}

bool isVerbOfSpeech(std::string_view folded)
{
    return isOneOf(folded, kSpeaks);
}

}  // namespace cairn
