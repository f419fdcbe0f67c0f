// Questions that want a list ("List the steps to run the network.", "Which data sets are used?"), and the list of a document that
// answers: the line that introduces it and its items. A small model names one item or none. Rules on English words; no state, any thread.
#pragma once

#include "core/wording/text/document_texts.h"
#include "core/wording/words/bm25.h"

#include <optional>
#include <string_view>

namespace cairn
{

bool asksForList(std::string_view question);

// The question without "List" or "Name" and without "used" or "mentioned" at its end, which are no words of the list.
std::string_view withoutOrder(std::string_view question);

// The list whose introduction ("The steps are as follows:", or a heading), with the words that all items have ("the Penguin dataset", "the
// Weather dataset"), has most of the question's words (without "of the project" and the like), at least four fifths of them by their
// rarity, and its items as far as 2,000 bytes reach, two at least; the first among equals that `allowed` lets through. None with quotation
// marks.
std::optional<DocumentPlace> listOf(std::string_view question, const DocumentTexts& texts, const Bm25& index,
                                    const Allowed& allowed);

}  // namespace cairn
