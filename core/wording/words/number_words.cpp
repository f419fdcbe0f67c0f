#include "core/wording/words/number_words.h"

#include "core/types/ascii.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>

namespace cairn
{

namespace
{

constexpr auto kOneTo = std::to_array<std::string_view>({"one",     "two",     "three",     "four",     "five",     "six",      "seven",
                                                         "eight",   "nine",    "ten",       "eleven",   "twelve",   "thirteen", "fourteen",
                                                         "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"});
constexpr auto kTens = std::to_array<std::string_view>({"thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"});
constexpr auto kLarger = std::to_array<std::string_view>({"hundred", "thousand", "million", "billion"});

}  // namespace

bool isNumber(std::string_view folded)
{
    return !folded.empty() && (isAsciiDigit(folded[0]) || countNamed(folded) > 0 || isTens(folded) || isOneOf(folded, kLarger));
}

bool isTens(std::string_view folded)
{
    return isOneOf(folded, kTens);
}

std::size_t countNamed(std::string_view folded)
{
    const auto found = std::find(kOneTo.begin(), kOneTo.end(), folded);
    return found == kOneTo.end() ? 0 : static_cast<std::size_t>(found - kOneTo.begin()) + 1;
}

}  // namespace cairn
