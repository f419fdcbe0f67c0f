// A heading that asks what is asked, as those of questions and answers do ("Can I bring my dog?", "Tabs or spaces?"): what stands below it
// is the answer. Rules on words; no state, any thread.
#pragma once

#include "core/types/document.h"

#include <functional>
#include <optional>
#include <span>
#include <string_view>

namespace cairn
{

// The sentences that the first paragraph below such a heading begins with, at most 400 bytes and one at least, of the first heading that
// `allowed` lets these pass for. The heading ends in a question mark and has the words of the question, all of them in their order; its own
// number ("3.", "Q4:") doesn't count. Nothing: no heading asks it, or its paragraph only announces what follows.
std::optional<DocumentPlace> answerBelowHeading(std::string_view question, std::span<const CanonicalText* const> documents,
                                                const std::function<bool(const DocumentPlace& sentences)>& allowed);

}  // namespace cairn
