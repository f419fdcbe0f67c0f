// Several things that running text tells one after the other, where a question asks for all of them ("What are the three causes?", "What
// two reasons does she give?"): a sentence counts them, and the next ones say each ("There are two ways. The first is .. The second is ..",
// "It was wrong in two ways. It .., and it ..", "for two reasons: .."). A small model names one. Rules on English words; no state, any
// thread.
#pragma once

#include "core/wording/text/document_texts.h"
#include "core/wording/words/bm25.h"

#include <string_view>
#include <vector>

namespace cairn
{

// The sentences that tell them, in their order: those that open with "The first", "The second" and so on, or the one that counts them where
// it names them behind a colon, or the next one. A sentence counts what is asked for where it has the noun behind its number, the number
// that the question has, if it has one, and half of the question's other words by their rarity, or has them with what it counts; with
// another noun where ordinals follow in that number and nowhere else. Empty: another question, or none does. One pass over the texts.
std::vector<DocumentPlace> toldInTurn(std::string_view question, const DocumentTexts& texts, const Bm25& index, const Allowed& allowed);

}  // namespace cairn
