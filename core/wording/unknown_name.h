// Questions about somebody or something that no document names: "How long was the Titanic?" of a text about the Vasa. A small model answers
// them with what the text says of another. Rules on English words; no state, any thread.
#pragma once

#include "core/types/document.h"
#include "core/wording/bm25.h"

#include <span>
#include <string_view>

namespace cairn
{

// The question has a name (a capitalised word within a sentence, no month or day) that stands neither in a text of the index, in one of its
// forms ("Britain" of "British") or spelled nearly so, nor in a title or among the authors of `documents`. No name in a question that is
// written in capitals throughout, or in another language than English. Of 370 questions that texts answer it says so of none, of 75 others
// of a quarter.
bool namesUnknown(std::string_view question, const Bm25& index, std::span<const CanonicalText* const> documents);

}  // namespace cairn
