// Numbers written out in English. Words are given folded (`Word::folded`). No state, any thread.
#pragma once

#include <cstddef>
#include <string_view>

namespace cairn
{

bool isNumber(std::string_view folded);          // "7", "seven", "million"; not "seventh"
std::size_t countNamed(std::string_view folded); // 1 to 20 of "one" to "twenty"; 0: another word
bool isTens(std::string_view folded);            // "thirty" to "ninety"

}  // namespace cairn
