// What stands in the question box: the question and how it is to be answered. Plain values.
#pragma once

#include "core/types/answer.h"
#include "core/types/memory.h"

#include <QString>

#include <cstdint>
#include <optional>

namespace cairn
{

struct AskForm
{
    QString question;                          // trimmed
    bool bookOnly = true;                      // withhold answers that no passage supports
    bool upToHere = false;                     // spoiler-safe: as if the document ended at the reading position
    std::optional<Strategy> strategy;          // unset: the default
    std::optional<std::uint32_t> topK;         // blocks a head opens for a token; unset: the model's own
    std::optional<ScanWay> scan;               // which passages are compared; unset: as the session was read
    std::uint32_t answerTokens = 160;          // longest answer
    double temperature = 0;                    // 0: always the likeliest word
    std::uint64_t seed = 0;
    bool deepTrace = false;                    // the trace has near misses and inner weights of all heads
    bool operator==(const AskForm&) const = default;
};

}  // namespace cairn
