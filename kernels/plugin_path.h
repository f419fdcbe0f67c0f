// Where libraries lie that programs load when they need them.
#pragma once

#include <string>

namespace cairn::kernels
{

// `name` beside the running program, or in ../lib/cairn from there; empty: it can't be read in either place.
std::string pluginPath(const std::string& name);

}  // namespace cairn::kernels
