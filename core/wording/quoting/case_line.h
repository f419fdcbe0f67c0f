// Lines that tell the same of several cases, each behind its label: "Price of the small one: 3", "Price of the large one: 5", "Rain 2021: 4
// mm". A small model takes the value of another case. Rules on words; no state, any thread.
#pragma once

#include "core/types/ids.h"

#include <optional>
#include <string_view>

namespace cairn
{

// The line whose label differs in one word from that of the answer's line, a word that the question has in place of the other's. Nothing:
// the answer stands behind no label, or none of the lines around does.
std::optional<ByteRange> lineOfAskedCase(std::string_view question, std::string_view text, ByteRange answer);

}  // namespace cairn
