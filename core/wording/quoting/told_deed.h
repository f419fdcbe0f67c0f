// What a thing does, told by a sentence that it begins: "The pop command takes a stone off." to "What does pop do?". Rules on English
// words; no state, any thread.
#pragma once

#include "core/wording/text/document_texts.h"

#include <optional>
#include <string_view>

namespace cairn
{

// Only of things with their kind ("command", "option", ..) behind them in the question or the sentence: people do more than one thing. The
// first that `allowed` lets through. Nothing: another question, or none tells it.
std::optional<DocumentPlace> deedTold(std::string_view question, const DocumentTexts& texts,
                                      const Allowed& allowed);

}  // namespace cairn
