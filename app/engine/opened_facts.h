// What the window is told about an opened session, and what its answers may refer to. Work thread.
#pragma once

#include "app/protocol/events.h"
#include "app/session/session_memory.h"

namespace cairn
{

EngineFacts openedFacts(const SessionMemory& session);
AnswerBounds answerBounds(const SessionMemory& session);

}  // namespace cairn
