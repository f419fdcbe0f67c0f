// Perplexity and what it cost: how many tokens each token could attend to. Pure functions.
#pragma once

#include <cstdint>
#include <span>

namespace cairn
{

struct Perplexity
{
    std::uint64_t tokens = 0;            // counted ones
    double logProbability = 0;           // their sum, natural logarithm

    void add(std::span<const float> logProbabilities);
    double value() const;                // exp(-mean); no token: not a number
};

// How a text is read: steps of `window` stream tokens, each with at most `places` memory blocks of `blockTokens` tokens before it.
struct ReadingShape
{
    std::uint32_t window = 0;            // W, a multiple of the block length
    std::uint32_t places = 0;            // K
    std::uint32_t blockTokens = 0;       // F
    std::uint32_t blockLength = 0;       // B
};

// Mean over `tokens` regular tokens of the regular tokens that one attends to, itself included: in its window all before it, and of the
// memory min(K, blocks so far) F (landmark_semantics.md 2, 6.2).
double attendedTokens(const ReadingShape& shape, std::uint64_t tokens);

// The same for dense attention.
inline double attendedDense(std::uint64_t tokens)
{
    return (static_cast<double>(tokens) + 1) / 2;
}

}  // namespace cairn
