// What stands between the cells of a table's row in canonical text. No state, any thread.
#pragma once

#include <string_view>

namespace cairn
{

inline constexpr std::string_view kCellBorder = " | ";

// Before a cell behind `empty` ones at the beginning of a row, or behind another: a row never begins with a space.
constexpr std::string_view cellBorder(bool isFirstText)
{
    return isFirstText ? kCellBorder.substr(1) : kCellBorder;
}

}  // namespace cairn
