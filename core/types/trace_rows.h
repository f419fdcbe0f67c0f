// Rows of a trace on their way: the tokens written since the last message, and putting them together again. Plain functions; any thread.
#pragma once

#include "core/types/trace.h"

#include <cstdint>

namespace cairn
{

// The rows of tokens [begin, end) as a trace of their own. REQUIRES: begin <= end <= trace.tokens; a consistent trace.
Trace rowsOf(const Trace& trace, std::uint32_t begin, std::uint32_t end);

// Puts `rows` behind those of `trace`; into an empty trace (no tokens) they are copied. false, and nothing changed: they are of another
// shape or way of attending, or one of them alone is deep. A side without ties, re-read words or word heat counts as having none in its
// rows. REQUIRES: both consistent.
bool appendRows(Trace& trace, const Trace& rows);

}  // namespace cairn
