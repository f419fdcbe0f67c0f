// Chapters of a document as readers call them, and its paragraphs as they are counted in these. No state, any thread.
#pragma once

#include "core/types/document.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cairn
{

// The headings that readers call chapters: those of the highest level that occurs at least twice (a lone top heading is the title); in one
// of them that holds more than half of the text, also those of the highest such level inside it (a book between its title page and notes).
std::vector<const Heading*> chapterHeadings(const CanonicalText& document);

// The one that holds the byte; nullptr: it stands before the first, or there are none.
const Heading* chapterAt(const CanonicalText& document, std::uint64_t byte);

// Of the paragraph that holds the byte, counted from 1 in its chapter, or in the text; headings are none.
std::size_t paragraphNumber(const CanonicalText& document, std::uint64_t byte);

// The path of headings (place_label.h) without a title that the document was called by already.
std::string sectionBelow(const std::string& title, const std::string& section);

}  // namespace cairn
