// What a document is about and what it is called (whole_question.h), in its own words near its beginning: "This article describes ..", the
// first sentence of an abstract, the line that it opens with. And questions for what it says of a topic. Rules on English words; no state,
// any thread.
#pragma once

#include "core/wording/text/document_texts.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cairn
{

// Words to look up rather than a question: "proof of work", "Queequeg". One to four of them, with none that asks or orders.
bool isTopicAlone(std::string_view question);

// What a question wants the document's words about: "fees" of "What does the report say about fees?" or "What was said about fees?",
// "decided about fees" of "What was decided about fees?" (what somebody says is speech.h's), all of one that isTopicAlone().
// Empty: it asks something else.
std::string_view topicAsked(std::string_view question);

// What a question wants explained: "proof of work" of "Explain proof of work in a few sentences.", "Can you tell me more about the proof of
// work?", "Explain what proof of work is". Without its article. Empty: it asks something else.
std::string topicExplained(std::string_view question);

// "abstract", "summary", "zusammenfassung": what the text of a document in short is headed with
bool isAbstractWord(std::string_view folded);

// How well a sentence says what its document is about. 0: not at all; 1: "We propose ..", "We have developed ..", "This section describes
// .."; 2: "This paper describes ..", "In this article, we show ..".
int subjectStrength(std::string_view sentence);

// The strongest sentence of at most 400 bytes in the first 6,000 of a document that `allowed` lets through, the earliest among equals,
// of the first document that has one. Where none says it, the first under a heading "Abstract" or "Summary". `within`: of the first of
// these parts instead, and where no sentence says what the part is about the first that it has.
std::optional<DocumentPlace> subjectOf(const DocumentTexts& texts, std::span<const DocumentPlace> within,
                                       const Allowed& allowed);

// The first paragraph of the first document, where it is short and no sentence; of it what stands behind "Title:". `within`: the line that
// the first of these parts opens with.
std::optional<DocumentPlace> titleOf(const DocumentTexts& texts, std::span<const DocumentPlace> within,
                                     const Allowed& allowed);

}  // namespace cairn
