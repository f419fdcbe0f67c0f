// "Who wrote it?", "Who was its architect?" of a text that has no word of writing or planning: a small model answers with any name. Rules
// on English words; no state, any thread.
#pragma once

#include "core/wording/words/bm25.h"

#include <string_view>

namespace cairn
{

// The question asks who made something in one of a few ways (wrote, invented, designed, painted, translated and the like), and no text of
// the index has a word for that.
bool makerUnknown(std::string_view question, const Bm25& index);

}  // namespace cairn
