// A text that breaks its lines at a width is quoted with these breaks. No state, any thread.
#pragma once

#include <cstddef>
#include <string_view>

namespace cairn
{

// Whether the sentence goes on behind the break of a line of `width` characters, and the break is a space. Verses are shorter, entries of
// lists and blank lines begin their own. `next`: how the line behind it begins, UTF-8, without spaces before it; 8 characters are enough.
bool isWrapped(std::size_t width, std::string_view next);

}  // namespace cairn
