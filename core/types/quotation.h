// An answer that is words of a document and nothing else. A pure function; any thread.
#pragma once

#include "core/types/answer.h"

namespace cairn
{

inline bool isQuotation(const Answer& answer)
{
    constexpr std::uint64_t kMarks = 2;
    return answer.quotations.size() == 1 && answer.quotations.front().verbatim &&
           answer.quotations.front().answerRange.size() + kMarks >= answer.text.size();
}

}  // namespace cairn
