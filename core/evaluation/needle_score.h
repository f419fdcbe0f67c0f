// Judging needle answers and summing them up as a grid of depth and length. Pure functions.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

// The paper's rule for passkeys: the first run of digits is the key; no digits: wrong (landmark_semantics.md 15).
bool firstNumberIs(std::string_view reply, std::string_view key);

// How many of the answers stand in the reply, letters compared without case. An answer of digits counts only as a whole number.
std::size_t answersIn(std::string_view reply, std::span<const std::string> answers);

enum class NeedleVerdict { Answered, NotUsed, NotRetrieved };
std::string_view name(NeedleVerdict outcome);   // "answered", "retrieved, not used", "not retrieved"

// One question put to one text.
struct NeedleRun
{
    std::string kind;              // "passkey", "number", ..
    std::string strategy;
    std::uint64_t length = 0;      // tokens asked for
    double depth = 0;              // 0..1
    std::uint64_t trial = 0;
    std::uint32_t blocks = 0;      // of the text; 0: it has none (dense)
    NeedleVerdict outcome = NeedleVerdict::NotRetrieved;
    std::uint32_t rank = 0;        // of the needle's block by evidence, 1 = first; 0: not opened
    double recalled = 0;           // share of the answers that came, 0..1
    double seconds = 0;            // of asking
    std::string question, wanted, reply;
};

// Answered where all answers came; else whether the needle's blocks were consulted says what went wrong.
NeedleVerdict outcomeOf(double recalled, bool retrieved);

struct NeedleCellScore
{
    std::string kind, strategy;
    std::uint64_t length = 0;
    double depth = 0;
    std::uint32_t trials = 0, answered = 0, notUsed = 0, notRetrieved = 0;
    double meanRank = 0;           // of those that have one; 0: none
    double recalled = 0;           // mean
    double seconds = 0;            // mean
};

// One cell per (kind, strategy, length, depth), in that order.
std::vector<NeedleCellScore> needleGrid(std::span<const NeedleRun> runs);

}  // namespace cairn
