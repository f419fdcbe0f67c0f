#include "core/documents/text/list_numbers.h"

#include "core/types/ascii.h"
#include "core/types/roman.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace cairn
{
namespace
{

constexpr unsigned kInWords = 1000;

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

std::string ordinal(unsigned value)
{
    const unsigned last = value % 10;
    const bool isTeen = value / 10 % 10 == 1;
    return std::to_string(value) + (isTeen ? "th" : last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
}

// "twenty-one". REQUIRES: value < 1000
std::string words(unsigned value)
{
    constexpr auto kNames = std::to_array<const char*>({"zero",     "one",     "two",     "three",     "four",     "five",    "six",
                                                        "seven",    "eight",   "nine",    "ten",       "eleven",   "twelve",  "thirteen",
                                                        "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"});
    constexpr auto kTens = std::to_array<const char*>({"twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"});
    if (value < kNames.size())
        return kNames[value];
    if (value < 100)
        return kTens[value / 10 - 2] + (value % 10 == 0 ? std::string() : "-" + words(value % 10));
    return words(value / 100) + " hundred" + (value % 100 == 0 ? std::string() : " " + words(value % 100));
}

// "twenty-first" of "twenty-one"
std::string ordinalWords(std::string number)
{
    using Ending = std::pair<std::string_view, std::string_view>;
    constexpr auto kEndings = std::to_array<Ending>({{"one", "first"},
                                                     {"two", "second"},
                                                     {"three", "third"},
                                                     {"five", "fifth"},
                                                     {"eight", "eighth"},
                                                     {"nine", "ninth"},
                                                     {"twelve", "twelfth"},
                                                     {"y", "ieth"}});
    for (const auto& [cardinal, ordinal] : kEndings)
        if (number.ends_with(cardinal))
            return number.replace(number.size() - cardinal.size(), cardinal.size(), ordinal);
    return number + "th";
}

std::string capital(std::string number)
{
    number.front() = asciiUpper(number.front());
    return number;
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
    case NumberForm::TwoDigits:
        return (value < 10 ? "0" : "") + std::to_string(value);
    case NumberForm::Ordinal:
        return ordinal(value);
    case NumberForm::Words:
        return value < kInWords ? capital(words(value)) : std::to_string(value);
    case NumberForm::OrdinalWords:
        return value < kInWords ? capital(ordinalWords(words(value))) : ordinal(value);
    }
    return std::to_string(value);
}

}  // namespace cairn
