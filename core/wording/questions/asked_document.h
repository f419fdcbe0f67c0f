// Which parts of the documents a question means that names no part of one (asked_place.h): the document that it calls by its title or that
// alone has its names, and of who wrote something and when, the places where that stands. No state, any thread.
#pragma once

#include "core/types/document.h"
#include "core/wording/text/document_texts.h"

#include <span>
#include <string_view>
#include <vector>

namespace cairn
{

// `texts`: of the documents. `followsOthers` as for wholeQuestion(). Empty: all of them may be meant.
std::vector<DocumentPlace> partsMeant(std::string_view question, std::span<const CanonicalText* const> documents,
                                      const DocumentTexts& texts, bool followsOthers);

}  // namespace cairn
