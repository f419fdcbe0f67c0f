// How a question wants to be answered: in how many sentences, in which manner. Rules on English and German words; no state, any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cairn
{

inline constexpr std::size_t kMostSentences = 10;   // of a summary

// How many sentences a question for a summary wants: "in one sentence", "in 3 points", "briefly" (2); 5 where it doesn't say,
// kMostSentences at most.
std::size_t sentencesWanted(std::string_view question);

// "Which kinds are there?" of "How many kinds are there, and which?", where those counted are asked for too. Any other question as it is.
std::string askedWhich(std::string_view question);

// The question without these words and those that ask for a manner ("in simple terms", "for a beginner").
std::string withoutManner(std::string_view question);

}  // namespace cairn
