// What an abbreviation is short for, where a document spells it out: "global interpreter lock (GIL)", "GIL (global interpreter lock)",
// "GIL stands for ..". The letters of the short form are looked for in the long form from its end, the first one where a word begins:
// Schwartz and Hearst, "A simple algorithm for identifying abbreviation definitions in biomedical text", PSB 2003, sections 2 and 3.
// Rules on words; no state, any thread.
#pragma once

#include "core/wording/text/document_texts.h"

#include <optional>
#include <string_view>

namespace cairn
{

// The abbreviation that a question wants spelled out, as it is written there: "What does GIL stand for?", "What is GIL short for?"
// Empty: it asks something else. English only.
std::string_view abbreviationAsked(std::string_view question);

// Its long form in the text, of at most min(n + 5, 2 n) words for n characters. Empty: not spelled out, or not written with two capitals
// or digits there; in the question it may be small.
std::optional<ByteRange> spelledOut(std::string_view text, std::string_view abbreviation);

// The first long form in the documents that `allowed` lets through.
std::optional<DocumentPlace> expansionOf(std::string_view abbreviation, const DocumentTexts& texts,
                                         const Allowed& allowed);

}  // namespace cairn
