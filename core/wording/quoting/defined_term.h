// Terms that a text defines between quotation marks, as contracts and licences do: "“Rent” means £900 a month.", and at the end of
// what they stand for: "a period of six months (the “Trial Period”)". Rules on English words; no state, any thread.
#pragma once

#include "core/wording/text/document_texts.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

enum class DefinedBy { Meaning, AnyWay };   // "“Rent” means ..", or also "(the “Rent”)"

// The first sentence that defines the term, with the clause's number before it and the list that it ends with; at most 700 bytes, and one
// that `allowed` lets through. `term`: folded words (definition.h). One pass over the texts.
std::optional<DocumentPlace> definedIn(const std::vector<std::string>& term, DefinedBy way, const DocumentTexts& texts,
                                       const Allowed& allowed);

// "trial period" of "How long is the trial period?", "When does the trial period end?": what a number of its definition may answer for.
// Empty: another question.
std::vector<std::string> measuredTerm(std::string_view question);

}  // namespace cairn
