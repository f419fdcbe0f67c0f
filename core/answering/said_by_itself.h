// The words of a document that are an answer as they stand, so that nothing is written and they are quoted: what stands below a heading
// that asks the same or is the term asked for (asked_heading.h), what it is about or called (overview.h), what it says in short
// (summary.h), who wrote it and when (imprint.h), its headings (contents.h), its characters (characters.h), what one of them says
// (speech.h, statement.h), how it begins and ends (ends.h), a list (enumeration.h), several things told in turn (told_in_turn.h), what two
// things are that are compared (comparison.h), how something is done (instruction.h), what a term means (definition.h, listed_term.h) or is
// short for (abbreviation.h), how it is pronounced (asked_age.h), what a thing does (told_deed.h). Only what the question may look at: in
// reach, not barred, of the part that it asks about. RereadTuning::quoteDefinitions off: nothing. Any thread.
#pragma once

#include "core/answering/asking.h"
#include "core/answering/candidates.h"
#include "core/wording/quoting/quoting.h"

#include <optional>
#include <span>
#include <stop_token>
#include <string_view>

namespace cairn
{

// Nothing soon after `stop` is requested, too.
std::optional<SaidWords> saidByItself(const Question& question, const AskingContext& context, const std::stop_token& stop);

// Of an answer that stands in one of these passages: where it announces a list ("in the following order:"), the sentence that it ends with
// the list that follows; where it was asked whether something is so, the sentence that it is a part of, since "paste" or "at will" alone
// says neither yes nor no. Of the latter kind also the sentence that has all words of an answer; and for one without a word of what is
// asked, or that names no rule where one is (whether.h), the one in the passage that has most of these. Of other answers the phrase that
// they are a part of (whole_phrase.h), or the text's own words for changed ones (own_words.h). Nothing: there is none.
std::optional<SaidWords> saidInFull(const Question& question, const AskingContext& context, std::span<const DocumentPlace> passages,
                                    std::string_view answer);

// Of an answer that stands in none of these passages: the sentence there that has most of it and of the question, where it has a number
// that is in none, a word that stands nowhere, or five words and more put together. Nothing: none of these, or no sentence says enough.
std::optional<SaidWords> saidInstead(const Question& question, const AskingContext& context, std::span<const DocumentPlace> passages,
                                     std::string_view answer);

// A sentence that states what is asked (stated.h), or tells the age that is asked for (asked_age.h), where the answer has words that it has
// not.
std::optional<SaidWords> stated(const Question& question, const AskingContext& context, std::string_view answer);

// The answer stands in a sentence that has all that is asked and is of the kind that it asks for (stated_fact.h): it is no guess.
bool isStatedFact(const Question& question, const AskingContext& context, std::string_view answer);

// "What does the report say about fees?", "Are fees refunded?": the sentence of the best candidates' passages, no heading, that has most of
// these words, half of them at least by their rarity; the first among equals. Of the second kind one that asks nothing and mayTellWhether()
// (whether.h), items of lists without a full stop too, and the heading above counts for a quarter; where a rule is asked for, of more
// candidates, and among equals the one that says least besides: what holds of all is said without conditions.
std::optional<SaidWords> saidOfTopic(const Question& question, const AskingContext& context, std::span<const Candidate> candidates);

// Asked in a language that the model was not taught (EngineInfo::languages): it can neither phrase an answer nor doubt one.
bool isUntaught(const Question& question, const AskingContext& context);

// In the language that most of the texts are in. In another one, words that stand nowhere say nothing about what the texts say.
bool isOfTexts(const Question& question, const AskingContext& context);

// Of an isUntaught() question the sentence of the candidates' passages that has most of its words, and of the kind it asks for. Nothing:
// none has half of those that the texts have, or these have too few.
std::optional<SaidWords> saidUntranslated(const Question& question, const AskingContext& context, std::span<const Candidate> candidates);

}  // namespace cairn
