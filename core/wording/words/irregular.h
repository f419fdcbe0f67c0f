// Forms of English words that no rule makes: "went" of "go", "mice" of "mouse"; "dead" and "death", which a question asks for with "die".
#pragma once

#include <string_view>

namespace cairn
{

// Empty: it is none of them.
std::string_view baseOfIrregular(std::string_view folded);

}  // namespace cairn
