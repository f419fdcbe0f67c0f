// Where a person's own files lie. Any thread.
#pragma once

#include <string>

namespace cairn
{

// $HOME; where that is unset or relative, as in a service, what the system has for this user; else "/".
std::string homeFolder();

}  // namespace cairn
