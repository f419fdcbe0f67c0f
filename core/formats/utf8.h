// Strict UTF-8 (RFC 3629): no overlong forms, no surrogates, nothing above U+10FFFF. Values only; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cairn
{

// Bytes of the longest valid prefix; text.size() if all of it is valid. NUL is an ordinary character here.
std::size_t validUtf8Prefix(std::string_view text);

inline bool isValidUtf8(std::string_view text)
{
    return validUtf8Prefix(text) == text.size();
}

// At most `limit` bytes of valid text from its start, without a cut character.
inline std::string utf8Start(std::string_view text, std::size_t limit)
{
    const std::string_view start = text.substr(0, limit);
    return std::string(start.substr(0, validUtf8Prefix(start)));
}

// Valid text but for halves of characters at its ends, without these.
std::string_view wholeCharacters(std::string_view text);

// Characters (code points) of valid text.
std::size_t countCharacters(std::string_view text);

// Appends a code point. REQUIRES: a Unicode scalar value.
void appendUtf8(std::string& text, std::uint32_t codePoint);

}  // namespace cairn
