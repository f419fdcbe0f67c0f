// Lists of contents within a text. They have the words of many questions ("5.12 Where is Google Earth? . . . . 20") and the answer to none.
// Rules; no state, any thread.
#pragma once

#include "core/types/document.h"

#include <set>
#include <span>
#include <string>
#include <string_view>

namespace cairn
{

// The headings of all these documents, each normalised() (words.h) without its number.
std::set<std::string> headingNames(std::span<const CanonicalText* const> documents);

// Of the whole lines of a stretch of text three at least, and two thirds, are entries: with leaders before a page number, or one of `names`
// alone, with its number and that of a page or without.
bool listsContents(std::string_view stretch, const std::set<std::string>& names);

}  // namespace cairn
