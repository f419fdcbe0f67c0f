// Words for measures: what is asked for with "how tall" is told with "height". English; no state, any thread.
#pragma once

#include <string_view>

namespace cairn
{

// The word that what is asked is mostly told with: "height" to "how tall", "age" to "how old". Empty: none, or another question.
std::string_view measureAsked(std::string_view question);

}  // namespace cairn
