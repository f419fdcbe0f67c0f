// Questions whether something is so ("Can old blocks be compacted?"), which a sentence of the text answers better than one word. Rules on
// English words; no state, any thread.
#pragma once

#include "core/wording/words/bm25.h"

#include <string_view>

namespace cairn
{

// Whether something is so, and of nobody who talks: "Can old blocks be compacted?", not "Can you list them?", "Does it say who came?".
bool asksWhether(std::string_view question);

// What such a question is about, without the words that only ask: "passwords be salted?" of "Must passwords be salted?", "compare with
// None?" of "Is it OK to compare with None?", "dogs on a lead?" of "May I put dogs on a lead?".
std::string_view whetherTopic(std::string_view question);

// It asks for a duty or a permission: "Must ..?", "May ..?", "Is it allowed ..?"
bool asksForRule(std::string_view question);

// The sentence says what has to be, may be or may not be.
bool namesRule(std::string_view sentence);

// Where it asksForRule(): the sentence names one ("SHALL be salted", not "takes a password and a salt"). Where it asks for none: yes.
bool namesRuleIfAsked(std::string_view question, std::string_view sentence);

// May a sentence with words of such a question say whether it is so? It namesRuleIfAsked(), and of two or more words that say something it
// has two: with one alone it speaks of something else ("learning how it ends" to "Does Cairn learn from documents?"); where a rule is asked
// for, the rarest of them is enough. Names alone are not: "Fred met Ben" to "Is Fred Ben's brother?".
bool mayTellWhether(std::string_view question, std::string_view sentence, const Bm25& index);

// "And why were they afraid?": who asks why takes for granted that they were.
bool takesForGranted(std::string_view sentence);

}  // namespace cairn
