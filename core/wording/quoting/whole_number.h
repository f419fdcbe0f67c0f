// The whole of a number that an answer has: its unit or the thing counted behind it, the words that bound it ("up to 15", "at least two"),
// the other end of its range ("from 16 to 17 pounds"), and the number before the thing counted ("96 nurses"). Also, whether a number counts
// what is asked for. Rules on English words; no state, any thread.
#pragma once

#include "core/wording/words/said_phrase.h"

#include <optional>
#include <string_view>
#include <vector>

namespace cairn
{

// `asked`: the question's words, one at least. Nothing: the number is whole, or the answer has none.
std::optional<ByteRange> wholeNumber(const std::vector<Word>& asked, const SaidPhrase& said);

// To "how many", an answer whose number is of something else: one alone that has a unit of measure or a sign of money wherever `text` has
// it ("four" of "Four years later" to "How many weirs are left?"), or that never counts what is asked for where other numbers do ("ten" of
// "twenty to ten" beside "a hundred and twelve steps"); one with such a unit ("one night", "a few minutes"), or one behind what is told of
// ("nurses from two hospitals" to "How many women took part?").
bool countsSomethingElse(std::string_view question, std::string_view answer, std::string_view text);

}  // namespace cairn
