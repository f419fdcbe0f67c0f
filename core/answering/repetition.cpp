#include "core/answering/repetition.h"

#include <algorithm>

namespace cairn
{

namespace
{

constexpr std::size_t kLongestRound = 256;
constexpr std::size_t kLongRound = 24;        // nobody says a whole sentence twice in a row
constexpr std::size_t kShortestRepeat = 16;   // beyond the first round: "no, no, no" is left alone
constexpr std::size_t kOneToken = 40;         // the same of a single token: noughts of a number, rows of dots

// How much of it must be said again.
std::size_t repeatOf(std::size_t round)
{
    return round == 1 ? kOneToken : round >= kLongRound ? round : std::max(2 * round, kShortestRepeat);
}

// Tokens at the end that are what stood `round` tokens before.
std::size_t repeatedAtEnd(std::span<const TokenId> tokens, std::size_t round)
{
    std::size_t count = 0;
    while (round + count < tokens.size() && tokens[tokens.size() - 1 - count] == tokens[tokens.size() - 1 - count - round])
        ++count;
    return count;
}

}  // namespace

std::optional<std::size_t> endBeforeRepetition(std::span<const TokenId> tokens)
{
    const std::size_t same = tokens.empty() ? 0 : 1 + repeatedAtEnd(tokens, 1);   // of one token
    for (std::size_t round = 1; round <= std::min(kLongestRound, tokens.size() / 2); ++round) {
        const std::size_t repeated = repeatedAtEnd(tokens, round);
        if (repeated >= repeatOf(round) && (round == 1 || same < round))
            return tokens.size() - repeated;
    }
    return std::nullopt;
}

}  // namespace cairn
