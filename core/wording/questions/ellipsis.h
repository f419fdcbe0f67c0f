// Questions that leave out what the one before them said: "and for children?", "What about Celia?", "and if it rains?". Rules on English
// words; no state, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cairn
{

// The earlier question with what this one puts in place of a part of it:
//   "How much is a ticket in summer?"    "and in winter?"          the phrase with the same preposition, or of time with another of time;
//   "How much is a ticket?"              "and for children?"       where it has none, behind it
//   "What does Rosalind call herself?"   "What about Celia?"       its last name
//   "How old was the tram driver?"       "and the lorry driver?"   its last phrase with such an article
//   "When is the fee due?"               "and if it is not paid?"  its condition, or else "what happens if ..?"
// Nothing: the question is none of these, or the earlier one has no such part.
std::optional<std::string> withWhatIsLeftOut(std::string_view question, std::string_view earlier);

// "What is Mr Lund's number?" of "and what is his number?" where the answer before was "Mr Lund": the name in place of the pronoun.
// Nothing: the answer is no name, or the question has no such pronoun.
std::optional<std::string> withPersonNamed(std::string_view question, std::string_view earlierAnswer);

}  // namespace cairn
