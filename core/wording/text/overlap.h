// How much of some words stands in a text. Pure; any thread.
#pragma once

#include "core/wording/words/bm25.h"

#include <string_view>

namespace cairn
{

// Only words that the question has: "Weena" or "little Weena" to "Who is Weena?", or a name that begins with the one whose relative or
// thing is asked for: "Ada Lund" to "Who is Ada's aunt?", or that acts: "Ada Lund" to "Whom does Ada meet?"; or letters that are short for
// its words. Not where the question offers them: "Ahab" to "Ahab or Peleg?".
bool echoesQuestion(std::string_view answer, std::string_view question);

// Weighted shares of words. `text`: the passages and cited sentences. Without content words: 1.
double answerOverlap(std::string_view answer, std::string_view text);
double questionOverlap(std::string_view question, std::string_view text, const Bm25& index);
double shareKnown(std::string_view question, const Bm25& index);   // of all texts of the index

// The share of the question that stands where an answer does: in the sentences of the text that it stands in as it is written, with a
// heading right above them, or else in the one that has most of its words. Of the places that may be meant the best.
double questionBeside(std::string_view question, std::string_view answer, std::string_view text, const Bm25& index);

}  // namespace cairn
