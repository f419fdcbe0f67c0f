// Characters of valid UTF-8, one by one. Pure functions.
#pragma once

#include <cstddef>
#include <string_view>

namespace cairn
{

struct CodePoint
{
    char32_t value = 0;
    std::size_t length = 1;   // bytes
};

// Bytes that a character starting with `lead` has; 0 for a byte that starts none.
inline std::size_t utf8Length(unsigned char lead)
{
    if (lead < 0x80)
        return 1;
    if (lead < 0xC2 || lead > 0xF4)
        return 0;
    return lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

// REQUIRES: `text` is valid UTF-8 and a character starts at `at`.
inline CodePoint codePointAt(std::string_view text, std::size_t at)
{
    const auto lead = static_cast<unsigned char>(text[at]);
    if (lead < 0x80)
        return {lead, 1};
    const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    char32_t value = lead & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i)
        value = (value << 6) | (static_cast<unsigned char>(text[at + i]) & 0x3Fu);
    return {value, length};
}

}  // namespace cairn
