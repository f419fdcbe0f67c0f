// Questions that a text without headings asks and answers itself, in paragraphs or lines behind "Q:" and "A:". No state, any thread.
#pragma once

#include "core/wording/text/heading_section.h"

#include <span>
#include <vector>

namespace cairn
{

// Each as a section: the question is its heading, and its line ends behind the mark of the answer. In their order.
std::vector<Section> questionSections(std::span<const CanonicalText* const> documents);

}  // namespace cairn
