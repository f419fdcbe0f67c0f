// Environment variables of the engine with a value that it doesn't know, and so does without.
#pragma once

#include <string>
#include <vector>

namespace cairn
{

std::vector<std::string> ignoredVariables();   // a sentence for each

}  // namespace cairn
