// A heading that asks what is asked, as those of questions and answers do ("Can I bring my dog?", "Tabs or spaces?"): what stands below it
// is the answer. And one that is called as the thing asked for: sections say first what they are called for. Rules on words; no state, any
// thread.
#pragma once

#include "core/types/document.h"
#include "core/wording/language.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

// The sentences that the first paragraph below such a heading begins with, at most 400 bytes and one at least, of the first heading that
// `allowed` lets these pass for. The heading ends in a question mark and has the words of the question, all of them in their order; its own
// number ("3.", "Q4:") doesn't count. Where no heading asks it, the same of a paragraph that opens with the question and goes on behind it.
// Nothing: neither asks it, or what follows only announces a list.
std::optional<DocumentPlace> answerBelowHeading(std::string_view question, std::span<const CanonicalText* const> documents,
                                                const std::function<bool(const DocumentPlace& sentences)>& allowed);

// The same of the first heading that has the words of a term (definition.h) that say something and no others: "Limit all lines to 79
// characters." below "2.1 Maximum line length" to "What is the maximum line length?".
std::optional<DocumentPlace> firstBelowHeadingOf(const std::vector<std::string>& term, std::span<const CanonicalText* const> documents,
                                                 const std::function<bool(const DocumentPlace& sentences)>& allowed);

// The same of a topic as a question names it: "die Miete" of "Was sagt der Vertrag über die Miete?".
std::optional<DocumentPlace> firstBelowHeadingOf(std::string_view topic, TextLanguage language,
                                                 std::span<const CanonicalText* const> documents,
                                                 const std::function<bool(const DocumentPlace& sentences)>& allowed);

}  // namespace cairn
