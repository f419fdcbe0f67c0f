// Numbers of list items as they are shown. Pure functions.
#pragma once

#include <cstdint>
#include <string>

namespace cairn
{

enum class NumberForm : std::uint8_t
{
    Decimal,
    LowerLetter,   // a..z, aa, ab
    UpperLetter,
    LowerRepeated, // a..z, aa, bb: as word processors count on
    UpperRepeated,
    LowerRoman,
    UpperRoman
};

std::string listNumber(unsigned value, NumberForm form);

}  // namespace cairn
