// Answer and its trace as columns of bytes and back. The large columns of a trace grow with the tokens: an answer that is saved
// again while it is written rewrites their ends only. Pure functions.
#pragma once

#include "core/types/answer.h"
#include "storage/records/column.h"

namespace cairn
{

// All but question and strategy, which have columns of their own in the tables.
std::vector<Column> packAnswer(const Answer& answer);

// Corruption: bytes that packAnswer does not write, columns whose sizes contradict each other, or what isCoherent() refuses. Whether the
// documents have its places is not known here.
Result<Answer> unpackAnswer(const AnswerLoader& load, bool withTrace);

}  // namespace cairn
