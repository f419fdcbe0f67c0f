// "How old is Ben?", "How is Lund pronounced?": what a text tells in words that only such sentences have ("Ben, who was nineteen", "a man
// of 58", "the pronunciation of Lund"), so that the sentence with the name and these is the answer, whatever stands near. Rules on English
// words; no state, any thread.
#pragma once

#include "core/wording/text/document_texts.h"

#include <optional>
#include <string_view>

namespace cairn
{

// The first sentence that has all words of whose age is asked for, in any of their forms, and behind them an age: "a 44-year-old", "aged
// nine", "a man of 58", "who was nineteen", "eleven years old"; one that mayBeQuoted() (quoting.h) and that `allowed` lets through.
// Nothing: another question, or none has. One pass over the texts.
std::optional<DocumentPlace> ageTold(std::string_view question, const DocumentTexts& texts, const Allowed& allowed);

// The same of a sentence that tells how these words are pronounced.
std::optional<DocumentPlace> pronunciationTold(std::string_view question, const DocumentTexts& texts, const Allowed& allowed);

}  // namespace cairn
