// Questions that ask what a term means ("What is a block?"), and the sentence of a document that says so ("A block is ..", "Block: ..").
// A small model answers these with a word or two of the passage; the document's own sentence says more. Rules on words; no state, any
// thread.
#pragma once

#include "core/wording/text/document_texts.h"
#include "core/wording/words/words.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

// Folded words of the term that a question wants explained, without its article: "What is the landmark adapter?", "What does F mean?",
// "What counts as a block?", "Who was Ada Lovelace?", "What is the definition of ..?", "How is a block defined?"
// Empty: it asks something else, or for more than six words. English only.
std::vector<std::string> definedTerm(std::string_view question);

// The words open with the term, in any of its forms.
bool beginsWith(std::span<const Word> words, const std::vector<std::string>& term);

// How well a sentence says what the term means. 0: not at all; 1: "Evidence is gates ..", "Evidence: ..", or where the name is
// given ("her name was Evidence", "a ship called Evidence", "known as evidence") or explained ("Starbuck, the chief mate, ..", "the
// singer, Ada Lund."), or where it "refers to",
// "consists of", "works by", "lets us", or somebody defines it ("we define a finer kind of evidence as .."); 2: "A block is a stretch ..",
// "is defined as ..", "can be defined: ..", "by a block we understand ..", "a stretch of tokens is called a block", "to a block, which is a
// stretch ..", "we use the term block to refer to a stretch ..".
// "A block is opened when .." tells what happens to it, "Alice was more puzzled", "was the first to speak" how she was: 0.
int definitionStrength(std::string_view sentence, const std::vector<std::string>& term);

// "Ben was sad and silent" tells how he was, not who; "was the mate", "was Ada's brother", "was captain of the ship" tell who.
bool tellsOnlyHow(std::string_view sentence, const std::vector<std::string>& term);

// The strongest such sentence that mayBeQuoted() (quoting.h) and that `allowed` lets through, the earliest among equals; one that "means",
// "is defined" or is understood by of 700 bytes.
// One pass over the texts: about 40 ms a megabyte.
std::optional<DocumentPlace> definitionOf(const std::vector<std::string>& term, const DocumentTexts& texts,
                                          const Allowed& allowed);

// "ben" of "Who is Ben Lund?", where the texts name him so: stories introduce people by one name and call them by the other ("in came Ben,
// the mate"). Empty: another question, or nobody of that name.
std::string givenNameAsked(std::string_view question, const DocumentTexts& texts);

}  // namespace cairn
