// A question that says by itself only half of what it asks: "and for children?", "How did he die?". Any thread.
#pragma once

#include "core/answering/asking.h"

#include <span>
#include <string>

namespace cairn
{

// What is looked for: the question, behind those before it that it leans on and their answers, where these are short. It leans on the one
// before where it opens as if that went on ("and", "but", "why?"), has a pronoun for what was spoken of, or says one word or none. Else it
// is returned as it is, and so is one that follows none.
std::string askedInFull(const Question& question);

// The question with what it leaves out and the one before it said (ellipsis.h), over all turns, or with the name that answered that one in
// place of "he", "his"; else as it is.
std::string withoutEllipsis(const std::string& question, std::span<const ConversationTurn> previous);

}  // namespace cairn
