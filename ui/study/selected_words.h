// How many words of the answer a selection covers, for captions. UI thread.
#pragma once

#include "ui/selection/resolved.h"

namespace cairn
{

// Brushed words, widened to the selection's unit as everywhere; all of them without a brush. REQUIRES: the hub has a run.
int selectedWords(const SelectionHub& hub);

// "15 words" / "all 60 words", for captions.
QString selectedWordsText(const SelectionHub& hub);

}  // namespace cairn
