// Terms that a text lists with what they mean: "LHS = the left-hand side", or one on a line of its own above its description, as lists of
// definitions have them. Rules on English words; no state, any thread.
#pragma once

#include "core/wording/text/document_texts.h"

#include <optional>
#include <string>
#include <vector>

namespace cairn
{

// `term`: as definedTerm() gives it. The first line with a sign of equality behind it that `allowed` lets through.
std::optional<DocumentPlace> equatedMeaning(const std::vector<std::string>& term, const DocumentTexts& texts,
                                            const Allowed& allowed);

// The first sentences, 400 bytes at most, of the line below the one that is the term; that of "group dialout for" is "dialout".
std::optional<DocumentPlace> describedMeaning(const std::vector<std::string>& term, const DocumentTexts& texts,
                                              const Allowed& allowed);

}  // namespace cairn
