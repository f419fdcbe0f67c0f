// What kind of words a question wants: an amount to "How many stops ..?", a time to "When did ..?". Where a passage says neither, a small
// model gives what else it says ("first pages", "an old man at heart"). English; no state, any thread.
#pragma once

#include <string_view>

namespace cairn
{

// "What happens if ..?", "What happened to ..?": told by a sentence.
bool asksWhatHappens(std::string_view question);

// Another kind than the question wants: no amount to "how many" or "how much" ("several", "none", "half" are some), no number to "how old"
// or "how tall", and neither a number, a name, a word of time ("at dusk", "two years ago") nor when that is ("when it rains") to "when",
// nor to "how long" ("an hour", "for the term of the lease"); a time alone to "who", a number alone to "what is the name".
// Other questions may be answered by anything, and so may these with other letters than English has. Of 681 answers to "how long" in the
// training data it turns away 9, some of them wrong.
bool isOfAnotherKind(std::string_view answer, std::string_view question);

}  // namespace cairn
