// Questions for the part of a document that speaks of something: "Which section covers fair use?", "Which clause deals with notices?". What
// is asked for is a heading, which no sentence repeats. Rules on English words; no state, any thread.
#pragma once

#include "core/types/document.h"
#include "core/wording/text/document_texts.h"
#include "core/wording/words/bm25.h"

#include <optional>
#include <span>
#include <string_view>

namespace cairn
{

// "fair use" of "Which section covers fair use?". Empty: another question.
std::string_view sectionTopic(std::string_view question);

// "dogs are welcome" of "Where does it say that dogs are welcome?", "Where is it stated that ..?", "fees" of "Where are fees mentioned?".
// Empty: another question.
std::string_view whereSaidTopic(std::string_view question);

// "uses penguins" of "Which of the papers uses penguins?", "penguins" of "Which paper is about penguins?". Empty: another question.
std::string_view documentTopic(std::string_view question);

// The heading with most of the topic's words, and at least this share of them by their rarity; the shortest among equals that `allowed`
// lets through.
struct FoundHeading
{
    DocumentPlace place;
    double share = 0;
};
std::optional<FoundHeading> headingOn(std::string_view topic, double least, std::span<const CanonicalText* const> documents,
                                      const Bm25& index, const Allowed& allowed);

// The heading of the part that a place stands in. Nothing: there is none before it.
std::optional<DocumentPlace> headingAbove(const DocumentPlace& place, std::span<const CanonicalText* const> documents);

}  // namespace cairn
