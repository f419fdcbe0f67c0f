// Sentences that have every word of a question that says something, and with them what is asked for: somebody, a time, so many of them
// ("Ben picked seventeen large shells." to "How many shells did Ben pick?"). A small model declines such questions, or takes the answer of
// another sentence. Rules on English words; no state, any thread.
#pragma once

#include "core/wording/text/document_texts.h"
#include "core/wording/words/bm25.h"

#include <string_view>
#include <vector>

namespace cairn
{

struct StatedFacts
{
    std::vector<DocumentPlace> places;   // the one that says least besides first, then the earlier
    bool isOfKind = false;               // it is asked who, when, how many, how much or how often, which these sentences tell
};

// Sentences of at most 400 bytes that `allowed` lets through, no questions and without quotation marks; one that opens with "he" or "its"
// with the one before it, which says of whom, where only both have all words. None: there is none, or more than one where the question has
// two such words or names alone, three else; or the question asks whether something is so, how something is done, what a term means or what
// happens if; or it has too few words to be found by: two where it asks for such a kind, else three. One pass over the texts.
StatedFacts factsStated(std::string_view question, const DocumentTexts& texts, const Bm25& index, const Allowed& allowed);

}  // namespace cairn
