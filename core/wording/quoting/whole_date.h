// An answer that is a part of a date, with all of it: "4 May 1987" of "1987". Rules on English words; no state, any thread.
#pragma once

#include "core/types/ids.h"
#include "core/wording/words/said_phrase.h"
#include "core/wording/words/words.h"

#include <optional>
#include <string_view>
#include <vector>

namespace cairn
{

bool isDigitNumber(std::string_view folded);   // "1987", "3rd"

// To "When ..?" and "What date ..?" the whole date, to "How long ..?" from its begin to its end. Nothing: another question, no date, or it
// is whole.
std::optional<ByteRange> wholeDate(const std::vector<Word>& asked, SaidPhrase said);

}  // namespace cairn
