// A word of a command line that is a number.
#pragma once

#include <charconv>
#include <cstdint>
#include <string_view>

namespace cairn
{

// All of the word is one, without a sign.
inline bool isNumber(std::string_view word, std::uint32_t& number)
{
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), number);
    return code == std::errc{} && end == word.data() + word.size();
}

}  // namespace cairn
