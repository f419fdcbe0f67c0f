// What somebody in a story says of something ("What does Ahab say about the sea?"): their direct speech, which stories set between
// quotation marks, with who says it beside a verb of speech. Rules on English words; no state, any thread.
#pragma once

#include "core/wording/text/document_texts.h"

#include <optional>
#include <string_view>
#include <vector>

namespace cairn
{

struct AskedSpeech
{
    std::string_view speaker, topic;   // of the question
};

// Nothing: it asks something else, or for what a document says.
std::optional<AskedSpeech> speechAsked(std::string_view question);

// Paragraphs of at most 400 bytes that set words with all of the topic between quotation marks, and beside these the speaker ("said Ahab",
// "Captain Ahab cried", not "said Ahab's mate") or below them ("-- Ahab"): the first `most` that `allowed` lets through, in their order.
std::vector<DocumentPlace> speechOf(const AskedSpeech& asked, const DocumentTexts& texts, std::size_t most,
                                    const Allowed& allowed);

}  // namespace cairn
