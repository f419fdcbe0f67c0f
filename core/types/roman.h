// Roman numerals as they are written today: "iv" and "XC", not "iiii".
#pragma once

#include "core/types/ascii.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace cairn
{

// In small letters; of very large numbers only the beginning.
inline std::string romanNumeral(unsigned value)
{
    constexpr std::size_t kLongest = 32;
    constexpr std::array<std::pair<unsigned, std::string_view>, 13> kParts = {{{1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"},
        {100, "c"}, {90, "xc"}, {50, "l"}, {40, "xl"}, {10, "x"}, {9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"}}};
    std::string result;
    for (const auto& [worth, letters] : kParts)
        for (; value >= worth && result.size() < kLongest; value -= worth)
            result += letters;
    return result;
}

// 1 to 3999; 0: it is none, or has letters of both cases.
inline unsigned romanValue(std::string_view numeral)
{
    constexpr std::size_t kLongest = 15;   // "mmmdccclxxxviii"
    constexpr std::string_view kLetters = "ivxlcdm";
    constexpr std::array<unsigned, 7> kWorths = {1, 5, 10, 50, 100, 500, 1000};
    const std::string lower = asciiLower(numeral);
    if (numeral.size() > kLongest || (numeral != lower && numeral != asciiUpper(numeral)))
        return 0;
    unsigned value = 0, before = 0;
    for (auto letter = lower.rbegin(); letter != lower.rend(); ++letter) {
        const std::size_t at = kLetters.find(*letter);
        if (at == kLetters.npos)
            return 0;
        value = kWorths[at] < before ? value - kWorths[at] : value + kWorths[at];
        before = kWorths[at];
    }
    return value < 4000 && romanNumeral(value) == lower ? value : 0;
}

}  // namespace cairn
