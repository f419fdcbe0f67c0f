// Answer and its trace as columns of bytes and back. The large columns of a trace grow with the tokens: an answer that is saved
// again while it is written rewrites their ends only. Pure functions.
#pragma once

#include "core/types/answer.h"
#include "storage/piece_table.h"

#include <functional>

namespace cairn
{

// Numbers are part of the file format.
enum class AnswerColumn : std::uint8_t
{
    Text = 0,
    Numbers = 1,
    Tokens = 2,
    Citations = 3,
    Quotations = 4,
    TraceShape = 5,
    Blocks = 6,
    Gates = 7,
    Scores = 8,
    MemoryShare = 9,
    Ties = 10,             // one bit each
    RereadOffsets = 11,
    RereadBlocks = 12,
    RereadShares = 13,
    HeatOffsets = 14,
    HeatBlocks = 15,
    HeatScale = 16,
    HeatWeights = 17,
    Passages = 18,
    InnerOffsets = 19,
    InnerRecords = 20,
    InnerWeights = 21,
    LookedAt = 22,
    NearOffsets = 23,      // these four in deep traces only
    NearBlocks = 24,
    NearScores = 25,
    NearLimits = 26
};

inline constexpr std::uint8_t kLastAnswerColumn = static_cast<std::uint8_t>(AnswerColumn::NearLimits);

inline bool isTraceColumn(std::uint8_t number)
{
    return number >= static_cast<std::uint8_t>(AnswerColumn::TraceShape) && number <= kLastAnswerColumn
        && number != static_cast<std::uint8_t>(AnswerColumn::Passages);
}

// All but question and strategy, which have columns of their own in the tables.
std::vector<Column> packAnswer(const Answer& answer);

using AnswerLoader = std::function<Result<std::vector<std::byte>>(AnswerColumn)>;

// Corruption: bytes that packAnswer does not write, columns whose sizes contradict each other, or what isCoherent() refuses. Whether the
// documents have its places is not known here.
Result<Answer> unpackAnswer(const AnswerLoader& load, bool withTrace);

}  // namespace cairn
