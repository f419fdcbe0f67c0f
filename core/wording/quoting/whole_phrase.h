// The whole of what a small model stopped within: "34" of "34 dB(A) at night", "2013" of "September 2013 to February 2019", "English" of
// "Languages: English, Igbo, French". Rules on English words; no state, any thread.
#pragma once

#include "core/types/ids.h"
#include "core/wording/quoting/whole_number.h"   // countsSomethingElse()

#include <optional>
#include <string_view>

namespace cairn
{

// `answer`: words of `text`. What they are a part of:
//   a number     as whole_number.h has it
//   a date       with its day and month, and to "how long" the range that it begins or ends ("from .. to ..")
//   a name       with the other names of the person, to "who"
//   an item      with all behind the label of its line, or with the neighbouring items of a list of short ones, where the question asks for
//                several ("What languages ..?", "Which of these are ..?"), or for nothing but the label ("Who was present?")
//   no reason    the sentence, to "why", with the next or the last one where its reason stands there (reason.h)
//   a condition  the sentence that "if .." or "when .." begins, unless it is asked when something is so; to "When ..?" the sentence of
//                words that tell no time where "whenever ..", "if .." does
//   a deed       with the key that its line begins with, to "Which command ..?": "S   Save the game"
//   a denial     the sentence, to questions for anything ("Where ..?", "What may ..?"): "Do not put it in the refrigerator"
//   one of two   the sentence, to "When and where ..?"
//   sentences    all of the last one
//   a mark       all within brackets or quotation marks, to "How do I ..?"
// Nothing: it is whole, or it is none of these.
std::optional<ByteRange> wholePhrase(std::string_view question, std::string_view text, ByteRange answer);

// "No. It is too old." of an answer "No" that stands there as a sentence of its own. Nothing: another answer, or nothing follows.
std::optional<ByteRange> behindYesOrNo(std::string_view text, ByteRange answer);

}  // namespace cairn
