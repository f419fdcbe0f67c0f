// Letters and digits of ASCII, whatever the locale; bytes of other characters are neither and stay as they are.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace cairn
{

constexpr bool isAsciiDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool isAsciiCapital(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool isAsciiLetter(char c) { return (c >= 'a' && c <= 'z') || isAsciiCapital(c); }
constexpr bool isAsciiAlphanumeric(char c) { return isAsciiLetter(c) || isAsciiDigit(c); }

constexpr char asciiLower(char c) { return isAsciiCapital(c) ? static_cast<char>(c + ('a' - 'A')) : c; }
constexpr char asciiUpper(char c) { return isAsciiLetter(c) && !isAsciiCapital(c) ? static_cast<char>(c - ('a' - 'A')) : c; }

inline std::string asciiLower(std::string_view text)
{
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) { return asciiLower(c); });
    return lower;
}

inline std::string asciiUpper(std::string_view text)
{
    std::string upper(text);
    std::transform(upper.begin(), upper.end(), upper.begin(), [](char c) { return asciiUpper(c); });
    return upper;
}

}  // namespace cairn
