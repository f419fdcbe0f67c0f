// Sentences that state what is asked, whatever else stands near them: those that have all words of the question behind its "what" or "who"
// in their order ("Snow is better than rain." to "What is better than rain?"; two that "and" joins may change places), and those that set
// the limit asked for ("A walk may have at most nine stops." to "How many stops may a walk have?") or the time ("When must it be paid?"),
// that set a bound ("What is the limit of ..?"), that define the term whose measure is asked for (defined_term.h), that name who has a
// role ("Colin Feather (treasurer)" to "Who is the treasurer?"), and that say what follows of a condition ("What happens if ..?"). A small
// model often takes the answer from beside them. Rules on English words; no state, any thread.
#pragma once

#include "core/wording/text/document_texts.h"

#include <optional>
#include <string_view>

namespace cairn
{

// "How many stops may a walk have?", "How long must it be?": a number that something says is allowed.
bool asksForLimit(std::string_view question);

// An answer with a number that no sentence of `text` with this number gives to what has the limit: "at most nine" of "A stop may last nine
// minutes at most." to "How many minutes may a walk last?". No number, or another kind of question: no.
bool limitsSomethingElse(std::string_view question, std::string_view answer, std::string_view text);

// Of limits the sentence that says least besides, the earliest among equals; of the other kind the first that says something before these
// words. One that mayBeQuoted() (quoting.h), no question, and only what `allowed` lets through. One pass over the texts.
std::optional<DocumentPlace> stating(std::string_view question, const DocumentTexts& texts,
                                     const Allowed& allowed);

}  // namespace cairn
