// Questions for the difference between two things, where the text says of each what it is and of neither how it differs; or what comes
// nearest to that. Rules on English words; no state, any thread.
#pragma once

#include "core/wording/text/document_texts.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn
{

// Folded words of the two, without articles: "What is the difference between a cairn and a beacon?", "How does a cairn differ from a
// beacon?", "Compare cairns with beacons." Nothing: another question, or one has more than six words.
std::optional<std::pair<std::vector<std::string>, std::vector<std::string>>> comparedTerms(std::string_view question);

// The sentence that opens with the one and the sentence that opens with the other ("In wet moors, ..", "In dry moors, .."); else those that
// define them (definition.h); of these none where both have the same or a sentence names both and sets them apart ("than", "while", "but",
// "differs"). Where not both are defined, the shortest such sentence alone, or else of each the one that opens with it ("Wet moors are
// dark.", "In wet moors ..") or says it of something ("A moor in the west is wet.").
std::vector<DocumentPlace> definitionsOfBoth(std::string_view question, const DocumentTexts& texts,
                                             const Allowed& allowed);

}  // namespace cairn
