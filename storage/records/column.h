// Documents and answers are stored as a few columns of bytes each, cut into rows where they are long: their numbers, which are part of
// the file format.
#pragma once

#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace cairn
{

struct Column
{
    std::uint8_t number = 0;      // a DocumentColumn, an AnswerColumn or one of the stream map
    std::vector<std::byte> bytes;
};

enum class DocumentColumn : std::uint8_t { Text = 0, Units = 1, Runs = 2, Paragraphs = 3, Outline = 4, Warnings = 5 };

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

// Gives a column's bytes: none if it isn't there, an Error if it is damaged.
using DocumentLoader = std::function<Result<std::vector<std::byte>>(DocumentColumn)>;
using AnswerLoader = std::function<Result<std::vector<std::byte>>(AnswerColumn)>;

}  // namespace cairn
