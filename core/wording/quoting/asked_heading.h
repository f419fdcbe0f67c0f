// A heading that asks what is asked, as those of questions and answers do ("Can I bring my dog?", "Tabs or spaces?"), or that is the deed
// or the thing asked for: what stands first below it (heading_section.h) is the answer. Rules on words; no state, any thread.
#pragma once

#include "core/types/document.h"
#include "core/wording/text/document_texts.h"
#include "core/wording/words/text_language.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

// What stands first below the first heading, of the first of these kinds, that `allowed` lets it pass for. Numbers ("3.", "Q4:") and what
// stands in brackets don't count.
// - It has the words of the question, all of them in their order, and a question mark or one of the words that questions begin with.
// - It asks nearly the same, alone of all headings: with the same kind of question word, and with the words that say something in their
//   order and perhaps one more; or with another verb where that of the question stands nowhere in the documents ("prevent" for "stop").
// - It is the deed that "How do I .." asks for ("Emptying the tank"), or its verb ("Disposal") where the first paragraph has the other
//   words; and below it stand steps, or a sentence that tells a deed ("Take the lid off.", that of the heading however it goes on).
// - It is the question of a paragraph behind "Q:" that "A:" answers; one alone that has all words that say something of a question whether,
//   why or how, or of words without a question word, of five or more all but one.
// - It forbids what "Who should not ..?" asks about ("Do not take it if").
// Where none does, the opening sentences behind a paragraph's own first question with its words. Nothing: none asks it, or nothing is said.
std::optional<DocumentPlace> answerBelowHeading(std::string_view question, std::span<const CanonicalText* const> documents,
                                                const Allowed& allowed);

// The same of the first heading that has the words of a term (definition.h) that say something and no others: "Limit all lines to 79
// characters." below "2.1 Maximum line length" to "What is the maximum line length?". Else of a line that has them above a list, then
// without the document that they are of ("the limits of the study").
std::optional<DocumentPlace> firstBelowHeadingOf(const std::vector<std::string>& term, std::span<const CanonicalText* const> documents,
                                                 const Allowed& allowed);

// The same of a topic as a question names it: "die Miete" of "Was sagt der Vertrag über die Miete?".
std::optional<DocumentPlace> firstBelowHeadingOf(std::string_view topic, TextLanguage language,
                                                 std::span<const CanonicalText* const> documents,
                                                 const Allowed& allowed);

}  // namespace cairn
