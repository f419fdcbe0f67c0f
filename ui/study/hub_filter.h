// What the selection asks of a trace, and how it is said in words. UI thread.
#pragma once

#include "core/types/trace_query.h"
#include "ui/selection/selection_hub.h"

namespace cairn
{

// Tokens, layers, blocks, heads, weakest gate; `hidden` = the run's sinks when they are hidden. REQUIRES: the hub has a run.
TraceFilter filterOf(const SelectionHub& hub);

// Words of the answer that are selected; all of them without a brush.
int selectedWords(const SelectionHub& hub);

}  // namespace cairn
