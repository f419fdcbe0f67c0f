// Questions about a document as a whole: its title, what it is about, who wrote it and when, what its parts are. Hardly a word of these
// stands in the passage that answers them, so neither search nor likelihood finds it; overview.h, summary.h, imprint.h,
// contents.h, characters.h and ends.h do. Rules on English words, and on those of the languages that
// whole_in_language.h has; no state, any thread.
#pragma once

#include "core/types/document.h"
#include "core/wording/questions/whole_question_kind.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cairn
{

WholeQuestion wholeQuestion(std::string_view question);

// The same where a question may name one of these documents by its title ("Who wrote Moby-Dick?"). `followsOthers`: "it" may be what was
// spoken of before, so a question with that word is None.
WholeQuestion wholeQuestion(std::string_view question, std::span<const CanonicalText* const> documents, bool followsOthers);

// The document whose title stands in the question, or its part before a colon. Nothing: none does, or those of several.
std::optional<std::uint32_t> documentTitled(std::string_view question, std::span<const CanonicalText* const> documents);

// "Who wrote the paper?", "When was the book published?", "Who is the author?", "What is it about?": what the opening of a document says
// in other words.
bool asksAboutDocument(std::string_view question);

// The kind of part (partKind()) that Parts and PartCount ask for; empty: whatever parts there are ("What are the contents?").
std::string partsAsked(std::string_view question);

// "paper", "book", "report": what a document is called by those who ask about it.
bool isDocumentWord(std::string_view folded);
bool isDocumentOrChapter(std::string_view folded); // a chapter may be a file of its own

}  // namespace cairn
