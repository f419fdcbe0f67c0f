// What the comparison says of each of its two answers. Interface thread.
#pragma once

#include "ui/run.h"

#include <QString>

namespace cairn
{

// "Answer 7" of run-7.
QString answerName(const Run& run);

// "k 8, grouped, without “Moby Dick”, 2 blocks pinned"; the strategy first if `namesStrategy`.
QString howItWasAsked(const Run& run, bool namesStrategy);

// "Consulted 40 of 96 blocks · 12 words"
QString answerNumbers(const Answer& answer);

}  // namespace cairn
