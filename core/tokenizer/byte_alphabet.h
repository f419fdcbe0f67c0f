// The byte-level alphabet of GPT-2: every byte is written as one printable character in token names, so that "Ġthe" is " the".
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace cairn
{

// Characters of the 256 bytes: printable Latin-1 stands for itself, the others follow from U+0100 on in ascending order.
const std::array<char32_t, 256>& byteAlphabet();

// The bytes that a token name stands for; nullopt if it holds a character outside the alphabet. `name` is valid UTF-8.
std::optional<std::string> bytesOfTokenName(std::string_view name);

// The name of bytes; for tests and vocabularies built in the program.
std::string tokenNameOfBytes(std::string_view bytes);

}  // namespace cairn
