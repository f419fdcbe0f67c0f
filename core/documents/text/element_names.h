// Names of elements and suffixes, as readers ask for them. No state, any thread.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string_view>

namespace cairn
{

template <typename Names>
bool isOneOf(std::string_view name, const Names& names)
{
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

inline bool isOneOf(std::string_view name, std::initializer_list<std::string_view> names)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace cairn
