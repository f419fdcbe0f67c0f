// The headings of a document as an answer: "What are the chapters?", "How many sections does it have?" (whole_question.h). Rules on English
// words; no state, any thread.
#pragma once

#include "core/types/document.h"
#include "core/wording/quoting/quoting.h"
#include "core/wording/text/document_texts.h"

#include <span>
#include <string_view>
#include <vector>

namespace cairn
{

// The headings of parts of this kind (partsAsked()) in the first document that has two of them: those that say so themselves ("Chapter 3"),
// or for chapters, sections, parts and an empty kind the highest headings of which there are two, front and back matter left out.
// `within`: of these parts of documents alone. In the text's order, whole lines of at most 120 bytes.
std::vector<DocumentPlace> headingsOf(std::string_view kind, std::span<const CanonicalText* const> documents,
                                      std::span<const DocumentPlace> within);

// The highest headings, two at least, of the part whose own heading has just the words of the question that say something: of "Open Issues"
// for "What are the open issues?".
std::vector<DocumentPlace> headingsUnder(std::string_view question, std::span<const CanonicalText* const> documents,
                                         std::span<const DocumentPlace> within);

// These headings as an answer: all that fit into 900 bytes, and the last. `counted`: their number, the first and the last. REQUIRES: two
// headings.
SaidWords contentsAnswer(std::span<const DocumentPlace> headings, const DocumentTexts& texts, bool counted);

}  // namespace cairn
