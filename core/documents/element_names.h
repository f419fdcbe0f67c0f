// Names of elements and suffixes, as readers ask for them. No state, any thread.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace cairn
{

inline bool isOneOf(std::string_view name, std::initializer_list<std::string_view> names)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace cairn
