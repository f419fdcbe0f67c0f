// What the columns of a training's report mean, for readers of it. Pure; any thread.
#pragma once

#include <string_view>

namespace cairn
{

// One sentence without its full stop; empty: a name that no training measures under.
std::string_view measureMeaning(std::string_view name);

}  // namespace cairn
