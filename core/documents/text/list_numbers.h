// Numbers of list items as they are shown. Pure functions.
#pragma once

#include <cstdint>
#include <string>

namespace cairn
{

enum class NumberForm : std::uint8_t
{
    Decimal,
    LowerLetter, // a..z, aa, ab
    UpperLetter,
    LowerRepeated, // a..z, aa, bb: as word processors count on
    UpperRepeated,
    LowerRoman,
    UpperRoman,
    TwoDigits,   // 01..09, 10
    Ordinal,     // 1st, 2nd
    Words,       // One, Twenty-one; in digits from 1,000
    OrdinalWords // First, Twenty-first
};

std::string listNumber(unsigned value, NumberForm form);

}  // namespace cairn
