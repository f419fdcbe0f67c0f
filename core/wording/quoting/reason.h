// Reasons that stand in the sentence before or after the one they are of: "Prices creep up. For this reason most banks ..", "Corners should
// be round. This is because ..". Rules on English and German words; no state, any thread.
#pragma once

#include "core/types/ids.h"
#include "core/wording/words/bm25.h"

#include <optional>
#include <string_view>

namespace cairn
{

bool asksWhy(std::string_view question);   // "Why ..?", "Warum ..?"

// "because", "so that", "weil", "denn": the sentence says itself why.
bool hasReason(std::string_view sentence);

// "This is because ..", "The reason is ..", "Das liegt an ..": why what was said before it is so.
bool givesReasonOfLast(std::string_view sentence);

// "For this reason ..", "Therefore ..", ".. must be kept for this.", "Deshalb ..": what was said before it is why.
bool followsFromLast(std::string_view sentence);

// A sentence with the next or the last one of its paragraph that has its reason. Nothing: neither has.
std::optional<ByteRange> withReasonBeside(std::string_view text, ByteRange sentence);

// Of the sentences of text[passage] the one with most of the question's words by their rarity, half of them at least, withReasonBeside().
// Nothing: it asks not why, or that sentence hasReason() itself or none beside it.
struct FoundReason
{
    ByteRange range;
    double share = 0;   // of the question's words in that sentence
};
std::optional<FoundReason> reasonBeside(std::string_view question, std::string_view text, ByteRange passage, const Bm25& index);

}  // namespace cairn
