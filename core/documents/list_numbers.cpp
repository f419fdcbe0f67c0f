#include "core/documents/list_numbers.h"

#include "core/types/ascii.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cairn
{
namespace
{

std::string romanNumber(unsigned value)
{
    static constexpr std::array<std::pair<unsigned, const char*>, 13> kDigits = {{{1000, "m"}, {900, "cm"}, {500, "d"}, {400, "cd"},
        {100, "c"}, {90, "xc"}, {50, "l"}, {40, "xl"}, {10, "x"}, {9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"}}};
    std::string result;
    for (const auto& [weight, digits] : kDigits)
        for (; value >= weight && result.size() < 32; value -= weight)
            result += digits;
    return result;
}

std::string letters(unsigned value)
{
    std::string result;
    for (; value > 0; value = (value - 1) / 26)
        result.insert(result.begin(), static_cast<char>('a' + (value - 1) % 26));
    return result;
}

std::string repeatedLetter(unsigned value)
{
    return std::string(value == 0 ? 0 : std::min((value - 1) / 26 + 1, 8u), static_cast<char>('a' + (value + 25) % 26));
}

}  // namespace

std::string listNumber(unsigned value, NumberForm form)
{
    switch (form) {
    case NumberForm::Decimal: break;
    case NumberForm::LowerLetter: return letters(value);
    case NumberForm::UpperLetter: return asciiUpper(letters(value));
    case NumberForm::LowerRepeated: return repeatedLetter(value);
    case NumberForm::UpperRepeated: return asciiUpper(repeatedLetter(value));
    case NumberForm::LowerRoman: return romanNumber(value);
    case NumberForm::UpperRoman: return asciiUpper(romanNumber(value));
    }
    return std::to_string(value);
}

}  // namespace cairn
