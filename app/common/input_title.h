// What a document is called that came through standard input. No state, any thread.
#pragma once

#include "core/types/document.h"

namespace cairn
{

// It has no name: it is called by its first words, unless it has a title of its own.
void nameInput(CanonicalText& text);

}  // namespace cairn
