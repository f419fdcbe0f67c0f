// The pages of the printed book that an EPUB tells of: its units are its parts up to there, and those behind a page's beginning carry its
// label (core/types/page_of_part.h).
#pragma once

#include "core/types/document.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

struct EpubPage
{
    std::string label;
    std::uint64_t begin = 0;   // byte of the canonical text
};

// "57" of "[Pg 57]", "Page 57" or "57", "Plate 3" as it is; empty: too long for a label, or no words.
std::string printedPageLabel(std::string_view words);

// Divides units and runs where pages begin. A page goes on in the next part until that names one. Pages outside the text or inside
// a character are left out; of those that begin at one place the last counts.
void divideByPages(CanonicalText& text, std::vector<EpubPage> pages);

}  // namespace cairn
