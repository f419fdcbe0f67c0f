// The whole of what a small model stopped within: "34" of "34 dB(A) at night", "2013" of "September 2013 to February 2019", "English" of
// "Languages: English, Igbo, French". Rules on English words; no state, any thread.
#pragma once

#include "core/types/ids.h"

#include <optional>
#include <string_view>

namespace cairn
{

// `answer`: words of `text`. What they are a part of:
//   a number     with the unit or the thing counted behind it, where that is a unit of measure or, to "how many", a word of the question
//   a date       with its day and month, and to "how long" the range that it begins or ends ("from .. to ..")
//   a name       with the other names of the person, to "who"
//   an item      with all behind the label of its line, or with the neighbouring items of a list of short ones, where the question asks for
//                several ("What languages ..?", "Which of these are ..?")
//   no reason    the sentence, to "why", with the next one where that begins with "because"; the sentence that "if .." begins, to "what
//                happens"
// Nothing: it is whole, or it is none of these.
std::optional<ByteRange> wholePhrase(std::string_view question, std::string_view text, ByteRange answer);

// The answer is a number alone that has a unit of measure wherever `text` has it, and "how many" asks for something else: "four" of "Four
// years later" to "How many weirs are left?"
bool countsSomethingElse(std::string_view question, std::string_view answer, std::string_view text);

}  // namespace cairn
