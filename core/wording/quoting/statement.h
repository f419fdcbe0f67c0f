// What somebody in a document says, where no heading and no topic leads there ("What did the mayor say?", "What does Ada Lund say about the
// lamps?"): running text reports it beside a verb of speech ("the lamps were in order, she said"), with the name before in the paragraph.
// Rules on English words; no state, any thread.
#pragma once

#include "core/wording/text/document_texts.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace cairn
{

struct AskedStatement
{
    std::string_view speaker, topic;   // of the question; the topic may be empty
    std::string_view verb = {};        // "warn": no other one reports it; empty: any that means to say
};

// Nothing: it asks something else, for what a document or its author says, or for what "she" says.
std::optional<AskedStatement> statementAsked(std::string_view question);

// Sentences of a paragraph that names the speaker, which report what these say ("Ada Lund, the mayor, said ..", ".., he said", "said the
// mayor"): at most 400 bytes, and with half of the topic's words at least. Of the first paragraph with such ones that `allowed` lets
// through, the first `most` in their order. One pass over the texts.
std::vector<DocumentPlace> statementsOf(const AskedStatement& asked, const DocumentTexts& texts, std::size_t most, const Allowed& allowed);

// "price controls" of "What does the author think of price controls?": of what the text says in the first person, if it does. Empty:
// another question.
std::string_view opinionAsked(std::string_view question);

bool isOfWriter(std::string_view sentence);   // "I have never understood why"

}  // namespace cairn
