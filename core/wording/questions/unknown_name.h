// Names in a question and the documents that have them. "How long was the Titanic?" of a text about the Vasa a small model answers with
// what the text says of another; of two leases one is meant by who rents. Rules on English words; no state, any thread.
#pragma once

#include "core/types/document.h"
#include "core/wording/words/bm25.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace cairn
{

// The question has a year that stands in no text of the index, or a name (a capitalised word within a sentence, no month or day) that
// stands neither in a text of the index, in one of its forms ("Britain" of "British") or spelled nearly so, nor in a title or among the
// authors of `documents`, nor as it is written in their texts. No name in a question that is written in capitals throughout, or in another
// language than English. Of 370 questions that texts answer it says so of none, of 75 others of a quarter.
bool namesUnknown(std::string_view question, const Bm25& index, std::span<const CanonicalText* const> documents);

// The document that alone has all names of the question, as they are written, in its text or its title: that of "How much is the deposit of
// Jonas Whitaker?" Nothing: no name, no document or several have them, or there is but one with a text.
std::optional<std::uint32_t> documentNamed(std::string_view question, std::span<const CanonicalText* const> documents);

}  // namespace cairn
