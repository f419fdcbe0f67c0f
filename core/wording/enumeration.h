// Questions that want a list ("List the steps to run the network.", "What are the kinds of PEP?"), and the list of a document that
// answers: the line that introduces it and its items. A small model names one item or none. Rules on English words; no state, any thread.
#pragma once

#include "core/wording/bm25.h"
#include "core/wording/document_texts.h"

#include <functional>
#include <optional>
#include <string_view>

namespace cairn
{

bool asksForList(std::string_view question);

// The question without "List" or "Name", which are no words of the list.
std::string_view withoutOrder(std::string_view question);

// The list whose introduction ("The steps are as follows:", or a heading) has most of the question's words, at least four fifths of them
// by their rarity, with its items as far as 2,000 bytes reach, two at least; the first among equals that `allowed` lets through. None
// with quotation marks.
std::optional<DocumentPlace> listOf(std::string_view question, const DocumentTexts& texts, const Bm25& index,
                                    const std::function<bool(const DocumentPlace& list)>& allowed);

}  // namespace cairn
