// Which of several answers to one question is kept: the one that the others say too, each counted by its likelihood. That is the least
// Bayes risk among what was written (Kumar and Byrne 2004, "Minimum Bayes-Risk Decoding for Statistical Machine Translation", section 2):
// three passages that agree outvote one that is a little surer. Pure; any thread.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace cairn
{

struct ScoredAnswer
{
    std::string text;
    double likelihood = 0;   // log scale, up to a common constant
};

// The index of the answer with most votes, the first of equals. Every answer has a vote of exp(likelihood / temperature) and gives it to
// itself and to those that hold its words in one piece (holdsWords()), a little less to an answer the longer that is: "74th in size" has
// the vote of "74th" too. `temperature` in nats; 0: the likeliest. REQUIRES: at least one.
std::size_t mostAgreed(std::span<const ScoredAnswer> answers, double temperature);

// What most votes say is said whatever comes: more than half of all votes, those of answers still to come counted.
// `coming`: the likelihood that each of these will have; the highest that it can reach for certainty, less for a good guess.
bool isAgreed(std::span<const ScoredAnswer> answers, std::span<const double> coming, double temperature);

}  // namespace cairn
