// Whether the words of an answer were written while the model looked into the session's memory. A pure function.
#pragma once

#include "core/answering/asking.h"
#include "core/types/answer.h"

namespace cairn
{

inline bool looksIntoMemory(const Answer& answer, const AskOptions& options)
{
    const bool alone = answer.passages.size() <= 1;   // several passages are read without the memory
    return answer.strategy == Strategy::Memory || (answer.strategy == Strategy::Reread && alone && options.reread.attachMemory);
}

}  // namespace cairn
