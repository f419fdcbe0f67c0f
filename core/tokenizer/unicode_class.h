// The three character properties that pre-tokenizer patterns ask for: \p{L}, \p{N} and \s (White_Space).
// The table is our own copy of one Unicode version: the same text gives the same tokens on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace cairn
{

enum class CharClass : std::uint8_t { Other, Letter, Number, Space };

// A class holds from `first` to the next entry's `first`.
struct CharClassRange
{
    char32_t first;
    CharClass value;
};

extern const std::span<const CharClassRange> kCharClassRanges;   // unicode_ranges.cpp, written by unicode_ranges.py; ascending

// Any value is allowed; above U+10FFFF is Other.
CharClass charClass(char32_t value);

}  // namespace cairn
