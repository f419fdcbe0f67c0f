#include "core/answering/agreement.h"

#include "core/wording/words/words.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace cairn
{

namespace
{

constexpr double kFullness = 0.25;          // of the share of an answer's words that a vote for it said, as an exponent
constexpr double kLeastTemperature = 1e-6;

double highest(std::span<const ScoredAnswer> answers)
{
    const auto best = std::max_element(answers.begin(), answers.end(),
                                       [](const ScoredAnswer& a, const ScoredAnswer& b) { return a.likelihood < b.likelihood; });
    return best->likelihood;
}

double vote(double likelihood, double best, double temperature)
{
    return std::exp((likelihood - best) / std::max(temperature, kLeastTemperature));
}

std::size_t wordCount(std::string_view text)
{
    return splitWords(text).size();
}

// What a vote for `other` counts for `answer`.
double agreement(const ScoredAnswer& answer, const ScoredAnswer& other)
{
    if (!holdsWords(answer.text, other.text))
        return 0;
    const auto said = static_cast<double>(wordCount(other.text)), all = static_cast<double>(wordCount(answer.text));
    return std::pow(std::min(1.0, said / all), kFullness);
}

// For each of the answers.
std::vector<double> countVotes(std::span<const ScoredAnswer> answers, double temperature)
{
    const double best = highest(answers);
    std::vector<double> votes(answers.size(), 0.0);
    for (std::size_t i = 0; i < answers.size(); ++i) {
        for (std::size_t j = 0; j < answers.size(); ++j)
            votes[i] += vote(answers[j].likelihood, best, temperature) * (i == j ? 1.0 : agreement(answers[i], answers[j]));
    }
    return votes;
}

}  // namespace

std::size_t mostAgreed(std::span<const ScoredAnswer> answers, double temperature)
{
    const std::vector<double> votes = countVotes(answers, temperature);
    return static_cast<std::size_t>(std::max_element(votes.begin(), votes.end()) - votes.begin());
}

bool isAgreed(std::span<const ScoredAnswer> answers, std::span<const double> coming, double temperature)
{
    const double best = highest(answers);
    double all = 0;
    for (const ScoredAnswer& answer : answers)
        all += vote(answer.likelihood, best, temperature);
    for (const double likelihood : coming)
        all += vote(likelihood, best, temperature);
    const std::vector<double> votes = countVotes(answers, temperature);
    return 2 * *std::max_element(votes.begin(), votes.end()) > all;
}

}  // namespace cairn
