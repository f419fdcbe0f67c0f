// Questions about a document as a whole (whole_question.h) in other languages than English: German. Rules on words; no state, any thread.
#pragma once

#include "core/wording/questions/whole_question_kind.h"
#include "core/wording/words/text_language.h"

#include <string_view>

namespace cairn
{

// Title, Subject, Summary, Author, Date, Parts, PartCount, Beginning and Ending; None of a language without rules. Not of what is called or
// written by somebody in the document: every other word of the question is one that only asks, or a word for a document.
WholeQuestion wholeQuestionIn(TextLanguage language, std::string_view question);

// subjectStrength() (overview.h): 2 of "In dieser Studie untersuchen wir ..", "Dieses Handbuch beschreibt ..", else 0.
int subjectStrengthIn(TextLanguage language, std::string_view sentence);

// What is left of a question without its part ("Was steht in Artikel 3?") asks only what is there.
bool asksOnlyWhatIsThere(TextLanguage language, std::string_view question);

}  // namespace cairn
