// Signs that Word keeps as places in a symbol font (Symbol, Wingdings) rather than as characters. Pure functions.
#pragma once

#include <string>
#include <string_view>

namespace cairn
{

bool isSymbolFont(std::string_view font);

// The sign at `code` (0xF0xx, or without the 0xF000) of a symbol font, for other fonts the character itself; UTF-8.
// U+FFFD: no character is known for it, or it is no character.
std::string symbolText(std::string_view font, char32_t code);

}  // namespace cairn
