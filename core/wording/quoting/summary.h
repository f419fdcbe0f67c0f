// What a document or a part of it says, in a few of its own sentences ("Summarize the paper.", "What are the key points?"): a small model's
// summary is made up in good part. Rules on words; no state, any thread.
#pragma once

#include "core/types/document.h"
#include "core/wording/text/document_texts.h"

#include <cstddef>
#include <span>
#include <vector>

namespace cairn
{

// Of the first document that has some, or of each of several one, or of the first of the parts `within`: in the text's order
//   the first sentences of its abstract, if it has one: below such a heading, or behind "Abstract." where a paragraph opens;
//   else the one that says what it is about (subjectOf()) and those whose words are the text's most frequent ones (Nenkova, Vanderwende,
//   "The Impact of Frequency on Summarization", 2005, section 3: SumBasic; here the
//   sum is divided by the number of words to the power of 0.7, since a mean takes the shortest), of every section as many, the first of a
//   section or a paragraph rather than others.
// Neighbours are one place. No heading, item, caption, quotation or question, none of more than 350 bytes, and only what `allowed` lets
// through. Empty: there is none, or a tenth of the paragraphs open with speech: no sentence of a story sums it up. One pass over the texts,
// about 100 ms a megabyte.
std::vector<DocumentPlace> summaryOf(std::size_t sentences, std::span<const CanonicalText* const> documents,
                                     std::span<const DocumentPlace> within,
                                     const Allowed& allowed);

}  // namespace cairn
