// How a place in a document is named: page label and heading path (architecture.md 4). No state, any thread.
#pragma once

#include "core/types/answer.h"
#include "core/types/document.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace cairn
{

// Which of the document's units (pages of a PDF) holds the character, the first is 1; 0: it has none.
std::size_t unitNumber(const CanonicalText& document, std::uint64_t offset);

// The printed label of the page that holds the character: of a PDF, or of an EPUB that names its pages; else empty.
std::string pageLabel(const CanonicalText& document, std::uint64_t offset);

// "Part I > Chapter 4 > The oath"; empty before the first heading.
std::string sectionPath(const CanonicalText& document, std::uint64_t offset);

// Sets document, range, page, section and text. REQUIRES: the range lies in the document.
void describePlace(Citation& citation, const DocumentPlace& place, const CanonicalText& document);

}  // namespace cairn
