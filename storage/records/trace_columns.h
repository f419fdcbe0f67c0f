// Trace as columns of bytes and back: little-endian arrays as they lie in memory, ties as bits. Pure functions.
#pragma once

#include "core/types/trace.h"
#include "storage/records/column.h"

namespace cairn
{

// The columns have the sizes that core/types/trace.h states, and blocks are numbered below kMostStoredBlocks.
bool isConsistent(const Trace& trace);

Error damagedTrace();

std::vector<Column> packTrace(const Trace& trace);

// Corruption: sizes that contradict each other, block offsets that do not ascend, or blocks beyond all numbers.
Result<Trace> unpackTrace(const AnswerLoader& load);

}  // namespace cairn
