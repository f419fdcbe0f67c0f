// What a reader can look at where no answer was found. No state, any thread.
#pragma once

#include "core/types/answer.h"

#include <optional>

namespace cairn
{

// The passage that was likeliest to hold an answer; nothing where passages weren't chosen by the question, or one was found.
inline std::optional<DocumentPlace> nearestPassage(const Answer& answer)
{
    const bool chosen = answer.strategy == Strategy::Reread || answer.strategy == Strategy::Bm25;
    const bool isNear = chosen && !answer.found && !answer.stopped && answer.citations.empty() && !answer.passages.empty();
    return isNear ? std::optional(answer.passages.front()) : std::nullopt;
}

}  // namespace cairn
