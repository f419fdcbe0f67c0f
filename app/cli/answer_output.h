// An answer as the terminal shows it, and what it was made with.
#pragma once

#include "app/conversation/answer_export.h"
#include "app/session/open_session.h"
#include "core/types/answer.h"

#include <string>

namespace cairn
{

AnswerContext answerContext(const OpenSession& session, const AskOptions& options, double openMs);

DocumentNames documentNames(const OpenSession& session);

// Citations, or where none answers the nearest passage, quotations and coverage below the answer's words.
// REQUIRES: an answer from this session, as it is open.
std::string answerFooter(const Answer& answer, const OpenSession& session);

}  // namespace cairn
