// How far the words of an answer reached into the session's memory. Pure functions.
#pragma once

#include "core/answering/asking.h"
#include "core/types/answer.h"

#include <cstdint>

namespace cairn
{

// Were they written while the model looked into it?
inline bool looksIntoMemory(const Answer& answer, const AskOptions& options)
{
    const bool alone = answer.passages.size() <= 1;   // several passages are read without the memory
    return answer.strategy == Strategy::Memory || (answer.strategy == Strategy::Reread && alone && options.reread.attachMemory);
}

// How a kept answer is scored again: over the memory as it was then, `memoryBlocks` of it (0: not known), whatever was read or added since.
inline AskOptions overItsMemory(AskOptions asked, std::uint32_t memoryBlocks, std::uint32_t storedBlocks)
{
    if (!asked.until && memoryBlocks > 0 && memoryBlocks < storedBlocks)
        asked.until = BlockId(memoryBlocks);
    return asked;
}

}  // namespace cairn
