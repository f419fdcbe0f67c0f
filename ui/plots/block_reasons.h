// Why a block can't be removed, barred or pinned. UI thread.
#pragma once

#include "ui/selection/selection_hub.h"

namespace cairn
{

// One sentence; empty: it can be. The document's open last block is not in the memory yet; later ones are the conversation's.
QString whyNotChosen(const Run& run, std::uint32_t block);

// The same of run A now: nor while nothing can be asked.
QString whyNotChosenNow(const SelectionHub& hub, std::uint32_t block);

// Why the words of run A can't be scored again now; empty: they can be.
QString whyNotScored(const SelectionHub& hub);

}  // namespace cairn
