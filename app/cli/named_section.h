// A section as a person names it: by its heading, or by the number that begins it. No state, any thread.
#pragma once

#include "core/result.h"
#include "core/types/document.h"

#include <span>
#include <string_view>

namespace cairn
{

// From the heading to the next one that is none of its own parts: the heading that reads so, else the one whose number it is ("6.2" of
// "6.2 Fees"), else the only one with these words; capitals aside. InvalidArgument: there is none, or there are several of the first of
// these kinds that has any.
Result<DocumentPlace> sectionNamed(std::string_view name, std::span<const CanonicalText> documents);

}  // namespace cairn
