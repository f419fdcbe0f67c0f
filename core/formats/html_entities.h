// Character references of HTML and XHTML: "&amp;", "&#8212;", "&copy" (WHATWG 13.2.5.72 to 13.2.5.80). Stateless; any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace cairn
{

struct CharacterReference
{
    std::size_t length = 0;   // source bytes, from '&' to the ';' if there is one
    std::string text;         // UTF-8; U+FFFD for numbers that are no character
};

// The reference at the start of `text`. Nothing: the '&' stands for itself. REQUIRES: text starts with '&'.
std::optional<CharacterReference> parseCharacterReference(std::string_view text);

// The characters of a name without '&' and ';', UTF-8. Nothing: no such name.
std::optional<std::string> namedCharacter(std::string_view name);

}  // namespace cairn
