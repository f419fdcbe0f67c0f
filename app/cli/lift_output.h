// cairn-cli trace --lift: what an answer opened more than a question about nothing in particular does (experience.md 4).
#pragma once

#include "app/cli/console.h"
#include "app/common/arguments.h"

namespace cairn
{

// Every opened block with evidence, lift, and whether it is a sink. The neutral question is asked where the session doesn't keep what it
// opened over this memory; then it does.
int printLift(const Arguments& arguments, Console& console);

}  // namespace cairn
