// Why a block can't be removed, barred or pinned. UI thread.
#pragma once

#include "ui/run.h"

namespace cairn
{

// One sentence; empty: it can be. The document's open last block is not in the memory yet; later ones are the conversation's.
QString whyNotChosen(const Run& run, std::uint32_t block);

}  // namespace cairn
