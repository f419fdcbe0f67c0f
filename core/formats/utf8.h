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

// Appends a code point. REQUIRES: a Unicode scalar value.
void appendUtf8(std::string& text, std::uint32_t codePoint);

}  // namespace cairn
