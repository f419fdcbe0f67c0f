// The answer for assistive technology: its text by character, word and line, where each stands, and the brushed words as selection.
// UI thread.
#pragma once

namespace cairn
{

void installAnswerAccessibility();   // once is enough; more does no harm

}  // namespace cairn
