#include "core/documents/list_numbers.h"

#include "core/types/ascii.h"
#include "core/types/roman.h"

#include <algorithm>

namespace cairn
{
namespace
{

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
    case NumberForm::LowerRoman: return romanNumeral(value);
    case NumberForm::UpperRoman: return asciiUpper(romanNumeral(value));
    }
    return std::to_string(value);
}

}  // namespace cairn
